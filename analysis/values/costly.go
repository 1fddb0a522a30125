package values

import (
	"cmp"
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// A loop that takes most of the steps, a search through random numbers for instance,
// is not run iteration by iteration: what it changes is unknown behind it, so that
// what does not depend on it is known all the same.

// mostSummed bounds the loops that are given up in a run.
const mostSummed = 6

// costly returns the innermost loop in which at least half of the steps were made; nil
// without one.
func (m *machine) costly() *program.Do {
	w := m.world
	var found *program.Do
	for _, s := range slices.SortedFunc(maps.Keys(w.spent), func(a, b *program.Do) int {
		return cmp.Or(cmp.Compare(w.spent[a], w.spent[b]), cmp.Compare(b.At.Start, a.At.Start))
	}) {
		if 2*w.spent[s] >= m.limit && !w.summed[s] {
			found = s
			break
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
