package aag

import (
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Who packs a buffer counts what is in it: m = m + 1 in a nest of counted loops. Behind them it is
// more than before by as much as all iterations add: a sum, where the iterations of an inner loop,
// or conditions, rest on the index of an outer one.

// accumulated is what a loop leaves in the integer scalars that its iterations add something to.
func (w *ownValues) accumulated(loop *program.Do) []fact {
	if !w.passing() || skips([]program.Stmt{loop}) {
		return nil
	}
	stored := w.storedIn([]program.Stmt{loop})
	var out []fact
	for _, v := range stored {
		if v.Type != program.Integer || v.Rank() > 0 {
			continue
		}
		before := w.valueOf(program.NewRef(loop.Span(), v))
		if before == 0 {
			continue
		}
		if by := w.gain(loop, v, stored); by != 0 {
			out = append(out, fact{v, w.b.A.Add(before, by)})
		}
	}
	return out
}

// gain is how much a statement adds to a variable, where that is a formula of what none of the
// stored variables, those of the loop around, changes; 0 where it is not.
func (w *ownValues) gain(s program.Stmt, v *program.Symbol, stored []*program.Symbol) symbolic.Expr {
	a := w.b.A
	switch s := s.(type) {
	case *program.Assign:
		sum, ok := s.RHS.(*program.Binary)
		if !ok || s.LHS.Sym != v || sum.Op != program.Add && sum.Op != program.Sub {
			return 0
		}
		by, of := sum.Y, sum.X
		if sum.Op == program.Add && !names(of, v) {
			by, of = of, by
		}
		x := w.steady(by, stored)
		if !names(of, v) || x == 0 {
			return 0
		}
		if sum.Op == program.Sub {
			return a.Neg(x)
		}
		return x
	case *program.Do:
		lo, step, times := w.iterations(s, stored)
		if times == 0 {
			return 0
		}
		index := a.Sym("iteration of "+s.Var.Name, symbolic.Index)
		defer func(outside *comm.Builder) { w.b = outside }(w.b)
		w.own(s.Var, a.Add(lo, a.Mul(step, index)))
		inside := slices.DeleteFunc(slices.Clone(stored), func(x *program.Symbol) bool { return x == s.Var })
		if by := w.gainOf(s.Body, v, inside); by != 0 {
			return a.Sum("iteration of "+s.Var.Name, a.Int(0), a.Sub(times, a.Int(1)), by)
		}
	case *program.If:
		return w.gainOfBranches(s.Branches, s.Else, v, stored)
	}
	return 0
}

// gainOf is how much the statements of a block add to a variable; 0 as for gain.
func (w *ownValues) gainOf(block []program.Stmt, v *program.Symbol, stored []*program.Symbol) symbolic.Expr {
	all := w.b.A.Int(0)
	for _, x := range block {
		if !slices.Contains(w.storedIn([]program.Stmt{x}), v) {
			continue
		}
		by := w.gain(x, v, stored)
		if by == 0 {
			return 0
		}
		all = w.b.A.Add(all, by)
	}
	return all
}

// gainOfBranches is how much the branch that is taken adds; 0 as for gain, and where a condition
// is not known.
func (w *ownValues) gainOfBranches(branches []program.Branch, last []program.Stmt, v *program.Symbol, stored []*program.Symbol) symbolic.Expr {
	if len(branches) == 0 {
		return w.gainOf(last, v, stored)
	}
	taken, others := w.gainOf(branches[0].Body, v, stored), w.gainOfBranches(branches[1:], last, v, stored)
	holds, known := w.decidable(branches[0].Cond)
	if taken == 0 || others == 0 || !known || mentionsOne(branches[0].Cond, stored) {
		return 0
	}
	return w.choose(holds, taken, others)
}

// iterations are the first value of a counted loop's index, its step, and how many iterations it
// makes; 0 where that is not known.
func (w *ownValues) iterations(s *program.Do, stored []*program.Symbol) (first, by, times symbolic.Expr) {
	if s.Kind != program.DoCount || s.Var == nil {
		return 0, 0, 0
	}
	a, step := w.b.A, w.once()
	if s.Step != nil {
		step = w.steady(s.Step, stored)
	}
	lo, hi := w.steady(s.Lo, stored), w.steady(s.Hi, stored)
	if k, constant := a.ConstInt(step); lo == 0 || hi == 0 || !constant || k == 0 {
		return 0, 0, 0
	}
	return lo, step, a.Max(a.Int(0), a.FloorDiv(a.Add(a.Sub(hi, lo), step), step))
}

// steady is the value of an expression that names none of the stored variables; 0 of others.
func (w *ownValues) steady(e program.Expr, stored []*program.Symbol) symbolic.Expr {
	if mentionsOne(e, stored) {
		return 0
	}
	return w.valueOf(e)
}

func mentionsOne(e program.Expr, list []*program.Symbol) bool {
	return slices.ContainsFunc(list, func(v *program.Symbol) bool { return program.Mentions(v, e) })
}

// names reports whether an expression is a scalar variable.
func names(e program.Expr, v *program.Symbol) bool {
	r, ok := e.(*program.Ref)
	return ok && r.Sym == v && len(r.Subs) == 0 && r.Image == nil
}
