// Package arrayop is the abstract Fortran 90 machine of paper 000: the run time of
// an array operation is that of its type and operation at the size of its operands,
// interpolated between measured sizes (section 5), and what the architecture adds
// is counted by element (section 6.3). All times are seconds.
package arrayop

import "math"

// Estimate is a time in seconds with the bounds of its 90% interval, and the time
// that follows from the least run times that were seen. Estimates are differences of
// measurements, so that small ones may be negative, and the mean below the minimum
// (paper 000, section 7.3).
type Estimate struct{ Mean, Low, High, Minimum float64 }

// Plus adds times. Intervals add up as if all errors had one direction: the suite
// derives its parameters from shared measurements, so that they do not cancel out.
func (e Estimate) Plus(f Estimate) Estimate {
	return Estimate{e.Mean + f.Mean, e.Low + f.Low, e.High + f.High, e.Minimum + f.Minimum}
}

// Times multiplies a time by a count of 0 or more.
func (e Estimate) Times(k float64) Estimate {
	return Estimate{k * e.Mean, k * e.Low, k * e.High, k * e.Minimum}
}

// between is the point at x on the line from (0, e) to (1, f).
func (e Estimate) between(f Estimate, x float64) Estimate {
	at := func(a, b float64) float64 { return a + (b-a)*x }
	out := Estimate{at(e.Mean, f.Mean), at(e.Low, f.Low), at(e.High, f.High), at(e.Minimum, f.Minimum)}
	if out.Low > out.High { // beyond the measured sizes the ends may cross
		out.Low, out.High = out.High, out.Low
	}
	return out
}

// Confidence is that of all intervals here. The tables of paper 000 give operations
// at 95% and overheads at 90%; other levels are converted before anything is added.
const Confidence = 0.9

// halfWidth is the factor from the half width of an interval at some confidence to
// the one at Confidence, for normal errors.
func halfWidth(confidence float64) float64 {
	return math.Erfinv(Confidence) / math.Erfinv(confidence)
}
