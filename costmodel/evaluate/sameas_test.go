package evaluate

import (
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// An array whose shape ALLOCATE decides costs what one costs that is declared with
// that shape: the line marked with a comment has the same charge in both programs.
func TestAllocatedShapes(t *testing.T) {
	cases := []struct{ name, allocated, declared string }{
		{"a constant", "program p\nreal, allocatable :: a(:)\nallocate(a(5000))\na = 1.0 ! here\nend\n", "program p\nreal a(5000)\na = 1.0 ! here\nend\n"},
		{"a lower bound", "program p\nreal, allocatable :: a(:)\n!HPF$ DISTRIBUTE a(BLOCK)\nallocate(a(0:63))\na(1:63) = 2.0 ! here\nend\n",
			"program p\nreal a(0:63)\n!HPF$ DISTRIBUTE a(BLOCK)\na(1:63) = 2.0 ! here\nend\n"},
		{"what is computed before", "program p\ninteger n\nreal, allocatable :: a(:,:)\nn = 30\nn = 2*n\nallocate(a(n,n+1))\na = 1.0 ! here\nn = 5\nend\n", "program p\nreal a(60,61)\na = 1.0 ! here\nend\n"},
		{"on a branch", "program p\ninteger :: n = 7\nreal, allocatable :: a(:)\nif (n > 5) then\nallocate(a(900))\nelse\nallocate(a(9))\nend if\na = 1.0 ! here\nend\n", "program p\nreal a(900)\na = 1.0 ! here\nend\n"},
		{"mapped, in a module, by a procedure", "module m\nreal, allocatable :: a(:,:), b(:,:)\n!HPF$ DISTRIBUTE (*,BLOCK) :: a, b\ncontains\nsubroutine make(n)\ninteger n\nallocate(a(n,2*n), b(n,2*n))\nend subroutine\nend module\n" +
			"program p\nuse m\ncall make(40)\na = b ! here\nend\n", "program p\nreal a(40,80), b(40,80)\n!HPF$ DISTRIBUTE (*,BLOCK) :: a, b\na = b ! here\nend\n"},
		{"renamed", "module m\nreal, allocatable :: a(:)\ncontains\nsubroutine make\nallocate(a(700))\nend subroutine\nend module\nprogram p\nuse m, only: make, mine => a\ncall make\nmine = 1.0 ! here\nend\n",
			"program p\nreal mine(700)\nmine = 1.0 ! here\nend\n"},
		{"a component", "program p\ntype t\nreal, allocatable :: x(:)\nend type\ntype(t) :: s\nallocate(s%x(-1:8))\ns%x = 1.0 ! here\nend\n", "program p\nreal x(10)\nx = 1.0 ! here\nend\n"},
		{"each processor's own", "program p\nuse mpi\ninteger ierr, n\nreal, allocatable :: a(:)\ncall MPI_Init(ierr)\ncall MPI_Comm_size(MPI_COMM_WORLD, n, ierr)\nallocate(a(4096/n))\na = 1.0 ! here\ncall MPI_Finalize(ierr)\nend\n",
			"program p\nuse mpi\ninteger ierr\nreal a(1024)\ncall MPI_Init(ierr)\na = 1.0 ! here\ncall MPI_Finalize(ierr)\nend\n"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) { costsAs(t, c.allocated, c.declared) })
	}
}

// costsAs asks for the same charge of the marked lines of two programs.
func costsAs(t *testing.T, text, same string) {
	charge := func(text string) float64 {
		line := strings.Count(text[:strings.Index(text, "! here")], "\n") + 1
		return lineIn(reportOf(t, "x.f90", text, settings.Settings{Procs: 4}), line).Charge.Total()
	}
	got, want := charge(text), charge(same)
	if want == 0 || math.Abs(got-want) > 1e-9*want {
		t.Errorf("%g s, want %g s", got, want)
	}
}

// A call of a statement function costs what its expression costs, written out.
func TestStatementFunctions(t *testing.T) {
	heading := "program p\nreal a(100), b(100)\n!HPF$ DISTRIBUTE (BLOCK) :: a, b\n"
	for _, c := range []struct{ name, functions, call, written string }{
		{"one", "f(x) = 2*x + 1\n", "f(b(i))", "2*b(i) + 1"},
		{"one that calls another", "f(x) = 2*x\ng(x, y) = f(x) - y*f(y)\n", "g(b(i-1), 3.0)", "2*b(i-1) - 3.0*(2*3.0)"},
		{"what it names besides", "f(x) = x*b(i)\n", "f(4.0)", "4.0*b(i)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			program := func(functions, value string) string {
				return heading + functions + "do i = 2, 100\na(i) = " + value + " ! here\nend do\nend\n"
			}
			costsAs(t, program(c.functions, c.call), program("", c.written))
		})
	}
}

// Where nothing says how long the rows of a sparse matrix are, they have elements.
func TestRowsOfUnknownLength(t *testing.T) {
	text := "program p\ninteger first(101), i, k\nreal v(9000), s\nread *, first, v\ndo i = 1, 100\ndo k = first(i), first(i+1)-1\ns = s + v(k)\nend do\nend do\nend\n"
	if l := lineIn(reportOf(t, "x.f90", text, settings.Settings{}), 7); l.Executions != 100*100 {
		t.Errorf("executed %g times", l.Executions)
	}
}
