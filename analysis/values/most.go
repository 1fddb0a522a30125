package values

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// An iteration that runs until it has converged, but not longer than a counter allows
// (DO WHILE (error > tolerance .and. sweep < limit)), cannot be counted where the error
// is the result of the computation. The counter says how long it may last.

// Most returns the iterations that a loop makes at most, as counters in the conditions
// of its end allow: the mean over all entries. False where one entry has no such bound.
func (r *Result) Most(at source.Span) (float64, bool) {
	b := r.bounds[at]
	if b == nil || b.open || b.entries == 0 {
		return 0, false
	}
	return b.sum / b.entries, true
}

// bounds adds up what the entries of a loop make at most.
type bounds struct {
	sum, entries float64
	open         bool // one of them has no bound
}

// boundIterations notes how long a loop may last that is being entered.
func (m *machine) boundIterations(s *program.Do) {
	if !m.asked(s.Span()) {
		return
	}
	b := m.bounds[s.Span()]
	if b == nil {
		b = &bounds{}
		m.bounds[s.Span()] = b
	}
	most, ok := int64(0), false
	for _, t := range lastTests(s) {
		if n, bounded := m.lasts(s, t); bounded && (!ok || n < most) {
			most, ok = n, true
		}
	}
	b.open = b.open || !ok
	b.sum += m.world.times * float64(most)
	b.entries += m.world.times
}

// counters returns the scalars that may bound a loop which is asked for.
func (m *machine) counters(s program.Stmt) (out []*program.Symbol) {
	do, ok := s.(*program.Do)
	if !ok || !m.asked(s.Span()) {
		return nil
	}
	for _, t := range lastTests(do) {
		for _, c := range required(t.cond, t.stays) {
			for _, v := range variables(c) {
				if v.Rank() == 0 && v.Type == program.Integer {
					out = append(out, v)
				}
			}
		}
	}
	return out
}

// lastTest is a place where a loop may end: before its body (-1) or a statement of it.
type lastTest struct {
	place int
	cond  program.Expr
	stays bool // the loop goes on where the condition holds
}

// lastTests lists the tests that every iteration comes to unless a CYCLE or a GO TO passes them by.
func lastTests(s *program.Do) []lastTest {
	var out []lastTest
	if s.Cond != nil {
		out = append(out, lastTest{-1, s.Cond, true})
	}
	for i, x := range s.Body {
		test, ok := x.(*program.If)
		if !ok || len(test.Branches) != 1 || len(test.Branches[0].Body) == 0 || len(test.Else) > 0 {
			continue
		}
		t, ok := test.Branches[0].Body[len(test.Branches[0].Body)-1].(*program.Transfer)
		if !ok {
			continue
		}
		here := t.Target == "" || t.Target == s.Name
		switch {
		case t.Keyword == "cycle" && here && i == len(s.Body)-2 && isExit(s.Body[i+1], s):
			out = append(out, lastTest{i, test.Branches[0].Cond, true})
		case t.Keyword == "exit" && here, t.Keyword == "return", t.Keyword == "stop":
			out = append(out, lastTest{i, test.Branches[0].Cond, false})
		}
	}
	return out
}

func isExit(x program.Stmt, s *program.Do) bool {
	t, ok := x.(*program.Transfer)
	return ok && t.Keyword == "exit" && (t.Target == "" || t.Target == s.Name)
}

// lasts returns the iterations after which a test ends the loop by a counter at the latest.
func (m *machine) lasts(s *program.Do, t lastTest) (most int64, ok bool) {
	for _, c := range required(t.cond, t.stays) {
		n, bounded := m.ranOut(s, t, c.Op, c.X, c.Y)
		if !bounded {
			n, bounded = m.ranOut(s, t, mirrored[c.Op], c.Y, c.X)
		}
		if bounded && (!ok || n < most) {
			most, ok = n, true
		}
	}
	return most, ok
}

// ranOut returns the iterations after which a counter no longer compares with its limit
// as it must: it grows by the same step in each of them, and the limit stays.
func (m *machine) ranOut(s *program.Do, t lastTest, op program.Op, counter, limit program.Expr) (int64, bool) {
	r, ok := counter.(*program.Ref)
	if !ok || r.Image != nil || r.Sym.Rank() > 0 || r.Sym.Type != program.Integer || m.changedIn(s.Body, limit) {
		return 0, false
	}
	place, step := m.increment(s, r.Sym)
	var from, to int64
	if step == 0 || passesBy(s.Body[:max(place, t.place)], s.Name, false) || !m.bound(counter, &from) || !m.bound(limit, &to) {
		return 0, false
	}
	tests := int64(0) // that hold
	distance := to - from
	if step < 0 {
		step, distance, op = -step, -distance, mirrored[op]
	}
	switch {
	case op == program.Lt:
		tests = (distance + step - 1) / step
	case op == program.Le:
		tests = (distance + step) / step
	case op == program.Ne && distance >= 0 && distance%step == 0:
		tests = distance / step
	default:
		return 0, false
	}
	if place < t.place {
		tests-- // the counter has grown before the first test
	}
	if tests = max(0, tests); t.place >= 0 {
		tests++ // the iteration in which the test fails has begun
	}
	return tests, true
}

// increment finds the only statement of a loop's body that changes a counter: its place,
// and by how much; 0 where there is no such statement.
func (m *machine) increment(s *program.Do, counter *program.Symbol) (place int, step int64) {
	place = -1
	for i, x := range s.Body {
		if !m.mayChange(x, counter) {
			continue
		}
		if place >= 0 {
			return 0, 0
		}
		place = i
	}
	if place < 0 {
		return 0, 0
	}
	a, ok := s.Body[place].(*program.Assign)
	if !ok || a.LHS.Sym != counter {
		return 0, 0
	}
	b, ok := a.RHS.(*program.Binary)
	if !ok || b.Op != program.Add && b.Op != program.Sub || m.changedIn(s.Body, b.Y) {
		return 0, 0
	}
	if r, ok := b.X.(*program.Ref); !ok || r.Sym != counter || !m.bound(b.Y, &step) {
		return 0, 0
	}
	if b.Op == program.Sub {
		step = -step
	}
	return place, step
}

// changedIn reports whether statements change what an expression reads.
func (m *machine) changedIn(body []program.Stmt, e program.Expr) bool {
	return slices.ContainsFunc(variables(e), func(v *program.Symbol) bool {
		return slices.ContainsFunc(body, func(x program.Stmt) bool { return m.mayChange(x, v) })
	})
}

// mayChange reports whether a statement, or one in it, changes a variable that matters.
func (m *machine) mayChange(s program.Stmt, v *program.Symbol) bool {
	return slices.Contains(m.changes[s], v) || slices.Contains(m.followed(s), v)
}

// passesBy reports whether a CYCLE of a loop or a GO TO may leave out what follows the
// statements.
func passesBy(body []program.Stmt, loop string, inner bool) bool {
	return slices.ContainsFunc(body, func(s program.Stmt) bool {
		switch x := s.(type) {
		case *program.Transfer:
			return x.Keyword == "cycle" && (x.Target == "" && !inner || x.Target != "" && x.Target == loop)
		case *program.Unmodelled:
			return x.Keyword == "goto"
		case *program.Do:
			return passesBy(x.Body, loop, true)
		}
		for b := range program.Blocks(s) {
			if passesBy(b, loop, inner) {
				return true
			}
		}
		return false
	})
}

// required lists the comparisons that all must hold for a condition to be as wanted.
func required(e program.Expr, wanted bool) []*program.Binary {
	switch e := e.(type) {
	case *program.Unary:
		if e.Op == program.Not {
			return required(e.X, !wanted)
		}
	case *program.Binary:
		if e.Op == program.And && wanted || e.Op == program.Or && !wanted {
			return append(required(e.X, wanted), required(e.Y, wanted)...)
		}
		op, ok := e.Op, true
		if !wanted {
			op, ok = negated[e.Op]
		}
		if ok {
			return []*program.Binary{{Op: op, X: e.X, Y: e.Y}}
		}
	}
	return nil
}

var negated = map[program.Op]program.Op{
	program.Lt: program.Ge, program.Ge: program.Lt, program.Le: program.Gt, program.Gt: program.Le, program.Eq: program.Ne, program.Ne: program.Eq,
}

var mirrored = map[program.Op]program.Op{
	program.Lt: program.Gt, program.Gt: program.Lt, program.Le: program.Ge, program.Ge: program.Le, program.Ne: program.Ne,
}
