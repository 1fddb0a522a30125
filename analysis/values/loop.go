package values

import (
	"github.com/parlens/parlens/analysis/program"
)

// do runs a loop. One that changes nothing that matters is looked at once.
func (m *machine) do(s *program.Do) signal {
	switch {
	case s.Kind == program.DoConcurrent:
		m.unknownLoop(s)
		return signal{}
	case m.world.summed[s]:
		return m.summedLoop(s)
	case s.Kind == program.DoCount && s.Var != nil:
		return m.counted(s)
	}
	m.boundIterations(s)
	if !m.runs[s] {
		m.once(s)
		return signal{}
	}
	var sig signal
	m.entersLoop(s)
	m.within(s, func() { sig = m.while(s) })
	return sig
}

// counted runs a loop with an index.
func (m *machine) counted(s *program.Do) signal {
	lo, step, trips, known := m.trips(s)
	if !known {
		m.lose(s)
		m.unknownLoop(s)
		return signal{}
	}
	m.entersLoop(s)
	if !m.runs[s] {
		m.tally(s, trips)
		if trips > 0 {
			m.once(s)
		}
		m.assign(s.Var, intValue(lo+trips*step), s)
		return signal{}
	}
	if _, constant := program.ConstInt(s.Step, nil); s.Step == nil || constant {
		defer m.indexed(s.Var)()
	}
	if m.again(s) {
		m.tally(s, trips)
	} else {
		stop, sig, made := false, signal{}, int64(0)
		m.within(s, func() {
			ahead, end := m.foresee(s, trips)
			defer end()
			compared := m.settles(s)
			for ; made < trips && !stop; made++ {
				m.assign(s.Var, intValue(lo+made*step), s)
				stop, sig = m.iteration(s)
				switch {
				case !stop && m.sumsUnknown(s):
					made = max(made, trips-2)
				case !stop && made < soon && made < trips-2 && compared.again(m):
					defer m.forAll(trips - 1 - made)()
					made = trips - 2
				}
				ahead.made(m, made+1)
			}
		})
		m.tally(s, made)
		if stop {
			return sig
		}
	}
	m.assign(s.Var, intValue(lo+trips*step), s)
	return signal{}
}

// trips evaluates the header of a loop with an integer index.
func (m *machine) trips(s *program.Do) (lo, step, trips int64, known bool) {
	var hi int64
	step = 1
	if s.Var.Type != program.Integer || !m.bound(s.Lo, &lo) || !m.bound(s.Hi, &hi) || !m.bound(s.Step, &step) || step == 0 {
		return 0, 0, 0, false
	}
	return lo, step, max(0, (hi-lo+step)/step), true
}

// while runs a loop that ends by its condition or by EXIT.
func (m *machine) while(s *program.Do) signal {
	for trips := int64(0); ; trips++ {
		holds, known := true, true
		if s.Cond != nil {
			holds, known = m.eval(s.Cond).truth()
		}
		switch {
		case !known:
			m.lose(s)
			m.unknownLoop(s)
			return signal{}
		case !holds:
			m.tally(s, trips)
			return signal{}
		}
		if stop, sig := m.iteration(s); stop {
			m.tally(s, trips+1)
			return sig
		}
	}
}

// iteration runs the body once. It stops the loop after EXIT and RETURN, and
// where it is not known how it goes on.
func (m *machine) iteration(s *program.Do) (stop bool, sig signal) {
	m.steps++
	if m.spent() {
		m.lose(s)
		m.unknownLoop(s)
		return true, signal{}
	}
	doubts := m.doubts
	m.doubts = 0
	m.begin(s)
	sig, turns := m.round(s)
	m.end(s)
	doubtful := m.doubts > 0 || turns
	m.doubts += doubts
	mine := sig.target == "" || sig.target == s.Name
	switch {
	case doubtful:
		m.lose(s)
		m.forgetAll(m.followed(s))
		m.forgetIndex(s)
		return true, signal{}
	case sig.jump == next, sig.jump == cycle && mine:
		return false, signal{}
	case sig.jump == exit && mine:
		return true, signal{}
	}
	return true, sig
}

// tally counts the iterations of an asked loop.
func (m *machine) tally(s *program.Do, trips int64) {
	if m.asked(s.Span()) {
		c := m.counter(s.Span())
		c.Came += m.world.times
		c.Happened += m.world.times * float64(trips)
		m.enterTrips(s, float64(trips))
	}
}

// entersLoop counts that a loop is entered which asked jumps may leave.
func (m *machine) entersLoop(s *program.Do) {
	for _, at := range m.leaving[s] {
		c := m.counter(at)
		c.Came += m.world.times
		c.among = m.undecided
	}
}

// left counts a jump out of a loop. How often one happens that only may be reached in it
// is not known.
func (m *machine) left(s program.Stmt) {
	if at := program.JumpPlace(s); m.asked(at) {
		c := m.counter(at)
		c.Happened += m.world.times
		c.unknown = c.unknown || m.undecided > c.among
	}
}

// leavers finds the outermost loop that each asked jump leaves.
func (m *machine) leavers(body []program.Stmt, around []*program.Do) {
	for _, s := range body {
		outermost := -1
		switch x := s.(type) {
		case *program.Transfer:
			outermost = leftBy(x, around)
		case *program.Unmodelled:
			if x.Forward && x.Leaves > 0 {
				outermost = len(around) - x.Leaves
			}
		case *program.Do:
			m.leavers(x.Body, append(around[:len(around):len(around)], x))
			continue
		}
		if outermost >= 0 && outermost < len(around) && m.asked(program.JumpPlace(s)) {
			loop := around[outermost]
			m.leaving[loop] = append(m.leaving[loop], program.JumpPlace(s))
		}
		for b := range program.Blocks(s) {
			m.leavers(b, around)
		}
	}
}

// leftBy is the place among the loops around a statement of the outermost that it
// leaves; len(around) where it leaves none.
func leftBy(t *program.Transfer, around []*program.Do) int {
	if t.Keyword == "return" || t.Keyword == "stop" {
		return 0
	}
	named := len(around) - 1
	for t.Target != "" && named >= 0 && around[named].Name != t.Target {
		named--
	}
	if t.Keyword == "cycle" {
		return named + 1
	}
	return named
}

// lose gives up what is counted of the loop and of what stands in it.
func (m *machine) lose(s *program.Do) {
	program.Statements([]program.Stmt{s}, func(x program.Stmt) bool {
		switch x := x.(type) {
		case *program.Do:
			if m.asked(x.Span()) && (x == s || m.runs[x]) {
				m.counter(x.Span()).unknown = true
			}
		case *program.If:
			for _, b := range x.Branches {
				if m.asked(b.At) {
					m.counter(b.At).unknown = true
				}
			}
		case *program.Transfer, *program.Unmodelled:
			if at := program.JumpPlace(x); m.asked(at) {
				m.counter(at).unknown = true
			}
		}
		return true
	})
}

// once looks at the body of a loop that changes nothing that matters: then it makes no
// difference that a CYCLE or EXIT of its own may have happened.
func (m *machine) once(s *program.Do) (turns bool) {
	if s.Var != nil {
		defer m.indexed(s.Var)()
		m.forgetIndex(s)
	}
	_, turns = m.round(s)
	return turns
}

// round runs the body of a loop. It tells whether a CYCLE or EXIT of that loop may have happened.
func (m *machine) round(s *program.Do) (sig signal, turns bool) {
	around, before := m.innermost, m.turns
	m.innermost, m.turns = s, false
	sig = m.block(s.Body)
	turns = m.turns
	m.innermost, m.turns = around, before
	return sig, turns
}

// unknownLoop runs the body for any iteration: what it changes is unknown at its
// beginning, and afterwards what it may have changed.
func (m *machine) unknownLoop(s *program.Do) {
	inside := m.followed(s)
	before := m.save(inside)
	m.forgetAll(inside)
	doubts := m.doubts
	if m.once(s) {
		m.forgetAll(inside)
	}
	m.doubts = doubts
	m.join(inside, before)
	m.forgetIndex(s)
}

// indexed notes that formulas follow the index of a loop, until the result is called.
func (m *machine) indexed(index *program.Symbol) (end func()) {
	if m.index == nil {
		m.index = map[*program.Symbol]int{}
	}
	m.index[index]++
	return func() { m.index[index]-- }
}

func (m *machine) forgetIndex(s *program.Do) {
	if s.Var != nil {
		m.forgetAll([]*program.Symbol{s.Var})
	}
}
