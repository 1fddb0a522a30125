package evaluate

import (
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// A dummy that a procedure only hands on to one that does not change it keeps its value: what a
// processor's number is known in a loop of calls, through any number of procedures. On 16 processors
// each passes a message to the one above but the last one: 15 in each of 10 steps. Where the
// procedure below changes the number, or nobody knows what it does, that is not known.
func TestDummiesThatAreHandedOn(t *testing.T) {
	const head = "program p\nuse mpi\ninteger me, np, e, it\nreal a(1000)\ncall mpi_init(e)\ncall mpi_comm_rank(mpi_comm_world, me, e)\ncall mpi_comm_size(mpi_comm_world, np, e)\n" +
		"do it = 1, 10\ncall step(a, me, np)\nend do\ncall mpi_finalize(e)\nend program\n"
	const sweep = "subroutine sweep(a, me, np)\nuse mpi\ninteger me, np, e, st(MPI_STATUS_SIZE)\nreal a(1000)\n" +
		"if (me > 0) call mpi_recv(a, 64, mpi_real, me-1, 1, mpi_comm_world, st, e)\nif (me < np-1) call mpi_send(a, 64, mpi_real, me+1, 1, mpi_comm_world, e)\n"
	const end = "end subroutine\n"
	step := func(name, body string) string {
		return "subroutine " + name + "(a, me, np)\ninteger me, np\nreal a(1000)\n" + body + end
	}
	for _, c := range []struct {
		name, procedures string
		known            bool
	}{
		{"through one", step("step", "call sweep(a, me, np)\n") + sweep + end, true},
		{"through two, by keywords", step("step", "call inner(a, np=np, me=me)\n") + step("inner", "call sweep(a, me, np)\n") + sweep + end, true},
		{"it is changed below", step("step", "call sweep(a, me, np)\n") + sweep + "me = me + 1\n" + end, false},
		{"it is changed here", step("step", "call sweep(a, me, np)\nme = mod(me + 1, np)\n") + sweep + end, false},
		{"nobody knows", step("step", "call unknown(me)\ncall sweep(a, me, np)\n") + sweep + end, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			sent := 0.0
			for _, u := range reportOf(t, "x.f90", head+c.procedures, settings.Settings{Procs: 16}).Units {
				if u.Name == "sweep" {
					sent = sentIn(u)
				}
			}
			if (sent == 15) != c.known {
				t.Errorf("%g messages", sent)
			}
		})
	}
}
