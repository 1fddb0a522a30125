package interpret

import (
	"slices"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// unlearned is the share of the outcomes of a condition that a processor cannot have
// learned: where a loop around tests the same values in the same order each time, it
// guesses as many right as it remembers.
func (i *interpreter) unlearned(u *aag.AAU) symbolic.Expr {
	a := i.a
	if _, ok := i.m.Number("processing.learned_conditions"); !ok || len(u.Branches) == 0 {
		return a.Int(1)
	}
	test, cond := i.testOf(u.Branches[0].At, u)
	if test == nil {
		return a.Int(1)
	}
	tests := a.Int(1)
	for _, l := range slices.Backward(slices.Concat(test.Repeat, test.Loops)) {
		if l.Do != nil && repeats(l.Do, cond) {
			return a.Max(i.first("learned_wrong"), a.Sub(a.Real(1), a.Quo(i.parameter("learned_conditions"), a.Max(a.Int(1), tests))))
		}
		tests = a.Mul(tests, l.Trip(a))
	}
	return a.Int(1)
}

// first is a number of the machine, 0 without it.
func (i *interpreter) first(name string) symbolic.Expr {
	if _, ok := i.m.Number("processing." + name); !ok {
		return i.a.Real(0)
	}
	return i.parameter(name)
}

// testOf finds the unit that tests the first condition of an IF, and the condition.
func (i *interpreter) testOf(first source.Span, u *aag.AAU) (*aag.AAU, program.Expr) {
	var cond program.Expr
	program.Statements(i.g.Unit.Body, func(s program.Stmt) bool {
		if s, ok := s.(*program.If); ok && s.Span() == u.At {
			cond = s.Branches[0].Cond
		}
		return cond == nil
	})
	if cond == nil {
		return nil, nil
	}
	for _, test := range i.g.Units {
		if test.Kind == aag.Seq && test.Element != nil && test.At == cond.Span() {
			return test, cond
		}
	}
	return nil, nil
}

// repeats reports whether each iteration of a loop finds a condition as the one before
// did: nothing that it mentions is assigned there.
func repeats(do *program.Do, cond program.Expr) bool {
	if do.Var != nil && program.Mentions(do.Var, cond) {
		return false
	}
	same := true
	program.Statements(do.Body, func(s program.Stmt) bool {
		switch s := s.(type) {
		case *program.Assign:
			same = same && !program.Mentions(s.LHS.Sym, cond)
		case *program.CallStmt, *program.Transfer, *program.Unmodelled:
			same = false
		}
		return same
	})
	return same
}
