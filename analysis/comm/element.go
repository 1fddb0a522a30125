package comm

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// Element is what one iteration of a statement's loops does: array syntax and
// FORALL are brought to loops over scalar subscripts first (paper 003, section
// 4.3).
type Element struct {
	At       source.Span
	Loops    []*Loop // of the statement itself; not the DO loops around it
	Left     *Access // nil for a scalar left side, a condition or a reduction
	Scalar   *program.Symbol
	Reads    []*Access
	Ops      Operations
	Home     Home // who executes; nil: every processor
	Combines *program.Call
	Operator string        // of a reduction statement: "+", "max", ...
	Copied   bool          // the right side goes through a temporary
	IsMask   bool          // it evaluates the mask of the element after it
	Resolves *Access       // it finds at run time who owns that left side of the element after it; else nil
	Scatters bool          // not the owner of the left side executes it, which only the run time knows
	Part     bool          // it reads for the element after it, in other loops
	Inner    []*Loop       // of a part: the loops that the element after it has not
	Reduces  *program.Call // of a part: the reduction whose operands it combines, each executor its own; nil for none
	Ahead    bool          // it computes a temporary of a later element
	Folded   *Loop         // of a reduction along one dimension: the loop that it combines over
	Masked   bool          // a mask decides whether it is executed
	Routine  string        // the intrinsic with an array result that it computes, "cshift", or a part of it; "" for none

	Functions []*Function // of the user that it calls, once for each iteration
}

// OnlyFetches reports whether the element does nothing besides having at hand what a procedure
// reads that is called for it.
func (e *Element) OnlyFetches() bool {
	return (e.Part || e.Ahead) && e.Left == nil && len(e.Ops) == 0
}

// Accesses are what it reads and stores to.
func (e *Element) Accesses() []*Access {
	if e.Left == nil {
		return e.Reads
	}
	return append(slices.Clone(e.Reads), e.Left)
}

// Moved is the bytes of array elements that one execution reads and stores. Loads of
// which no access is kept, in subscripts and routines, count as the others on average.
func (e *Element) Moved() float64 {
	accesses := e.Accesses()
	if len(accesses) == 0 {
		return 0
	}
	bytes := 0
	for _, x := range accesses {
		bytes += x.Sym.Bytes
	}
	return float64(bytes) / float64(len(accesses)) * (e.Ops["load"] + e.Ops["store"])
}
