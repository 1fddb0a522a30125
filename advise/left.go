package advise

import (
	"maps"
	"slices"
)

// left is how much faster than the best one mapping would be with which each line took the
// least that it takes with any that has been predicted, relatively: about what a mapping
// can still gain that takes each phase from one of them.
func (s *search) left() float64 {
	best := s.best()
	if len(best) == 0 || !(best[0].time > 0) {
		return 0
	}
	least := map[int]float64{}
	for i, t := range best {
		lines := map[int]float64{}
		for _, l := range s.lines(t.outcome, t.changes) {
			lines[l.Line] += l.Time
		}
		for line, x := range lines {
			if old, known := least[line]; i == 0 || known && x < old {
				least[line] = x
			}
		}
		for line := range least {
			if _, takes := lines[line]; !takes {
				least[line] = 0
			}
		}
	}
	sum := 0.0
	for _, l := range slices.Sorted(maps.Keys(least)) {
		sum += least[l]
	}
	return max(0, 1-sum/best[0].time)
}
