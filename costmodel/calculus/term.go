package calculus

import (
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/process"
)

// Term is a process term: *Delay, *Serial, *Parallel, *SerialOver,
// *ParallelOver or *If. A term may stand at many places of another one; it is
// analysed once.
type Term interface{ term() }

// Delay is a delay of PAMELA (`delay`), or the use of a resource (`use`) when Resource is set.
type Delay struct {
	Span     source.Span
	Kind     process.Kind
	Tag      int           // the caller's
	Amount   symbolic.Expr // seconds, never negative; none is 0
	Array    int           // of resources, that Resource numbers; the caller's, from 0
	Resource symbolic.Expr // number of the resource, from 0; none is a delay
	Servers  symbolic.Expr // multiplicity of the resource, at least 1; none is 1
}

// Serial executes its terms one after the other (";"). An empty one takes no
// time.
type Serial struct{ Terms []Term }

// Parallel executes its terms at the same time ("||") and ends with the last.
type Parallel struct{ Terms []Term }

// SerialOver executes Body for every value of Index, one after the other
// ("seq"). The name of the index must differ from those of enclosing loops; an
// empty range executes nothing.
type SerialOver struct {
	Index  string
	Lo, Hi symbolic.Expr
	Body   Term
}

// ParallelOver executes Body for every value of Index at the same time
// ("par"). Its index and range are as those of SerialOver.
type ParallelOver struct {
	Index  string
	Lo, Hi symbolic.Expr
	Body   Term
}

// If executes Then where Cond is true, and Else, which may be nil, where it is
// not. Without Cond, Weight is the probability of Then: the models are then
// those of the average.
type If struct {
	Span       source.Span
	Cond       symbolic.Expr // 0 or 1
	Weight     symbolic.Expr // in 0..1, when Cond is none
	Then, Else Term
}

func (*Delay) term()        {}
func (*Serial) term()       {}
func (*Parallel) term()     {}
func (*SerialOver) term()   {}
func (*ParallelOver) term() {}
func (*If) term()           {}
