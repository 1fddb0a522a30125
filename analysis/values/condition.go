package values

import (
	"math"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// condition runs an IF. Where no condition is known to decide, every branch that
// may be taken is run on its own, and what they leave different is unknown.
func (m *machine) condition(s *program.If) signal {
	c := &choice{m: m, at: s.Span().Start}
	for i, b := range s.Branches {
		c.again()
		holds, known := m.eval(b.Cond).truth()
		if !known && m.presume(s, b) {
			holds, known = m.eval(b.Cond).truth()
		}
		m.test(b, holds, known)
		switch {
		case known && !holds:
			m.skip(b.Body)
			continue
		case known:
			m.skipBehind(s, i)
			return c.last(b.Body)
		}
		if c.before == nil {
			c.inside = m.followed(s)
			c.before = m.save(c.inside)
		}
		c.run(b.Body)
	}
	c.again()
	return c.last(s.Else)
}

// test counts a condition that is asked for.
func (m *machine) test(b program.Branch, holds, known bool) {
	if !m.asked(b.At) {
		return
	}
	c := m.counter(b.At)
	c.Came += m.world.times
	c.unknown = c.unknown || !known
	if holds {
		c.Happened += m.world.times
	}
}

// skip notes that what is asked for inside a block has not come up, unless it does at
// another time.
func (m *machine) skip(body []program.Stmt) {
	if len(body) == 0 || m.skipped[body[0]] || m.opt.Counted == nil {
		return
	}
	m.skipped[body[0]] = true
	program.Statements(body, func(x program.Stmt) bool {
		switch x := x.(type) {
		case *program.Do:
			m.passBy(x.Span())
		case *program.If:
			for _, b := range x.Branches {
				m.passBy(b.At)
			}
		}
		return true
	})
}

// skipBehind notes that the branches of an IF behind one that holds have not come up.
func (m *machine) skipBehind(s *program.If, holds int) {
	for _, b := range s.Branches[holds+1:] {
		m.passBy(b.At)
		m.skip(b.Body)
	}
	m.skip(s.Else)
}

func (m *machine) passBy(at source.Span) {
	if m.asked(at) {
		m.counter(at)
	}
}

// choice collects how the possible branches end.
type choice struct {
	m      *machine
	at     int // where it stands
	inside []*program.Symbol
	before []saved
	ends   []end
}

type end struct {
	sig   signal
	after []saved
}

// again begins another branch where one has been run.
func (c *choice) again() {
	if len(c.ends) > 0 {
		c.m.restore(c.inside, c.before)
	}
}

// last runs the last branch, most often the only one: then nothing else need be kept.
func (c *choice) last(body []program.Stmt) signal {
	if len(c.ends) == 0 {
		return c.m.block(body)
	}
	c.run(body)
	return c.end()
}

func (c *choice) run(body []program.Stmt) {
	c.m.undecided++
	sig := c.m.block(body)
	c.m.undecided--
	e := end{sig: sig}
	e.after = c.m.save(c.inside)
	c.ends = append(c.ends, e)
}

// end joins the branches that go on. A jump that only may happen leaves the
// iterations of the loop around in doubt; one out of the unit does not, for what
// follows is only reached without it.
func (c *choice) end() signal {
	if len(c.ends) == 1 {
		return c.ends[0].sig
	}
	first := c.first()
	c.m.restore(c.inside, first.after)
	for _, e := range c.ends {
		switch {
		case e.sig == first.sig:
			c.m.join(c.inside, e.after)
		case e.sig.jump == jumpTo:
			c.m.mayJump(mayJump{e.sig.target, c.inside, e.after})
		case e.sig.jump == leave:
		case c.m.innermost != nil && e.sig.target == c.m.innermost.Name, e.sig.target == "":
			c.m.join(c.inside, e.after)
			c.m.turns = true
		default:
			c.m.doubts++
		}
	}
	return first.sig
}

// first is the branch that comes next: one that goes on, else one that jumps ahead, to the
// nearest label; one out of the unit where all do.
func (c *choice) first() end {
	best, at := c.ends[0], c.rank(c.ends[0].sig)
	for _, e := range c.ends[1:] {
		if r := c.rank(e.sig); r < at {
			best, at = e, r
		}
	}
	return best
}

// rank orders the ends of branches by how soon they are reached.
func (c *choice) rank(s signal) int {
	switch s.jump {
	case next:
		return -1
	case leave:
		return math.MaxInt
	case jumpTo:
		if to := c.m.unit.Labels[s.target]; to != nil && to.Span().Start > c.at {
			return to.Span().Start
		}
	}
	return math.MaxInt - 1
}
