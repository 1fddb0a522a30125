package evaluate

import (
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// What a program knows of the processors' numbers is known in the procedures that it contains: of
// 16 processors 15 have one above them, and one fewer where the number has been raised. A variable
// of their own that is called so is another one.
func TestContainedProceduresSeeNumbers(t *testing.T) {
	const head = "program p\nuse mpi\nimplicit none\ninteger :: me, np, ierr, other\nreal :: a(10), b(10)\ncall mpi_comm_rank(MPI_COMM_WORLD, me, ierr)\ncall mpi_comm_size(MPI_COMM_WORLD, np, ierr)\nother = me + 1\nif (other == np) other = MPI_PROC_NULL\n"
	const inside = "contains\nsubroutine middle\na = 0.0\ncall up\nend subroutine\nsubroutine up\nif (me < np-1) call mpi_send(a, 10, MPI_REAL, me+1, 0, MPI_COMM_WORLD, ierr)\nend subroutine\n" +
		"subroutine next\ncall mpi_send(a, 10, MPI_REAL, other, 0, MPI_COMM_WORLD, ierr)\nend subroutine\n" +
		"subroutine apart\ninteger :: other\nother = 0\ncall mpi_send(b, 10, MPI_REAL, other, 0, MPI_COMM_WORLD, ierr)\nend subroutine\nend program\n"
	for _, c := range []struct {
		name, calls, at string
		messages        float64
	}{
		{"a number", "call up\n", "me+1", 15},
		{"a neighbour", "call next\n", "send(a, 10, MPI_REAL, other", 15},
		{"by one that does not name it", "call middle\n", "me+1", 15},
		{"a number that changes", "me = me + 1\ncall up\n", "me+1", 14},
		{"a variable of its own: all send to the first", "call apart\n", "send(b", 15},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := head + c.calls + inside
			l := lineIn(reportOf(t, "p.f90", text, settings.Settings{Procs: 16}), lineWith(text, c.at))
			if len(l.Comms) != 1 || l.Comms[0].TotalMessages != c.messages {
				t.Errorf("%+v, want %g messages", l.Comms, c.messages)
			}
		})
	}
}
