package evaluate

import (
	"fmt"
	"math"
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

// Where the rows of a sparse matrix begin is followed for a hundred thousand of them, in a
// plain array, in a component, and through procedures; of more it is asked.
func TestRowsOfASparseMatrix(t *testing.T) {
	const (
		begin  = "program p\ntype matrix\ninteger, allocatable :: ptr(:)\nend type\ntype(matrix) :: a\ninteger, allocatable :: ptr(:)\ninteger :: i, k\nreal :: y(%), v(3*%)\n"
		fill   = "k = 1\ndo i = 1, %\nPTR(i) = k\nk = k + 2 + mod(i, 3)\nend do\nPTR(%+1) = k\n"
		rows   = "do i = 1, %\ndo k = PTR(i), PTR(i+1) - 1\ny(i) = y(i) + v(k)\nend do\nend do\n"
		calls  = "call fill(PTR)\ncall rows(PTR)\ncontains\n"
		dummy  = "(PTR)\ninteger :: PTR(:)\ninteger :: i, k\n"
		inside = calls + "subroutine fill" + dummy + fill + "end subroutine\nsubroutine rows" + dummy + rows + "end subroutine\n"
	)
	for _, c := range []struct{ name, ptr, text string }{
		{"an array", "ptr", fill + rows},
		{"a component", "a%ptr", fill + rows},
		{"procedures", "ptr", inside},
	} {
		for _, n := range []float64{600, 30_000, 99_999, 300_000} {
			t.Run(fmt.Sprintf("%s, %g rows", c.name, n), func(t *testing.T) {
				text := begin + "allocate (" + c.ptr + "(%+1))\n" + strings.ReplaceAll(c.text, "PTR", c.ptr) + "end program\n"
				text = strings.ReplaceAll(text, "%", fmt.Sprint(int(n)))
				text = strings.ReplaceAll(text, fmt.Sprintf("a%dptr", int(n)), "a%ptr")
				r := reportOf(t, "p.f90", text, settings.Settings{})
				line := lineIn(r, lineWith(text, "y(i) = y"))
				if known := n < 1e5; known == (len(line.Assumed) > 0) || line.NoEstimate != "" {
					t.Fatalf("assumed: %v, no estimate: %q", line.Assumed, line.NoEstimate)
				}
				if got := line.Executions; n < 1e5 && math.Abs(got-3*n) > 1e-9*n { // 2, 3 and 4 in turn
					t.Errorf("%g executions, want %g", got, 3*n)
				}
			})
		}
	}
}
