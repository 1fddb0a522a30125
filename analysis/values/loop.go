package values

import "github.com/parlens/parlens/analysis/program"

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
	if !m.runs[s] {
		m.once(s)
		return signal{}
	}
	var sig signal
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
	m.tally(s, trips)
	if !m.runs[s] {
		if trips > 0 {
			m.once(s)
		}
		m.assign(s.Var, intValue(lo+trips*step), s.Span())
		return signal{}
	}
	if _, constant := program.ConstInt(s.Step, nil); s.Step == nil || constant {
		m.index[s.Var]++ // formulas follow it
		defer func() { m.index[s.Var]-- }()
	}
	if !m.again(s) {
		stop, sig := false, signal{}
		m.within(s, func() {
			for k := int64(0); k < trips && !stop; k++ {
				m.assign(s.Var, intValue(lo+k*step), s.Span())
				stop, sig = m.iteration(s)
			}
		})
		if stop {
			return sig
		}
	}
	m.assign(s.Var, intValue(lo+trips*step), s.Span())
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
// where its further course is not known.
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
	sig = m.block(s.Body)
	m.end(s)
	doubtful := m.doubts > 0
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
		c.Came++
		c.Happened += float64(trips)
	}
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
		}
		return true
	})
}

// once looks at the body of a loop that changes nothing that matters.
func (m *machine) once(s *program.Do) {
	if s.Var != nil {
		m.index[s.Var]++
		m.forgetIndex(s)
		defer func() { m.index[s.Var]-- }()
	}
	m.block(s.Body)
}

// unknownLoop runs the body for any iteration: what it changes is unknown at its
// beginning, and afterwards what it may have changed.
func (m *machine) unknownLoop(s *program.Do) {
	inside := m.followed(s)
	before := m.save(inside)
	m.forgetAll(inside)
	doubts := m.doubts
	m.once(s)
	m.doubts = doubts
	m.join(inside, before)
	m.forgetIndex(s)
}

func (m *machine) forgetIndex(s *program.Do) {
	if s.Var != nil && !m.fixed(s.Var) {
		m.cell(s.Var).forget()
	}
}
