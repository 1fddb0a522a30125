package evaluate

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

const callee = `
subroutine sweep(m, x)
  integer, intent(in) :: m
  real :: x(m)
!HPF$ PROCESSORS pr(4)
!HPF$ DISTRIBUTE x(BLOCK) ONTO pr
  x(2:m) = 0.5 * x(1:m-1)
end subroutine
`

func caller(body string) string {
	return `program main
  integer, parameter :: n = 400
  integer :: k
  real :: a(n), b(n)
!HPF$ PROCESSORS pr(4)
!HPF$ DISTRIBUTE a(BLOCK) ONTO pr
!HPF$ DISTRIBUTE b(CYCLIC) ONTO pr
` + body + "\nend program\n"
}

// A CALL costs the procedure with the caller's values, once for every time that
// it is executed, and the linkage.
func TestCallCostsTheProcedure(t *testing.T) {
	for i, c := range []struct {
		body  string
		calls float64
	}{
		{"call sweep(n, a)", 1},
		{"do k = 1, 7\n    call sweep(n, a)\n  end do", 7},
		{"if (n > 500) call sweep(n, a)", 0},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			text := caller(c.body) + callee
			r := reportOf(t, "p.f90", text, settings.Settings{})
			inside := reportOf(t, "p.f90", text, settings.Settings{Values: map[string]float64{"m": 400}}).Units[1]
			n := numbersOf(t, modelsOf("p.f90", text, shipped(t, "ipsc860"))[0], settings.Settings{})
			want := c.calls * (inside.Charge.Total() + n.env["processing.call_s"])
			got := lineAt(t, r.Units[0], callLine(text)).Charge.Total()
			if c.calls == 0 {
				want = got // the test of the condition
			}
			if math.Abs(got-want) > 1e-9*want {
				t.Errorf("%s: %v on the line of the CALL, want %v", c.body, got, want)
			}
		})
	}
}

func callLine(text string) int {
	for i, l := range strings.Split(text, "\n") {
		if strings.Contains(l, "call sweep") {
			return i + 1
		}
	}
	return 0
}

func lineAt(t *testing.T, u *report.Unit, no int) *report.Line {
	t.Helper()
	for _, l := range u.Lines {
		if l.Line == no {
			return l
		}
	}
	t.Fatalf("no line %d in %s", no, u.Name)
	return nil
}

// A dummy mapped otherwise is remapped at the call and back: the same elements
// both ways, on the line of the CALL.
func TestCallRemaps(t *testing.T) {
	text := caller("call sweep(n, b)") + callee
	l := lineAt(t, reportOf(t, "p.f90", text, settings.Settings{}).Units[0], callLine(text))
	var said []string
	for _, c := range l.Comms {
		said = append(said, c.Reason)
	}
	want := []string{
		"remap of B from (CYCLIC) to (BLOCK): 3 messages of 25 elements; for the call",
		"remap of B from (BLOCK) to (CYCLIC): 3 messages of 25 elements; back after the call",
	}
	if strings.Join(said, "\n") != strings.Join(want, "\n") {
		t.Errorf("said\n%s\nwant\n%s", strings.Join(said, "\n"), strings.Join(want, "\n"))
	}
}

// A dummy without a mapping has the caller's: the procedure is estimated with
// it, and costs what its body costs in the caller's place.
func TestInheritedMapping(t *testing.T) {
	for _, directive := range []string{"", "!HPF$ INHERIT x", "!HPF$ DISTRIBUTE x *"} {
		t.Run(directive, func(t *testing.T) {
			procedure := "subroutine twice(m, x)\n  integer :: m\n  real :: x(m)\n" + directive + "\n  x(2:m) = 2.0 * x(1:m-1)\nend subroutine\n"
			for _, array := range []string{"a", "b"} {
				t.Run(array, func(t *testing.T) {
					text := caller("call twice(n, "+array+")") + procedure
					line := lineAt(t, reportOf(t, "p.f90", text, settings.Settings{}).Units[0], 8).Charge
					inPlace := lineAt(t, reportOf(t, "p.f90", caller(array+"(2:n) = 2.0 * "+array+"(1:n-1)"), settings.Settings{}).Units[0], 8).Charge
					if math.Abs(line.Computation-inPlace.Computation) > 1e-9*inPlace.Computation || line.Communication < inPlace.Communication*(1-1e-9) {
						t.Errorf("%q, %s: %+v, in its place %+v", directive, array, line, inPlace)
					}
				})
			}
		})
	}
}

// What cannot be estimated says so on the line of the CALL.
func TestCallsWithoutEstimate(t *testing.T) {
	for i, c := range []struct{ text, want string }{
		{caller("call nowhere(a)"), "the time inside nowhere is not included: its source is not known here"},
		{caller("call again(n)") + "\nsubroutine again(m)\n  integer :: m\n  m = m + 1\n  call again(m)\nend subroutine\n",
			"a part of the time inside again is not included: the time inside again is not included: it calls itself, directly or through others"},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			if got := lineAt(t, reportOf(t, "p.f90", c.text, settings.Settings{}).Units[0], 8).NoEstimate; got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// Procedures of used modules and of other open files are found.
func TestCalledElsewhere(t *testing.T) {
	body := caller("call sweep(n, a)")
	here := reportOf(t, "p.f90", body+callee, settings.Settings{}).Units[0].Charge.Total()
	for i, c := range []struct{ main, other string }{
		{strings.Replace(body, "program main\n", "program main\n  use sweeps\n", 1), "module sweeps\ncontains\n" + callee + "end module\n"},
		{body, callee},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			w := workspace.New(texts.FS{"main.f90": c.main})
			w.Open("other.f90", "fortran", 1, c.other)
			r, err := File(context.Background(), w.Snapshot(), "main.f90", settings.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			if got := r.Units[0].Charge.Total(); math.Abs(got-here) > 1e-9*here {
				t.Errorf("%v, in one file %v", got, here)
			}
		})
	}
}

// An edit of the procedure is seen on the line of the CALL.
func TestEditedProcedure(t *testing.T) {
	text := caller("call sweep(n, a)") + callee
	w := workspace.New(texts.FS{})
	w.Open("p.f90", "fortran", 1, text)
	times := []float64{}
	for _, body := range []string{"0.5 * x(1:m-1)", "0.5 * x(1:m-1) + x(2:m)", "0.5 * x(1:m-1)"} {
		t.Run(body, func(t *testing.T) {
			s := w.Open("p.f90", "fortran", 2, strings.Replace(text, "0.5 * x(1:m-1)", body, 1))
			r, err := File(context.Background(), s, "p.f90", settings.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			times = append(times, r.Units[0].Charge.Total())
		})
	}
	if times[0] != times[2] || times[1] <= times[0] {
		t.Errorf("times %v", times)
	}
}

// A value that is not known where a procedure is called has a name of its own,
// is asked for there, and can be set: then everything is as if it stood there.
func TestValueOfADummyIsAskedFor(t *testing.T) {
	procedure := strings.Replace(callee, "!HPF$ DISTRIBUTE x(BLOCK) ONTO pr", "!HPF$ TEMPLATE t(2*m)\n!HPF$ DISTRIBUTE t(CYCLIC(m)) ONTO pr\n!HPF$ ALIGN x(i) WITH t(i)", 1)
	text := strings.Replace(caller("  call sweep(nint(2.0*idx(1)), a)"), "integer :: k", "integer :: k, idx(3)", 1) + procedure
	asked := reportOf(t, "p.f90", text, settings.Settings{})
	found := false
	for _, d := range asked.Diagnostics {
		found = found || d.Code == report.UnknownValue && strings.HasPrefix(d.Message, "m(sweep) = 100 is assumed")
	}
	if !found {
		t.Errorf("m(sweep) is not asked for: %v", asked.Diagnostics)
	}
	set := reportOf(t, "p.f90", text, settings.Settings{Values: map[string]float64{"m(sweep)": 400}})
	known := reportOf(t, "p.f90", strings.Replace(text, "nint(2.0*idx(1))", "400", 1), settings.Settings{})
	line := callLine(text)
	got, want := lineAt(t, set.Units[0], line).Charge, lineAt(t, known.Units[0], line).Charge
	// the load of idx(1) is counted besides
	if before := lineAt(t, asked.Units[0], line).Charge; got.Communication != want.Communication || before.Communication == want.Communication {
		t.Errorf("%v with m(sweep) set, want %v; %v before", got, want, before)
	}
}

// A function in an expression costs what it computes, for every element on its
// owner, and the linkage.
func TestFunctionInAnExpression(t *testing.T) {
	const function = `
real function f(m, x)
  integer, intent(in) :: m
  real, intent(in) :: x
  integer :: i
  f = x
  do i = 1, m
    f = 0.5 * f + 1.0
  end do
end function
`
	text := caller("do k = 1, n\n    a(k) = f(50, b(k))\n  end do") + function
	r := reportOf(t, "p.f90", text, settings.Settings{})
	inside := reportOf(t, "p.f90", text, settings.Settings{Values: map[string]float64{"m": 50}}).Units[1]
	if inside.Charge.Computation == 0 {
		t.Fatal("the function costs nothing")
	}
	l := lineAt(t, r.Units[0], 9)
	if l.NoEstimate != "" {
		t.Fatal(l.NoEstimate)
	}
	without := lineAt(t, reportOf(t, "p.f90", strings.Replace(text, "f(50, b(k))", "b(k)", 1), settings.Settings{}).Units[0], 9)
	n := numbersOf(t, modelsOf("p.f90", text, shipped(t, "ipsc860"))[0], settings.Settings{})
	if got, want := l.Charge.Computation-without.Charge.Computation, 100*inside.Charge.Computation; math.Abs(got-want) > 1e-9*want {
		t.Errorf("computation %v more than without, want %v", got, want)
	}
	if got, want := l.Charge.Overhead-without.Charge.Overhead, 100*(inside.Charge.Overhead+n.env["processing.call_s"]); math.Abs(got-want) > 1e-9*want {
		t.Errorf("overhead %v more than without, want %v", got, want)
	}
	if got, want := l.Charge.Communication, without.Charge.Communication; got != want {
		t.Errorf("communication %v, want %v", got, want)
	}
}

// A call that takes each processor another time counts with the longest one, and says so.
func TestCallsThatDifferByProcessor(t *testing.T) {
	const text = "program r\ninclude 'mpif.h'\nreal a(8000)\ncall mpi_comm_rank(mpi_comm_world, me, ierr)\ncall mpi_comm_size(mpi_comm_world, np, ierr)\ncall work(a, SIZE)\nend program\n" +
		"subroutine work(a, n)\nreal a(n)\ndo i = 1, n\na(i) = a(i)*0.5\nend do\nend subroutine\n"
	for size, differs := range map[string]bool{"1000*(1 + me)": true, "1000*np": false, "4000/np": false} {
		t.Run(size, func(t *testing.T) {
			u := reportOf(t, "r.f90", strings.Replace(text, "SIZE", size, 1), settings.Settings{Machine: "cluster", Procs: 4}).Units[0]
			i := slices.IndexFunc(u.Assumptions, func(a report.Assumption) bool { return a.Name == "work" })
			if i < 0 {
				t.Fatal("nothing is said of the call")
			}
			if got := strings.Contains(u.Assumptions[i].Source, "the processor that takes longest"); got != differs {
				t.Errorf("%q, differs by processor: %v", u.Assumptions[i].Source, differs)
			}
		})
	}
}

// Calls in more states than are kept cost what those in fewer do, iteration for iteration.
func TestCallsInManyStates(t *testing.T) {
	for _, n := range []int{16, 255, 256, 257, 600, 3000} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			text := fmt.Sprintf("program p\nreal a(%d)\ndo k = 1, %d\ncall s(a, k)\nend do\nend program\nsubroutine s(a, k)\ninteger, intent(in) :: k\nreal a(k)\ndo j = 1, k\ndo i = 1, k\na(i) = a(i)*2.0\nend do\nend do\nend subroutine\n", n, n)
			r := reportOf(t, "p.f90", text, settings.Settings{})
			for _, l := range r.Units[1].Lines {
				want := float64((n+1)*(2*n+1)) / 6
				if l.Line == 12 && math.Abs(l.Executions-want) > 0.005*want {
					t.Errorf("%g executions in a call, want %g", l.Executions, want)
				}
			}
		})
	}
}

// What few of the calls do is not missed: of 63 that all processors make, those for columns 17, 33
// and 49 bring one message each. Of more than 64 some stand for all, and it is said.
func TestEachOfFewCallsCounts(t *testing.T) {
	text := func(n int) string {
		return fmt.Sprintf("program p\nreal a(%d,%d), b(%d,%d)\ninteger j, e\n!HPF$ PROCESSORS q(4)\n!HPF$ DISTRIBUTE (*,BLOCK) ONTO q :: a, b\ndo j = 2, %d\ncall s(a, b, %d, j, e)\nend do\nend program\n", n, n, n, n, n, n) +
			"subroutine s(x, y, n, j, e)\ninteger n, j, i, e\nreal x(n,n), y(n,n)\n!HPF$ DISTRIBUTE (*,BLOCK) :: x, y\ndo i = 1, n\nx(i,j) = y(i,j-1)\nend do\ne = 0\nend subroutine\n"
	}
	for n, want := range map[int]string{64: "", 256: "64 of 255 different calls stand for all"} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			r := reportOf(t, "p.f90", text(n), settings.Settings{Machine: "cluster", Procs: 4})
			if got := lineIn(r, 15).Comms[0].TotalMessages * 63; n == 64 && math.Abs(got-3) > 1e-9 {
				t.Errorf("%g messages in 63 calls, want 3", got)
			}
			said := ""
			for _, a := range r.Units[0].Assumptions {
				if i := strings.Index(a.Source, "64 of"); i >= 0 {
					said = a.Source[i:]
				}
			}
			if said != want {
				t.Errorf("%q, want %q", said, want)
			}
		})
	}
}
