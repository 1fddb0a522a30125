package scalarize

import (
	"fmt"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// behind is what an argument stands for where the dummy is an array. That is the argument
// itself unless it is an element, which stands for the array elements behind it (sequence
// association: Fortran 90, section 12.4.1.4): from the lower bounds of the first
// dimensions on they are a section, where the dummy is shaped like it. What no processor
// owns alone may be shaped otherwise; then nothing is returned, since nothing has to be
// known about it.
func (c *caller) behind(dummy *program.Symbol, e program.Expr) (program.Expr, error) {
	ref, is := e.(*program.Ref)
	switch {
	case program.RankOf(e) > 0 && (!is || program.RankOf(e) == dummy.Rank()):
		return e, nil
	case !is || ref.Sym.Rank() == 0:
		return nil, unsupported(e, "a scalar stands for an array here")
	}
	if program.RankOf(e) == 0 && c.begins(dummy, ref) {
		section := *ref
		section.Subs = append([]program.Subscript(nil), ref.Subs...)
		for d := range dummy.Rank() {
			section.Subs[d] = program.Subscript{Triplet: true}
		}
		return &section, nil
	}
	own, mapped := c.p.Layouts[dummy]
	if l := c.B.Layouts[ref.Sym]; (l.Grid == nil || l.Replicated()) && (!mapped || own.Grid == nil) {
		return nil, nil
	}
	return nil, unsupported(e, fmt.Sprintf("elements of a mapped array in another shape, that of dummy %s, have no cost model: a whole array or a section of rank %d has", dummy.Name, dummy.Rank()))
}

// begins tells whether an element is the first of a section that is shaped like a dummy:
// all extents but the last one have to be equal.
func (c *caller) begins(dummy *program.Symbol, ref *program.Ref) bool {
	if dummy.Rank() > ref.Sym.Rank() || len(ref.Subs) != ref.Sym.Rank() {
		return false
	}
	a := c.B.A
	for d, dim := range dummy.Dims {
		low, high := c.B.DeclaredBounds(ref.Sym, d)
		first, known := c.B.ValueIn(ref.Subs[d].Lo, comm.Scope(c.Loops))
		if !known || !c.same(first, low) {
			return false
		}
		if d == dummy.Rank()-1 {
			return true
		}
		extent := a.Sub(c.translated(dim.Upper), c.translated(dim.Lower))
		if dim.Upper == nil || !c.same(extent, a.Sub(high, low)) {
			return false
		}
	}
	return false
}

// same tells whether two integers are equal, with the values of constants.
func (c *caller) same(x, y symbolic.Expr) bool {
	a := c.B.A
	values := map[string]symbolic.Expr{}
	for name, v := range c.B.Constants {
		values[name] = a.Int(v)
	}
	return a.Subst(a.Sub(x, y), values) == a.Int(0)
}
