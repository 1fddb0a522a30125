package values

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// Most programs ask how many processors there are only to print it. So a run that is not told
// the number hands it on unopened, from assignments to arguments: as long as nothing looks at
// it, the run is the same for any number.

// origin is where a value comes from that is not known.
type origin uint8

const (
	elsewhere  origin = iota
	processors        // it is how many there are
	perhapsSo         // it is that, or something else
)

// processors is how many there are: what asks for it may have other values for any other number.
func (m *machine) processors() (value, bool) {
	m.world.counted = true
	return intValue(int64(m.opt.Processors)), m.opt.Processors > 0
}

// lookedAt is a value that is looked at.
func (m *machine) lookedAt(v value) value {
	if v.from == elsewhere {
		return v
	}
	p, known := m.processors()
	if known && v.from == processors {
		return p
	}
	return value{i: v.i}
}

// handed is what a variable gets from an expression: the number of processors unopened where
// both are no more than that, and no other unit or variable looks at the same memory.
func (m *machine) handed(to *program.Symbol, e program.Expr) value {
	if to.Type != program.Integer || to.Storage != "" || len(to.Over) > 0 {
		return m.eval(e)
	}
	switch e := e.(type) {
	case *program.Ref:
		if e.Sym.Rank() == 0 && e.Sym.Type == program.Integer {
			m.steps++
			return m.read(e)
		}
	case *program.Call:
		if m.opt.Processors == 0 && countsProcessors(e) {
			m.steps++
			return value{from: processors}
		}
	}
	return m.eval(e)
}

func countsProcessors(c *program.Call) bool {
	return (program.CountsProcessors(c.Name) || c.Name == "num_images") && len(c.Args) == 0
}

// noteProcessors notes a use that is the number of processors, where all uses of that name are
// and no loop is run around it.
func (m *machine) noteProcessors(u *use, v value) bool {
	was := u.processors
	u.processors = v.from == processors && len(m.around) == 0 && !u.unknown && (was || u.n == 0)
	switch {
	case u.processors:
		u.n += m.world.times
	case was:
		m.world.counted = true
	}
	return u.processors
}

// On is the state for a number of processors, 0 where it is not known.
func (s *State) On(number int) *State {
	if s == nil || number == 0 {
		return s
	}
	dummies, shared := on(s.dummies, number), on(s.shared, number)
	if dummies == nil && shared == nil {
		return s
	}
	out := *s
	if dummies != nil {
		out.dummies = dummies
	}
	if shared != nil {
		out.shared = shared
	}
	return &out
}

// on are the cells for a number of processors, nil where they are for any.
func on(list []held, number int) []held {
	var out []held
	for i, h := range list {
		if h.scalar.from != processors {
			continue
		}
		if out == nil {
			out = slices.Clone(list)
		}
		opened := *h.cell
		opened.scalar = intValue(int64(number))
		out[i].cell = &opened
	}
	return out
}
