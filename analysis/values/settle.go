package values

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// Where an iteration leaves all that matters as the one before left it, and nothing that matters
// reads the index, those that are left do the same: the last one is run for all of them, and what
// it finds counts as many times. (That one, since the index has its last value behind the loop.)

// soon bounds the iterations that are compared, from 0: what has not settled then hardly ever does.
const soon = 3

// settling compares the iterations of a loop.
type settling struct {
	changed []*program.Symbol // of what matters, those that an iteration may change
	left    []saved           // by the iteration before
}

// settles begins to compare the iterations of a loop; nil where they may differ.
func (m *machine) settles(s *program.Do) *settling {
	if m.world.filled[s] || !m.uniform(s) {
		return nil
	}
	return &settling{changed: m.followed(s)}
}

// again reports whether an iteration that has ended leaves what the one before it did.
func (x *settling) again(m *machine) bool {
	if x == nil {
		return false
	}
	before := x.left
	x.left = m.save(x.changed)
	return before != nil && slices.EqualFunc(before, x.left, func(a, b saved) bool {
		return a.scalar == b.scalar && sameElements(a.elems, b.elems)
	})
}

// forAll counts what happens until the result is called as so many times as much.
func (m *machine) forAll(iterations int64) (end func()) {
	before := m.world.times
	m.world.times *= float64(iterations)
	return func() { m.world.times = before }
}

// uniform reports whether a loop does the same in iterations that begin in the same state.
func (m *machine) uniform(s *program.Do) bool {
	known, found := m.alike[s]
	if !found {
		known = s.Var.Storage == "" && !s.Var.Shared && len(s.Var.Over) == 0
		program.Statements(s.Body, func(x program.Stmt) bool {
			known = known && m.blindTo(s.Var, x)
			return known
		})
		m.alike[s] = known
	}
	return known
}

// blindTo reports whether a statement itself does the same for any value of an index.
func (m *machine) blindTo(index *program.Symbol, x program.Stmt) bool {
	reads := slices.Contains(m.reads[x], index) || callsFunction(x)
	noted := slices.ContainsFunc(m.sites[x], func(r *program.Ref) bool { return r.Sym == index && r.Definition > 0 })
	if noted {
		return false
	}
	switch x := x.(type) {
	case *program.Assign:
		return !reads || !slices.ContainsFunc(m.changes[x], func(v *program.Symbol) bool { return m.matters[v] })
	case *program.Do:
		return !reads && x.Kind == program.DoCount && x.Var != nil && x.Var != index
	case *program.If:
		return !reads
	case *program.CallStmt:
		return !m.passesIndex(x, index)
	case *program.Unmodelled:
		return x.Keyword == "print" || x.Keyword == "write"
	}
	return false
}
