package whatif

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/internal/disk"
	"github.com/parlens/parlens/machines"
)

// Points of a sweep over processors, sizes and numbers of the machine are what whole
// predictions say, for each example: points that stand for others included.
func TestPointsEqualPredictions(t *testing.T) {
	var files []string
	for _, dir := range []string{"suite", "hpf", "xmp", "dvm", "mpi", "coarray"} {
		for _, ext := range []string{"f90", "f"} {
			some, _ := filepath.Glob("../../testdata/" + dir + "/*." + ext)
			files = append(files, some...)
		}
	}
	if len(files) < 25 {
		t.Fatalf("%d files", len(files))
	}
	for i, file := range files {
		if testing.Short() && i%8 > 1 {
			continue
		}
		machine := []string{"ipsc860", "cluster"}[i%2]
		t.Run(filepath.Base(file)+" "+machine, func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(len(file)), 7))
			comparePoints(t, file, machine, r)
		})
	}
}

// comparePoints looks at a few of many points.
func comparePoints(t *testing.T, file, machine string, r *rand.Rand) {
	m, err := machines.Load(machine, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := sweep(t, file, nil)
	s.Settings.Machine, s.Machine = machine, m
	low := 1 + r.IntN(6)
	for _, over := range []string{
		fmt.Sprintf("n=%d,%d", 20+r.IntN(80), 100+r.IntN(200)), "latency=1x,3x",
		fmt.Sprintf("P=%d..%d,%d,%d,%d,%d", low, low+3, 60+r.IntN(20), 128+r.IntN(64), 500+r.IntN(500), 512+r.IntN(512)),
	} {
		a, err := ParseAxis(over)
		if err != nil {
			t.Fatal(err)
		}
		s.Axes = append(s.Axes, a)
	}
	snap := workspace.New(disk.Disk{}).Configure(workspace.Reading{})
	full := workspace.New(disk.Disk{}).Configure(workspace.Reading{})
	chosen := map[int]bool{}
	for range 5 {
		chosen[r.IntN(Size(s.Axes))] = true
	}
	err = s.Run(context.Background(), snap, 0, Size(s.Axes), func(p Point) error {
		if !chosen[p.Index] {
			return nil
		}
		of, err := With(s.Settings, s.Machine, s.Axes, p.Values)
		if err != nil {
			return err
		}
		report, err := predict.File(context.Background(), full, s.Path, of)
		if err != nil {
			return err
		}
		want := Of(s.unit(report))
		if resting, wanted := assumed(p), assumed(want); p.AtLeast != want.AtLeast || resting != wanted {
			t.Errorf("%v: at least: %v, rests on %q, not %v, %q", p.Values, p.AtLeast, resting, want.AtLeast, wanted)
		}
		if p.NoEstimate != want.NoEstimate || p.Processors != want.Processors || p.Unit != want.Unit {
			t.Errorf("%v: %+v, not %+v", p.Values, p, want)
		}
		got, T := p.times(), want.Charge.Total()
		for i, x := range want.times() {
			if math.Abs(x-got[i]) > 1e-9*max(T, math.Abs(x)) {
				t.Errorf("%v: times %v, not %v", p.Values, got, want.times())
				break
			}
		}
		for _, x := range [][2]float64{{p.Speedup, want.Speedup}, {p.Efficient, want.Efficient}, {p.Between.Low, want.Between.Low}, {p.Between.High, want.Between.High}} {
			if math.Abs(x[0]-x[1]) > 1e-9*math.Abs(x[1]) {
				t.Errorf("%v: %+v, not %+v", p.Values, p, want)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// assumed are the values that a point rests on and that nothing gives, in words.
func assumed(p Point) string {
	var words []string
	for _, a := range report.AssumedOf(slices.Concat(p.Assumptions, p.Inherited)) {
		words = append(words, a.Setting())
	}
	return strings.Join(words, ", ")
}

// Something without a time in the program itself, in a procedure that it calls, and in a loop
// whose step is 0 for some sizes: the points say that they take at least their times, as whole
// predictions do, and interpolated ones do where one of those around does. (Mutations: only
// the program's own lines count; those of the first point count for all.)
func TestPointsThatLackSomething(t *testing.T) {
	const head, tail = "program p\n  integer, parameter :: n = 64\n  real :: a(n)\n  integer :: i, m\n!HPF$ PROCESSORS q(4)\n!HPF$ DISTRIBUTE a(BLOCK) ONTO q\n  a = 1.0\n  read *, m\n", "end program\n"
	const work = "subroutine work(x, m)\n  real :: x(64)\n  integer :: m\n  call unknown(x)\nend subroutine\n"
	from := func(least float64) func(Point) bool {
		return func(p Point) bool { return p.Values[0].Number >= least }
	}
	below := func(most float64) func(Point) bool {
		return func(p Point) bool { return p.Values[0].Number < most }
	}
	for _, c := range []struct {
		name, body, over string
		lacks            func(Point) bool
	}{
		{"nothing", "  a = a + 1.0\n" + tail, "P=1,2,5", from(math.Inf(1))},
		{"a call of nobody", "  call unknown(a)\n" + tail, "P=1,2,5", from(0)},
		{"a long curve", "  call unknown(a)\n" + tail, "P=1..300", from(0)},
		{"in a procedure", "  call work(a, m)\n" + tail + work, "P=1,2,5", from(0)},
		{"along a machine", "  call unknown(a)\n" + tail, "latency=1x,2x", from(0)},
		{"a step of 0", "  do i = 1, n, m/4\n    a(i) = 2.0\n  end do\n" + tail, "m=2,3,4,5", below(4)},
		{"many sizes", "  do i = 1, n, m/4\n    a(i) = 2.0\n  end do\n" + tail, "m=1..9000", below(4)},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "p.f90")
			if err := os.WriteFile(path, []byte(head+c.body), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, p := range swept(t, path, nil, c.over) {
				if p.NoEstimate != "" || p.AtLeast != c.lacks(p) && !(p.AtLeast && p.Interpolated != "") {
					t.Errorf("%v: at least %v, %q", p.Values, p.AtLeast, p.NoEstimate)
				}
			}
		})
	}
}

// BLOCK(4) holds 64 elements on 16 processors and more: on fewer the program has no time, and a
// program that calls such a procedure lacks its time. (Mutations: the first number of processors
// is looked at only; the procedure's time is what its elements on few processors take.)
func TestBlocksThatFitSomeProcessors(t *testing.T) {
	const work = "  real :: a(64)\n!HPF$ PROCESSORS q(16)\n!HPF$ DISTRIBUTE a(BLOCK(4)) ONTO q\n  a = 1.0\n"
	for name, text := range map[string]string{"in the program": "program p\n" + work + "end program\n", "in a procedure": "program p\n  call s\nend program\nsubroutine s\n" + work + "end subroutine\n"} {
		for _, over := range []string{"P=4,15,16,17", "P=16,4,15", "P=1..300"} {
			t.Run(name+" "+over, func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "p.f90")
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				for _, p := range swept(t, path, nil, over) {
					fits := p.Values[0].Number >= 16
					if lost := p.NoEstimate != ""; lost == fits && name == "in the program" || lost && name != "in the program" || p.AtLeast == fits && !lost {
						t.Errorf("%v: at least %v, %q", p.Values, p.AtLeast, p.NoEstimate)
					}
				}
			})
		}
	}
}

// Curves over processors take few executions: where many processors have nothing to do,
// more of them change nothing but stages of collective operations. What follows from
// others is what a prediction says.
func TestCurvesEqualPredictions(t *testing.T) {
	last := 700
	if testing.Short() {
		last = 130
	}
	for _, file := range []string{"suite/pi", "suite/nbody", "suite/lfk1", "suite/pbs1", "hpf/laplace_rows"} {
		t.Run(file, func(t *testing.T) {
			r := rand.New(rand.NewPCG(11, uint64(len(file))))
			n := 65 + r.IntN(60) // more than trimming begins with
			s := sweep(t, "../../testdata/"+file+".f90", map[string]float64{"n": float64(n)}, fmt.Sprintf("P=1..%d", last))
			snap := workspace.New(disk.Disk{}).Configure(workspace.Reading{})
			err := s.Run(context.Background(), snap, 0, last, func(p Point) error {
				if p.Index%41 > 0 && (p.Index < n-2 || p.Index > n+2) {
					return nil
				}
				of, err := With(s.Settings, s.Machine, s.Axes, p.Values)
				if err != nil {
					return err
				}
				report, err := predict.File(context.Background(), snap, s.Path, of)
				if err != nil {
					return err
				}
				want := Of(s.unit(report))
				for i, x := range want.times() {
					if math.Abs(x-p.times()[i]) > 1e-9*want.Charge.Total() {
						t.Errorf("n = %d, %v: %v, not %v", n, p.Values, p.times(), want.times())
						break
					}
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
			one, err := With(s.Settings, s.Machine, s.Axes, At(s.Axes, last-1))
			if err != nil {
				t.Fatal(err)
			}
			lines, err := s.lines(snap)
			if err != nil {
				t.Fatal(err)
			}
			across, err := predict.Across(context.Background(), snap, s.Path, lines.First, one)
			if err != nil || across.Across == nil || across.Runs() > n+80 {
				t.Errorf("%v, %+v: the program was executed too often", err, across)
			}
		})
	}
}

// Processors that have nothing to do stand for each other where there are a few dozen, too:
// 20 bodies on 1 to 64 processors take no more executions than there are different blocks.
func TestFewIdleProcessorsAreOne(t *testing.T) {
	s := sweep(t, "../../testdata/suite/nbody.f90", map[string]float64{"n": 20}, "P=64")
	snap := workspace.New(disk.Disk{}).Configure(workspace.Reading{})
	chosen, err := With(s.Settings, s.Machine, s.Axes, At(s.Axes, 0))
	if err != nil {
		t.Fatal(err)
	}
	lines, err := s.lines(snap)
	if err != nil {
		t.Fatal(err)
	}
	across, err := predict.Across(context.Background(), snap, s.Path, lines.First, chosen)
	if err != nil {
		t.Fatal(err)
	}
	for p := 1; p <= 64; p++ {
		if _, err := across.At(context.Background(), []int{p}); err != nil {
			t.Fatal(err)
		}
	}
	if across.Runs() > 24 {
		t.Errorf("the program was executed %d times", across.Runs())
	}
}

// A procedure that is called in two states, with index arrays that differ: the runs of its
// scalar code, and what they find, are shared along the curve, and each point is what the
// program alone takes on so many processors.
func TestCurvesOfIrregularCallsEqualPredictions(t *testing.T) {
	const text = `program main
  integer, parameter :: n = 48
  real :: a(n), b(n), c(n,n)
  integer :: i, k, idx(n)
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE (BLOCK) ONTO p :: a, b
!HPF$ DISTRIBUTE (CYCLIC,*) ONTO p :: c
  do k = 1, 2
    forall (i = 1:n) idx(i) = mod(5*k*i, n) + 1
    call step(a, b, c, n, idx)
  end do
end program
subroutine step(a, b, c, n, idx)
  integer :: n, i, j, idx(n)
  real :: a(n), b(n), c(n,n)
!HPF$ PROCESSORS p(4)
!HPF$ DISTRIBUTE (BLOCK) ONTO p :: a, b
!HPF$ DISTRIBUTE (CYCLIC,*) ONTO p :: c
  forall (i = 1:n) a(i) = b(idx(i))
  forall (i = 1:n, j = 1:n) c(i,j) = c(idx(i),j)
end subroutine
`
	path := filepath.Join(t.TempDir(), "irregular.f90")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s := sweep(t, path, nil, "P=1..40")
	snap := workspace.New(disk.Disk{}).Configure(workspace.Reading{})
	times := map[string]bool{}
	err := s.Run(context.Background(), snap, 0, 40, func(p Point) error {
		of, err := With(s.Settings, s.Machine, s.Axes, p.Values)
		if err != nil {
			return err
		}
		alone := workspace.New(disk.Disk{}).Configure(workspace.Reading{})
		report, err := predict.File(context.Background(), alone, s.Path, of)
		if err != nil {
			return err
		}
		want := Of(s.unit(report))
		times[fmt.Sprint(want.Charge.Communication)] = true
		for i, x := range want.times() {
			if want.NoEstimate != "" || math.Abs(x-p.times()[i]) > 1e-12*want.Charge.Total() {
				t.Errorf("%v: %v, not %v", p.Values, p.times(), want.times())
				break
			}
		}
		return nil
	})
	if err != nil || len(times) < 10 {
		t.Errorf("%v, %d different times of communication", err, len(times))
	}
}
