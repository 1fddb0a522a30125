package aag

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Who packs a buffer counts what is in it: m = m + 1 in a nest of counted loops. Behind them it is
// the product of their iterations more than before.

// accumulated is what a loop leaves in the integer scalars that it adds the same to in each iteration.
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
		times := w.times(s, stored)
		if times == 0 {
			return 0
		}
		all := a.Int(0)
		for _, x := range s.Body {
			if !slices.Contains(w.storedIn([]program.Stmt{x}), v) {
				continue
			}
			by := w.gain(x, v, stored)
			if by == 0 {
				return 0
			}
			all = a.Add(all, by)
		}
		return a.Mul(times, all)
	}
	return 0
}

// times is how many iterations a counted loop makes; 0 where that is not known.
func (w *ownValues) times(s *program.Do, stored []*program.Symbol) symbolic.Expr {
	if s.Kind != program.DoCount || s.Var == nil {
		return 0
	}
	a, step := w.b.A, w.once()
	if s.Step != nil {
		step = w.steady(s.Step, stored)
	}
	lo, hi := w.steady(s.Lo, stored), w.steady(s.Hi, stored)
	if k, constant := a.ConstInt(step); lo == 0 || hi == 0 || !constant || k == 0 {
		return 0
	}
	return a.Max(a.Int(0), a.FloorDiv(a.Add(a.Sub(hi, lo), step), step))
}

// steady is the value of an expression that names none of the stored variables; 0 of others.
func (w *ownValues) steady(e program.Expr, stored []*program.Symbol) symbolic.Expr {
	if slices.ContainsFunc(stored, func(v *program.Symbol) bool { return program.Mentions(v, e) }) {
		return 0
	}
	return w.valueOf(e)
}

// names reports whether an expression is a scalar variable.
func names(e program.Expr, v *program.Symbol) bool {
	r, ok := e.(*program.Ref)
	return ok && r.Sym == v && len(r.Subs) == 0 && r.Image == nil
}
