package values

import (
	"cmp"
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// A loop that takes most of the steps, a search through random numbers for instance,
// is not run iteration by iteration: what it changes is unknown behind it, so that
// what does not depend on it is known all the same. One that gives an integer array its
// elements, bounds of loops for each plane of a grid say, gets steps beyond the limit:
// nothing else tells what they are.

// mostCostly bounds the loops of a run that are given up, or get more steps: those that
// have used up a run, and all of them.
const (
	mostCostly = 6
	mostBlamed = 24
)

// fillingSteps bounds what loops that fill integer arrays take beyond the limit.
const fillingSteps = 8 * DefaultSteps

// costlyLoops are those of a run that are not run like others.
type costlyLoops struct {
	summed map[*program.Do]bool // given up
	filled map[*program.Do]bool // with steps beyond the limit
	blind  bool                 // the run is made until its steps are used up
	waited int                  // runs that were
}

// more adds the loop to blame for a run that has not ended; false where none is, or
// there are too many.
func (c *costlyLoops) more(w *world) bool {
	if w.foreseen == nil {
		c.waited++
	}
	switch s := w.costly(); {
	case s == nil || c.waited > mostCostly || len(c.summed)+len(c.filled) == mostBlamed:
		return false
	case !c.filled[s] && w.fills(s):
		c.filled[s] = true
	default:
		c.summed[s] = true
	}
	return true
}

// costly returns the loop to blame for a run that has not ended; nil without one.
func (w *world) costly() *program.Do {
	if w.foreseen != nil {
		return w.foreseen
	}
	return w.innermost(w.steps, func(s *program.Do) int { return w.spent[s] })
}

// innermost returns the innermost loop that takes at least half of some steps; nil without one.
func (w *world) innermost(steps int, takes func(*program.Do) int) *program.Do {
	var found *program.Do
	for s := range w.spent {
		if 2*takes(s) >= steps && !w.summed[s] && (found == nil || cmp.Or(cmp.Compare(takes(s), takes(found)), cmp.Compare(found.At.Start, s.At.Start)) < 0) {
			found = s
		}
	}
	return found
}

// summedLoop runs a loop that has been given up: its iterations may still be known.
func (m *machine) summedLoop(s *program.Do) signal {
	trips, known := int64(0), false
	if s.Kind == program.DoCount && s.Var != nil {
		_, _, trips, known = m.trips(s)
	}
	switch {
	case !known:
		m.lose(s)
	case trips == 0:
		m.tally(s, 0)
		return signal{}
	default:
		m.tally(s, trips)
	}
	m.unknownLoop(s)
	return signal{}
}

// fills reports whether a loop stores to an integer array that matters, and computes
// with nothing but integers: what follows from random numbers is not worth the steps.
func (w *world) fills(s *program.Do) bool {
	return slices.ContainsFunc(w.all, func(m *machine) bool {
		_, its := m.reads[s]
		return its && slices.ContainsFunc(m.followed(s), func(v *program.Symbol) bool { return v.Rank() > 0 && !m.hopeless[v] }) &&
			!slices.ContainsFunc(m.followed(s), func(v *program.Symbol) bool { return v.Type != program.Integer })
	})
}

// charge runs the iterations of a loop and counts its steps, those inside a loop that
// fills arrays with that loop alone.
func (m *machine) charge(s *program.Do, iterations func()) {
	w := m.world
	from, limit, opens := m.steps, w.limit, w.filled[s] && !w.filling
	if opens {
		w.filling, w.limit = true, limit+w.extra
	}
	m.counting(m.beyondLoops[s], iterations)
	if opens {
		beyond := min(m.steps-from, w.extra)
		w.filling, w.limit, w.extra = false, limit+beyond, w.extra-beyond
	}
	if !w.filling {
		w.spent[s] += m.steps - from
		w.entered[s]++
	}
}
