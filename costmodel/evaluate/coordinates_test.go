package evaluate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// Rows of a square grid of processes, whose side is a root, pass 100 elements on: every
// process sends one message to a neighbour that is known, whatever the arrays are called
// that the program and its procedures change.
func TestNeighboursBesideArraysOfAnyName(t *testing.T) {
	const text = "module m\nuse mpi\ntype square\ninteger :: comm, dims(2), left, right\nend type\ncontains\n" +
		"subroutine make(g)\ntype(square), intent(out) :: g\nlogical :: round(2)\ncall mpi_comm_size(mpi_comm_world, n, ierr)\nround = .true.\ng%dims = SIDE\n" +
		"call mpi_cart_create(mpi_comm_world, 2, g%dims, round, .true., g%comm, ierr)\ncall mpi_cart_shift(g%comm, 1, 1, g%left, g%right, ierr)\nend subroutine\nend module\n" +
		"program x\nuse m\ntype(square) :: g\nreal(8) :: b(100), NAME(10,10)\ninteger :: st(mpi_status_size)\ncall make(g)\ndo k = 1, 5\ncall change(NAME)\n" +
		"call mpi_sendrecv_replace(b, 100, mpi_double_precision, g%left, 4, g%right, 4, g%comm, st, ierr)\nend do\n" +
		"contains\nsubroutine change(z)\nreal(8), intent(inout) :: z(10,10)\nz(1,1) = 2\nend subroutine\nend program\n"
	for _, name := range []string{"other", "c", "p", "c1", "p1"} {
		for _, side := range []string{"nint(sqrt(real(n)))", "int(sqrt(dble(n)))", "ceiling(sqrt(real(n, 8)))"} {
			for q := 2; q <= 4; q++ {
				t.Run(fmt.Sprint(name, " ", side, " ", q), func(t *testing.T) {
					text := strings.NewReplacer("NAME", name, "SIDE", side).Replace(text)
					l := lineIn(reportOf(t, "x.f90", text, settings.Settings{Procs: q * q}), lineWith(text, "call mpi_sendrecv_replace"))
					if why := reasons(l); strings.Contains(why, "not known") || !strings.Contains(why, "5 messages of 100 elements") {
						t.Errorf("%q", why)
					}
				})
			}
		}
	}
}
