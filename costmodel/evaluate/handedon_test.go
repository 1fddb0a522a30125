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

// So does a component of a structure that no procedure below changes: 500 elements are sent, which the
// program gives f%n, and not where one below gives it another value.
func TestComponentsThatAreHandedOn(t *testing.T) {
	const head = "module m\nuse mpi\ntype field\ninteger n, k\nreal, allocatable :: d(:)\nend type\ninteger me, np, e, st(MPI_STATUS_SIZE)\ncontains\n" +
		"subroutine start(f)\ntype(field), intent(out) :: f\ncall mpi_init(e)\ncall mpi_comm_rank(mpi_comm_world, me, e)\ncall mpi_comm_size(mpi_comm_world, np, e)\nf%n = 500\nallocate(f%d(f%n))\nend subroutine\n"
	const tail = "end module\nprogram p\nuse m\ntype(field) f\ninteger it\ncall start(f)\ndo it = 1, 10\ncall step(f)\nend do\nend program\n"
	const send = "real b(1000)\nf%d = 1.0\ncall mpi_sendrecv(f%d, f%n, mpi_real, mod(me+1, np), 1, b, 1000, mpi_real, mod(me-1+np, np), 1, mpi_comm_world, st, e)\n"
	for _, c := range []struct {
		name, step, halo string
		known            bool
	}{
		{"nothing but what it has is changed", "call halo(f)\n", "", true},
		{"another component is changed", "f%k = f%k + 1\ncall halo(f)\n", "", true},
		{"it is changed below", "call halo(f)\n", "f%n = f%n/2 + 1\n", false},
		{"it is changed here", "call halo(f)\nf%n = f%n/2 + 1\n", "", false},
		{"nobody knows", "call unknown(f)\ncall halo(f)\n", "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := head + "subroutine step(f)\ntype(field) f\n" + c.step + "end subroutine\nsubroutine halo(f)\ntype(field) f\n" + send + c.halo + "end subroutine\n" + tail
			sent := 0.0
			for _, u := range reportOf(t, "x.f90", text, settings.Settings{Procs: 16}).Units {
				if u.Name != "halo" {
					continue
				}
				for _, l := range u.Lines {
					for _, m := range l.Comms {
						if m.Kind == "send" {
							sent += m.Elements
						}
					}
				}
			}
			if (sent == 500) != c.known {
				t.Errorf("%g elements", sent)
			}
		})
	}
}

// What a procedure allocates has the size that its call gives: 500 elements.
func TestAllocatedWithWhatIsGiven(t *testing.T) {
	text := "module m\nuse mpi\ntype field\ninteger n\nend type\ninteger me, np, e, st(MPI_STATUS_SIZE)\nend module\nprogram p\nuse m\ntype(field) f\ninteger it\ncall mpi_init(e)\ncall mpi_comm_rank(mpi_comm_world, me, e)\ncall mpi_comm_size(mpi_comm_world, np, e)\nf%n = 500\n" +
		"do it = 1, 10\ncall step(f)\nend do\nend program\nsubroutine step(f)\nuse m\ntype(field) f\ncall halo(f)\nend subroutine\n" +
		"subroutine halo(f)\nuse m\ntype(field) f\nreal, allocatable :: s(:)\nreal b(1000)\nallocate(s(f%n))\ns = 1.0\ncall mpi_sendrecv(s, size(s), mpi_real, mod(me+1, np), 1, b, 1000, mpi_real, mod(me-1+np, np), 1, mpi_comm_world, st, e)\nend subroutine\n"
	r := reportOf(t, "x.f90", text, settings.Settings{Procs: 16})
	for _, u := range r.Units {
		for _, l := range u.Lines {
			for _, m := range l.Comms {
				if m.Kind == "send" && m.Elements != 500 {
					t.Errorf("%g elements", m.Elements)
				}
			}
		}
		if len(u.Assumed()) > 0 && u.Name == "halo" {
			t.Errorf("%v are assumed", u.Assumed())
		}
	}
}
