package values

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// What is stored to a variable is stored to those that share its storage: by EQUIVALENCE in the
// same unit, and in COMMON blocks that units lay out otherwise.

// layOut finds the members of COMMON blocks that overlap others.
func (w *world) layOut() {
	var members []string
	for _, m := range w.all {
		for _, s := range m.unit.Symbols {
			if s.Class == program.Variable && s.Storage != "" && s.Storage[0] == '/' && !slices.Contains(members, s.Storage) {
				members = append(members, s.Storage)
			}
		}
	}
	w.over = program.OverlappingMembers(members)
}

// overlayBelow is overlay for what the assignments of an array construct store to.
func (m *machine) overlayBelow(s program.Stmt) {
	for b := range program.Blocks(s) {
		program.Statements(b, func(x program.Stmt) bool {
			if a, ok := x.(*program.Assign); ok {
				m.overlay(a.LHS.Sym)
			}
			return true
		})
	}
}

// overlay gives what shares the storage of a variable its new values: those of elements of the
// same type that begin where its elements begin. Other values are not known any more.
func (m *machine) overlay(s *program.Symbol) {
	for _, o := range s.Over {
		if m.matters[o.Sym] && !m.fixed(o.Sym) {
			m.takeOver(m.cell(o.Sym), o, s)
		}
	}
	for _, key := range m.world.over[s.Storage] {
		if c := m.world.memory[key]; c != nil {
			c.forget()
		}
	}
}

// takeOver gives the cell of a variable what another one holds that begins some bytes before it.
func (m *machine) takeOver(c *cell, o program.Overlap, s *program.Symbol) {
	from, bytes := m.cell(s), int64(s.Bytes)
	if !m.matters[s] || o.Unclear || o.Sym.Type != s.Type || o.Sym.Bytes != s.Bytes || o.Bytes%bytes != 0 {
		c.forget()
		return
	}
	for k, v := range from.values() {
		at := int64(k) - o.Bytes/bytes
		switch {
		case at < 0 || at >= max(1, c.size()):
		case c.array:
			c.store(at, v)
		default:
			c.scalar = v
		}
	}
	c.at = from.at
}

// values are the elements of an array, or the one value of a scalar.
func (c *cell) values() []value {
	switch {
	case !c.array:
		return []value{c.scalar}
	case c.elems == nil:
		return make([]value, c.size())
	}
	return c.elems
}
