package evaluate

import (
	"fmt"
	"math"
	"strings"
)

// ranges are how far each size may go, the others as they are.
func (d *dominant) ranges(terms []monomial, weights []float64) string {
	var all []string
	for _, s := range d.sizes {
		low, high := d.reach(terms, weights, s, 0.5), d.reach(terms, weights, s, 2)
		where := fmt.Sprintf("%s = %.0f", s, low)
		if high > low {
			where += fmt.Sprintf("..%.0f", high)
		}
		all = append(all, where)
	}
	return strings.Join(all, ", ")
}

// reach is how far a size may go, doubled or halved again and again.
func (d *dominant) reach(terms []monomial, weights []float64, s string, factor float64) float64 {
	last := d.env[s]
	for range farthestSize {
		near := last
		for _, part := range []float64{0.25, 0.5, 0.75, 1} {
			far := math.Round(last * math.Pow(factor, part))
			if far < max(1, d.least[s]) || !d.holds(terms, weights, s, far) {
				return d.edge(terms, weights, s, near, max(far, 1, d.least[s]))
			}
			near = far
		}
		last = near
	}
	return last
}

// edge is the last size for which the terms hold, between one for which they do and
// one for which they may not.
func (d *dominant) edge(terms []monomial, weights []float64, s string, near, far float64) float64 {
	for {
		mid := math.Round((near + far) / 2)
		switch {
		case mid == near || mid == far:
			return near
		case d.holds(terms, weights, s, mid):
			near = mid
		default:
			far = mid
		}
	}
}

func (d *dominant) holds(terms []monomial, weights []float64, s string, to float64) bool {
	sizes := map[string]float64{}
	for _, name := range d.sizes {
		sizes[name] = d.env[name]
	}
	sizes[s] = to
	sum := 0.0
	for i, m := range terms {
		sum += weights[i] * m.at(d, sizes)
	}
	exact := d.at(sizes)
	return math.Abs(sum-exact) <= closeTo*exact
}
