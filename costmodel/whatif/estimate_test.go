package whatif

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/internal/disk"
)

// Times that are powers of the extents are met at every grid from those whose extents are
// powers of two; nothing is split for them.
func TestPowersAreMet(t *testing.T) {
	time := func(g []int) float64 { return 3 / float64(g[0]) / math.Sqrt(float64(g[1])) }
	c, asked := curveOf(t, 2, 700, time)
	for i, g := range c.grids {
		if p := c.at(i); math.Abs(p.Charge.Total()/time(g)-1) > 1e-9 || p.Processors != i+1 {
			t.Fatalf("%v: %+v, not %v", g, p, time(g))
		}
	}
	for _, x := range c.cells {
		for d := range x.low {
			if x.low[d]&(x.low[d]-1) > 0 || x.high[d]&(x.high[d]-1) > 0 {
				t.Errorf("%v to %v is split", x.low, x.high)
			}
		}
	}
	if asked > 120 {
		t.Errorf("%d predictions", asked)
	}
}

// Where a time jumps the predictions come closer; those elsewhere do not.
func TestJumpsAreApproached(t *testing.T) {
	time := func(g []int) float64 {
		if g[0] < 700 {
			return 2
		}
		return 1
	}
	c, asked := curveOf(t, 1, 4096, time)
	for i, g := range c.grids {
		p := c.at(i)
		low, high := g[0], g[0]
		if p.Interpolated != "" {
			low, high = c.cells[c.of[i]].low[0], c.cells[c.of[i]].high[0]
		}
		if low > g[0] || high < g[0] || high-low > 64 && time([]int{low}) != time([]int{high}) {
			t.Errorf("%v is %s", g, p.Interpolated)
		}
		if off := math.Abs(p.Charge.Total() - time(g)); off > 1e-12 && time([]int{low}) == time([]int{high}) {
			t.Errorf("%v: %v", g, p.Charge)
		}
	}
	if asked > 40 {
		t.Errorf("%d predictions", asked)
	}
}

// What has no estimate at one end has none between, and says why.
func TestNothingIsInterpolatedFromNothing(t *testing.T) {
	c, _ := curveOf(t, 1, 4096, func(g []int) float64 {
		if g[0] > 100 {
			return 0
		}
		return 1
	})
	for i, g := range c.grids {
		p := c.at(i)
		if known := p.NoEstimate == ""; known && g[0] > 100 || !known && g[0] < 64 {
			t.Errorf("%v: %+v", g, p)
		}
		if i > 128 && p.NoEstimate != "too many" {
			t.Errorf("%v: %s", g, p.NoEstimate)
		}
	}
}

// curveOf is the curve of times of grids; 0 is no estimate.
func curveOf(t *testing.T, rank, last int, time func([]int) float64) (*curve, int) {
	t.Helper()
	axis, err := ParseAxis(fmt.Sprintf("P=1..%d", last))
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	c, err := newCurve(gridsOf(axis.Values, evenly(rank)), func(grids [][]int) ([]Point, error) {
		var out []Point
		for _, g := range grids {
			asked++
			p := Point{Processors: mapping.Product(g), Serial: 1, Charge: report.Charge{Computation: time(g)}}
			if time(g) == 0 {
				p = Point{NoEstimate: "too many"}
			}
			out = append(out, p)
		}
		return out, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int]int{}
	for _, x := range c.cells {
		for _, i := range x.at {
			seen[i]++
		}
	}
	for i := range axis.Values {
		if seen[i] != 1 {
			t.Fatalf("place %d is in %d cells", i, seen[i])
		}
	}
	return c, asked
}

// A box whose upper corner has more processors than anybody asks for has three corners,
// and times that are powers of the extents are met all the same.
func TestCornersBeyond(t *testing.T) {
	c := cell{low: []int{256, 64}, high: []int{1024, 256}, most: 65536}
	if want := [][]int{{256, 64}, {1024, 64}, {256, 256}}; !reflect.DeepEqual(c.corners(), want) {
		t.Errorf("corners %v", c.corners())
	}
	p := c.expects(func(g []int) Point {
		if mapping.Product(g) > 65536 {
			t.Errorf("%v is asked for", g)
		}
		return Point{Charge: report.Charge{Computation: 1 / float64(g[0]*g[1]*g[1])}}
	}).at([]int{512, 128})
	if want := 1.0 / (512 * 128 * 128); math.Abs(p.Charge.Computation/want-1) > 1e-12 {
		t.Errorf("%g, not %g", p.Charge.Computation, want)
	}
}

// A prediction on so many processors that some stand for others is the same whatever
// else is asked for.
func TestPointsDoNotDependOnOthers(t *testing.T) {
	var times []report.Charge
	for _, over := range []string{"P=46084,256", "P=256,46084"} {
		snap := workspace.New(disk.Disk{}).Configure(workspace.Reading{})
		s := sweep(t, "../../testdata/hpf/laplace.f90", nil, over)
		s.Workers = 1
		if err := s.Run(context.Background(), snap, 0, 2, func(p Point) error { times = append(times, p.Charge); return nil }); err != nil {
			t.Fatal(err)
		}
	}
	if times[0] != times[3] || times[1] != times[2] {
		t.Errorf("%+v", times)
	}
}

// Long curves of programs in which many numbers of processors differ: what is said to be
// predicted is, what is interpolated says so and is near.
func TestLongCurves(t *testing.T) {
	for _, c := range []struct {
		file string
		near float64 // the worst of those that are looked at, as a part of the time
	}{{"suite/lfk14", 0.1}, {"hpf/laplace", 0.1}} {
		t.Run(c.file, func(t *testing.T) {
			s := sweep(t, "../../testdata/"+c.file+".f90", nil, "P=1..1500")
			snap := workspace.New(disk.Disk{}).Configure(workspace.Reading{})
			predicted, off := 0, 0.0
			err := s.Run(context.Background(), snap, 0, 1500, func(p Point) error {
				single := p.Interpolated == ""
				if single {
					predicted++
				}
				if !single && p.Index%53 > 0 || single && p.Index%7 > 0 {
					return nil
				}
				want := alone(t, s, snap, p)
				d := math.Abs(p.Charge.Total()/want.Charge.Total() - 1)
				if single && d > 1e-9 || p.Processors != want.Processors {
					t.Errorf("%v: %+v, not %+v", p.Values, p, want)
				}
				off = max(off, d)
				return nil
			})
			if err != nil || predicted > 160 || off > c.near {
				t.Errorf("%v, %d predicted, %v off", err, predicted, off)
			}
			part, whole := []Point{}, []Point{}
			run := func(first, last int, to *[]Point) {
				if err := s.Run(context.Background(), snap, first, last, func(p Point) error { *to = append(*to, p); return nil }); err != nil {
					t.Error(err)
				}
			}
			run(0, 1500, &whole)
			run(700, 900, &part)
			if !slices.EqualFunc(part, whole[700:900], func(a, b Point) bool { return a.Charge == b.Charge && a.Interpolated == b.Interpolated }) {
				t.Error("a part of the points is not what they are in the whole")
			}
		})
	}
}

// alone is the whole prediction of a point.
func alone(t *testing.T, s Sweep, snap *workspace.Snapshot, p Point) Point {
	t.Helper()
	chosen, err := With(s.Settings, s.Machine, s.Axes, p.Values)
	if err != nil {
		t.Fatal(err)
	}
	r, err := predict.File(context.Background(), snap, s.Path, chosen)
	if err != nil {
		t.Fatal(err)
	}
	return Of(s.unit(r))
}

// No point of a curve is interpolated where few numbers of processors differ, none of a
// short curve, and none when all are asked to be exact.
func TestExactCurves(t *testing.T) {
	for _, c := range []struct {
		file, over string
		exact      bool
	}{
		{"suite/pi", "P=1..2000", false}, {"suite/lfk1", "P=1..2000", false}, {"hpf/laplace_rows", "P=1..2000", false},
		{"suite/lfk14", "P=1..255", false}, {"suite/lfk14", "P=1..256", true},
	} {
		t.Run(c.file+" "+c.over, func(t *testing.T) {
			s := sweep(t, "../../testdata/"+c.file+".f90", nil, c.over)
			s.Exact = c.exact
			snap := workspace.New(disk.Disk{}).Configure(workspace.Reading{})
			err := s.Run(context.Background(), snap, 0, Size(s.Axes), func(p Point) error {
				if p.Interpolated != "" {
					t.Fatalf("%v is interpolated %s", p.Values, p.Interpolated)
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}
