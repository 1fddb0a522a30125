package process

import (
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/symbolic"
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

// Term is a process term: *Leaf, Series, *Loop, *If, *Exchange or *Sweep.
type Term interface{ term() }

// Leaf is an amount of time that a processor spends on one span.
type Leaf struct {
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

// Exchange is the point where every processor waits until all the processors
// in its range From have arrived.
type Exchange struct {
	Span source.Span
	Tag  int     // the caller's, repeated on the charge of the wait
	From []Range // one per grid dimension; empty: wait for all processors
	Cost []*Leaf // spent by every processor after the wait
}

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
// delay of paper 002).
type Sweep struct {
	Span    source.Span
	Tag     int           // the caller's, repeated on the charge of the wait
	Index   string        // an Index symbol: the strip, from 1; "" when Body does not need it
	Strips  symbolic.Expr // number of strips; none is 1
	Order   []int         // one per grid dimension: +1 waits for the lower neighbour, -1 for the higher one, 0 for none
	Message *Leaf         // from a predecessor to its successor; its visible part is charged to the successor. nil is free
	Body    Term          // work on one strip, without exchange and sweep
}

func (*Leaf) term()     {}
func (Series) term()    {}
func (*Loop) term()     {}
func (*If) term()       {}
func (*Exchange) term() {}
func (*Sweep) term()    {}

// SPMD is a term that every processor of a grid executes.
type SPMD struct {
	Arena       *symbolic.Arena // owner of all expressions
	Coordinates []string        // Index symbols of the processor's coordinates, from 0
	Extents     []symbolic.Expr // processors per dimension, as many as Coordinates
	Body        Term
}
