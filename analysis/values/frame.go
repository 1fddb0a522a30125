package values

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// A procedure runs in a frame: its body with the memory of its dummies, which give their
// arguments back what it leaves in them.

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
	if _, changes := m.evaluated[c]; changes {
		m.evaluated[c] = f
	}
	return f.cell(b.unit.Result).scalar
}

// runCall runs the procedure of a call, as far as something matters of it.
func (m *machine) runCall(s *program.CallStmt) {
	b := m.callees[s]
	if s.Doubtful {
		m.evaluated[s.Function] = nil
		m.forgetAll(m.changes[s])
		return
	}
	if f := m.evaluated[s.Function]; f != nil {
		m.evaluated[s.Function] = nil
		m.takeBack(s, f)
		m.forgetCircle(s, b)
		return
	}
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
	defer frame.release()
	if !m.called && s.Function == nil {
		m.world.call = s.Span()
		defer func() { m.world.call = source.Span{} }()
	}
	var before *State
	if !m.called || b.earlier.pays() {
		before = frame.state()
		if s.Function == nil {
			m.record(site{s.Span(), s.Name}, before)
		}
	}
	m.steps = frame.steps
	defer m.forgetCircle(s, b)
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

// forgetCircle forgets what a procedure may have changed of which some calls were not run.
func (m *machine) forgetCircle(s *program.CallStmt, b *machine) {
	if b == nil || !b.circular || m.opt.Changed == nil {
		return
	}
	list, _ := m.opt.Changed(s)
	m.forgetAll(list)
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
		if c := after.dummy(d.Name); c != nil && !f.fixed(d) {
			f.cell(d).become(c, f.world.call)
		}
	}
	for _, h := range after.shared {
		to := f.world.memory[h.name]
		if to == nil {
			to = &cell{}
			f.world.memory[h.name] = to
		}
		to.become(h.cell, f.world.call)
	}
}

// become takes over what another cell holds, at a place.
func (c *cell) become(other *cell, at source.Span) {
	version := c.version + 1
	*c = *other
	c.borrowed, c.copied, c.version, c.at = true, nil, version, at
}

// frame is a machine for one run of a procedure, with its arguments.
func (m *machine) frame(args []program.Arg, b *machine) *machine {
	f := b.ended()
	f.steps, f.given = m.steps, m.gives(args, b)
	for _, a := range m.passing(args, b) {
		switch d := a.dummy; {
		case !b.matters[d]:
		case d.Rank() > 0:
			m.passArray(f, d, a.value)
		case program.RankOf(a.value) == 0 && !f.fixed(d):
			f.hold(f.variable(d), &cell{scalar: m.handed(d, a.value).as(d)})
		}
	}
	return f
}

// ended is a machine for another run of the unit: that of one which has ended, where there is one.
func (c *code) ended() *machine {
	last := len(c.free) - 1
	if last < 0 {
		return &machine{code: c}
	}
	f := c.free[last]
	c.free = c.free[:last]
	return f
}

// release lets the machine be used again: nobody looks at it behind its run.
func (f *machine) release() {
	clear(f.cells)
	clear(f.index)
	*f = machine{code: f.code, cells: f.cells, index: f.index}
	f.free = append(f.free, f)
}

// takeBack gives arguments what the procedure has left in its dummies.
func (m *machine) takeBack(s *program.CallStmt, f *machine) {
	for _, a := range m.passing(s.Args, f) {
		d := a.dummy
		r, ok := a.value.(*program.Ref)
		if ok && d.Type == program.Derived && f.assigned[d] { // components of which it names none too
			m.forgetAll(m.partsOf(r.Sym))
		}
		if !ok || !f.facts(d).assigned {
			continue
		}
		if m.matters[r.Sym] {
			from := f.cell(d)
			from.scalar = m.lookedAt(from.scalar)
			if a.of != nil {
				from = &cell{scalar: m.cell(r.Sym).alike(from.scalar.as(r.Sym), m.forEach(a.of))}
			}
			m.takeFrom(from, d, r, s)
		}
		m.overlay(r.Sym)
	}
}

// takeFrom gives an argument what a dummy holds.
func (m *machine) takeFrom(from *cell, d *program.Symbol, r *program.Ref, s *program.CallStmt) {
	c := m.cell(r.Sym)
	c.at = m.from(s)
	switch {
	case r.Sym.Rank() == 0:
		m.assign(r.Sym, from.scalar, s)
	case d.Rank() == 0 && r.IsElement() && c.shares(r.Sym):
		c.scalar = c.alike(from.scalar.as(r.Sym), m.forEach(r))
	case d.Rank() == 0 && r.IsElement():
		if at, ok := m.element(c, r); ok {
			c.store(at, from.scalar.as(r.Sym))
		} else {
			c.forget()
		}
	case len(r.Subs) == 0 && c.size() == 0 && from.size() > 0 && (r.Sym.Extents != nil || strings.Contains(r.Sym.Name, "%")): // shaped by the procedure
		c.lower, c.extent, c.elems, c.borrowed = from.lower, from.extent, from.elems, from.borrowed
		c.version++
	case len(r.Subs) == 0 && from.size() == c.size():
		c.elems, c.borrowed = from.elems, from.borrowed
		c.version++
	default:
		c.forget()
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
