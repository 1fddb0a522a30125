package whatif

import (
	"math"

	"github.com/parlens/parlens/costmodel/report"
)

// Along a size, T is a sum of powers of it, with steps where blocks become longer and data
// leave a cache. Between two values it is taken to be one power, and each kind to change
// its share evenly, once the middle was seen to be off by no more than 2% of T; where it is
// off by more the middle is predicted as well, as long as there is room. Nothing bounds
// what lies between.

const (
	firstPowers = 9  // values that are predicted first, each greater than the one before by the same factor
	mostPowers  = 48 // more of them
)

// power is the point at the logarithm x of a value.
func (s *stretch) power(x float64, around string) Point {
	a, b := s.p[1], s.p[2]
	switch {
	case a.NoEstimate != "" && a.NoEstimate != b.NoEstimate, b.NoEstimate != "" && a.NoEstimate == "":
		return Point{Unit: a.Unit, NoEstimate: "it was not predicted, and some of those around it have no estimate"}.within(around)
	case a.NoEstimate != "":
		return a.within(around)
	}
	between := func(y, z float64) float64 {
		if y <= 0 || z <= 0 {
			return 0
		}
		return math.Exp(line(x, s.x[1], math.Log(y), s.x[2], math.Log(z)))
	}
	out := a
	out.Derived, out.Between, out.AtLeast = false, report.Between{}, a.AtLeast || b.AtLeast
	T, kinds := between(a.Charge.Total(), b.Charge.Total()), [4]float64{}
	for i, c := range a.kinds() {
		kinds[i] = T * line(x, s.x[1], c/max(a.Charge.Total(), smallest), s.x[2], b.kinds()[i]/max(b.Charge.Total(), smallest))
	}
	out.Charge = report.Charge{Computation: kinds[0], Communication: kinds[1], Overhead: kinds[2], Wait: kinds[3]}
	out.Serial, out.Efficient = between(a.Serial, b.Serial), line(x, s.x[1], a.Efficient, s.x[2], b.Efficient)
	if out.Speedup = 0; T > 0 {
		out.Speedup = out.Serial / T
	}
	return out.within(around)
}
