package evaluate

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// A pipeline that is called again goes on as the same text without a procedure does, which is
// followed message by message: what is said lies around that, and the lower bound close to it where the
// pipeline is filled once. A single call, and an exchange with neighbours, are exact.
func TestPipelinesThatAreCalledAgain(t *testing.T) {
	const head = "use mpi\ninteger me, np, e, i, j, k, it, st(MPI_STATUS_SIZE)\nreal(8) a(1024,0:64)\n"
	const first = "call mpi_init(e)\ncall mpi_comm_rank(mpi_comm_world, me, e)\ncall mpi_comm_size(mpi_comm_world, np, e)\n"
	const work = "do j = 1, 64\ndo i = (k-1)*64+1, k*64\na(i,j) = a(i,j-1)*0.5d0 + a(i,j)\nend do\nend do\n"
	up := "do k = 1, 16\nif (me > 0) call mpi_recv(a, 64, mpi_double_precision, me-1, k, mpi_comm_world, st, e)\n" + work +
		"if (me < np-1) call mpi_send(a, 64, mpi_double_precision, me+1, k, mpi_comm_world, e)\nend do\n"
	down := strings.NewReplacer("me > 0", "me < np-1", "me-1", "me+1", "me < np-1", "me > 0", "me+1", "me-1").Replace(up)
	halo := "if (me > 0) call mpi_send(a, 64, mpi_double_precision, me-1, 1, mpi_comm_world, e)\nif (me < np-1) call mpi_recv(a, 64, mpi_double_precision, me+1, 1, mpi_comm_world, st, e)\n" +
		"if (me < np-1) call mpi_send(a, 64, mpi_double_precision, me+1, 2, mpi_comm_world, e)\nif (me > 0) call mpi_recv(a, 64, mpi_double_precision, me-1, 2, mpi_comm_world, st, e)\n"
	for _, c := range []struct {
		name, steps, body string
		exact             bool
		above             float64 // the upper bound, against the time, at least
	}{
		{"ten times", "10", up, false, 1.5},
		{"once", "1", up, true, 1},
		{"there and back", "10", up + down, false, 1},
		{"an exchange", "10", halo, true, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			inline := unitOf(t, "x.f90", "program p\n"+head+first+"do it = 1, "+c.steps+"\n"+c.body+"end do\nend program\n", settings.Settings{Procs: 16}).Charge.Total()
			text := "program p\n" + head + first + "do it = 1, " + c.steps + "\ncall sweep(a, me, np)\nend do\nend program\nsubroutine sweep(a, me, np)\n" + head + c.body + "end subroutine\n"
			for _, totals := range []bool{false, true} {
				u := reportOf(t, "x.f90", text, settings.Settings{Procs: 16, Totals: totals}).Units[0]
				switch b := u.Between; {
				case c.exact && b.Some():
					t.Errorf("%s", b)
				case !c.exact && (b.Low > inline*1.001 || b.High < inline*c.above || !b.Calls):
					t.Errorf("%+v around %g", b, inline)
				}
			}
		})
	}
}
