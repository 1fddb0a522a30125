package evaluate

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/oracle/texts"
)

// What reports an error and ends the program is taken not to happen where nothing is
// known of its condition, however it ends it; what comes back, in half of the executions.
func TestEndings(t *testing.T) {
	const head = "program d\ninteger k\nreal x\nread (*,*) k\nif (k < 0) then\nx = 1.0\n"
	const tail = "\nend if\nend program\n"
	cases := []struct {
		name, call, behind string
		times              float64 // x = 1.0 is executed
	}{
		{"a STOP", "stop 3", "", 0},
		{"an ERROR STOP", "error stop", "", 0},
		{"exit of the library", "call exit(1)", "", 0},
		{"an exit of its own", "call exit(1)", "subroutine exit(n)\ninteger n\nn = 2\nend subroutine\n", 0.5},
		{"abort", "call abort", "", 0},
		{"MPI_ABORT", "call mpi_abort(0, 1, k)", "", 0},
		{"a procedure that stops", "call die", "subroutine die\nprint *, 'no'\nstop\nend subroutine\n", 0},
		{"one that calls such a one", "call die", "subroutine die\nprint *, 'no'\ncall last(1)\nend subroutine\nsubroutine last(n)\ninteger n\nprint *, n\ncall abort\nend subroutine\n", 0},
		{"one that may return", "call die(k)", "subroutine die(k)\ninteger k\nif (k > -5) return\nstop\nend subroutine\n", 0.5},
		{"one that may go on", "call die(k)", "subroutine die(k)\ninteger k\nif (k > -5) goto 9\nstop\n9 print *, k\nend subroutine\n", 0.5},
		{"one that stops on a condition", "call die(k)", "subroutine die(k)\ninteger k\nif (k < -5) stop\nend subroutine\n", 0.5},
		{"one that only reports", "call die", "subroutine die\nprint *, 'no'\nend subroutine\n", 0.5},
		{"statements behind it", "call die; k = 2", "subroutine die\nstop\nend subroutine\n", 0},
		{"a dummy procedure is not known", "call sub(exit)", "subroutine sub(exit)\nexternal exit\ncall exit(1)\nend subroutine\n", 0.5},
		{"calls in a circle", "call die(k)", "subroutine die(k)\ninteger k\ncall last(k)\nend subroutine\nsubroutine last(k)\ninteger k\ncall die(k)\nend subroutine\n", 0.5},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			w := workspace.New(texts.FS{"d.f90": head + strings.ReplaceAll(c.call, "; ", "\n") + tail})
			w.Open("behind.f90", "", 1, c.behind)
			r, err := File(context.Background(), w.Snapshot(), "d.f90", settings.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			if got := lineIn(r, 6).Executions; got != c.times {
				t.Errorf("x = 1.0 is executed %g times, want %g", got, c.times)
			}
		})
	}
}

// What stands behind a check that ends the program is as it was without the check: a loop
// is divided as before, and all of it is executed, whichever branch ends it.
func TestBehindEndings(t *testing.T) {
	const head = "program d\ninteger k\nreal a(4000), b(4000)\n!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE (BLOCK) ONTO p :: a, b\nread (*,*) k\n"
	const tail = "do i = 2, 4000\na(i) = b(i-1)*2.0\nend do\nend program\nsubroutine die\nstop\nend subroutine\n"
	on := func(check string) *report.Line {
		text := head + check + tail
		return lineIn(reportOf(t, "d.f90", text, settings.Settings{Machine: "cluster"}), lineWith(text, "a(i) = b"))
	}
	want := on("")
	for name, check := range map[string]string{
		"at its end":       "if (k < 0) call die\n",
		"before its end":   "if (k < 0) then\ncall die\nk = 3\nend if\n",
		"otherwise":        "if (k > 0) then\nk = 3\nelse\ncall die\nend if\n",
		"in no other case": "select case (k)\ncase (1)\nk = 3\ncase default\ncall die\nend select\n",
	} {
		t.Run(name, func(t *testing.T) {
			got := on(check)
			if got.Executions != want.Executions || math.Abs(got.Charge.Total()-want.Charge.Total()) > 1e-9*want.Charge.Total() {
				t.Errorf("%g executions, %+v; without the check %g, %+v", got.Executions, got.Charge, want.Executions, want.Charge)
			}
		})
	}
}

// On one processor a program of messages makes what P of them make together: its
// procedures get whole arrays there, whatever they get on P.
func TestMessagesOnOneProcessor(t *testing.T) {
	const head = "program m\nuse mpi\ninteger rank, np, ierr, nl, k\nreal(8), allocatable :: x(:)\ncall mpi_init(ierr)\ncall mpi_comm_rank(mpi_comm_world, rank, ierr)\ncall mpi_comm_size(mpi_comm_world, np, ierr)\n"
	const body = "nl = 4096/np\nallocate (x(nl))\nx = 1\ndo k = 1, 100\ncall work(x)\ncall mpi_barrier(mpi_comm_world, ierr)\nend do\n"
	const tail = "call mpi_finalize(ierr)\ncontains\nsubroutine work(a)\nreal(8), intent(inout) :: a(:)\ninteger i\ndo i = 1, size(a)\na(i) = a(i)*1.5d0\nend do\nend subroutine\nend program\n"
	cases := map[string]struct {
		text string
		runs bool // on one processor
	}{
		"any number":               {head + body + tail, true},
		"exactly four, or a stop":  {head + "if (np /= 4) then\ncall mpi_finalize(ierr)\nstop\nend if\n" + body + tail, false},
		"exactly four, or nothing": {head + "if (np == 4) then\n" + body + "else\nprint *, 'four'\nend if\n" + tail, false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			on := func(procs int) (seconds, serial, speedup float64) {
				u := reportOf(t, "m.f90", c.text, settings.Settings{Machine: "cluster", Procs: procs}).Units[0]
				return u.Charge.Total(), u.Serial, u.Speedup
			}
			one, _, _ := on(1)
			four, serial, speedup := on(4)
			if !c.runs {
				if serial != 0 || speedup != 0 {
					t.Errorf("%g s on one processor, speedup %g: it does not run there", serial, speedup)
				}
				return
			}
			if serial != one || speedup != one/four {
				t.Errorf("%g s on one processor, speedup %g; predicted there: %g s", serial, speedup, one)
			}
		})
	}
}
