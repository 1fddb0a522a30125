package values

import (
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/source"
)

// State is what dummies and shared variables are when a procedure is called, as
// far as they matter in it or in what it calls. It is never changed.
type State struct {
	dummies map[string]*cell
	shared  map[string]*cell // by storage
	given   map[string]bool  // whether dummies have arguments, as far as that is known
}

// Entry is a state in which a procedure is called, and how often it is.
type Entry struct {
	State *State
	Count float64
}

// Scalar returns the value of a scalar dummy; false where it is not known.
func (s *State) Scalar(dummy string) (float64, bool) {
	c := s.dummies[dummy]
	if c == nil || c.array {
		return 0, false
	}
	return c.scalar.number()
}

// mostEntries bounds the states that are kept of one call.
const mostEntries = 256

// site is a statement that calls a procedure, or references a function.
type site struct {
	at        source.Span
	procedure string
}

// Entries returns the states in which the statement at a place called a procedure, or referenced
// a function that gets what no argument names, in the order of the first times; nil where it did not, or
// too often in other states.
func (r *Result) Entries(at source.Span, procedure string) []Entry {
	list := r.machine.entries[site{at, procedure}]
	if len(list) > mostEntries || !r.Ended && len(list) > 1 {
		return nil
	}
	return list
}

// record notes in which state a procedure is called by the unit itself.
func (m *machine) record(at site, now *State) {
	if m.called || len(m.entries[at]) > mostEntries {
		return
	}
	for i, e := range m.entries[at] {
		if e.State.same(now) {
			m.entries[at][i].Count++
			return
		}
	}
	m.entries[at] = append(m.entries[at], Entry{now, 1})
}

// state is what the dummies of a procedure and what it shares are now, as far as
// they matter.
func (f *machine) state() *State {
	now := &State{dummies: map[string]*cell{}, shared: map[string]*cell{}, given: f.given}
	for _, d := range f.dummies() {
		if c := f.cells[d]; c != nil {
			now.dummies[d.Name] = c.frozen()
		}
	}
	for key := range f.needed {
		if c := f.world.memory[key]; c != nil {
			now.shared[key] = c.frozen()
			f.steps++
		}
	}
	return now
}

// frozen returns a copy, the same one until the variable changes. Where and how often it
// was stored to is nothing to another unit.
func (c *cell) frozen() *cell {
	if c.array && c.copied != nil && c.since == c.version {
		return c.copied
	}
	copied := *c
	copied.elems, copied.copied = slices.Clone(c.elems), nil
	copied.at, copied.version, copied.since = source.Span{}, 0, 0
	if c.array {
		c.copied, c.since = &copied, c.version
	}
	return &copied
}

func (s *State) same(t *State) bool {
	return sameCells(s.dummies, t.dummies) && sameCells(s.shared, t.shared) && maps.Equal(s.given, t.given)
}

func sameCells(x, y map[string]*cell) bool {
	if len(x) != len(y) {
		return false
	}
	for key, c := range x {
		d := y[key]
		if d == nil || c.scalar != d.scalar || c != d && !slices.Equal(c.elems, d.elems) {
			return false
		}
	}
	return true
}

// enterState begins with the state of a call.
func (m *machine) enterState(s *State) {
	if s == nil {
		return
	}
	m.given = s.given
	for key, c := range s.shared {
		copied := *c
		copied.elems = slices.Clone(c.elems)
		m.world.memory[key] = &copied
	}
	for _, d := range m.dummies() {
		if c := s.dummies[d.Name]; c != nil && !m.fixed(d) {
			copied := *c
			copied.elems = slices.Clone(c.elems)
			m.cells[d] = &copied
		}
	}
}
