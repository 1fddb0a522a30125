package interpret

import (
	"cmp"
	"slices"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/depend"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/costmodel/core"
)

// chainsOf lists the chains of values of a DO loop, each with the statement that it
// is charged to.
func (i *interpreter) chainsOf(k *kernel) []core.Chain {
	do := k.inner.Do
	if do == nil || i.b.Depend == nil || len(k.units[0].Element.Loops) > 0 {
		return folded(k)
	}
	var out []core.Chain
	for _, c := range i.b.Depend.Chains(do) {
		x := core.Chain{Name: c.Sym.Name, Distance: c.Distance, Stored: c.Stored}
		for _, e := range c.Path {
			x.Ops = append(x.Ops, comm.OperationsOf(e))
		}
		for n, u := range k.units {
			if s := u.Element.Scalar; s == c.Sym || u.Element.Left != nil && u.Element.Left.Sym == c.Sym {
				x.At = n
			}
		}
		x.Sum = i.sums(do, c.Sym)
		x.Free = x.Sum && extreme(x.Ops)
		if i.beginsAnew(k, c.Sym, k.units[x.At]) {
			x.Anew = k.nest.Trips[0]
		}
		out = append(out, x)
	}
	return out
}

// beginsAnew reports whether a chain of the innermost loop has nothing of the one before,
// in the iteration before of the loop around: its scalar is set there, or its elements are
// other ones.
func (i *interpreter) beginsAnew(k *kernel, sym *program.Symbol, u *aag.AAU) bool {
	if len(k.loops) < 2 || k.loops[1].Do == nil {
		return false
	}
	around := k.loops[1]
	if sym.Rank() == 0 {
		for _, s := range around.Do.Body {
			if s, ok := s.(*program.Assign); ok && s.LHS.Sym == sym && !program.Mentions(sym, s.RHS) {
				return true
			}
		}
		return false
	}
	l := i.b.Depend.Loop(around.Do)
	return u.Element.Left != nil && i.follows(u.Element.Left, around) && l != nil && !slices.ContainsFunc(l.Carried(), func(d *depend.Dependence) bool { return d.Sym == sym })
}

// extreme reports whether a chain takes maxima or minima only.
func extreme(path []comm.Operations) bool {
	return !slices.ContainsFunc(path, func(ops comm.Operations) bool {
		for name, n := range ops {
			if n > 0 && name != "minmax" {
				return true
			}
		}
		return false
	})
}

// folded is the chain of a reduction that is an intrinsic: each element waits for
// the sum of those before.
func folded(k *kernel) []core.Chain {
	e := k.units[0].Element
	call := cmp.Or(e.Combines, e.Reduces)
	if call == nil || e.Folded != nil && e.Folded != k.inner || e.Reduces != nil && !slices.Contains(e.Inner, k.inner) {
		return nil
	}
	c := core.Chain{Name: call.Name, Distance: 1, Sum: true}
	if len(k.units[0].Loops)+len(k.units[0].Repeat) > 0 {
		c.Anew = k.nest.Trips[0]
	}
	switch call.Name {
	case "sum", "dot_product":
		c.Ops = []comm.Operations{{"double_add": 1}}
	case "product":
		c.Ops = []comm.Operations{{"double_multiply": 1}}
	case "maxval", "minval":
		c.Ops = []comm.Operations{{"minmax": 1}}
	default:
		return nil
	}
	return []core.Chain{c}
}

// sums reports whether a loop only accumulates into a variable.
func (i *interpreter) sums(do *program.Do, s *program.Symbol) bool {
	l := i.b.Depend.Loop(do)
	return l != nil && slices.ContainsFunc(l.Reductions, func(r depend.Reduction) bool { return r.Sym == s })
}
