package evaluate

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// In a tree of messages by hand the partners are those of one level in each iteration of a loop
// whose counter is doubled or halved. A broadcast reaches all np processors in ceil(log2 np)
// levels, with np-1 messages; a reduction that halves np (rounded down) reaches those below the
// largest counter's double only. What each processor does is counted here, iteration by
// iteration, and the longest chain of messages.
func TestTreesOfMessages(t *testing.T) {
	const head = "program p\nuse mpi\ninteger me, np, k, e, st(MPI_STATUS_SIZE)\nreal x(100000)\ncall mpi_init(e)\n" +
		"call mpi_comm_rank(mpi_comm_world, me, e)\ncall mpi_comm_size(mpi_comm_world, np, e)\n"
	const send = "call mpi_send(x, 100000, mpi_real, me%s, 1, mpi_comm_world, e)\n"
	const receive = "call mpi_recv(x, 100000, mpi_real, me%s, 1, mpi_comm_world, st, e)\n"
	down := fmt.Sprintf("if (me < k) then\nif (me + k < np) "+send+"else if (me < 2*k) then\n"+receive+"end if\n", " + k", " - k")
	up := fmt.Sprintf("if (me < k) then\n"+receive+"else if (me < 2*k) then\n"+send+"end if\n", " + k", " - k")
	for _, c := range []struct {
		name, text string
		first      func(np int) int
		goesOn     func(k, np int) bool
		next       func(k int) int
		reduces    bool // the processor below k receives
	}{
		{"doubled", "k = 1\ndo while (k < np)\n" + down + "k = 2*k\nend do\n",
			func(int) int { return 1 }, func(k, np int) bool { return k < np }, func(k int) int { return 2 * k }, false},
		{"shifted, at the beginning", "k = 1\ndo while (2*k <= np)\nk = ishft(k, 1)\n" + strings.ReplaceAll(down, "k", "(k/2)") + "end do\n",
			func(int) int { return 1 }, func(k, np int) bool { return 2*k <= np }, func(k int) int { return 2 * k }, false},
		{"halved", "k = np/2\ndo while (k >= 1)\n" + up + "k = k/2\nend do\n",
			func(np int) int { return np / 2 }, func(k, np int) bool { return k >= 1 }, func(k int) int { return k / 2 }, true},
		{"threefold", "k = 1\ndo while (k < np)\n" + down + "k = 3*k\nend do\n",
			func(int) int { return 1 }, func(k, np int) bool { return k < np }, func(k int) int { return 3 * k }, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, np := range []int{2, 3, 5, 8, 16} {
				t.Run(fmt.Sprint(np), func(t *testing.T) {
					messages, levels, latest := 0, 0, make([]int, np)
					for k := c.first(np); c.goesOn(k, np); k = c.next(k) {
						before := append([]int(nil), latest...)
						for me := range min(k, np-k) {
							from, to := me, me+k
							if c.reduces {
								from, to = to, from
							}
							messages++
							latest[to] = max(latest[to], before[from]+1)
							levels = max(levels, latest[to])
						}
					}
					u := unitOf(t, "x.f90", head+c.text+"call mpi_finalize(e)\nend program\n", settings.Settings{Procs: np})
					got := 0.0
					for _, l := range u.Lines {
						for _, x := range l.Comms {
							if strings.HasPrefix(x.Reason, "MPI_SEND") {
								got += x.TotalMessages
							}
						}
					}
					if got != float64(messages) {
						t.Errorf("%g messages, want %d", got, messages)
					}
					one := unitOf(t, "x.f90", head+"if (me == 0) "+fmt.Sprintf(send, " + 1")+"if (me == 1) "+fmt.Sprintf(receive, " - 1")+"end program\n", settings.Settings{Procs: np})
					if want := float64(levels) * one.Charge.Total(); math.Abs(u.Charge.Total()-want) > 0.02*want {
						t.Errorf("%g s, want %d levels: %g", u.Charge.Total(), levels, want)
					}
					for _, a := range u.Assumptions {
						if a.Provenance == report.Assumed && a.Name != "processors" {
							t.Errorf("%s is assumed", a.Name)
						}
					}
				})
			}
		})
	}
}
