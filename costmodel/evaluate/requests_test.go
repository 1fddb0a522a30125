package evaluate

import (
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// The messages of receives that do not block are counted where a statement completes them.
// On 4 processes in a row 3 receive from below and 3 from above: 6 in each exchange.
func TestRequests(t *testing.T) {
	const (
		below    = "call mpi_irecv(a(0), 1, MPI_REAL8, left, 0, MPI_COMM_WORLD, req(1), ierr)\n"
		above    = "call mpi_irecv(a(101), 1, MPI_REAL8, right, 0, MPI_COMM_WORLD, req(2), ierr)\n"
		sends    = "call mpi_send(a(1), 1, MPI_REAL8, left, 0, MPI_COMM_WORLD, ierr)\ncall mpi_send(a(100), 1, MPI_REAL8, right, 0, MPI_COMM_WORLD, ierr)\n"
		exchange = below + above + sends
		ten      = "do it = 1, 10\n"
		fromAll  = "call mpi_irecv(buf(1,i), i, MPI_REAL8, i, 0, MPI_COMM_WORLD, req(i+1), ierr)\n"
	)
	cases := []struct {
		name, body string
		awaited    map[string]int // messages of all processes in the first line with a text
		bytes      int            // of all lines
	}{
		{"all", ten + exchange + "call mpi_waitall(2, req, MPI_STATUSES_IGNORE, ierr)\nend do\n", map[string]int{"waitall": 60}, 480},
		{"one by one", ten + exchange + "call mpi_wait(req(2), st, ierr)\nx = 1\ncall mpi_wait(req(1), st, ierr)\nend do\n", map[string]int{"req(2), st": 30, "req(1), st": 30}, 480},
		{"by indices that are the same words", ten + strings.NewReplacer("req(1)", "req(k)", "req(2)", "req(k+1)").Replace(exchange) + "call mpi_wait(req(k+1), st, ierr)\ncall mpi_wait(req(k), st, ierr)\nend do\n", map[string]int{"req(k+1), st": 30, "req(k), st": 30}, 480},
		{"some of an array", ten + exchange + "call mpi_waitall(1, req(2), MPI_STATUSES_IGNORE, ierr)\ncall mpi_waitall(1, req(:1), MPI_STATUSES_IGNORE, ierr)\nend do\n", map[string]int{"req(2), MPI": 30, "req(:1)": 30}, 480},
		{"a list", ten + strings.NewReplacer("req(1)", "r1", "req(2)", "r2").Replace(exchange) + "call mpi_waitall(2, [r1, r2], MPI_STATUSES_IGNORE, ierr)\nend do\n", map[string]int{"waitall": 60}, 480},
		// In each iteration 12 come, 3 of each number of elements from 0 to 3: 3*6 elements.
		{"of a loop", ten + "do i = 0, np-1\n" + fromAll + "end do\ncall mpi_waitall(np, req, MPI_STATUSES_IGNORE, ierr)\nend do\n", map[string]int{"waitall": 120}, 10 * 18 * 8},
		{"of a loop that leaves one out", ten + "do i = 0, np-1\nif (i == me) cycle\n" + fromAll + "end do\ncall mpi_waitall(np, req, MPI_STATUSES_IGNORE, ierr)\nend do\n", map[string]int{"waitall": 120}, 10 * 18 * 8},
		{"in a loop", ten + "do i = 0, np-1\n" + fromAll + "end do\ndo i = 0, np-1\ncall mpi_wait(req(i+1), st, ierr)\nend do\nend do\n", map[string]int{"mpi_wait": 120}, 10 * 18 * 8},
		{"any", ten + exchange + "do i = 1, 2\ncall mpi_waitany(2, req, which, st, ierr)\nx = x + a(which)\nend do\nend do\n", map[string]int{"waitany": 60}, 480},
		{"some", ten + exchange + "do while (done < 2)\ncall mpi_waitsome(2, req, n, list, MPI_STATUSES_IGNORE, ierr)\ndone = done + n\nend do\nend do\n", map[string]int{"waitsome": 60}, 480},
		{"asked for until they are there", ten + exchange + "flag = .false.\ndo while (.not. flag)\ncall mpi_testall(2, req, flag, MPI_STATUSES_IGNORE, ierr)\nend do\nend do\n", map[string]int{"testall": 60}, 480},
		{"asked for before", ten + exchange + "call mpi_test(req(1), flag, st, ierr)\nx = 1\ncall mpi_waitall(2, req, MPI_STATUSES_IGNORE, ierr)\nend do\n", map[string]int{"waitall": 60, "mpi_test": 0}, 480},
		// 6 before the loop and 6 in each of the 9 iterations that are not the last.
		{"of the iteration before", exchange + ten + "call mpi_waitall(2, req, MPI_STATUSES_IGNORE, ierr)\nif (it < 10) then\n" + exchange + "end if\nend do\n", map[string]int{"waitall": 60}, 480},
		{"in two branches", ten + exchange + "if (x > 0) then\ncall mpi_waitall(2, req, MPI_STATUSES_IGNORE, ierr)\nelse\ncall mpi_waitall(2, req(1), MPI_STATUSES_IGNORE, ierr)\nend if\nend do\n", map[string]int{"req, MPI": 30, "req(1), MPI": 30}, 480},
		{"in a branch of half of the iterations", ten + "if (x > 0) then\n" + exchange + "call mpi_waitall(2, req, MPI_STATUSES_IGNORE, ierr)\nend if\nend do\n", map[string]int{"waitall": 30}, 240},
		{"where they are expected", ten + "if (me > 0) then\n" + below + "end if\n" + above + sends + "if (me > 0) call mpi_wait(req(1), st, ierr)\ncall mpi_wait(req(2), st, ierr)\nend do\n", map[string]int{"req(1), st": 30, "req(2), st": 30}, 480},
		{"some of what was described", strings.ReplaceAll(below+above, "irecv", "recv_init") + ten + "call mpi_startall(1, req(2), ierr)\n" + sends + "call mpi_waitall(2, req, MPI_STATUSES_IGNORE, ierr)\nend do\n", map[string]int{"waitall": 30}, 240},
		{"by a procedure", ten + exchange + "call finish(req)\nend do\n", map[string]int{"finish": 60}, 480},
		{"by none", exchange, map[string]int{"a(0)": 3, "a(101)": 3}, 48},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text := "program p\nuse mpi\nimplicit none\ninteger :: me, np, left, right, ierr, i, k, it, n, req(64), r1, r2, which, list(64), done, st(MPI_STATUS_SIZE)\nlogical :: flag\nreal(8) :: a(0:101), buf(100, 0:63), x\n" +
				"call mpi_init(ierr)\ncall mpi_comm_rank(MPI_COMM_WORLD, me, ierr)\ncall mpi_comm_size(MPI_COMM_WORLD, np, ierr)\nleft = me - 1\nif (me == 0) left = MPI_PROC_NULL\nright = me + 1\nif (right == np) right = MPI_PROC_NULL\n" +
				c.body + "contains\nsubroutine finish(r)\ninteger :: r(64)\ncall mpi_waitall(2, r, MPI_STATUSES_IGNORE, ierr)\nend subroutine\nend program\n"
			r := reportOf(t, "p.f90", text, settings.Settings{Procs: 4})
			bytes := 0.0
			for _, u := range r.Units {
				for _, l := range u.Lines {
					for _, m := range l.Comms {
						if m.Kind != "send" {
							bytes += m.TotalBytes
						}
					}
				}
			}
			for at, want := range c.awaited {
				l := lineIn(r, lineWith(text, at))
				if got := receivedAt(l); int(got) != want || l.NoEstimate != "" {
					t.Errorf("%g messages at %s, want %d %s", got, at, want, l.NoEstimate)
				}
			}
			if int(bytes) != c.bytes {
				t.Errorf("%g bytes, want %d", bytes, c.bytes)
			}
		})
	}
}

// receivedAt is how many messages all processes receive in a line.
func receivedAt(l *report.Line) float64 {
	n := 0.0
	for _, m := range l.Comms {
		if m.Kind != "send" {
			n += m.TotalMessages
		}
	}
	return n
}

// What a loop posts behind its wait takes as long in every iteration as what it posts before it:
// there are as many waits for one message after the other.
func TestPostedForTheNextIteration(t *testing.T) {
	const (
		before = "program p\nuse mpi\nimplicit none\ninteger :: me, np, ierr, it, r\nreal(8) :: a, b\ncall mpi_comm_rank(MPI_COMM_WORLD, me, ierr)\ncall mpi_comm_size(MPI_COMM_WORLD, np, ierr)\n"
		post   = "call mpi_irecv(a, 1, MPI_REAL8, mod(me-1+np, np), 0, MPI_COMM_WORLD, r, ierr)\ncall mpi_send(b, 1, MPI_REAL8, mod(me+1, np), 0, MPI_COMM_WORLD, ierr)\n"
		wait   = "call mpi_wait(r, MPI_STATUS_IGNORE, ierr)\n"
	)
	with := settings.Settings{Procs: 8, Machine: "cluster"}
	now := unitOf(t, "p.f90", before+"do it = 1, 100\n"+post+wait+"end do\nend program\n", with).Charge
	next := unitOf(t, "p.f90", before+post+"do it = 1, 100\n"+wait+"if (it < 100) then\n"+post+"end if\nend do\nend program\n", with).Charge
	if math.Abs(next.Communication/now.Communication-1) > 0.01 {
		t.Errorf("%g s, in one iteration %g", next.Communication, now.Communication)
	}
}

// All that is posted comes at the first call that waits for any of it: that takes what waiting
// for all does. The loop's setup and its first step pass while messages travel; 3 steps of
// 0.408 ns and 3 calls of 4.08 ns, behind it, do not.
func TestWaitingForAny(t *testing.T) {
	with := settings.Settings{Procs: 8, Machine: "cluster"}
	all := halo("", halos("i*"))
	any := strings.Replace(all, "call MPI_Waitall(4, r, st, ierr)\n", "do i = 1, 4\ncall MPI_Waitany(4, r, me, st, ierr)\nend do\n", 1)
	x, y := reportOf(t, "/p.f90", all, with).Units[0].Charge, reportOf(t, "/p.f90", any, with).Units[0].Charge
	const more = 100 * 3 * (4.08e-9 + 0.408e-9)
	if math.Abs(y.Total()-x.Total()-more) > 1e-12 {
		t.Errorf("%g s, waiting for all %g", y.Total(), x.Total())
	}
}
