package values

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// relevance is the part of a unit that the critical variables depend on: the
// slice that is interpreted.
type relevance struct {
	matters  map[*program.Symbol]bool           // variables whose values are followed
	reached  map[program.Stmt][]*program.Symbol // what stores change by way of pointers
	hopeless map[*program.Symbol]bool           // arrays that are too large, or of unknown size
	never    map[*program.Symbol]bool           // see neverKnown
	assigned map[*program.Symbol]bool           // anywhere in the unit
	runs     map[*program.Do]bool               // loops whose iterations are run one by one

	reads   map[program.Stmt][]*program.Symbol // what the expressions of a statement read
	changes map[program.Stmt][]*program.Symbol // what a statement, with those in it, may change
	wanted  map[program.Stmt]bool              // whether it counts something that can be known
	grown   bool

	beyond      map[*program.Symbol]bool // what matters for counts and subscripts that are asked for alone
	beyondLoops map[*program.Do]bool     // and is run for these

	wantedAt map[program.Stmt][]place // where subscripts are wanted
}

// shortArray is how many elements an array has at most that is followed in a short run:
// sizes and switches, no data.
const shortArray = 1000

// slice finds what matters: the scalars in critical places, what is asked for,
// and all that their definitions read, until nothing is added (definition
// paths of paper 003, section 4.2).
func (m *machine) slice() {
	for _, b := range m.world.all {
		b.wants()
	}
	m.world.settle()
	if m.opt.Counted == nil && m.opt.Subscripts == nil {
		return
	}
	m.world.asking = true
	for _, b := range m.world.all {
		m.world.masks = b.wantsMore() || m.world.masks
	}
	m.world.settle()
}

// wantsMore marks what is asked for besides sizes. It reports whether that takes steps of its
// own: the elements of masks, and arrays that are kept for subscripts.
func (m *machine) wantsMore() bool {
	steps := false
	m.each(func(s program.Stmt) {
		for _, p := range m.wantedAt[s] {
			m.mark(p.names)
			steps = true
		}
		if m.wanted[s] = m.countable(s); m.wanted[s] {
			switch s.(type) {
			case *program.Forall, *program.Where:
				steps = true
			}
		}
		m.mark(m.counters(s))
	})
	return steps
}

// prepareAll finds what the statements of the unit read and change.
func (m *machine) prepareAll(around []*Procedure) {
	m.findCallees(around)
	for _, s := range m.unit.Symbols {
		if s.Storage != "" && s.Class == program.Variable {
			m.world.shared[s.Storage] = true
		}
	}
	m.indices = program.IndicesAround(m.unit.Body)
	m.each(m.prepare)
	m.comparisons(m.unit.Body)
	m.never = m.neverKnown()
	for _, s := range m.unit.Symbols {
		if s.Rank() > 0 && !m.followable(s) {
			m.hopeless[s] = true
		}
	}
}

// followable reports whether an array is small enough for its elements to be followed. The
// size of a dummy is that of its argument, which short runs do not wait for.
func (m *machine) followable(s *program.Symbol) bool {
	n := m.cell(s).size()
	if m.opt.Short {
		return 0 < n && n <= shortArray
	}
	return n > 0 || m.called && s.Dummy || m.cell(s).shares(s) || m.allocatable(s)
}

// wants marks what is wanted of the unit itself.
func (m *machine) wants() {
	m.mark(m.opt.Vectors)
	m.each(func(s program.Stmt) {
		for _, r := range m.sites[s] {
			if !m.handsOn(s, r) {
				m.mark(variables(r))
			}
		}
		if m.called {
			m.mark(m.decisive(s))
		}
	})
}

// decisive returns the scalars in the conditions of a procedure that callers give
// values: what it does in its own report depends on them.
func (m *machine) decisive(s program.Stmt) []*program.Symbol {
	i, ok := s.(*program.If)
	if !ok {
		return nil
	}
	var out []*program.Symbol
	for _, b := range i.Branches {
		for _, v := range variables(b.Cond) {
			if v.Rank() == 0 && (v.Dummy || v.Shared || v.Storage != "") && (v.Type == program.Integer || v.Type == program.Logical || v.Type == program.Character) {
				out = append(out, v)
			}
		}
	}
	return out
}

// entered reports whether the state of the call has a value of a dummy.
func (m *machine) entered(s *program.Symbol) bool {
	_, begins := m.opt.Begin[s.Name]
	return begins || m.opt.Entry != nil && m.opt.Entry.dummy(s.Name) != nil
}

// each calls do for every statement of the unit.
func (m *machine) each(do func(program.Stmt)) {
	program.Statements(m.unit.Body, func(s program.Stmt) bool { do(s); return true })
}

// prepare finds what a statement reads and changes.
func (m *machine) prepare(s program.Stmt) {
	m.sites[s] = sites(s)
	if c, calls := s.(*program.CallStmt); !calls || m.callees[c] != nil { // what one that is not run changes is unknown whatever it reads
		m.reads[s] = variablesIn(s)
	}
	m.changes[s] = m.changed(s)
	if list := m.placesIn(s); len(list) > 0 {
		m.wantedAt[s] = list
	}
	for _, v := range m.changes[s] {
		m.assigned[v] = true
	}
}

// countable reports whether a statement is asked for, and can be counted.
func (m *machine) countable(s program.Stmt) bool {
	switch s := s.(type) {
	case *program.Do:
		return m.asked(s.Span()) && m.knowable(s.Lo, s.Hi, s.Step, s.Cond)
	case *program.If:
		return slices.ContainsFunc(s.Branches, func(b program.Branch) bool { return m.asked(b.At) && m.knowable(b.Cond) })
	case *program.Where:
		return slices.ContainsFunc(s.Branches, func(b program.WhereBranch) bool { return b.Mask != nil && m.asked(b.Mask.Span()) && m.knowable(b.Mask) })
	case *program.Forall:
		return s.Mask != nil && m.asked(s.Mask.Span()) && m.knowable(s.Mask)
	}
	return false
}

// knowable reports whether expressions read nothing that is never known.
func (m *machine) knowable(list ...program.Expr) bool {
	known := true
	for _, e := range list {
		program.Walk(e, func(x program.Expr) bool {
			switch x := x.(type) {
			case *program.Ref:
				known = known && !m.hopeless[x.Sym] && !m.never[x.Sym] && (!x.Sym.Dummy || m.fixed(x.Sym) || m.assigned[x.Sym] || m.entered(x.Sym))
			case *program.Call:
				if x.Name == "present" {
					known = known && m.eval(x).kind == logical
					return false
				}
				known = known && (x.Intrinsic().Shape != program.NotIntrinsic || m.functions[x.Name] != nil)
			}
			return known
		})
	}
	return known
}

func (m *machine) mark(list []*program.Symbol) {
	for _, s := range list {
		if !m.matters[s] && !m.hopeless[s] {
			m.matters[s], m.grown = true, true
			if m.world.asking {
				m.beyond[s] = true
			}
			m.mark(s.Overlapping())
			m.mark(s.Extents)
		}
	}
}

// follow marks what the block's relevant statements read and returns whether it
// has any. In a loop that is run, what jumps out of it is relevant.
func (m *machine) follow(block []program.Stmt, jumps bool) bool {
	relevant := false
	for _, s := range slices.Backward(block) {
		if m.followOne(s, jumps) {
			m.mark(m.reads[s])
			relevant = true
		}
	}
	return relevant
}

func (m *machine) followOne(s program.Stmt, jumps bool) bool {
	switch s := s.(type) {
	case *program.Do:
		runs := m.follow(s.Body, m.runs[s]) || !m.runs[s] && m.callsByIndex(s)
		if (runs || m.wanted[s] && s.Kind != program.DoCount || m.countsJumps(s) || m.leavesIndex(s)) && !m.runs[s] {
			m.runs[s], m.grown = true, true
			if m.world.asking {
				m.beyondLoops[s] = true
			}
		}
		return m.runs[s] || m.wanted[s]
	case *program.If, *program.Forall, *program.Where:
		relevant := m.wanted[s]
		for b := range program.Blocks(s) {
			relevant = m.follow(b, jumps) || relevant
		}
		return relevant
	case *program.Transfer:
		return jumps
	case *program.Unmodelled:
		return s.Target != "" || slices.ContainsFunc(m.changes[s], func(v *program.Symbol) bool { return m.matters[v] })
	case *program.Remap:
		return len(m.opt.Vectors) > 0
	}
	return slices.ContainsFunc(m.changes[s], func(v *program.Symbol) bool { return m.matters[v] })
}

// countsJumps reports whether the number of iterations of a counted loop is asked for,
// since it may be left before its end.
func (m *machine) countsJumps(s *program.Do) bool {
	return s.Kind == program.DoCount && m.wanted[s] && program.Leavable(s)
}

// leavesIndex reports whether the index of a loop that may be left before its end matters.
func (m *machine) leavesIndex(s *program.Do) bool {
	return s.Kind == program.DoCount && m.matters[s.Var] && program.Leavable(s)
}

// callsByIndex reports whether the body of a loop calls a procedure with another
// value in every iteration.
func (m *machine) callsByIndex(s *program.Do) bool {
	if len(m.callees) == 0 || m.called {
		return false
	}
	found := false
	program.Statements(s.Body, func(x program.Stmt) bool {
		c, ok := x.(*program.CallStmt)
		found = found || ok && m.passesIndex(c, s.Var)
		return !found
	})
	return found
}

// counting makes steps, of which it counts those that are made for what is asked for besides
// sizes.
func (m *machine) counting(beyond bool, do func()) {
	from, before := m.steps, m.world.beyond
	do()
	if beyond {
		m.world.beyond = before + m.steps - from
	}
}
