package whatif

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/internal/disk"
)

// Along a size powers are met, and steps are come closer to, as long as there is room;
// what is not predicted says so, and has no bounds.
func TestPowers(t *testing.T) {
	blocks := func(n float64) float64 { return math.Ceil(n / 16) }
	for name, c := range map[string]struct {
		T    func(n float64) float64
		off  float64 // of T at most
		most int     // points that are predicted
	}{
		"a power":        {func(n float64) float64 { return math.Pow(n, 2.5) }, 1e-9, 20},
		"a sum":          {func(n float64) float64 { return 1000 + n + n*n/100 }, 0.03, 30},
		"blocks":         {func(n float64) float64 { return 100 + blocks(n) }, 0.03, 30},
		"blocks only":    {blocks, 1, firstPowers + mostPowers},
		"a great step":   {func(n float64) float64 { return n + math.Floor(n/3000)*1e6 }, 1e9, firstPowers + mostPowers},
		"no time at all": {func(n float64) float64 { return 0 }, 0, 20},
	} {
		t.Run(name, func(t *testing.T) {
			s := Sweep{Axes: []Axis{{Name: "n"}}}
			for i := range 5000 {
				s.Axes[0].Values = append(s.Axes[0].Values, Value{Number: float64(i + 1)})
			}
			predicted := 0
			f := follower{s, func(at []int) (out []Point, err error) {
				for _, i := range at {
					predicted++
					out = append(out, pointAt(c.T, nil, float64(i+1)))
				}
				return out, nil
			}}
			points, err := f.points(0, []int{0})
			if err != nil || predicted > c.most {
				t.Errorf("%v: %d predicted", err, predicted)
			}
			for i, p := range points {
				T := c.T(float64(i + 1))
				if off := math.Abs(p.Charge.Total() - T); off > c.off*T+smallest || p.Interpolated == "" && off > 0 || p.Derived || p.Between.Some() {
					t.Fatalf("n = %d: %+v, want %g", i+1, p, T)
				}
			}
		})
	}
}

// A long curve over sizes is predicted at few of them, unless every one is wanted; a
// short one is at all. Beside a number of the machine, nothing has bounds that rests on
// what has none.
func TestSizesAreInterpolated(t *testing.T) {
	for over, want := range map[string]struct {
		exact             bool
		predicted, bounds int // at most
	}{
		"n=101..5500":      {false, 60, 0},
		"n=101..5500,5500": {false, 61, 0},
		"n=101..200":       {false, 100, 0},
		"n=101..1300":      {false, 1200, 0},
		"n=401..4600":      {true, 4200, 0},
		"latency=1x,1.01x,1.02x,1.03x,1.04x,1.05x,1.06x,1.07x,1.08x,1.09x,1.1x,1.11x,1.12x,1.13x,1.14x,1.15x,1.16x,1.17x,1.18x,1.19x,1.2x,1.21x,1.22x,1.23x,1.24x,1.25x,1.26x,1.27x,1.28x,1.29x,1.3x,1.31x,1.32x n=101..140": {false, 300, 33 * 30},
	} {
		t.Run(over, func(t *testing.T) {
			s := sweep(t, "../../testdata/suite/pi.f90", nil, strings.Fields(over)...)
			s.Exact, s.Settings.Procs = want.exact, 8
			all, predicted, bounds := 0, 0, 0
			err := s.Run(context.Background(), workspace.New(disk.Disk{}).Configure(workspace.Reading{}), 0, Size(s.Axes), func(p Point) error {
				all++
				if p.Interpolated == "" && !p.Derived {
					predicted++
				}
				if p.Unit == "" || p.Charge.Total() <= 0 {
					t.Errorf("a point without a time: %+v", p)
				}
				if p.Between.Some() {
					bounds++
				}
				return nil
			})
			if err != nil || all != Size(s.Axes) || predicted > want.predicted || bounds > want.bounds || want.exact != (predicted == all) && all > fewestRough {
				t.Errorf("%v: %d of %d are predicted, %d have bounds", err, predicted, all, bounds)
			}
		})
	}
}
