package values

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// signal is how a statement ends: on to the next, or by a jump.
type signal struct {
	jump   jump
	target string // of EXIT and CYCLE: the construct that they name, or ""
}

type jump uint8

const (
	next jump = iota
	exit
	cycle
	leave // the unit
	jumpTo
)

// block runs statements until one jumps out of it.
func (m *machine) block(body []program.Stmt) signal {
	var ahead []landing
	for i := 0; i < len(body); i++ {
		m.steps++
		ahead = m.land(ahead, i)
		m.look(body[i])
		sig := m.statement(body[i])
		if len(m.reached) > 0 {
			m.forgetAll(m.reached[body[i]])
		}
		if len(m.perhaps) > 0 {
			ahead = append(ahead, m.meetJumps(body, i)...)
		}
		if at := m.labelled(body, sig); at >= 0 && !m.spent() {
			ahead = m.passOver(ahead, body, i, at)
			i = at - 1
			continue
		}
		if sig.jump != next {
			return sig
		}
	}
	return signal{}
}

// labelled returns the place of the statement that a jump goes to, -1 where it
// does not stand in the block.
func (m *machine) labelled(body []program.Stmt, sig signal) int {
	if sig.jump != jumpTo {
		return -1
	}
	to := m.unit.Labels[sig.target]
	return slices.IndexFunc(body, func(s program.Stmt) bool { return s == to })
}

func (m *machine) statement(s program.Stmt) signal {
	switch s := s.(type) {
	case *program.Assign:
		if m.matters[s.LHS.Sym] {
			m.counting(m.beyond[s.LHS.Sym], func() { m.store(s) })
		} else {
			m.overlay(s.LHS.Sym)
		}
		if s.LHS.Sym.Type == program.Derived { // of which not all components are assigned one by one
			m.forgetAll(m.partsOf(s.LHS.Sym))
		}
		if s.Descriptor && s.Of == nil {
			m.allocate(s.LHS.Sym.Array)
			m.shapeParts(s.LHS.Sym.Array)
		}
	case *program.Do:
		return m.do(s)
	case *program.If:
		return m.condition(s)
	case *program.Forall:
		m.inner(s)
		m.countMask(s)
		m.forall(s)
	case *program.Where:
		m.inner(s)
		m.where(s)
	case *program.Remap:
		m.remap(s)
	case *program.Transfer:
		m.left(s)
		return m.transfer(s)
	case *program.CallStmt:
		m.runCall(s)
	case *program.Unmodelled:
		m.receive(s)
		m.opened(s)
		if s.Target != "" {
			m.left(s)
			return signal{jumpTo, s.Target}
		}
	}
	return signal{}
}

// receive makes what a statement that is not run may change unknown. What stands for a
// variable of a NAMELIST that is read is its value so far: programs give defaults there.
func (m *machine) receive(s *program.Unmodelled) {
	before := map[*program.Symbol]value{}
	if s.List != nil && s.List.Group && s.List.Input {
		for _, v := range m.changes[s] {
			before[v] = m.cell(v).scalar
		}
	}
	m.forgetAll(m.changes[s])
	for v, was := range before {
		if !m.fixed(v) {
			m.cell(v).scalar = was.or(value{})
		}
	}
}

// inner looks at the statements of an array construct.
func (m *machine) inner(s program.Stmt) {
	for b := range program.Blocks(s) {
		program.Statements(b, func(x program.Stmt) bool { m.look(x); return true })
	}
}

func (m *machine) transfer(s *program.Transfer) signal {
	switch s.Keyword {
	case "exit":
		return signal{exit, s.Target}
	case "cycle":
		return signal{cycle, s.Target}
	}
	return signal{jump: leave}
}

// store runs an assignment.
func (m *machine) store(s *program.Assign) {
	c := m.cell(s.LHS.Sym)
	c.at = m.from(s)
	switch {
	case !c.array:
		if s.Of == nil {
			m.assign(s.LHS.Sym, m.handed(s.LHS.Sym, s.RHS), s)
			return
		}
		m.assign(s.LHS.Sym, c.alike(m.eval(s.RHS).as(s.LHS.Sym), m.forEach(s.Of)), s)
	case s.LHS.Rank() > 0:
		m.storeSection(s, c)
	default:
		if c.shares(s.LHS.Sym) {
			c.scalar = c.alike(m.eval(s.RHS).as(s.LHS.Sym), m.forEach(s.LHS))
			return
		}
		at, ok := m.element(c, s.LHS)
		if !ok {
			c.forget()
			m.overlay(s.LHS.Sym)
			return
		}
		c.store(at, m.eval(s.RHS).as(s.LHS.Sym))
		m.overlayElements(s.LHS.Sym, at, at+1)
	}
}

// storeSection runs an array assignment: all of the right side first.
func (m *machine) storeSection(s *program.Assign, c *cell) {
	places := m.places(c, s.LHS)
	right := m.elements(s.RHS)
	switch {
	case places == nil || right == nil && c.elems == nil || right != nil && len(right) != len(places) && len(right) != 1:
		c.forget()
		m.overlay(s.LHS.Sym)
		return
	case right == nil:
		right = []value{{}}
	}
	for i, at := range places {
		c.store(at, right[min(i, len(right)-1)].as(s.LHS.Sym))
	}
	m.steps += len(places)
	if len(places) > 0 {
		m.overlayElements(s.LHS.Sym, slices.Min(places), slices.Max(places)+1)
	}
}
