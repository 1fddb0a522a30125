package process

import (
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Kind says what a processor does with its time.
type Kind uint8

// The kinds of time.
const (
	Computation Kind = iota
	Communication
	Overhead
	Wait
)

var kindNames = [...]string{"computation", "communication", "overhead", "wait"}

// String returns the lower-case name.
func (k Kind) String() string { return kindNames[k] }

// Term is a process term: *Delay, Series, *Loop, *If, *Exchange or *Sweep.
type Term interface{ term() }

// Delay is an amount of time that a processor spends on one span.
type Delay struct {
	Span   source.Span
	Kind   Kind
	Amount symbolic.Expr // seconds, never negative; may mention coordinates, sizes, machine parameters and indices of enclosing loops; none is 0
	Tag    int           // the caller's, for example the index of its statement
}

// Series executes its terms one after the other.
type Series []Term

// Loop executes Body for Index = Lo, Lo+Step, ... up to Hi, one after the
// other. An empty range executes nothing.
type Loop struct {
	Span         source.Span
	Index        string        // an Index symbol, bound in Body
	Lo, Hi, Step symbolic.Expr // Step none is 1; around an exchange none of them may mention a coordinate
	Body         Term
}

// If executes one of its branches, or a mixture of them when they have weights:
// its charge is then the expected one.
type If struct {
	Span     source.Span
	Branches []Weighted
}

// Weighted is one branch of an If. Its share of the execution is the smaller
// of its weight and of what the branches before it left over, and nothing if
// its condition is 0. So a branch with a true condition and no weight is taken
// whole, one with neither is the ELSE, and weights are probabilities.
type Weighted struct {
	Cond   symbolic.Expr // 0 or 1; none is 1
	Weight symbolic.Expr // in 0..1; none is 1
	Body   Term          // nil does nothing
}

// Exchange is the point where processors send each other messages: each waits
// until those in its range From, and so its messages, have arrived.
type Exchange struct {
	Span source.Span
	Tag  int     // the caller's, repeated on its charges
	From []Range // one per grid dimension; empty: wait for all processors

	Since    int           // a Mark that the messages have left at; 0: they leave at the exchange itself
	Receives symbolic.Expr // how many messages come: a processor without any waits for nobody; none: one from everybody in From, or fewer
	Sends    Sends
	Fits     symbolic.Expr // of Asynchronous: 1 where the processor's messages find room before it asks for them; where it is 0 they are sent like those of Blocking. none is 1

	Follows symbolic.Expr // 0..1: share of a message that the next one of the same sender waits for, in the order of the receivers; none is 0: all leave at once
	Behind  symbolic.Expr // of messages that left at a Mark: 0..1, the share of their transmission that begins only when those of the exchange before have come, on the link of the receiver; none: they have the link to themselves

	Call    *Delay   // what sending its messages takes those in From, all together: each spends an equal part before it waits. nil is free
	Message *Delay   // transmission of its messages, one after the other, where any come. nil is free
	Cost    []*Delay // spent by every processor after the wait
}

// Mark notes the clocks, for the processors that come to it: messages leave here
// and arrive at an Exchange further on in the same loop body whose Since is its ID.
type Mark struct {
	ID       int           // from 1
	Messages symbolic.Expr // how many leave: processors that send as many are alike. none: as many on each
}

// Sends says when messages travel and whether those who send them wait (paper
// 003, section 2.3: call overhead, transmission and waiting at both ends).
type Sends uint8

const (
	// Matched messages travel when both ends have called, on the time of the one
	// who receives; the one who sends goes on.
	Matched Sends = iota
	// Asynchronous messages travel as soon as they are sent: who asks for one late
	// finds it there. The one who sends goes on.
	Asynchronous
	// Blocking messages travel when both ends have called, on the time of both.
	Blocking
)

// Range is the coordinates Lo..Hi of one grid dimension, clipped to the grid.
// They may mention the waiting processor's coordinates: c-1..c+1 for both
// neighbours. A processor always waits for itself too.
type Range struct {
	Lo, Hi symbolic.Expr // none is the first and the last coordinate of the grid
}

// Sweep is a wavefront (one strip) or a pipeline (several) over the grid:
//
//	C(k,p) = max(C(k-1,p), C(k,p') + message) + body
//
// for strips k = 1..Strips and the predecessors p' of p (the synchronization
// delay of paper 002). In a branch only those who come to it take part: who takes none of it
// has its clock unchanged.
type Sweep struct {
	Span    source.Span
	Tag     int           // the caller's, repeated on the charge of the wait
	Index   string        // an Index symbol: the strip, from 1; "" when Body does not need it
	Strips  symbolic.Expr // number of strips; none is 1
	Order   []int         // one per grid dimension: +1 waits for the lower neighbour, -1 for the higher one, 0 for none
	Awaits  symbolic.Expr // 0 where a processor waits for no predecessor; none is 1
	Message *Delay        // from a predecessor to its successor; its visible part is charged to the successor. nil is free
	Body    Term          // work on one strip, without exchange and sweep
}

func (*Delay) term()    {}
func (Series) term()    {}
func (*Loop) term()     {}
func (*If) term()       {}
func (*Exchange) term() {}
func (*Mark) term()     {}
func (*Sweep) term()    {}

// SPMD is a term that every processor of a grid executes.
type SPMD struct {
	Arena       *symbolic.Arena // owner of all expressions
	Tapes       *symbolic.Tapes // what has been compiled in it; nil: nothing
	Coordinates []string        // Index symbols of the processor's coordinates, from 0
	Extents     []symbolic.Expr // processors per dimension, as many as Coordinates
	Body        Term
}
