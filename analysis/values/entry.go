package values

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// State is what dummies and shared variables are when a procedure is called, as
// far as they matter in it or in what it calls. It is never changed.
type State struct {
	dummies []held    // by name, in their order
	shared  []held    // by storage, sorted
	given   *presence // of arguments
}

// held is what a variable holds.
type held struct {
	name string
	*cell
}

// dummy is what a dummy holds; nil where that is not known.
func (s *State) dummy(name string) *cell {
	for _, h := range s.dummies {
		if h.name == name {
			return h.cell
		}
	}
	return nil
}

// Entry is a state in which a procedure is called, and how often it is.
type Entry struct {
	State *State
	Count float64
	At    []Iterations // of the counted loops around, outermost first
}

// Iterations are the first and the last value of a loop's index at such calls.
type Iterations struct {
	Loop        source.Span
	First, Last int64
}

// Index returns the iterations of a loop in which the procedure was called so; false where the
// run did not make them.
func (e *Entry) Index(loop source.Span) (first, last int64, known bool) {
	for _, x := range e.At {
		if x.Loop == loop {
			return x.First, x.Last, true
		}
	}
	return 0, 0, false
}

// join counts calls in the state, or that the state stands for.
func (e *Entry) join(count float64, at []Iterations) {
	e.Count += count
	for i := range min(len(at), len(e.At)) {
		e.At[i].First, e.At[i].Last = min(e.At[i].First, at[i].First), max(e.At[i].Last, at[i].Last)
	}
}

// Scalar returns the value of a scalar dummy; false where it is not known.
func (s *State) Scalar(dummy string) (float64, bool) {
	c := s.dummy(dummy)
	if c == nil || c.array {
		return 0, false
	}
	return c.scalar.number()
}

// mostEntries bounds the states that are kept of one call, an even number: of more, evenly
// spaced calls stand for those that follow them.
const mostEntries = 256

// mostDifferent bounds those that come one after the other, perhaps again and again: beyond
// mostEntries a state is only looked for behind the last one.
const mostDifferent = 2048

// entries is the states in which a procedure is called: the different ones while they are few,
// and a sample of all.
type entries struct {
	different []Entry
	next      int  // the last that was called
	many      bool // too many
	sample    []Entry
	every     float64 // so many calls one of the sample stands for
}

func (e *entries) add(now *State, at []Iterations, times float64) {
	if last := len(e.sample) - 1; last >= 0 && e.sample[last].Count < e.every {
		e.sample[last].join(times, at)
	} else {
		if len(e.sample) == mostEntries {
			e.halve()
		}
		e.sample = append(e.sample, Entry{now, times, slices.Clone(at)})
	}
	if e.many {
		return
	}
	if e.next = (e.next + 1) % max(len(e.different), 1); len(e.different) > 0 && e.different[e.next].State.same(now) {
		e.different[e.next].join(times, at)
		return
	}
	if i := slices.IndexFunc(e.different[:min(len(e.different), mostEntries)], func(x Entry) bool { return x.State.same(now) }); i >= 0 {
		e.next = i
		e.different[i].join(times, at)
		return
	}
	e.next = len(e.different)
	if e.many = len(e.different) == mostDifferent; e.many {
		e.different = nil
		return
	}
	e.different = append(e.different, Entry{now, times, at})
}

// halve lets every second call of the sample stand for the next one too.
func (e *entries) halve() {
	kept := e.sample[:0]
	for i := 0; i < len(e.sample); i += 2 {
		one, next := e.sample[i], e.sample[i+1]
		one.join(next.Count, next.At)
		if i/2%2 == 1 { // not always the first: values may alternate
			one.State = next.State
		}
		kept = append(kept, one)
	}
	e.sample, e.every = kept, 2*max(e.every, 1)
}

func (e *entries) list() []Entry {
	if e.many {
		return e.sample
	}
	return e.different
}

// site is a statement that calls a procedure, or references a function.
type site struct {
	at        source.Span
	procedure string
}

// Entries returns the states in which the statement at a place called a procedure, or referenced
// a function that gets what no argument names, in the order of the first times; nil where it did
// not.
func (r *Result) Entries(at source.Span, procedure string) []Entry {
	e := r.machine.entries[site{at, procedure}]
	if e == nil || !r.Ended && len(e.list()) > 1 {
		return nil
	}
	return e.list()
}

// record notes in which state a procedure is called by the unit itself.
func (m *machine) record(at site, now *State) {
	if m.called {
		return
	}
	if m.entries[at] == nil {
		m.entries[at] = &entries{}
	}
	m.entries[at].add(now, m.iterations(), m.world.times)
}

// iterations are those of the counted loops that are being run, outermost first.
func (m *machine) iterations() []Iterations {
	var out []Iterations
	for _, s := range m.around {
		if s.Kind != program.DoCount || s.Var == nil {
			continue
		}
		if v := m.cell(s.Var).scalar; v.kind == integer {
			out = append(out, Iterations{s.Span(), v.i, v.i})
		}
	}
	return out
}

// state is what the dummies of a procedure and what it shares are now, as far as
// they matter.
func (f *machine) state() *State {
	dummies := f.dummies()
	needed := f.needs()
	now := &State{dummies: make([]held, 0, len(dummies)), shared: make([]held, 0, len(needed)), given: f.given}
	for _, d := range dummies {
		if c := f.held(f.variable(d)); c != nil {
			now.dummies = append(now.dummies, held{d.Name, c.frozen()})
		}
	}
	for _, s := range f.unit.Symbols {
		if f.matters[s] && s.Storage != "" && !s.Shared {
			f.cell(s) // which it keeps from one call to the next
		}
	}
	for _, key := range needed {
		if c := f.world.memory[key]; c != nil {
			now.shared = append(now.shared, held{key, c.frozen()})
			f.steps++
		}
	}
	return now
}

// frozen returns a copy, the same one until the variable changes. Where and how often it
// was stored to is nothing to another unit.
func (c *cell) frozen() *cell {
	if k := c.copied; k == nil || !k.sameScalar(c) || c.array && c.since != c.version {
		c.copied, c.since = &cell{scalar: c.scalar, array: c.array, lower: c.lower, extent: c.extent, elems: c.lend(), unseen: c.unseen, differs: c.differs, opened: c.opened}, c.version
	}
	return c.copied
}

func (c *cell) sameScalar(k *cell) bool {
	return c.scalar == k.scalar && c.unseen == k.unseen && c.opened == k.opened && c.differs == k.differs
}

// same compares scalars before elements: they tell most states apart.
func (s *State) same(t *State) bool {
	return s.given.same(t.given) && s.each(t, held.sameScalar) && s.each(t, held.sameElements)
}

func (s *State) each(t *State, same func(x, y held) bool) bool {
	return slices.EqualFunc(s.dummies, t.dummies, same) && slices.EqualFunc(s.shared, t.shared, same)
}

func (x held) sameScalar(y held) bool {
	return x.name == y.name && (x.cell == y.cell || x.scalar == y.scalar)
}

func (x held) sameElements(y held) bool { return x.cell == y.cell || sameElements(x.elems, y.elems) }

// enterState begins with the state of a call.
func (m *machine) enterState(s *State) {
	for _, d := range m.dummies() {
		if x, begins := m.opt.Begin[d.Name]; begins && d.Rank() == 0 {
			m.hold(m.variable(d), &cell{scalar: ofFloat(x, d)})
		}
	}
	if s == nil {
		return
	}
	m.given = s.given
	for _, h := range s.shared {
		m.world.memory[h.name] = h.copy()
	}
	for _, d := range m.dummies() {
		_, begins := m.opt.Begin[d.Name]
		if c := s.dummy(d.Name); c != nil && !m.fixed(d) && !begins {
			m.hold(m.variable(d), c.copy())
		}
	}
}
