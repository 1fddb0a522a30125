package values

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// A loop inside another one that does the same in all iterations of that one is run
// in the first of them: it changes nothing that matters, and reads nothing that the
// other loop changes. What is counted in it keeps its shares.

// again reports whether a loop does what it has done in an earlier iteration of the
// loop around it, and notes that it runs. In a unit itself, whose values are counted,
// that loop is an outermost one, which is run once.
func (m *machine) again(s *program.Do) bool {
	if len(m.around) == 0 || !m.called && len(m.around) > 1 || !m.steady(s, m.around[len(m.around)-1]) {
		return false
	}
	before := m.ran[s]
	m.ran[s] = true
	return before
}

// within runs the iterations of a loop.
func (m *machine) within(s *program.Do, iterations func()) {
	if m.ran == nil || len(m.around) == 0 {
		m.ran = map[*program.Do]bool{}
	}
	program.Statements(s.Body, func(x program.Stmt) bool {
		if inner, ok := x.(*program.Do); ok {
			delete(m.ran, inner)
		}
		return true
	})
	m.around = append(m.around, s)
	m.charge(s, iterations)
	m.around = m.around[:len(m.around)-1]
}

// steady reports whether a loop does the same in all iterations of one around it.
func (m *machine) steady(s, around *program.Do) bool {
	known, found := m.same[s]
	if !found {
		known = m.sameIn(s, around)
		m.same[s] = known
	}
	return known
}

func (m *machine) sameIn(s, around *program.Do) bool {
	own := map[*program.Symbol]bool{}
	var changes []*program.Symbol
	same := true
	program.Statements([]program.Stmt{s}, func(x program.Stmt) bool {
		switch x := x.(type) {
		case *program.Do:
			same = same && x.Kind == program.DoCount && x.Var != nil
			own[x.Var] = true
		case *program.Assign, *program.Forall, *program.Where:
			changes = append(changes, m.changes[x]...)
		case *program.If:
		case *program.CallStmt: // one that is not seen makes unknown what it makes unknown again
			if m.callees[x] != nil {
				changes = append(changes, m.changes[x]...)
			}
		case *program.Unmodelled:
			same = same && (x.Keyword == "print" || x.Keyword == "write")
		default:
			same = false
		}
		return same
	})
	if !same || slices.ContainsFunc(changes, func(v *program.Symbol) bool { return m.matters[v] && !own[v] }) {
		return false
	}
	changed := append([]*program.Symbol{around.Var}, m.followed(around)...)
	changed = slices.DeleteFunc(changed, func(v *program.Symbol) bool { return v == nil || own[v] })
	return !slices.ContainsFunc(changed, func(v *program.Symbol) bool { return m.readIn(s, v) })
}

// readIn reports whether a loop, or what it calls, reads a variable.
func (m *machine) readIn(s *program.Do, v *program.Symbol) bool {
	read := false
	storage := m.storage(v)
	program.Statements([]program.Stmt{s}, func(x program.Stmt) bool {
		switch c, calls := x.(*program.CallStmt); {
		case calls && m.callees[c] == nil:
		case calls:
			b := m.callees[c]
			read = read || slices.Contains(b.needs(), storage) || slices.ContainsFunc(m.passing(c.Args, b), func(a passed) bool {
				return b.matters[a.dummy] && slices.Contains(variables(a.value), v)
			})
		case slices.Contains(m.reads[x], v), len(m.functions) > 0 && callsFunction(x):
			read = true
		}
		return !read
	})
	return read
}

// callsFunction reports whether a statement refers to a function of the program.
func callsFunction(s program.Stmt) bool {
	for e := range program.Exprs(s) {
		if program.CallsFunction(e) {
			return true
		}
	}
	return false
}
