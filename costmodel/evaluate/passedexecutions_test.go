package evaluate

import (
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// A statement that passes messages is executed as often as the program comes to it: of 4
// processors those between the ends exchange in all 6 phases of an odd-even transposition,
// the ends in every second one.
func TestExecutionsOfMessages(t *testing.T) {
	const head = "program p\nuse mpi\nreal a(10), b(10)\ninteger me, np, e, k, other, st(MPI_STATUS_SIZE)\ncall MPI_INIT(e)\ncall MPI_COMM_RANK(MPI_COMM_WORLD, me, e)\ncall MPI_COMM_SIZE(MPI_COMM_WORLD, np, e)\n"
	for _, c := range []struct {
		name, text string
		executions float64
	}{
		{"once", head + "call MPI_BARRIER(MPI_COMM_WORLD, e)\nend program\n", 1},
		{"in a loop", head + "do k = 1, 5\ncall MPI_BARRIER(MPI_COMM_WORLD, e)\nend do\nend program\n", 5},
		{"in some iterations", head + "do k = 1, 6\nif (k <= 2) then\ncall MPI_BCAST(a, 10, MPI_REAL, 0, MPI_COMM_WORLD, e)\nend if\nend do\nend program\n", 2},
		{"by some processors", head + "do k = 0, 5\nother = me + 1 - 2*mod(k + me, 2)\nif (other < 0 .or. other >= np) cycle\ncall MPI_SENDRECV(a, 10, MPI_REAL, other, k, b, 10, MPI_REAL, other, k, MPI_COMM_WORLD, st, e)\nend do\nend program\n", 6},
		{"on images", "program p\nreal a(10)[*]\ninteger k\ndo k = 1, 3\nsync all\nend do\nend program\n", 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			lines := 0
			for _, l := range reportOf(t, "x.f90", c.text, settings.Settings{Procs: 4}).Units[0].Lines {
				if len(l.Comms) > 0 {
					lines++
					if l.Executions != c.executions {
						t.Errorf("line %d is executed %g times, want %g", l.Line, l.Executions, c.executions)
					}
				}
			}
			if lines != 1 {
				t.Errorf("%d lines communicate", lines)
			}
		})
	}
}
