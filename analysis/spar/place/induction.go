package place

import (
	"slices"

	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Besides the variable that a loop follows, its iterations may change others in one way
// each: lg++ in a loop that doubles nn, ln = 2*ln in one that counts stages. Their
// values follow from the number of the iteration.

// inductions are the integers that each iteration of a loop changes in one way, in its body or
// in its steps, before the loop has been entered.
func (m *worker) inductions(body spar.Stmt, steps []spar.Expr) []*progression {
	var out []*progression
	changes := slices.Clone(steps)
	for _, s := range flat(body) {
		if e, ok := s.(*spar.ExprStmt); ok && e.Notes() == nil {
			changes = append(changes, e.X)
		}
	}
	for _, x := range changes {
		left := spar.Stored(spar.Unmarked(x))
		if left == nil {
			continue
		}
		v, early := m.counter(left)
		if v == nil || early || len(assignments(v.Name, body, steps)) != 1 || declares(body, v.Name) || continues(body) {
			continue
		}
		if t := (&progression{v: v, first: v.now}); m.steps(t, spar.Unmarked(x), body, steps) {
			out = append(out, t)
		}
	}
	return out
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

// begin gives variables the values with which an iteration begins.
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
