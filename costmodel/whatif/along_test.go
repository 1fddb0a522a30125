package whatif

import (
	"context"
	"math"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/internal/disk"
)

// Along a number of the machine few points are predicted, and those that follow from
// them are what a prediction says.
func TestDerivedPointsArePredictions(t *testing.T) {
	for _, c := range []struct {
		file, over string
		most       int // points that are predicted
	}{
		{"nbody", "bandwidth=100000..1099000:1000", 60},
		{"lfk1", "latency=0.000001,0.000002,0.000003,0.000004,0.000005,0.000006,0.000007,0.000008,0.000009,0.00001,0.000011,0.000012,0.000013,0.000014,0.000015,0.000016,0.000017,0.000018,0.000019,0.00002,0.000021,0.000022,0.000023,0.000024,0.000025,0.000026,0.000027,0.000028,0.000029,0.00003,0.000031,0.000032,0.000033", 33},
		{"pbs4", "bandwidth=100000..1099000:1000", 60},
	} {
		t.Run(c.file+" "+c.over[:12], func(t *testing.T) {
			s := sweep(t, "../../testdata/suite/"+c.file+".f90", nil, "P=4,8", c.over)
			predicted := 0
			snap := workspace.New(disk.Disk{}).Configure(workspace.Reading{})
			at := 0
			err := s.Run(context.Background(), snap, 0, Size(s.Axes), func(p Point) error {
				if p.Index != at {
					t.Fatalf("point %d comes in the place of %d", p.Index, at)
				}
				at++
				if !p.Derived {
					predicted++
					return nil
				}
				if at%97 > 0 {
					return nil
				}
				chosen, err := With(s.Settings, s.Machine, s.Axes, p.Values)
				if err != nil {
					t.Fatal(err)
				}
				r, err := predict.File(context.Background(), snap, s.Path, chosen)
				if err != nil {
					t.Fatal(err)
				}
				want := Of(s.unit(r))
				for i, x := range want.times() {
					if math.Abs(x-p.times()[i]) > 1e-9*want.Charge.Total() {
						t.Errorf("%v: %v, not %v", p.Values, p.times(), want.times())
					}
				}
				if math.Abs(p.Speedup/want.Speedup-1) > 1e-8 || math.Abs(p.Efficient/want.Efficient-1) > 1e-8 || p.Processors != want.Processors {
					t.Errorf("%v: %+v, not %+v", p.Values, p, want)
				}
				return nil
			})
			if err != nil || at != Size(s.Axes) || predicted > 2*c.most {
				t.Errorf("%v: %d of %d points are predicted", err, predicted, at)
			}
		})
	}
}

// A part of the points is the same as in a run of all.
func TestPartsOfDerivedPoints(t *testing.T) {
	s := sweep(t, nbody, nil, "network_load=0..0", "P=2,4")
	for i := range 200 {
		s.Axes[0].Values = append(s.Axes[0].Values, Value{Number: float64(i) / 250})
	}
	s.Axes[0].Values = s.Axes[0].Values[1:]
	snap := workspace.New(disk.Disk{}).Configure(workspace.Reading{})
	var all []Point
	collect := func(first, last int) (points []Point) {
		if err := s.Run(context.Background(), snap, first, last, func(p Point) error { points = append(points, p); return nil }); err != nil {
			t.Fatal(err)
		}
		return points
	}
	all = collect(0, 400)
	parts := append(append(collect(0, 133), collect(133, 271)...), collect(271, 400)...)
	for i, p := range all {
		if p.Charge != parts[i].Charge || p.Index != parts[i].Index {
			t.Fatalf("point %d is %+v, in a part %+v", i, p, parts[i])
		}
	}
}
