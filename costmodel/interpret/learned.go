package interpret

import (
	"slices"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// unlearned is the share of the outcomes of a condition that a processor cannot have
// learned: where a loop around tests the same values in the same order each time, it
// guesses as many right as it remembers.
func (i *interpreter) unlearned(u *aag.AAU) symbolic.Expr {
	a := i.a
	if len(u.Branches) == 0 {
		return a.Int(1)
	}
	test := i.testOf(u)
	if test.unit == nil {
		return a.Int(1)
	}
	tests := conditionsTested(a, u) // those of ELSE IFs have to be remembered too
	return i.learned(slices.Concat(test.unit.Repeat, test.unit.Loops), test.cond, tests)
}

// learned is unlearned for a condition that is tested so often in the loops around.
func (i *interpreter) learned(around []*comm.Loop, cond program.Expr, tests symbolic.Expr) symbolic.Expr {
	a := i.a
	if _, ok := i.m.Number("processing.learned_conditions"); !ok {
		return a.Int(1)
	}
	for _, l := range slices.Backward(around) {
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

// test is the first condition of an IF, and the unit that tests it.
type test struct {
	cond program.Expr
	unit *aag.AAU
}

// testOf finds the test of an IF.
func (i *interpreter) testOf(u *aag.AAU) test {
	if i.asked == nil {
		i.asked = testsOf(i.g)
	}
	return i.asked[u.At]
}

// testsOf finds those of all IFs, by where they stand.
func testsOf(g *aag.Graph) map[source.Span]test {
	units := map[source.Span]*aag.AAU{}
	for _, u := range g.Units {
		if u.Kind == aag.Seq && u.Element != nil && units[u.At] == nil {
			units[u.At] = u
		}
	}
	out := map[source.Span]test{}
	program.Statements(g.Unit.Body, func(s program.Stmt) bool {
		if s, ok := s.(*program.If); ok && out[s.Span()].cond == nil {
			cond := s.Branches[0].Cond
			out[s.Span()] = test{cond, units[cond.Span()]}
		}
		return true
	})
	return out
}

// conditionsTested is how often the conditions of an IF are tested for each test of the first.
func conditionsTested(a *symbolic.Arena, u *aag.AAU) symbolic.Expr {
	tests, left := a.Int(0), a.Int(1)
	for _, br := range u.Branches {
		if c, known := a.Const(br.Weight); known && (c == 0 || c == 1) {
			break
		}
		tests = a.Add(tests, left)
		left = a.Mul(left, a.Sub(a.Int(1), br.Weight))
	}
	return a.Max(a.Int(1), tests)
}

// repeats reports whether each iteration of a loop finds a condition as the one before
// did: what it mentions is not assigned there, or is computed anew of what is not.
func repeats(do *program.Do, cond program.Expr) bool {
	r := repeating{do: do, of: map[*program.Symbol][]*program.Assign{}, sometimes: map[*program.Assign]bool{}}
	return r.collect(do.Body, false) && r.same(cond)
}

// repeating is what a loop assigns.
type repeating struct {
	do        *program.Do
	of        map[*program.Symbol][]*program.Assign
	sometimes map[*program.Assign]bool // under a condition
	within    []*program.Symbol        // that are being followed
}

// collect reports whether assignments are all that changes anything.
func (r *repeating) collect(body []program.Stmt, sometimes bool) bool {
	for _, s := range body {
		ok := true
		switch s := s.(type) {
		case *program.Assign:
			r.of[s.LHS.Sym] = append(r.of[s.LHS.Sym], s)
			r.sometimes[s] = sometimes
		case *program.Do:
			ok = r.collect(s.Body, sometimes)
		case *program.If, *program.Where, *program.Forall:
			for block := range program.Blocks(s) {
				ok = ok && r.collect(block, true)
			}
		case *program.CallStmt, *program.Transfer, *program.Unmodelled:
			ok = false
		}
		if !ok {
			return false
		}
	}
	return true
}

// same reports whether an expression has the same values in each iteration of the loop.
func (r *repeating) same(e program.Expr) bool {
	same := true
	program.Walk(e, func(x program.Expr) bool {
		if x, ok := x.(*program.Ref); ok {
			same = same && r.variable(x.Sym)
		}
		return same
	})
	return same
}

// variable follows a scalar through what is assigned to it; elements that are assigned
// count as changed.
func (r *repeating) variable(v *program.Symbol) bool {
	all := r.of[v]
	switch {
	case v == r.do.Var:
		return false
	case len(all) == 0:
		return true
	case v.Rank() > 0 || slices.Contains(r.within, v):
		return false
	}
	r.within = append(r.within, v)
	defer func() { r.within = r.within[:len(r.within)-1] }()
	for _, s := range all {
		if r.sometimes[s] || !r.same(s.RHS) {
			return false
		}
	}
	return true
}
