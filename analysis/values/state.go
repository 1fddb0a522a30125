package values

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// saved is a copy of a variable's memory.
type saved struct {
	scalar value
	elems  []value
}

func (m *machine) save(list []*program.Symbol) []saved {
	out := make([]saved, len(list))
	for i, s := range list {
		c := m.cell(s)
		out[i] = saved{c.scalar, slices.Clone(c.elems)}
		m.steps += len(c.elems)
	}
	return out
}

func (m *machine) restore(list []*program.Symbol, from []saved) {
	for i, s := range list {
		c := m.cell(s)
		c.scalar, c.elems = from[i].scalar, slices.Clone(from[i].elems)
		c.version++
	}
}

// join keeps what is the same now as it was in another state.
func (m *machine) join(list []*program.Symbol, other []saved) {
	for i, s := range list {
		c := m.cell(s)
		if c.scalar != other[i].scalar {
			c.scalar = value{}
		}
		c.version++
		if c.elems == nil || other[i].elems == nil {
			c.elems = nil
			continue
		}
		for k, v := range other[i].elems {
			if c.elems[k] != v {
				c.elems[k] = value{}
			}
		}
	}
}
