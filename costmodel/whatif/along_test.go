package whatif

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/internal/disk"
	"github.com/parlens/parlens/machines"
)

// Along numbers of the machine few points are predicted. Those that follow from them are
// what a prediction says, those that are interpolated lie between their bounds.
func TestPointsAlongNumbersOfTheMachine(t *testing.T) {
	latencies := "latency=0.000001,0.000002,0.000003,0.000004,0.000005,0.000006,0.000007,0.000008,0.000009,0.00001,0.000011,0.000012,0.000013,0.000014,0.000015,0.000016,0.000017,0.000018,0.000019,0.00002,0.000021,0.000022,0.000023,0.000024,0.000025,0.000026,0.000027,0.000028,0.000029,0.00003,0.000031,0.000032,0.000033"
	calls := filepath.Join(t.TempDir(), "calls.f90")
	if err := os.WriteFile(calls, []byte(calling), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		file, machine, over string
		most                int // points that are predicted
	}{
		{"../../testdata/suite/nbody.f90", "ipsc860", "P=4,8 bandwidth=100000..1099000:1000", 20},
		{"../../testdata/suite/lfk1.f90", "ipsc860", "P=4,8 " + latencies, 20},
		{"../../testdata/suite/pbs4.f90", "ipsc860", "P=4,8 bandwidth=100000..1099000:1000", 20},
		{"../../testdata/suite/lfk2.f90", "cluster", factors("processor"), 30},
		{calls, "cluster", factors("processor"), 30},
		{calls, "cluster", "bandwidth=500000000..20000000000:500000000 P=3,5 " + factors("latency"), 100},
	} {
		t.Run(filepath.Base(c.file)+" "+c.over[:12], func(t *testing.T) {
			s := sweep(t, c.file, nil, strings.Fields(c.over)...)
			m, err := machines.Load(c.machine, nil)
			if err != nil {
				t.Fatal(err)
			}
			s.Settings.Machine, s.Machine = c.machine, m
			compareAlong(t, s, c.most)
		})
	}
}

// calling has kinks and jumps along the speed of a processor: other things bind its
// loops, other processors end last, and a condition leaves statements out.
const calling = `program main
  integer, parameter :: n = 600
  real(8) :: a(n), b(n), s
  integer :: i, k
!HPF$ PROCESSORS p(5)
!HPF$ DISTRIBUTE (BLOCK) ONTO p :: a, b
  do k = 1, 20
    call smooth(a, b, n)
    s = 0.0d0
    do i = 1, n/2
      s = s + sqrt(a(i))*b(i)
    end do
    if (s > 1.0d0) a(n/4:n) = b(n/4:n)/s
  end do
end program
subroutine smooth(a, b, n)
  integer :: n, i
  real(8) :: a(n), b(n)
!HPF$ PROCESSORS p(5)
!HPF$ DISTRIBUTE (BLOCK) ONTO p :: a, b
  do i = 2, n - 1
    b(i) = (a(i-1) + a(i+1))/3.0d0
  end do
  do i = 1, n
    if (b(i) > 0.5d0) a(i) = exp(b(i))
  end do
end subroutine
`

// factors is an axis of 301 factors around 1.
func factors(name string) string {
	var all []string
	for i := range 301 {
		all = append(all, fmt.Sprintf("%gx", 0.25*math.Pow(2, float64(i)/75)))
	}
	return name + "=" + strings.Join(all, ",")
}

// compareAlong runs a sweep of which few points are predicted, and compares some of the
// others with predictions.
func compareAlong(t *testing.T, s Sweep, most int) {
	predicted, at, beside := 0, 0, 0
	snap := workspace.New(disk.Disk{}).Configure(workspace.Reading{})
	every := max(97, Size(s.Axes)/40)
	err := s.Run(context.Background(), snap, 0, Size(s.Axes), func(p Point) error {
		if p.Index != at {
			t.Fatalf("point %d comes in the place of %d", p.Index, at)
		}
		at++
		if !p.Derived && p.Interpolated == "" {
			predicted++
			return nil
		}
		if beside++; beside%every > 0 {
			return nil
		}
		want, allowed := alone(t, s, snap, p), 1e-9
		T := want.Charge.Total()
		if p.Interpolated != "" {
			allowed = alike
			if T < p.Between.Low*(1-1e-9) || T > p.Between.High*(1+1e-9) || p.Between.High > p.Between.Low*(1+4*near) {
				t.Errorf("%v: %v s is not within %v", p.Values, T, p.Between)
			}
		}
		for i, x := range want.times() {
			if math.Abs(x-p.times()[i]) > allowed*max(T, x) {
				t.Errorf("%v: %v, not %v", p.Values, p.times(), want.times())
			}
		}
		if math.Abs(p.Speedup/want.Speedup-1) > 10*allowed || math.Abs(p.Efficient/want.Efficient-1) > 10*allowed || p.Processors != want.Processors {
			t.Errorf("%v: %+v, not %+v", p.Values, p, want)
		}
		return nil
	})
	if err != nil || at != Size(s.Axes) || predicted > most {
		t.Errorf("%v: %d of %d points are predicted", err, predicted, at)
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
