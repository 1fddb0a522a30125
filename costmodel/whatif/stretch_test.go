package whatif

import (
	"math"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/machines"
)

// What follows from few points of a function of the latency is what it is, or lies between
// the bounds; where T is not convex, or jumps, or its kinds do, more points are predicted.
func TestStretches(t *testing.T) {
	const n = 2000
	line := func(x float64) float64 { return 1 + 3*x }
	for name, c := range map[string]struct {
		T      func(x float64) float64
		waits  func(x float64) bool // all the time is waiting then
		most   int                  // points that are predicted
		bounds bool                 // some points are interpolated
	}{
		"a line":                  {T: line, most: 5},
		"a kink":                  {T: func(x float64) float64 { return max(2, line(x)) }, most: 30, bounds: true},
		"a sharp kink":            {T: func(x float64) float64 { return max(2, line(100*x)) }, most: 40},
		"a curve":                 {T: func(x float64) float64 { return math.Hypot(1, 3*x) }, most: 90, bounds: true},
		"many kinks":              {T: func(x float64) float64 { k := math.Floor(100 * x); return 1 + k*(x-(k+1)/200)/50 }, most: 70, bounds: true},
		"a step":                  {T: func(x float64) float64 { return line(x) + 0.5*math.Floor(2*x) }, most: 50},
		"a jump that looks bent":  {T: func(x float64) float64 { return 1 + x + max(0, math.Copysign(0.006, x-0.45)) + 0.03*max(0, x-0.48) }, most: 60, bounds: true},
		"a fall":                  {T: func(x float64) float64 { return 3 - x }, most: n},
		"a concave curve":         {T: func(x float64) float64 { return math.Sqrt(1 + x) }, most: n},
		"kinds that change place": {T: line, waits: func(x float64) bool { return x > 0.3 }, most: 50},
	} {
		t.Run(name, func(t *testing.T) {
			s := Sweep{Axes: []Axis{{Name: "latency"}}}
			for i := range n {
				s.Axes[0].Values = append(s.Axes[0].Values, Value{Number: float64(n-i) / n})
			}
			predicted := 0
			m, err := machines.Load("cluster", nil)
			if err != nil {
				t.Fatal(err)
			}
			s.Machine = m
			f := follower{s, func(at []int) (out []Point, err error) {
				for _, i := range at {
					predicted++
					out = append(out, pointAt(c.T, c.waits, s.Axes[0].Values[i].Number))
				}
				return out, nil
			}}
			points, err := f.points(0, []int{0})
			if err != nil || predicted > c.most {
				t.Errorf("%v: %d predicted", err, predicted)
			}
			bounds := false
			for i, p := range points {
				x := s.Axes[0].Values[i].Number
				want, got := pointAt(c.T, c.waits, x), p.Charge.Total()
				T := want.Charge.Total()
				if p.Interpolated == "" && math.Abs(got-T) > 1e-9*T || math.Abs(p.Charge.Wait-want.Charge.Wait) > alike*T {
					t.Fatalf("%g: %v, not %v", x, p, want)
				}
				if p.Interpolated != "" && (T < p.Between.Low*(1-1e-9) || T > p.Between.High*(1+1e-9)) {
					t.Fatalf("%g: %v is not between %v", x, T, p.Between)
				}
				bounds = bounds || p.Interpolated != ""
			}
			if bounds != c.bounds {
				t.Errorf("some are interpolated: %t, want %t", bounds, c.bounds)
			}
		})
	}
}

func pointAt(T func(float64) float64, waits func(float64) bool, x float64) Point {
	if waits != nil && waits(x) {
		return Point{Charge: report.Charge{Wait: T(x)}, Serial: 1, Efficient: 1}
	}
	return Point{Charge: report.Charge{Computation: T(x)}, Serial: 1, Efficient: 1}
}
