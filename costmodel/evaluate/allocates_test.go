package evaluate

import (
	"math"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// Procedures allocate arrays of their callers, and components of their variables: the
// shape is what ALLOCATE says in the procedure, in what called it, and in what is called
// with the array afterwards.
func TestProceduresAllocate(t *testing.T) {
	const module = `module fields
type field
real, allocatable :: now(:,:), old(:)
end type
contains
subroutine make(f, nx, ny)
type(field), intent(inout) :: f
integer, intent(in) :: nx, ny
allocate(f%now(nx,0:ny), f%old(ny))
f%now = 0.0
end subroutine
subroutine start(f, n)
type(field), intent(inout) :: f
integer, intent(in) :: n
call make(f, n, 2*n)
end subroutine
subroutine step(f)
type(field), intent(inout) :: f
f%now = f%now + 1.0
end subroutine
real function total(f)
type(field), intent(in) :: f
total = sum(f%now)
end function
real function largest(f)
type(field), intent(in) :: f
largest = maxval(f%old)
end function
subroutine vector(a, n)
real, allocatable, intent(inout) :: a(:)
integer, intent(in) :: n
allocate(a(n+1))
a = 0.0
end subroutine
subroutine read_in(a)
real, allocatable, intent(inout) :: a(:)
integer :: n
read *, n
allocate(a(n))
end subroutine
end module
`
	cases := []struct {
		name, statements, unit, extent string
		value                          string
		provenance                     report.Provenance
	}{
		{"a component, in the procedure", "call make(g, 20, 30)", "make", "size(f%now,2)", "31", report.Traced},
		{"a component, in the caller", "call make(g, 20, 30)\ng%now = 1.0", "x", "size(g%now,1)", "20", report.Traced},
		{"another component", "call make(g, 20, 30)\ng%old = 1.0", "x", "size(g%old,1)", "30", report.Traced},
		{"through a procedure that names no component", "call start(g, 7)\ng%now = 1.0", "x", "size(g%now,2)", "15", report.Traced},
		{"in what is called afterwards", "call start(g, 7)\ncall step(g)", "step", "size(f%now,2)", "15", report.Traced},
		{"in a function", "call start(g, 7)\ns = 2*total(g)", "total", "size(f%now,2)", "15", report.Traced},
		{"in one of two functions", "call start(g, 7)\ns = total(g) + largest(g)", "largest", "size(f%old,1)", "14", report.Traced},
		{"in a function of a condition", "call start(g, 7)\nif (total(g) > 1.0) s = 1.0", "total", "size(f%now,2)", "15", report.Traced},
		{"in a function in a loop", "call start(g, 7)\ndo i = 1, 3\ns = s + total(g)\nend do", "total", "size(f%now,2)", "15", report.Traced},
		{"the last one counts", "call make(g, 5, 6)\ncall make(h, 8, 9)\nh%now = g%now(1,1)", "x", "size(h%now,1)", "8", report.Traced},
		{"a dummy, in the procedure", "call vector(v, 40)", "vector", "size(a,1)", "41", report.Traced},
		{"a dummy, in the caller", "call vector(v, 40)\nv = 1.0", "x", "size(v,1)", "41", report.Traced},
		{"assigned what it is in", "call make(g, 5, 6)\ncall make(h, 5, 6)\nread *, i\ndo j = 1, i\ng%old = g%old + h%old\nend do", "x", "size(g%old,1)", "6", report.Traced},
		{"assigned what another one is", "call make(g, 5, 6)\nread *, i\ndo j = 1, i\nread *, k\ng%old = [1.0, 2.0, 3.0]\ncall step(g)\nend do", "step", "size(f%now,2)", "7", report.Traced},
		{"what only the run knows", "call read_in(v)\nv = 1.0", "x", "size(v,1)", "100", report.Assumed},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text := module + "program x\nuse fields\ntype(field) :: g, h\nreal, allocatable :: v(:)\n" + c.statements + "\nend program\n"
			for _, u := range reportOf(t, "x.f90", text, settings.Settings{}).Units {
				for _, a := range u.Assumptions {
					if u.Name != c.unit || a.Name != c.extent {
						continue
					}
					if a.Value != c.value || a.Provenance != c.provenance {
						t.Errorf("%s = %v (%v), want %v (%v)", a.Name, a.Value, a.Provenance, c.value, c.provenance)
					}
					return
				}
			}
			t.Errorf("nothing is said of %s", c.extent)
		})
	}
}

// A procedure that is not called asks for what its ALLOCATE names, not for the shape of
// the dummy's component.
func TestAsksForBounds(t *testing.T) {
	text := "subroutine make(f, nx)\ntype field\nreal, allocatable :: now(:)\nend type\ntype(field) :: f\ninteger :: nx\nallocate(f%now(nx))\nf%now = 0.0\nend subroutine\n"
	u := reportOf(t, "x.f90", text, settings.Settings{Values: map[string]float64{"nx": 12}}).Units[0]
	for _, l := range u.Loops {
		if l.Iterations != 12 {
			t.Errorf("%v iterations, want 12", l.Iterations)
		}
	}
	if len(u.Loops) != 1 {
		t.Errorf("%d loops", len(u.Loops))
	}
}

// SOURCE is stored to what is allocated: it takes what an assignment behind the ALLOCATE does.
func TestSourceFillsWhatIsAllocated(t *testing.T) {
	const head = "program x\ntype field\nreal, allocatable :: v(:)\nend type\ntype(field) :: f\ninteger, parameter :: n = 40\nreal, allocatable :: a(:), b(:)\n" +
		"!HPF$ PROCESSORS p(4)\n!HPF$ DISTRIBUTE a(BLOCK) ONTO p\n!HPF$ DISTRIBUTE b(CYCLIC) ONTO p\n"
	for _, c := range []struct{ name, at, behind string }{
		{"a scalar", "allocate(a(n), source=1.0)", "allocate(a(n))\na = 1.0"},
		{"an array, with its shape", "allocate(b(n))\nallocate(a, source=b)", "allocate(b(n))\nallocate(a(n))\na = b"},
		{"several", "allocate(a(n), b(n), source=2.0)", "allocate(a(n), b(n))\na = 2.0\nb = 2.0"},
		{"a component", "allocate(f%v(n), source=3.0)", "allocate(f%v(n))\nf%v = 3.0"},
		{"what a function returns is not counted for each element", "allocate(a(n), source=g(1.0))", "allocate(a(n))"},
		{"MOLD fills nothing", "allocate(a(n), mold=b)", "allocate(a(n))"},
	} {
		t.Run(c.name, func(t *testing.T) {
			of := func(statements string) report.Charge {
				return reportOf(t, "x.f90", head+statements+"\ncontains\nreal function g(x)\nreal, intent(in) :: x\ng = sqrt(x)\nend function\nend program\n", settings.Settings{Procs: 4, Machine: "cluster"}).Units[0].Charge
			}
			at, behind := of(c.at), of(c.behind)
			if math.Abs(at.Total()-behind.Total()) > 1e-9*behind.Total() || at.Communication != behind.Communication {
				t.Errorf("%+v, assigned %+v", at, behind)
			}
		})
	}
}
