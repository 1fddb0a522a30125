package values

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// vectorKey is a wanted array at a directive.
type vectorKey struct {
	at    *program.Remap
	array *program.Symbol
}

type vector struct {
	elems   []int64
	unknown bool
}

// remap keeps the wanted arrays as they are at an executable mapping directive.
func (m *machine) remap(s *program.Remap) {
	for _, array := range m.opt.Vectors {
		list, known := m.integers(array)
		key := vectorKey{s, array}
		before := m.vectors[key]
		if before == nil {
			before = &vector{elems: list}
			m.vectors[key] = before
		}
		before.unknown = before.unknown || !known || !slices.Equal(before.elems, list)
	}
}

// integers returns the elements of a vector.
func (m *machine) integers(s *program.Symbol) ([]int64, bool) {
	c := m.cell(s)
	if c.elems == nil || s.Type != program.Integer {
		return nil, false
	}
	m.steps += len(c.elems)
	out := make([]int64, len(c.elems))
	for i, v := range c.elems {
		if v.kind != integer {
			return nil, false
		}
		out[i] = v.i
	}
	return out, true
}
