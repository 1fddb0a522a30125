package evaluate

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// Branches that different processors take are executed side by side: how many messages follow each
// other on the longest way is counted by hand, for 4 processors.
func TestMessagesBetweenBranches(t *testing.T) {
	const frame = "program p\ninclude 'mpif.h'\nreal(8) s(1000)\ninteger me, np, k, w, e, st(mpi_status_size)\ncall mpi_comm_rank(mpi_comm_world, me, e)\ncall mpi_comm_size(mpi_comm_world, np, e)\n%scall mpi_finalize(e)\nend program\n"
	program := func(body string) string {
		var lines []string
		for line := range strings.Lines(body) {
			for _, op := range []string{"send", "recv"} {
				if to, is := strings.CutPrefix(strings.TrimSpace(line), op+" "); is {
					line = fmt.Sprintf("call mpi_%s(s, 1000, mpi_double_precision, %s, 0, mpi_comm_world, %se)\n", op, to, map[string]string{"recv": "st, "}[op])
				}
			}
			lines = append(lines, line)
		}
		return fmt.Sprintf(frame, strings.Join(lines, ""))
	}
	time := func(body string) float64 {
		return reportOf(t, "p.f90", program(body), settings.Settings{Machine: "cluster", Procs: 4}).Units[0].Charge.Total()
	}
	one := time("if (me == 0) then\nsend 1\nelse if (me == 1) then\nrecv 0\nend if\n") - time("")
	for _, c := range []struct {
		name, body string
		messages   float64
	}{
		{"ping-pong", "do k = 1, 10\nif (me == 0) then\nsend 1\nrecv 1\nelse if (me == 1) then\nrecv 0\nsend 0\nend if\nend do\n", 20},
		{"twice in one iteration", "if (me == 0) then\nsend 1\nrecv 1\nsend 1\nrecv 1\nelse if (me == 1) then\nrecv 0\nsend 0\nrecv 0\nsend 0\nend if\n", 4},
		{"who answers stands first", "if (me == 1) then\nrecv 0\nsend 0\nelse if (me == 0) then\nsend 1\nrecv 1\nend if\n", 2},
		{"pairs", "if (mod(me,2) == 0) then\nsend me+1\nrecv me+1\nelse\nrecv me-1\nsend me-1\nend if\n", 2},
		{"round a ring", "if (mod(me,2) == 0) then\nsend mod(me+1,np)\nrecv mod(me+np-1,np)\nelse\nrecv mod(me+np-1,np)\nsend mod(me+1,np)\nend if\n", 2},
		{"a token round a ring, twice", "do k = 1, 2\nif (me == 0) then\nsend 1\nrecv np-1\nelse\nrecv me-1\nsend mod(me+1,np)\nend if\nend do\n", 8},
		{"a token downwards, all call the send", "if (me < np-1) then\nrecv mod(me+1,np)\nend if\nsend mod(me+np-1,np)\nif (me == np-1) then\nrecv mod(me+1,np)\nend if\n", 4},
		{"a token that the last one sends back", "if (me == 0) then\nsend 1\nrecv np-1\nelse\nrecv me-1\nif (me < np-1) then\nsend me+1\nelse\nsend 0\nend if\nend if\n", 4},
		{"a token, sent by the last one first", "if (me > 0) then\nrecv me-1\nend if\nif (me == np-1) then\nsend 0\nelse\nsend me+1\nend if\nif (me == 0) then\nrecv np-1\nend if\n", 4},
		{"a chain that tells the first one", "if (me > 0) then\nrecv me-1\nend if\nif (me == np-1) then\nsend 0\nend if\nif (me < np-1) then\nsend me+1\nend if\nif (me == 0) then\nrecv np-1\nend if\n", 4},
		{"all send round a ring", "send mod(me+1,np)\nrecv mod(me+np-1,np)\n", 1},
		{"chains of two", "if (mod(me,2) > 0) then\nrecv me-1\nend if\nif (mod(me,2) < 1) then\nsend me+1\nend if\n", 1},
		{"a chain", "if (me == 0) then\nsend me+1\nelse if (me == np-1) then\nrecv me-1\nelse\nrecv me-1\nsend me+1\nend if\n", 3},
		{"a chain, its middle first", "if (me > 0 .and. me < np-1) then\nrecv me-1\nsend me+1\nelse if (me == 0) then\nsend me+1\nelse\nrecv me-1\nend if\n", 3},
		{"in conditions one behind the other", "if (me == 0) then\nsend 1\nrecv 1\nend if\nif (me == 1) then\nrecv 0\nsend 0\nend if\n", 2},
		{"a way there and one back", "if (me > 0) then\nrecv me-1\nend if\nif (me < np-1) then\nsend me+1\nend if\nif (me < np-1) then\nrecv me+1\nend if\nif (me > 0) then\nsend me-1\nend if\n", 6},
		{"inside another condition", "if (me == 0) then\nif (np > 1) then\nsend 1\nrecv 1\nend if\nelse if (me == 1) then\nrecv 0\nsend 0\nend if\n", 2},
		{"a master and workers in turn", "do k = 1, 6\nif (me == 0) then\nsend mod(k,np-1)+1\nrecv mod(k,np-1)+1\nelse if (me == mod(k,np-1)+1) then\nrecv 0\nsend 0\nend if\nend do\n", 12},
		{"an answer of one that is read", "read *, w\nif (me == 0) then\nsend w\nrecv w\nelse if (me == 1) then\nrecv 0\nsend 0\nend if\n", 2},
		{"a master and workers", "if (me == 0) then\ndo w = 1, np-1\nsend w\nend do\ndo w = 1, np-1\nrecv w\nend do\nelse\nrecv 0\nsend 0\nend if\n", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := (time(c.body) - time("")) / one; math.Abs(got-c.messages) > 0.03*c.messages {
				t.Errorf("%.3g messages one after the other, want %g", got, c.messages)
			}
		})
	}
}

// Procedures that pass messages and that some processors call alone are each looked at as if all
// began together: that is said of both, and of no call that all make.
func TestCallsThatSomeMakeAreMarked(t *testing.T) {
	const text = "program p\ninclude 'mpif.h'\ninteger me, e\ncall mpi_comm_rank(mpi_comm_world, me, e)\nif (me == 0) then\ncall gives\nelse if (me == 1) then\ncall takes\nend if\ncall all\nend program\n" +
		"subroutine gives\ninclude 'mpif.h'\ncall mpi_send(1.0, 1, mpi_real, 1, 0, mpi_comm_world, e)\nend subroutine\n" +
		"subroutine takes\ninclude 'mpif.h'\nreal x\ncall mpi_recv(x, 1, mpi_real, 0, 0, mpi_comm_world, mpi_status_ignore, e)\nend subroutine\n" +
		"subroutine all\ninclude 'mpif.h'\ncall mpi_barrier(mpi_comm_world, e)\nend subroutine\n"
	r := reportOf(t, "p.f90", text, settings.Settings{Machine: "cluster", Procs: 4})
	for name, want := range map[string]bool{"gives": true, "takes": true, "all": false} {
		t.Run(name, func(t *testing.T) {
			for _, a := range r.Units[0].Assumptions {
				if marked := strings.Contains(a.Source, "as if all processors began it"); a.Name == name && marked != want {
					t.Errorf("%q, marked %v, want %v", a.Source, marked, want)
				}
			}
		})
	}
}

// What a procedure passes that some processors call is what these pass: of 8 processors the first
// sends a task to each other one and gets an answer, 7 messages each way; those behind it pass
// something on, 6 messages, and call a procedure in which the odd ones send one, 3 messages.
func TestMessagesOfThoseWhoCall(t *testing.T) {
	const text = "program p\ninclude 'mpif.h'\ninteger me, np, e\ncall mpi_comm_rank(mpi_comm_world, me, e)\ncall mpi_comm_size(mpi_comm_world, np, e)\nif (me == 0) then\ncall master(np)\nelse\ncall worker(me, np)\nend if\nend program\n" +
		"subroutine master(np)\ninclude 'mpif.h'\ninteger np, k, e\nreal x\ndo k = 1, np-1\ncall mpi_send(x, 1, mpi_real, k, 0, mpi_comm_world, e)\nend do\ndo k = 1, np-1\ncall mpi_recv(x, 1, mpi_real, k, 1, mpi_comm_world, mpi_status_ignore, e)\nend do\nend subroutine\n" +
		"subroutine worker(me, np)\ninclude 'mpif.h'\ninteger me, np, e\nreal x, y\ncall mpi_recv(x, 1, mpi_real, 0, 0, mpi_comm_world, mpi_status_ignore, e)\nif (me < np-1) call mpi_send(y, 1, mpi_real, me+1, 2, mpi_comm_world, e)\nif (me > 1) call mpi_recv(y, 1, mpi_real, me-1, 2, mpi_comm_world, mpi_status_ignore, e)\ncall further(me, np)\ncall mpi_send(x, 1, mpi_real, 0, 1, mpi_comm_world, e)\nend subroutine\n" +
		"subroutine further(me, np)\ninclude 'mpif.h'\ninteger me, np, e\nreal z\nif (mod(me, 2) == 1 .and. me < np-1) call mpi_send(z, 1, mpi_real, me+1, 3, mpi_comm_world, e)\nif (mod(me, 2) == 0) call mpi_recv(z, 1, mpi_real, me-1, 3, mpi_comm_world, mpi_status_ignore, e)\nend subroutine\n"
	r := reportOf(t, "p.f90", text, settings.Settings{Machine: "cluster", Procs: 8})
	for statement, want := range map[string]float64{
		"mpi_send(x, 1, mpi_real, k": 7, "mpi_recv(x, 1, mpi_real, k": 7, "mpi_recv(x, 1, mpi_real, 0": 7, "mpi_send(x, 1, mpi_real, 0": 7,
		"mpi_send(y": 6, "mpi_recv(y": 6, "mpi_send(z": 3, "mpi_recv(z": 3,
	} {
		t.Run(statement, func(t *testing.T) {
			if got := lineIn(r, lineWith(text, statement)).Comms[0].TotalMessages; got != want {
				t.Errorf("%g messages in all, want %g", got, want)
			}
		})
	}
	for _, u := range r.Units {
		for _, a := range u.Assumptions {
			if marked := strings.Contains(a.Source, "as if all processors began it"); marked && a.Name == "further" {
				t.Errorf("all who execute worker make the call of further, but %q", a.Source)
			}
		}
	}
}
