package values

import "github.com/parlens/parlens/analysis/program"

// variable is what is the same of a variable in all runs of a unit.
type variable struct {
	place int    // of its memory among the cells of a run
	key   string // see storage

	known    bool // what follows is found
	unread   bool // it is not followed, or its elements are too many
	assigned bool // see assigns
}

func (m *machine) variable(s *program.Symbol) *variable {
	v := m.variables[s]
	if v == nil {
		v = &variable{place: len(m.variables), key: m.storage(s)}
		m.variables[s] = v
	}
	return v
}

// facts is variable with what follows from what matters, which changes until all of that is found.
func (m *machine) facts(s *program.Symbol) *variable {
	v := m.variable(s)
	if !v.known {
		v.unread, v.assigned, v.known = m.hopeless[s] || m.lost(s), m.assigns(s), m.world.ready
	}
	return v
}

// held returns the cell that a run has for a variable; nil for none.
func (m *machine) held(v *variable) *cell {
	if v.place < len(m.cells) {
		return m.cells[v.place]
	}
	return nil
}

// hold gives a run a cell for a variable.
func (m *machine) hold(v *variable, c *cell) {
	if v.place >= len(m.cells) {
		m.cells = append(m.cells, make([]*cell, len(m.variables)-len(m.cells))...)
	}
	m.cells[v.place] = c
}
