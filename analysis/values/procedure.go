package values

import (
	"cmp"
	"maps"
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
}

// deepestCall bounds how many procedures call each other.
const deepestCall = 12

// world is what the machines of a run have in common.
type world struct {
	once   bool // the outermost unit is a main program: shared variables begin with their initial values
	bodies map[*Procedure]*machine
	all    []*machine       // the unit's own first
	keys   map[string]bool  // storage that matters
	shared map[string]bool  // storage that several units name
	memory map[string]*cell // by storage

	settled bool        // what matters is found
	counted bool        // it was asked how many processors there are
	call    source.Span // of the outermost unit, that is being run

	steps    int         // of a run
	limit    int         // steps, with those that loops beyond it made; in a loop that fills arrays with extra
	foreseen *program.Do // that takes too many
	extra    int         // steps beyond the limit that are left to loops that fill arrays
	filling  bool
	spent    map[*program.Do]int // steps in loops, with what they call; see charge
	costlyLoops
}

// storage is where a variable stands for other units: they may call it
// otherwise. "" for one that no other unit sees.
func (m *machine) storage(s *program.Symbol) string {
	if s.Storage != "" || s.Dummy || s.Class != program.Variable {
		return s.Storage
	}
	if m.unit.Name == "" {
		return ""
	}
	return m.unit.Name + "%" + s.Name // of a host, or of a module
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
	b.world, b.called = m.world, true
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
	for _, list := range [][]*program.Symbol{m.unit.Symbols, m.hidden} {
		for _, v := range list {
			key := m.storage(v)
			switch {
			case !m.world.shared[key]:
			case m.world.keys[key]:
				m.mark([]*program.Symbol{v})
			case m.matters[v]:
				m.world.keys[key], m.grown = true, true
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

// needs returns the storage that matters in the procedure or in what it calls.
func (m *machine) needs() map[string]bool {
	if m.needed != nil {
		return m.needed
	}
	m.needed = map[string]bool{}
	for _, list := range [][]*program.Symbol{m.unit.Symbols, m.hidden} {
		for _, v := range list {
			if m.matters[v] && v.Storage != "" {
				m.needed[v.Storage] = true
			}
		}
	}
	for _, b := range m.callees {
		maps.Copy(m.needed, b.needs())
	}
	for _, b := range m.functions {
		maps.Copy(m.needed, b.needs())
	}
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

// findFunctions finds the functions of the program in the expressions of a statement
// whose values the flow can depend on.
func (m *machine) findFunctions(s program.Stmt, around []*Procedure) {
	for e := range program.Exprs(s) {
		program.Walk(e, func(x program.Expr) bool {
			c, ok := x.(*program.Call)
			if !ok || c.Intrinsic().Shape != program.NotIntrinsic || m.functions[c.Name] != nil {
				return true
			}
			p := m.opt.Called(c.Name)
			if p == nil || p.Unit.Result == nil || p.Unit.Result.Rank() > 0 || p.Unit.Result.Type != program.Integer && p.Unit.Result.Type != program.Logical {
				return true
			}
			if b := m.body(p, around); b != nil {
				b.mark([]*program.Symbol{p.Unit.Result})
				m.functions[c.Name] = b
			}
			return true
		})
	}
}

// function runs a function of the program.
func (m *machine) function(c *program.Call) value {
	b := m.functions[c.Name]
	if b == nil || m.spent() || m.deep > maxDepth {
		return value{}
	}
	m.deep++
	f := m.frame(c.Args, b)
	f.block(b.unit.Body)
	m.deep--
	m.steps = f.steps
	return f.cell(b.unit.Result).scalar
}

// runCall runs the procedure of a call, as far as something matters of it.
func (m *machine) runCall(s *program.CallStmt) {
	b := m.callees[s]
	if b == nil {
		t, ok := m.tells(s)
		m.forgetAll(m.changes[s])
		if ok {
			m.learn(t, s)
		}
		m.doubt(s)
		return
	}
	frame := m.frame(s.Args, b)
	if !m.called {
		m.world.call = s.Span()
		defer func() { m.world.call = source.Span{} }()
	}
	var before *State
	if !m.called || b.earlier.pays() {
		before = frame.state()
		m.record(site{s.Span(), s.Name}, before)
	}
	m.steps = frame.steps
	if !slices.ContainsFunc(m.changes[s], func(v *program.Symbol) bool { return m.matters[v] }) {
		return
	}
	if m.spent() {
		m.forgetAll(m.changes[s])
		return
	}
	if done := b.earlier.done(before); done != nil {
		frame.leave(done)
	} else {
		frame.block(b.unit.Body)
		m.steps = frame.steps
		if b.earlier.pays() {
			b.earlier.list = append(b.earlier.list, procedureRun{before, frame.state()})
		}
	}
	m.takeBack(s, frame)
}

// procedureRun is what a procedure makes of a state.
type procedureRun struct{ before, after *State }

// procedureRuns are the runs of a procedure.
type procedureRuns struct {
	list []procedureRun
	met  bool // a state came up again
}

const (
	mostRuns  = 16 // among which an equal one is sought
	mostTried = 64 // without one: then none is sought any more
)

func (r *procedureRuns) pays() bool { return r.met || len(r.list) < mostTried }

// done returns what the procedure has made of an equal state before; nil where it
// must be run.
func (r *procedureRuns) done(before *State) *State {
	for _, run := range r.list[max(0, len(r.list)-mostRuns):] {
		if before != nil && run.before.same(before) {
			r.met = true
			return run.after
		}
	}
	return nil
}

// leave puts what a run has left in the place of what there is.
func (f *machine) leave(after *State) {
	for _, d := range f.dummies() {
		if c := after.dummies[d.Name]; c != nil && !f.fixed(d) {
			f.cell(d).become(c, f.world.call)
		}
	}
	for key, c := range after.shared {
		if to := f.world.memory[key]; to != nil {
			to.become(c, f.world.call)
			continue
		}
		fresh := &cell{}
		fresh.become(c, f.world.call)
		f.world.memory[key] = fresh
	}
}

// become takes over what another cell holds, at a place.
func (c *cell) become(other *cell, at source.Span) {
	version := c.version + 1
	*c = *other
	c.elems, c.copied, c.version, c.at = slices.Clone(other.elems), nil, version, at
}

// frame is a machine for one run of a procedure, with its arguments.
func (m *machine) frame(args []program.Arg, b *machine) *machine {
	f := *b
	f.needed = b.needs()
	f.around, f.ran = nil, nil
	f.steps, f.cells, f.index = m.steps, map[*program.Symbol]*cell{}, map[*program.Symbol]int{}
	for _, a := range m.passing(args, b) {
		switch d := a.dummy; {
		case !b.matters[d]:
		case d.Rank() > 0:
			m.passArray(&f, d, a.value)
		case program.RankOf(a.value) == 0 && !f.fixed(d):
			f.cells[d] = &cell{scalar: m.eval(a.value).as(d)}
		}
	}
	return &f
}

// passArray gives an array dummy the shape of a whole array, and its elements where it has
// as many.
func (m *machine) passArray(f *machine, d *program.Symbol, e program.Expr) {
	r, ok := e.(*program.Ref)
	if !ok || len(r.Subs) > 0 || r.Sym.Rank() == 0 {
		return
	}
	from, to := m.cell(r.Sym), &cell{array: true}
	if r.Sym.Extents != nil { // it has the shape that it was given last
		from = &cell{array: true}
		m.dimension(r.Sym, from)
	}
	f.cells[d] = to
	f.dimension(d, to)
	if to.lower == nil && len(from.extent) == d.Rank() {
		to.extent = from.extent
		to.lower = make([]int64, d.Rank())
		for k := range to.lower {
			to.lower[k] = 1
		}
	}
	if to.size() == from.size() {
		to.elems = slices.Clone(from.elems)
	}
}

// takeBack gives arguments what the procedure has left in its dummies.
func (m *machine) takeBack(s *program.CallStmt, f *machine) {
	for _, a := range m.passing(s.Args, f) {
		d := a.dummy
		r, ok := a.value.(*program.Ref)
		if ok && d.Type == program.Derived && f.assigned[d] { // components of which it names none too
			m.forgetAll(m.partsOf(r.Sym))
		}
		if !ok || !f.assigns(d) || !m.matters[r.Sym] {
			continue
		}
		c, from := m.cell(r.Sym), f.cell(d)
		c.at = m.from(s)
		switch {
		case r.Sym.Rank() == 0:
			m.assign(r.Sym, from.scalar, s)
		case d.Rank() == 0 && r.IsElement():
			if at, ok := m.element(c, r); ok {
				c.store(at, from.scalar.as(r.Sym))
				continue
			}
			c.forget()
		case len(r.Subs) == 0 && from.size() == c.size():
			c.elems = from.elems
			c.version++
		default:
			c.forget()
		}
	}
}

// doubt notes that what units share is taken to be left as it is by a procedure
// of which nothing is known.
func (m *machine) doubt(s *program.CallStmt) {
	if m.opt.Unseen == nil || !m.opt.Unseen(s) {
		return
	}
	for _, key := range slices.Sorted(maps.Keys(m.world.memory)) {
		if key[0] == '/' {
			m.world.memory[key].unseen = cmp.Or(m.world.memory[key].unseen, s.Name)
		}
	}
}
