package microbench

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// ArraySamples are the seconds of each statement at each size, by rounds.
type ArraySamples struct {
	seconds  map[cell][]float64
	Rounds   int // that settled
	Rejected int // rounds beside which somebody else was on the core
}

// Parse reads what the driver of the array operations wrote, and leaves out the rounds
// whose control took a tenth more than the least.
func (s *ArraySuite) Parse(out string) (*ArraySamples, error) {
	var rounds []map[cell]float64
	var controls []float64
	for line := range strings.Lines(out) {
		f := strings.Fields(line)
		bad := fmt.Errorf("the suite of array operations wrote %q", strings.TrimSpace(line))
		if len(f) != 3 {
			return nil, bad
		}
		n, err := strconv.Atoi(f[1])
		t, err2 := strconv.ParseFloat(f[2], 64)
		if err != nil || err2 != nil || !(t >= 0) || len(rounds) == 0 && f[0] != "control" {
			return nil, bad
		}
		if f[0] == "control" {
			rounds, controls = append(rounds, map[cell]float64{}), append(controls, t)
			continue
		}
		rounds[len(rounds)-1][cell{f[0], n}] = t
	}
	samples := &ArraySamples{seconds: map[cell][]float64{}}
	for i, r := range rounds {
		if controls[i] > 1.1*slices.Min(controls) {
			samples.Rejected++
			continue
		}
		for c, t := range r {
			samples.seconds[c] = append(samples.seconds[c], t)
		}
	}
	const fewest = 10
	if settled := len(rounds) - samples.Rejected; settled < fewest {
		return nil, fmt.Errorf("array operations: %d rounds settled, and %d did not. Measure when nothing else runs on this machine", settled, samples.Rejected)
	}
	for _, name := range s.names {
		for _, n := range s.at[name] {
			if len(samples.seconds[cell{name, n}]) < fewest {
				return nil, fmt.Errorf("the suite of array operations did not write %s of %d elements", name, n)
			}
		}
	}
	samples.Rounds = len(rounds) - samples.Rejected
	return samples, nil
}

// measured is a mean with its interval at 95% and the value by the least times that were seen.
type measured struct{ mean, low, high, least float64 }

// of adds up times of statements: their means, the variances of these, their least.
func (s *ArraySamples) of(terms map[cell]float64) measured {
	var out measured
	variance := 0.0
	for c, factor := range terms {
		all := s.seconds[c]
		n := float64(len(all))
		mean, squares := 0.0, 0.0
		for _, t := range all {
			mean += t / n
		}
		for _, t := range all {
			squares += (t - mean) * (t - mean)
		}
		out.mean += factor * mean
		out.least += factor * slices.Min(all)
		variance += factor * factor * squares / (n - 1) / n
	}
	half := student95(s.Rounds-1) * math.Sqrt(variance)
	out.low, out.high = out.mean-half, out.mean+half
	return out
}

// student95 is the quantile of Student's distribution that 95% lie within, from 9 degrees of
// freedom on to 1%.
func student95(degrees int) float64 { return 1.96 + 2.5/float64(degrees) }

// ratio is the interval in which a quotient of two means lies at least that often.
func ratio(a, b measured) (low, high float64) { return a.low / b.high, a.high / b.low }
