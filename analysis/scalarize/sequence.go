package scalarize

import (
	"fmt"
	"math"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// behind is what an argument stands for where the dummy is an array. That is the argument
// itself unless it is an element, which stands for the array elements behind it (sequence
// association: Fortran 90, section 12.4.1.4): as far as the dummy reaches they are a
// section, where the dummy's first dimensions are shaped like the array's. What no processor
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
		for d := range dummy.Rank() - 1 {
			section.Subs[d] = program.Subscript{Triplet: true}
		}
		last := &section.Subs[dummy.Rank()-1]
		*last = program.Subscript{Triplet: true, Lo: last.Lo}
		return &section, nil
	}
	own, mapped := c.p.Layouts[dummy]
	if l := c.B.Layouts[ref.Sym]; (l.Grid == nil || l.Replicated()) && (!mapped || own.Grid == nil) {
		return nil, nil
	}
	return nil, unsupported(e, fmt.Sprintf("elements of a mapped array in another shape, that of dummy %s, have no cost model: a whole array or a section of rank %d has", dummy.Name, dummy.Rank()))
}

// begins tells whether an element is the first of a section that is shaped like a dummy:
// in all dimensions but the last one it stands at the lower bound and the extents are
// equal; in the last one the dummy is not known to reach beyond the array.
func (c *caller) begins(dummy *program.Symbol, ref *program.Ref) bool {
	if dummy.Rank() > ref.Sym.Rank() || len(ref.Subs) != ref.Sym.Rank() {
		return false
	}
	a, last := c.B.A, dummy.Rank()-1
	for d, dim := range dummy.Dims {
		low, high := c.B.DeclaredBounds(ref.Sym, d)
		first, known := c.B.ValueIn(ref.Subs[d].Lo, comm.Scope(c.Loops))
		if !known || d < last && (dim.Upper == nil || c.difference(first, low) != 0) {
			return false
		}
		own := a.Sub(c.translated(dim.Upper), c.translated(dim.Lower))
		beyond := c.difference(own, a.Sub(high, first))
		if d < last && beyond != 0 || dim.Upper != nil && beyond > 0 {
			return false
		}
	}
	return true
}

// difference is how much x is larger than y with the values of constants; NaN when that is
// not known.
func (c *caller) difference(x, y symbolic.Expr) float64 {
	a := c.B.A
	values := map[string]symbolic.Expr{}
	for name, v := range c.B.Constants {
		values[name] = a.Int(v)
	}
	if n, known := a.ConstInt(a.Subst(a.Sub(x, y), values)); known {
		return float64(n)
	}
	return math.NaN()
}
