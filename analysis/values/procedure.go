package values

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// The procedures that a unit calls are run with it, where what they change
// matters to the unit or to another procedure that is called later: variables
// that units share are one memory, dummies are their actual arguments. What
// matters is found for all procedures together, before any of them is run.

// Procedure is one that can be run.
type Procedure struct {
	Unit    *program.Unit
	Called  func(name string) *Procedure
	Changed func(*program.CallStmt) ([]*program.Symbol, bool)
	Unseen  func(*program.CallStmt) bool
	Set     map[string]float64 // values that the user gives in it
	// Circular says that calls of it come to itself again, which are not run.
	Circular bool
}

// deepestCall bounds how many procedures call each other.
const deepestCall = 12

// world is what the machines of a run have in common.
type world struct {
	once   bool // the outermost unit is a main program: shared variables begin with their initial values
	bodies map[*Procedure]*machine
	all    []*machine          // the unit's own first
	keys   map[string]bool     // storage that matters
	shared map[string]bool     // storage that several units name
	memory map[string]*cell    // by storage
	over   map[string][]string // storage in COMMON over which units lay other members
	lost   map[string]bool     // storage that has no memory yet, and is not as it was at the beginning

	given map[presenceKey]*presence // of arguments in calls

	settled bool        // what matters is found of sizes
	asking  bool        // it is being found of counts and subscripts
	masks   bool        // elements of masks, or arrays for subscripts, are asked for
	ready   bool        // of all that is asked for
	counted bool        // it was asked how many processors there are
	times   float64     // how often what is being run happens; see forAll
	call    source.Span // of the outermost unit, that is being run

	steps    int         // of a run
	beyond   int         // steps that were made for what is asked for besides sizes
	limit    int         // steps, with those that loops beyond it made; in a loop that fills arrays with extra
	foreseen *program.Do // that takes too many
	skipped  int         // that are counted as what iterations take, and were not made
	extra    int         // steps beyond the limit that are left to loops that fill arrays
	filling  bool
	spent    map[*program.Do]int // steps in loops, with what they call; see charge
	entered  map[*program.Do]int // how often
	costlyLoops
}

// storage is where a variable stands for other units: they may call it
// otherwise. "" for one that no other unit sees.
func (m *machine) storage(s *program.Symbol) string {
	return m.unit.StorageOf(s)
}

// body returns the machine with what is known of a procedure, whatever it is
// called with; nil for one that calls itself, or is too deep.
func (m *machine) body(p *Procedure, around []*Procedure) *machine {
	if slices.Contains(around, p) || len(around) >= deepestCall {
		return nil
	}
	if b, known := m.world.bodies[p]; known {
		return b
	}
	b := emptyMachine(m.ctx, p.Unit, Options{Set: p.Set, Changed: p.Changed, Called: p.Called, Unseen: p.Unseen, Processors: m.opt.Processors, Short: m.opt.Short, Repeated: true})
	b.world, b.called, b.circular = m.world, true, p.Circular
	m.world.bodies[p] = b
	b.prepareAll(append(slices.Clone(around), p))
	m.world.all = append(m.world.all, b)
	return b
}

// callees finds the procedures of the calls, before anything else is asked of
// the statements.
func (m *machine) findCallees(around []*Procedure) {
	if m.opt.Called == nil {
		return
	}
	m.each(func(s program.Stmt) {
		m.findFunctions(s, around)
		m.findReferences(s, around)
		c, ok := s.(*program.CallStmt)
		if !ok {
			return
		}
		if c.Function != nil {
			m.evaluated[c.Function] = nil
		}
		if p := m.opt.Called(c.Name); p != nil {
			if b := m.body(p, around); b != nil {
				m.callees[c] = b
			}
		}
	})
}

// changedByBody returns what a call may change: arguments that the procedure
// assigns, and what it shares with the unit, or with others by way of it.
func (m *machine) changedByBody(s *program.CallStmt, b *machine) []*program.Symbol {
	var out []*program.Symbol
	add := func(v *program.Symbol) {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	for _, a := range m.passing(s.Args, b) {
		if r, ok := a.value.(*program.Ref); ok && b.assigns(a.dummy) {
			add(r.Sym)
			for _, part := range m.partsOf(r.Sym) {
				add(part)
			}
		}
	}
	for i, a := range s.Args {
		if r, ok := a.Value.(*program.Ref); ok && b.unit.DummyOf(a.Keyword, i) == nil {
			add(r.Sym)
		}
	}
	for _, v := range b.unit.Symbols {
		if b.assigned[v] && v.Storage != "" {
			add(m.seen(v))
		}
	}
	for _, v := range b.hidden {
		if b.assigned[v] {
			add(m.seen(v))
		}
	}
	return out
}

// seen returns the variable of the unit that stands where one of a procedure
// does; one of its own making where the unit names none.
func (m *machine) seen(v *program.Symbol) *program.Symbol {
	is := func(s *program.Symbol) bool { return s.Class == program.Variable && m.storage(s) == v.Storage }
	for _, list := range [][]*program.Symbol{m.unit.Symbols, m.hidden} {
		if i := slices.IndexFunc(list, is); i >= 0 {
			return list[i]
		}
	}
	copied := *v
	copied.Over = nil // the procedures store to them too
	m.hidden = append(m.hidden, &copied)
	return &copied
}

// settle finds what matters in all procedures, until nothing is added.
func (w *world) settle() {
	for grown := true; grown; {
		grown = false
		for _, m := range w.all {
			m.grown = false
			m.exchange()
			m.follow(m.unit.Body, false)
			grown = grown || m.grown
		}
	}
	w.settled = true
}

// exchange marks what matters elsewhere, and elsewhere what matters here.
func (m *machine) exchange() {
	for _, list := range m.symbols() {
		for _, v := range list {
			key := m.storage(v)
			switch {
			case !m.world.shared[key]:
			case m.world.keys[key]:
				m.mark([]*program.Symbol{v})
			case m.matters[v]:
				m.grown = true
				m.world.needs(key)
			}
		}
	}
	for _, list := range m.references {
		for _, r := range list {
			m.hand(r.call.Args, r.body)
		}
	}
	for s, b := range m.callees {
		m.hand(s.Args, b)
		for _, a := range m.passing(s.Args, b) {
			if r, ok := a.value.(*program.Ref); ok && m.matters[r.Sym] && b.assigns(a.dummy) {
				b.mark([]*program.Symbol{a.dummy})
				m.grown = m.grown || b.grown
			}
		}
	}
}

// symbols returns the variables that the unit names, and those that procedures do by way of it.
func (m *machine) symbols() [][]*program.Symbol {
	out := [][]*program.Symbol{m.unit.Symbols, m.hidden}
	for _, parts := range m.unnamed {
		out = append(out, parts)
		for _, p := range parts {
			out = append(out, p.Extents)
		}
	}
	return out
}

// needs notes that storage matters, with what overlaps it.
func (w *world) needs(key string) {
	if !w.keys[key] {
		w.keys[key] = true
		for _, over := range w.over[key] {
			w.needs(over)
		}
	}
}

// hand marks the arguments that matter in a procedure.
func (m *machine) hand(args []program.Arg, b *machine) {
	for _, a := range m.passing(args, b) {
		if b.matters[a.dummy] {
			m.mark(variables(a.value))
			allocatedIn(a.value, func(extent *program.Symbol) { m.mark([]*program.Symbol{extent}) })
		}
	}
}

// handsOn reports whether a statement does no more with a scalar than to hand it to a
// procedure of which nothing is known, or as a real number to one that is run: there it
// matters if it does inside.
func (m *machine) handsOn(s program.Stmt, r *program.Ref) bool {
	c, ok := s.(*program.CallStmt)
	if !ok || r.Sym.Rank() > 0 {
		return false
	}
	b := m.callees[c]
	if b == nil {
		return m.opt.Unseen != nil && m.opt.Unseen(c) && !slices.ContainsFunc(c.Args, func(a program.Arg) bool {
			return program.RankOf(a.Value) > 0 && slices.Contains(variables(a.Value), r.Sym)
		})
	}
	return r.Sym.Type == program.Real && !slices.ContainsFunc(m.passing(c.Args, b), func(a passed) bool {
		return a.dummy.Type != program.Real && slices.Contains(variables(a.value), r.Sym)
	})
}

// needs returns the storage that matters in the procedure or in what it calls, sorted.
func (m *machine) needs() []string {
	if m.needed != nil {
		return m.needed
	}
	m.needed = []string{} // what calls itself needs no more
	for _, list := range m.symbols() {
		for _, v := range list {
			if m.matters[v] && v.Storage != "" {
				m.needed = append(append(m.needed, v.Storage), m.world.over[v.Storage]...)
			}
		}
	}
	for _, b := range m.callees {
		m.needed = append(m.needed, b.needs()...)
	}
	for _, b := range m.functions {
		m.needed = append(m.needed, b.needs()...)
	}
	for _, list := range m.references {
		for _, r := range list {
			m.needed = append(m.needed, r.body.needs()...)
		}
	}
	slices.Sort(m.needed)
	m.needed = slices.Compact(m.needed)
	return m.needed
}

// passesIndex reports whether a procedure that is called in a loop gets other values
// in its iterations, and something in it depends on them.
func (m *machine) passesIndex(s *program.CallStmt, index *program.Symbol) bool {
	b := m.callees[s]
	if b == nil || index == nil {
		return false
	}
	for _, a := range m.passing(s.Args, b) {
		if b.matters[a.dummy] && slices.Contains(variables(a.value), index) {
			return true
		}
	}
	return false
}
