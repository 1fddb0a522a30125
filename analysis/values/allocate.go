package values

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// Arrays that ALLOCATE gives their extents have elements from there on: index arrays, which say
// how long rows are and what subscripts mean.

// allocatable reports whether an array may have elements that are followed once it is
// allocated: integers or logicals, not more than are followed, as far as its bounds are constants.
func (m *machine) allocatable(s *program.Symbol) bool {
	if len(s.Extents) == 0 || s.Type != program.Integer && s.Type != program.Logical {
		return false
	}
	size, most := int64(1), mostOf(len(s.Extents))
	m.each(func(st program.Stmt) {
		if a, ok := st.(*program.Assign); ok && a.Descriptor && slices.Contains(s.Extents, a.LHS.Sym) {
			if n := m.eval(a.RHS); n.kind == integer && size <= most {
				size *= max(1, min(n.i, most+1))
			}
		}
	})
	return size <= most
}

// allocate gives an array the shape that its extents say by now; what it had is gone, unless the
// shape is the same.
func (m *machine) allocate(s *program.Symbol) {
	if s == nil || !m.matters[s] {
		return
	}
	c, now := m.cell(s), &cell{array: true}
	m.dimension(s, now)
	if slices.Equal(now.lower, c.lower) && slices.Equal(now.extent, c.extent) {
		return
	}
	c.lower, c.extent, c.elems = now.lower, now.extent, nil
	c.version++
}
