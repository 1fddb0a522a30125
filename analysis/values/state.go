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
		out[i] = saved{c.scalar, c.lend()}
		m.steps += len(c.elems)
	}
	return out
}

func (m *machine) restore(list []*program.Symbol, from []saved) {
	for i, s := range list {
		c := m.cell(s)
		c.scalar, c.elems, c.borrowed = from[i].scalar, from[i].elems, true
		c.version++
	}
}

// join keeps what is the same now as it was in another state.
func (m *machine) join(list []*program.Symbol, other []saved) {
	for i, s := range list {
		c := m.cell(s)
		both := saved{c.scalar, c.lend()}.joined(other[i])
		c.scalar, c.elems = both.scalar, both.elems
		c.version++
	}
}

// sameElements compares elements; those that are lent are one list.
func sameElements(x, y []value) bool {
	return len(x) == len(y) && (len(x) == 0 || &x[0] == &y[0] || slices.Equal(x, y))
}

// joined is what two states have in common.
func (s saved) joined(other saved) saved {
	if s.scalar != other.scalar {
		s.scalar = s.scalar.or(other.scalar)
	}
	if s.elems == nil || other.elems == nil {
		s.elems = nil
		return s
	}
	if sameElements(s.elems, other.elems) {
		return s
	}
	s.elems = slices.Clone(s.elems)
	for k, v := range other.elems {
		if s.elems[k] != v {
			s.elems[k] = value{}
		}
	}
	return s
}
