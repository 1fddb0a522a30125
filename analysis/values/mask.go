package values

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// where runs a WHERE: each branch has the elements that no branch before it took
// and for which its mask holds.
func (m *machine) where(s *program.Where) {
	if !m.wanted[s] && len(m.followed(s)) == 0 {
		return
	}
	var taken []bool
	for i, b := range s.Branches {
		selected, known := m.selected(b, taken)
		if !known {
			m.unknownMasks(s.Branches[i:])
			m.forgetAll(m.changes[s])
			return
		}
		for _, x := range b.Body {
			m.whereAssign(x, selected)
		}
		taken = united(taken, selected)
	}
}

// selected says for which elements a branch assigns, and counts them; false when
// its mask is not known.
func (m *machine) selected(b program.WhereBranch, taken []bool) ([]bool, bool) {
	out := make([]bool, len(taken))
	var mask []value
	if b.Mask != nil {
		mask = m.elements(b.Mask)
		switch {
		case len(mask) == 0 && taken != nil && !slices.Contains(taken, false): // nothing is left
		case len(mask) == 0 || taken != nil && len(taken) != len(mask):
			return nil, false
		default:
			out = make([]bool, len(mask))
		}
	}
	var c Count
	for i := range out {
		if taken != nil && taken[i] {
			continue
		}
		c.Came++
		if out[i] = b.Mask == nil; mask != nil {
			holds, known := mask[i].truth()
			if !known {
				return nil, false
			}
			out[i] = holds
		}
		if out[i] {
			c.Happened++
		}
	}
	m.masked(b.Mask, c)
	m.steps += len(out)
	return out, true
}

// masked counts for how many elements a mask that is asked for holds.
func (m *machine) masked(mask program.Expr, c Count) {
	if mask == nil || !m.asked(mask.Span()) {
		return
	}
	sum := m.counter(mask.Span())
	sum.Came += m.world.times * c.Came
	sum.Happened += m.world.times * c.Happened
}

func (m *machine) unknownMasks(list []program.WhereBranch) {
	for _, b := range list {
		if b.Mask != nil && m.asked(b.Mask.Span()) {
			m.counter(b.Mask.Span()).unknown = true
		}
	}
}

// whereAssign runs an assignment under a mask: all of the right side first.
func (m *machine) whereAssign(s program.Stmt, selected []bool) {
	a, ok := s.(*program.Assign)
	if !ok {
		m.forgetAll(m.changes[s])
		return
	}
	defer m.overlay(a.LHS.Sym)
	if !m.matters[a.LHS.Sym] {
		return
	}
	c := m.cell(a.LHS.Sym)
	places, right := m.places(c, a.LHS), m.elements(a.RHS)
	if right == nil {
		right = []value{{}}
	}
	if len(places) != len(selected) || len(right) != len(places) && len(right) != 1 {
		c.forget()
		return
	}
	for i, at := range places {
		if selected[i] {
			c.store(at, right[min(i, len(right)-1)].as(a.LHS.Sym))
		}
	}
	m.steps += len(places)
}

func united(x, y []bool) []bool {
	out := make([]bool, len(y))
	for i := range out {
		out[i] = y[i] || i < len(x) && x[i]
	}
	return out
}

// countMask counts for how many elements the mask of a FORALL holds.
func (m *machine) countMask(f *program.Forall) {
	if !m.wanted[f] {
		return
	}
	var c Count
	known := m.ranges(f.Ranges, func() bool {
		holds, known := m.eval(f.Mask).truth()
		c.Came++
		if holds {
			c.Happened++
		}
		return known
	})
	if !known {
		m.counter(f.Mask.Span()).unknown = true
	}
	m.masked(f.Mask, c)
}
