package scalarize

import (
	"fmt"
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
)

// changing reports whether the loops around may give a dummy another value each time, by what
// has no formula in their indices.
func (c *caller) changing(dummy *program.Symbol, e program.Expr) bool {
	if slices.Contains(c.out.Unknown, dummy.Name) {
		return comm.Scope(c.Loops).Moves(e)
	}
	ref, ok := e.(*program.Ref)
	return ok && c.out.Values[dummy.Name] != 0 && slices.ContainsFunc(c.Loops, func(l *comm.Loop) bool { return l.Index != ref.Sym && l.Stores.Has(ref.Sym) })
}

// scattered notes the bounds of the distributed dimension in which a dummy of the procedure
// stands as a subscript, where one does.
func (c *caller) scattered(dummy *program.Symbol) {
	for _, x := range c.p.Sections {
		if c.bounds(dummy, x.Ref) {
			return
		}
	}
	for _, r := range c.p.Targets {
		if c.bounds(dummy, r) {
			return
		}
	}
}

// bounds notes them where a reference has the dummy in a distributed dimension.
func (c *caller) bounds(dummy *program.Symbol, r *program.Ref) bool {
	for _, axis := range c.layout(r.Sym).Axes {
		if axis.Kind != mapping.Aligned || len(r.Subs) <= axis.Dim {
			continue
		}
		at, ok := r.Subs[axis.Dim].Lo.(*program.Ref)
		if !ok || at.Sym != dummy {
			continue
		}
		a, dim := c.B.A, r.Sym.Dims[axis.Dim]
		x := comm.Scattered{Dummy: dummy.Name, First: c.translated(dim.Lower)}
		switch extent := c.out.Values[fmt.Sprintf("%s_extent%d", r.Sym.Name, axis.Dim+1)]; {
		case extent != 0:
			x.Last = a.Sub(a.Add(x.First, extent), a.Int(1))
		case dim.Upper != nil:
			x.Last = c.translated(dim.Upper)
		default:
			continue
		}
		c.out.Scattered = append(c.out.Scattered, x)
		return true
	}
	return false
}

// layout is how an array of the procedure lies.
func (c *caller) layout(s *program.Symbol) mapping.Layout {
	if l, inherited := c.out.Inherited[s]; inherited {
		return l
	}
	return c.p.Layouts[s]
}
