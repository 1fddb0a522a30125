package evaluate

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// Structures begin with the values that their type and their declaration give them, and
// are assigned component by component. Each case counts the iterations of a loop, or the
// elements that an assignment copies.
func TestStructures(t *testing.T) {
	module := "module m\ninteger, parameter :: base = 16\ntype grid\ninteger :: nx = 2*base, ny = 21\nreal :: dx = 0.5\nend type\n" +
		"type sim\ntype(grid) :: g\ntype(grid) :: h = grid(4, dx=0.1)\ninteger :: steps = 5\nend type\n" +
		"type, extends(grid) :: deep\ninteger :: nz = 9\nend type\n" +
		"type vec; real w(40); integer k; end type; type field\nreal v(40)\nreal, pointer :: p(:)\nreal, allocatable :: a(:)\nend type\n" +
		"type(sim), save :: s\ntype(grid), parameter :: fine = grid(nx=8, ny=7)\nend module\n" // 22 lines
	head := module + "program p\nuse m\ntype(grid) :: g, h = grid(11), list(3) = grid(2, 13)\ntype(sim) local\ntype(deep) d\ntype(field) x, y; type(vec) v, w\nreal a(1000), b(fine%nx,fine%ny)\ninteger i, n\nn = 17\n" // 31
	loop := func(bound string) string { return "do i = 1, " + bound + "\na(i) = 1.0\nend do\n" }
	const end = "end program\n"
	checkLines(t, []lineCase{
		{"the default of a type", head + loop("g%nx") + end, 33, 32, "", 0, 1},
		{"a declaration, the rest by default", head + loop("100*h%nx + h%ny") + end, 33, 1121, "", 0, 1},
		{"a component of a component", head + loop("local%g%ny") + end, 33, 21, "", 0, 1},
		{"one with a default of its own", head + loop("100*local%h%nx + local%h%ny") + end, 33, 421, "", 0, 1},
		{"a variable of a module", head + loop("s%steps") + end, 33, 5, "", 0, 1},
		{"a constant", head + "b = 1.0\n" + end, 32, 8 * 7, "", 0, 1},
		{"an array of structures", head + loop("list(2)%ny") + end, 33, 13, "", 0, 1},
		{"what a type inherits", head + loop("d%nx + d%nz") + end, 33, 41, "", 0, 1},
		{"a constructor", head + "g = grid(n, ny=n+1)\n" + loop("100*g%nx + g%ny") + end, 34, 1718, "", 0, 1},
		{"a constructor and a default", head + "g%ny = 1\ng = grid(3)\n" + loop("100*g%nx + g%ny") + end, 35, 321, "", 0, 1},
		{"constructors in a constructor", head + "local = sim(grid(3, 4), steps=2)\n" + loop("100*local%g%nx + 10*local%h%nx + local%steps") + end, 34, 342, "", 0, 1},
		{"of an inherited type", head + "d = deep(2, 3, 0.1, 4)\n" + loop("100*d%nx + 10*d%ny + d%nz") + end, 34, 234, "", 0, 1},
		{"of an element", head + "list(1) = grid(6, 5)\n" + loop("100*list(1)%nx + 10*list(1)%ny + list(3)%nx") + end, 34, 652, "", 0, 1},
		{"another variable", head + "g%nx = 6\nh = g\n" + loop("100*h%nx + h%ny") + end, 35, 621, "", 0, 1},
		{"a component by a constant", head + "local%g = fine\n" + loop("100*local%g%nx + local%g%ny") + end, 34, 807, "", 0, 1},
		{"elements of array components", head + "w = v\n" + end, 32, 40, "", 0, 1},
		{"the shape of an allocatable component", head + "allocate(x%a(12))\ny = x\ny%a = 2.0\n" + end, 34, 12, "", 0, 1},
		{"a list, and a type that holds itself", "program p\ntype node\ninteger :: v = 3\ntype(node), allocatable :: next\nend type\ntype bad\ntype(bad) :: a, b\ninteger k\nend type\ntype(node) x, y\ntype(bad) u, w\nreal a(9)\ninteger i\ny%v = 5\ny = x\nw = u\n" + loop("y%v") + end, 18, 3, "", 0, 1},
		{"what a function returns", head + "g = make(6)\n" + loop("100*g%nx + g%ny") + "contains\nfunction make(k) result(q)\ninteger, intent(in) :: k\ntype(grid) q\nq%nx = k\nend function\n" + end, 34, 621, "", 0, 1},
		{"a component is set by a procedure", head + "local%g%nx = 6\ncall r(local%g)\n" + loop("local%g%nx") + "contains\nsubroutine r(q)\ntype(grid) q\nq%nx = 20\nend subroutine\n" + end, 35, 20, "", 0, 1},
		{"one procedure deeper", head + "local%g%nx = 6\ncall s(local)\n" + loop("local%g%nx") + "contains\nsubroutine s(q)\ntype(sim) q\ncall r(q%g)\nend subroutine\nsubroutine r(q)\ntype(grid) q\nq%nx = 20\nend subroutine\n" + end, 35, 20, "", 0, 1},
		{"a component goes to a procedure that is not seen", head + "local%g%nx = 6\nlocal%steps = 3\ncall unseen(local%g)\n" + loop("local%g%nx + local%steps") + end, 36, 103, "", 0, 1},
		{"a dummy has what its caller gives it", head + "g%nx = 6\ncall r(g)\ncontains\nsubroutine r(q)\ntype(grid) q\n" + loop("10*q%nx + q%ny") + "end subroutine\n" + end, 38, 81, "", 0, 1},
	})
}

// What processes keep in a structure, their partners and the sizes of their parts, is known
// in all procedures that get it, as long as those that are called in between change other
// components only. On 2x2 processes, two have a neighbour above.
func TestStructuresOfProcesses(t *testing.T) {
	for _, c := range []struct {
		name, decompose, changes string
		bytes                    float64 // received by a call: by each, and of 100 elements, where nothing is known
	}{
		{"other components change", "call decompose(np, d)", "d%u(:,1) = 2.0", 2 * 300 * 8},
		{"by a function", "d = composed(np)", "d%u(:,1) = 2.0", 2 * 300 * 8},
		{"components of that type, not of this variable", "call decompose(np, d)", "call decompose(1, e)", 2 * 300 * 8},
		{"the size changes", "call decompose(np, d)", "d%lx = d%lx/k", 2 * 100 * 8},
		{"all may change", "call decompose(np, d)", "d = e", 4 * 100 * 8},
		{"an unknown procedure gets it", "call decompose(np, d)", "call unseen(d)", 4 * 100 * 8},
	} {
		t.Run(c.name, func(t *testing.T) {
			const body = "integer ierr, dims(2)\nlogical periods(2)\ndims = 0\nperiods = .false.\ncall MPI_Dims_create(np, 2, dims, ierr)\n" +
				"call MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, .true., d%comm, ierr)\ncall MPI_Cart_shift(d%comm, 1, 1, d%south, d%north, ierr)\nd%lx = d%nx/dims(1)\nallocate(d%u(d%lx,4))\n"
			text := "module m\nuse mpi\ntype domain\ninteger :: nx = 600, lx, north, south, comm\nreal(8), allocatable :: u(:,:)\nend type\ncontains\n" +
				"subroutine decompose(np, d)\ninteger, intent(in) :: np\ntype(domain), intent(out) :: d\n" + body + "end subroutine\n" +
				"function composed(np) result(d)\ninteger, intent(in) :: np\ntype(domain) d\n" + body + "end function\n" +
				"subroutine exchange(d)\ntype(domain), intent(inout) :: d\ninteger ierr\ncall MPI_Sendrecv(d%u(:,1), d%lx, MPI_DOUBLE_PRECISION, d%north, 1, d%u(:,2), d%lx, MPI_DOUBLE_PRECISION, d%south, 1, d%comm, MPI_STATUS_IGNORE, ierr)\nend subroutine\n" +
				"subroutine change(d, k)\ntype(domain), intent(inout) :: d\ninteger, intent(in) :: k\ntype(domain) e\n" + c.changes + "\nend subroutine\nend module\n" +
				"program p\nuse m\ntype(domain) d\ninteger ierr, np, it, k\ncall MPI_Init(ierr)\ncall MPI_Comm_size(MPI_COMM_WORLD, np, ierr)\nread *, k\n" + c.decompose + "\n" +
				"do it = 1, 20\ncall change(d, k)\ncall exchange(d)\nend do\ncall MPI_Finalize(ierr)\nend program\n"
			bytes := 0.0
			for _, u := range reportOf(t, "x.f90", text, settings.Settings{Procs: 4}).Units {
				for _, l := range u.Lines {
					for _, m := range l.Comms {
						if strings.Contains(m.Reason, "received") {
							bytes += m.TotalBytes
						}
					}
				}
			}
			if bytes != c.bytes {
				t.Errorf("%g bytes are received, want %g", bytes, c.bytes)
			}
		})
	}
}

// A component of a constant that a module declares further down is no crash.
func TestComponentsBeforeTheirDeclaration(t *testing.T) {
	r := reportOf(t, "p.f90", "module params\nreal :: b(fine%nx)\ntype :: grid\ninteger :: nx = 4\nend type\ntype(grid), parameter :: fine = grid(nx=80)\nend module\nprogram main\nuse params\nb = 1.0\nend program\n", settings.Settings{Machine: "cluster"})
	if len(r.Units) == 0 {
		t.Error("there is no unit")
	}
}
