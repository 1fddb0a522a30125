package values

import (
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/program"
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
	At    []Iteration // the first time, of the counted loops around, outermost first
}

// Iteration is one of a loop.
type Iteration struct {
	Loop  source.Span
	Index int64
}

// Index returns the first iteration of a loop in which the procedure was called so; false where
// the run did not make its iterations.
func (e *Entry) Index(loop source.Span) (int64, bool) {
	for _, x := range e.At {
		if x.Loop == loop {
			return x.Index, true
		}
	}
	return 0, false
}

// Scalar returns the value of a scalar dummy; false where it is not known.
func (s *State) Scalar(dummy string) (float64, bool) {
	c := s.dummies[dummy]
	if c == nil || c.array {
		return 0, false
	}
	return c.scalar.number()
}

// mostEntries bounds the states that are kept of one call: of more, evenly spaced ones stand
// for those that follow them too.
const mostEntries = 256

// entries is the states in which a procedure is called.
type entries struct {
	list  []Entry
	every float64 // so many follow each other before one is kept
}

// add notes another state, or one more call in one that is known.
func (e *entries) add(now *State, at func() []Iteration) {
	for i := range e.list {
		if e.list[i].State.same(now) {
			e.list[i].Count++
			return
		}
	}
	if last := len(e.list) - 1; last >= 0 && e.list[last].Count < e.every {
		e.list[last].Count++
		return
	}
	if len(e.list) == mostEntries {
		e.halve()
	}
	e.list = append(e.list, Entry{now, 1, at()})
}

// halve lets every second of an even number of states stand for the next one too.
func (e *entries) halve() {
	kept := make([]Entry, 0, mostEntries)
	for i := 0; i < len(e.list); i += 2 {
		kept = append(kept, e.list[i])
		kept[i/2].Count += e.list[i+1].Count
	}
	e.list, e.every = kept, 2*max(e.every, 1)
}

// site is a statement that calls a procedure, or references a function.
type site struct {
	at        source.Span
	procedure string
}

// Entries returns the states in which the statement at a place called a procedure, or referenced
// a function that gets what no argument names, in
// the order of the first times; nil where it did not.
func (r *Result) Entries(at source.Span, procedure string) []Entry {
	e := r.machine.entries[site{at, procedure}]
	if e == nil || !r.Ended && len(e.list) > 1 {
		return nil
	}
	return e.list
}

// record notes in which state a procedure is called by the unit itself.
func (m *machine) record(at site, now *State) {
	if m.called {
		return
	}
	if m.entries[at] == nil {
		m.entries[at] = &entries{}
	}
	m.entries[at].add(now, m.iterations)
}

// iterations are those of the counted loops that are being run, outermost first.
func (m *machine) iterations() []Iteration {
	var out []Iteration
	for _, s := range m.around {
		if s.Kind != program.DoCount || s.Var == nil {
			continue
		}
		if v := m.cell(s.Var).scalar; v.kind == integer {
			out = append(out, Iteration{s.Span(), v.i})
		}
	}
	return out
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
