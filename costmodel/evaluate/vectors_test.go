package evaluate

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// A block of a grid of 1,024 by 512, cut into 2 by 2 for 4 processors, has 512*256 elements:
// the vector of its extents is computed with vectors, in a structure, by a procedure that
// gets vectors.
func TestVectorsOfExtents(t *testing.T) {
	const (
		module   = "module m\ntype part\ninteger :: lo(2), n(2)\nend type\ncontains\n"
		main     = "end module\nprogram p\nuse m\ninclude 'mpif.h'\ninteger, parameter :: n(2) = [1024, 512]\ntype(part) :: b\ninteger :: np, px, py\nreal, allocatable :: a(:,:)\ncall mpi_comm_size(mpi_comm_world, np, i)\n"
		behind   = "py = np/px\n"
		allocate = "allocate (a(b%n(1), b%n(2)))\na = 1\nend program\n"
		dummies  = "integer, intent(in) :: n(2), px, py\n"
		descent  = "px = 3\ndo while (mod(np, px) /= 0)\npx = px - 1\nend do\n"
	)
	for _, c := range []struct{ name, procedure, cut, call string }{
		{"a function with vectors", "function cut(n, px, py) result(b)\ntype(part) :: b\n" + dummies + "b%n = n/[px, py]\nend function\n", "px = 2\n", "b = cut(n, px, py)\n"},
		{"a function with elements", "function cut(n, px, py) result(b)\ntype(part) :: b\n" + dummies + "b%n(1) = n(1)/px\nb%n(2) = n(2)/py\nend function\n", "px = 2\n", "b = cut(n, px, py)\n"},
		{"behind a root", "function cut(n, px, py) result(b)\ntype(part) :: b\n" + dummies + "b%n = n/[px, py]\nend function\n", "px = int(sqrt(real(np)))\n", "b = cut(n, px, py)\n"},
		{"behind a loop", "subroutine cut(b, n, px, py)\ntype(part), intent(out) :: b\n" + dummies + "b%n(1) = n(1)/px\nb%n(2) = n(2)/py\nend subroutine\n", descent, "call cut(b, n, px, py)\n"},
		{"a list as an argument", "subroutine cut(b, n)\ntype(part), intent(out) :: b\ninteger, intent(in) :: n(2)\nb%n = n/2\nend subroutine\n", "px = 2\n", "call cut(b, [1024, 512])\n"},
		{"a list of any length", "subroutine cut(b, n)\ntype(part), intent(out) :: b\ninteger, intent(in) :: n(:)\nb%n = n/2\nend subroutine\n", "px = 2\n", "call cut(b, [2*512, 512])\n"},
		{"no procedure", "", descent, "b%n = n/[px, py]\n"},
		{"no procedure, elements", "", descent, "b%n(1) = n(1)/px\nb%n(2) = n(2)/py\n"},
		{"by steps", "", "px = 2\n", "b%lo = [0, 0] + 1\nb%n = -(b%lo - 1 - n)/[px, py]\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := module + c.procedure + main + c.cut + behind + c.call + allocate
			if got := lineIn(reportOf(t, "p.f90", text, settings.Settings{Procs: 4}), lineWith(text, "a = 1")).Executions; got != 512*256 {
				t.Errorf("%g elements, want 512*256", got)
			}
		})
	}
	unknown := module + main + "px = 2\n" + strings.Replace(behind, "np", "np*np", 1) + "read *, i\nb%n = n/[px, i]\n" + allocate
	if got := lineIn(reportOf(t, "p.f90", unknown, settings.Settings{Procs: 4}), lineWith(unknown, "a = 1")).Executions; got == 512*256 {
		t.Errorf("%g elements, one of whose extents is read", got)
	}
}
