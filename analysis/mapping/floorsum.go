package mapping

import (
	"errors"
	"math"

	"github.com/parlens/parlens/analysis/symbolic"
)

// Hits returns how many of i = 0..n-1 have (step*i + from) mod round < width:
// how many evenly spaced template indices fall into the places of a CYCLIC
// distribution that a coordinate holds. It takes as many steps as Euclid's
// algorithm, not n.
func Hits(a *symbolic.Arena, n, step, from, width, round symbolic.Expr) symbolic.Expr {
	f := &symbolic.Function{Name: "hits", Result: symbolic.Index, Cost: 100, Lo: 0, Hi: math.Inf(1), Eval: evalHits}
	return a.Opaque(f, n, step, from, width, round)
}

var errHits = errors.New("a count beyond exact integers")

func evalHits(x []float64) (float64, error) {
	n, step, from, width, round := int64(x[0]), int64(x[1]), int64(x[2]), int64(x[3]), int64(x[4])
	switch {
	case n <= 0 || width <= 0:
		return 0, nil
	case round < 1 || x[0] > 1<<53 || x[4] > 1<<31:
		return 0, errHits
	}
	return float64(hits(n, step, from, min(width, round), round)), nil
}

// hits counts whole periods of the pattern at once. Within one, a place is hit
// when floor(t/round) - floor((t-width)/round) is 1.
func hits(n, step, from, width, round int64) int64 {
	step, from = modulo(step, round), modulo(from, round)
	period := round / symbolic.GCD(step, round)
	count := func(n int64) int64 { return floorSum(n, step, from, round) - floorSum(n, step, from-width, round) }
	return n/period*count(period) + count(n%period)
}

// floorSum is the sum of floor((step*i + from)/by) over i = 0..n-1. It takes
// whole parts out of step and from, then exchanges the roles of step and by: the
// points under a line are counted by columns or by rows.
func floorSum(n, step, from, by int64) int64 {
	sum := n*(n-1)/2*floorDiv(step, by) + n*floorDiv(from, by)
	step, from = modulo(step, by), modulo(from, by)
	top := step*n + from
	if step == 0 || top < by {
		return sum
	}
	return sum + floorSum(top/by, by, top%by, step)
}

func modulo(x, y int64) int64 { return x - y*floorDiv(x, y) }
