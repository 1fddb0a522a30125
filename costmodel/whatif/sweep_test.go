package whatif

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/disk"
	"github.com/parlens/parlens/machines"
)

const nbody = "../../testdata/suite/nbody.f90"

// swept predicts a program on ipsc860 at the points of the axes.
func swept(t *testing.T, file string, values map[string]float64, over ...string) []Point {
	t.Helper()
	s := sweep(t, file, values, over...)
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	var points []Point
	err := s.Run(context.Background(), workspace.New(disk.Disk{}).Configure(workspace.Reading{}), 0, Size(s.Axes), func(p Point) error {
		points = append(points, p)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return points
}

func sweep(t *testing.T, file string, values map[string]float64, over ...string) Sweep {
	t.Helper()
	m, err := machines.Load("ipsc860", nil)
	if err != nil {
		t.Fatal(err)
	}
	s := Sweep{Path: file, Settings: settings.Settings{Machine: "ipsc860", Values: values}, Machine: m}
	for _, text := range over {
		a, err := ParseAxis(text)
		if err != nil {
			t.Fatal(err)
		}
		s.Axes = append(s.Axes, a)
	}
	return s
}

// A point is what a prediction of its own says, in the order of the points.
func TestPointsArePredictions(t *testing.T) {
	points := swept(t, nbody, nil, "n=64,100", "P=1..9")
	if len(points) != 18 {
		t.Fatalf("%d points", len(points))
	}
	for i, p := range points {
		n, procs := []float64{64, 100}[i/9], i%9+1
		r, err := predict.File(context.Background(), workspace.New(disk.Disk{}).Configure(workspace.Reading{}), nbody,
			settings.Settings{Machine: "ipsc860", Procs: procs, Values: map[string]float64{"n": n}})
		if err != nil {
			t.Fatal(err)
		}
		if u := r.Units[0]; p.Index != i || p.Processors != procs || p.Charge != u.Charge || p.Speedup != u.Speedup {
			t.Errorf("n = %v, %d processors: %+v, not %+v", n, procs, p, u.Charge)
		}
	}
}

// Code that asks how many processors there are makes as many iterations at each point.
func TestPointsCountProcessors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.f90")
	text := "program p\ninteger i\nreal x\nreal a(64)\n!HPF$ DISTRIBUTE a(BLOCK)\ndo i = 1, number_of_processors()\nx = x + i\nend do\na(1) = x\nend program\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	points := swept(t, file, nil, "P=1,2,4,8")
	first := points[1].Charge.Total() - points[0].Charge.Total() // of one iteration
	for i, p := range points {
		if got, want := p.Charge.Total()-points[0].Charge.Total(), first*float64(p.Processors-1); first <= 0 || math.Abs(got-want) > 1e-9*want {
			t.Errorf("%d: %d processors take %v more than one, want %v", i, p.Processors, got, want)
		}
	}
}

func TestWrongAxes(t *testing.T) {
	for _, c := range []struct{ over, says string }{
		{"P=0", "at least 1"}, {"P=1.5", "whole"}, {"P=2x", "whole"},
		{"n=2x", "only numbers of the machine"},
		{"processor=3", "processor=2x"}, {"load=1", "below 1"}, {"network_load=2x", "below 1"},
		{"bandwidth=-1", "from 0 up"}, {"bandwidth=0x", "cannot have that"}, {"P=1 P=2", "varied twice"},
	} {
		t.Run(c.over, func(t *testing.T) {
			if err := sweep(t, nbody, nil, strings.Fields(c.over)...).Check(); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v does not say %q", err, c.says)
			}
		})
	}
}

// change is by how much, in parts of it, a time changes from one point to another.
func change(from, to Point) float64 { return to.Charge.Total()/from.Charge.Total() - 1 }

// Paper 003, section 5.2.2, figures 14 to 17: on larger systems more depends on the
// bandwidth, and the time rises ever more steeply as the network load nears saturation,
// in per cent more on larger systems.
func TestNetworkFindings(t *testing.T) {
	n := map[string]float64{"n": 4096}
	for name, over := range map[string]string{"bandwidth": "bandwidth=1x,0.5x", "load": "network_load=0,0.8"} {
		t.Run(name, func(t *testing.T) {
			p := swept(t, nbody, n, over, "P=2,4,8")
			last := 0.0
			for i := range 3 {
				if c := change(p[i], p[3+i]); c <= last {
					t.Errorf("%d processors: the time changes by %v, by %v on fewer", 2<<i, c, last)
				} else {
					last = c
				}
			}
		})
	}
	t.Run("saturation", func(t *testing.T) {
		p := swept(t, nbody, n, "network_load=0,0.2,0.4,0.6,0.8,0.99", "P=8")
		for i := 2; i < len(p); i++ {
			before, now := p[i-1].Charge.Total()-p[i-2].Charge.Total(), p[i].Charge.Total()-p[i-1].Charge.Total()
			if now <= before || before <= 0 {
				t.Errorf("the time rises by %v, then by %v", before, now)
			}
		}
	})
}

// Figure 13: with faster processors the time falls, and communication stays as it is.
func TestProcessorFindings(t *testing.T) {
	p := swept(t, nbody, map[string]float64{"n": 4096}, "processor=1x,2x,3x,4x", "P=8")
	for i := 1; i < len(p); i++ {
		if p[i].Charge.Total() >= p[i-1].Charge.Total() {
			t.Errorf("%v: no faster than %v", p[i].Values, p[i-1].Values)
		}
	}
}

// Figures 18 and 19: the approximation of pi scales to larger systems, option pricing
// needs larger problems for that.
func TestLargerSystems(t *testing.T) {
	pi := swept(t, "../../testdata/suite/pi.f90", map[string]float64{"n": 1 << 20}, "P=8,16,32,64,128")
	for i := 1; i < len(pi); i++ {
		if pi[i].Speedup < 1.6*pi[i-1].Speedup {
			t.Errorf("pi: speedup %.3g on %d processors, %.3g on half of them", pi[i].Speedup, pi[i].Processors, pi[i-1].Speedup)
		}
	}
	f := swept(t, "../../testdata/suite/finance.f90", nil, "n=256,4096", "P=128")
	if f[0].Efficient > f[1].Efficient/2 {
		t.Errorf("option pricing: efficiency %v for 256, %v for 4096", f[0].Efficient, f[1].Efficient)
	}
}

// Half of a link's bandwidth taken by others is half of the bandwidth, and what is set
// to what the machine has changes nothing.
func TestEqualChanges(t *testing.T) {
	for _, c := range []struct{ a, b string }{
		{"network_load=0.5", "bandwidth=0.5x"},
		{"bandwidth=1x", "network_load=0"},
		{"load=0", "processor=1x"},
		{"memory.cache_bytes=0.5x", "cache=0.5x"},
	} {
		t.Run(c.a, func(t *testing.T) {
			a, b := swept(t, nbody, nil, c.a, "P=4"), swept(t, nbody, nil, c.b, "P=4")
			if x, y := a[0].Charge.Total(), b[0].Charge.Total(); math.Abs(x/y-1) > 1e-12 {
				t.Errorf("%s gives %v, %s %v", c.a, x, c.b, y)
			}
		})
	}
}
