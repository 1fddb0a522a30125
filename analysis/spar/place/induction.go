package place

import (
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Besides the variable that a loop follows, its iterations may change others in one way
// each: lg++ in a loop that doubles nn, ln = 2*ln in one that counts stages. Their
// values follow from the number of the iteration.

// inductions are the integers that each iteration of a loop changes in one way, in its body or
// in its steps, before the loop has been entered.
func (m *worker) inductions(loop, body spar.Stmt, steps []spar.Expr) []*progression {
	var out []*progression
	var changes []change
	for _, x := range steps {
		changes = append(changes, change{x: x})
	}
	same := func(cond spar.Expr) bool { return !m.changes(cond, loop, steps) && !namesOwn(cond, loop) }
	for _, c := range m.inEach(flat(body), 0, same, changes) {
		x := c.x
		left := spar.Stored(spar.Unmarked(x))
		if left == nil {
			continue
		}
		v, early := m.counter(left)
		if v == nil || early || len(assignments(v.Name, body, steps)) != 1 || declares(body, v.Name) || continues(body) {
			continue
		}
		if t := (&progression{v: v, first: v.now, when: c.when}); m.steps(t, spar.Unmarked(x), body, steps) {
			out = append(out, t)
		}
	}
	return out
}

// change is an expression that every iteration computes, or where all compute it or none.
type change struct {
	x    spar.Expr
	when symbolic.Expr // 1 where they do, else 0; none where they always do
}

// inEach adds the expressions that every iteration computes, those under conditions that are the
// same in all iterations included.
func (m *worker) inEach(list []spar.Stmt, when symbolic.Expr, same func(spar.Expr) bool, out []change) []change {
	for _, s := range list {
		switch s := s.(type) {
		case *spar.ExprStmt:
			if s.Notes() == nil {
				out = append(out, change{s.X, when})
			}
		case *spar.If:
			holds, known := m.b.truth(s.Cond, m.scope)
			if !known || s.Notes() != nil || jumps(s) || !same(s.Cond) {
				break
			}
			also := func(c symbolic.Expr) symbolic.Expr {
				if when == 0 {
					return c
				}
				return m.b.arena.And(when, c)
			}
			out = m.inEach(flatOf(s.Then), also(holds), same, out)
			out = m.inEach(flatOf(s.Else), also(m.b.arena.Not(holds)), same, out)
		}
	}
	return out
}

// namesOwn tells whether an expression has a name that a statement declares.
func namesOwn(x spar.Expr, s spar.Stmt) bool {
	found := false
	spar.WalkExpr(x, func(x spar.Expr) {
		n, ok := x.(*spar.Name)
		found = found || ok && declares(s, n.Name)
	})
	return found
}

// declares tells whether a statement declares a variable of a name.
func declares(s spar.Stmt, name string) bool {
	switch s := s.(type) {
	case *spar.Local:
		for _, d := range s.Names {
			if d.Name == name {
				return true
			}
		}
	case *spar.Loop:
		for _, c := range s.Cards {
			if c.Name == name {
				return true
			}
		}
	}
	for _, part := range spar.Parts(s) {
		if declares(part, name) {
			return true
		}
	}
	return false
}

// number is how many iterations of a loop are behind, in its body.
func (l *Loop) number(a *symbolic.Arena) symbolic.Expr {
	return a.Sub(a.Sym(l.Index, symbolic.Index), l.Lo)
}

// length is how many iterations a loop has.
func (l *Loop) length(a *symbolic.Arena) symbolic.Expr {
	return a.Max(a.Int(0), a.Add(a.Sub(l.Hi, l.Lo), a.Int(1)))
}

// begin gives variables the values with which an iteration begins, where iterations are executed
// one after the other.
func (m *worker) begin(list []*progression, l *Loop) {
	if l.Stated() {
		return
	}
	for _, t := range list {
		m.follow(t.v, t.after(m.b.arena, t.first, l.number(m.b.arena)))
	}
}

// end gives variables the values that they have behind a loop; nil is one of unknown
// length.
func (m *worker) end(list []*progression, l *Loop, body spar.Stmt) {
	if l == nil || l.Stated() || breaks(body) {
		return
	}
	for _, t := range list {
		m.follow(t.v, t.after(m.b.arena, t.first, l.length(m.b.arena)))
	}
}
