package spar

import (
	"maps"
	"math"
	"slices"

	"github.com/parlens/parlens/costmodel/report"
)

// doubts marks the lines whose times rest on values that nothing gives: they are others
// where the values are. Of a line the names are those that its piece has.
func (m *Model) doubts(u *report.Unit, here *valuation) {
	assumed := assumed(u)
	if len(assumed) == 0 {
		return
	}
	other := maps.Clone(here.all)
	for _, name := range assumed {
		other[name] = otherThan(here.all[name])
	}
	there := newValuation(other)
	on := map[int]map[string]bool{}
	for _, p := range m.pieces {
		names := slices.DeleteFunc(slices.Clone(assumed), func(name string) bool { return !slices.Contains(p.params, name) })
		if len(names) == 0 {
			continue
		}
		now, then := p.numbers(here), p.numbers(there)
		for k, x := range now.slopes {
			if then.err == nil && math.Abs(then.slopes[k]-x) <= rounding*max(x, then.slopes[k]) {
				continue
			}
			line := p.lines[k]
			if on[line] == nil {
				on[line] = map[string]bool{}
			}
			for _, name := range names {
				on[line][name] = true
			}
		}
	}
	for _, l := range u.Lines {
		l.Assumed = slices.Sorted(maps.Keys(on[l.Line]))
	}
}

// assumed are the names of values that nothing gives.
func assumed(u *report.Unit) []string {
	var out []string
	for _, a := range u.Assumptions {
		if a.Provenance == report.Assumed {
			out = append(out, a.Name)
		}
	}
	return out
}

// otherThan is another value of a size, or of a probability, that takes no longer to
// evaluate where that is possible.
func otherThan(x float64) float64 {
	switch {
	case x > 1:
		return math.Floor(x / 2)
	case x > 0 && x < 1:
		return x / 2
	}
	return 2
}
