package evaluate

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// In a tree of messages by hand the partners are those of one level in each iteration of a loop
// whose counter is doubled or halved. A broadcast reaches all np processors in ceil(log2 np)
// levels, with np-1 messages; a reduction that halves np (rounded down) reaches those below the
// largest counter's double only. What each processor does is counted here, iteration by
// iteration, and the longest chain of messages.
func TestTreesOfMessages(t *testing.T) {
	const head = "program p\nuse mpi\ninteger me, np, k, n, s, e, st(MPI_STATUS_SIZE)\nreal x(100000)\ncall mpi_init(e)\n" +
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
		{"doubled in counted iterations", "n = 0\ndo while (2**n < np)\nn = n + 1\nend do\nk = 1\ndo s = n, 1, -1\n" + down + "k = ishft(k, 1)\nend do\n",
			func(int) int { return 1 }, func(k, np int) bool { return k < np }, func(k int) int { return 2 * k }, false},
		{"left at its beginning", "k = 1\ndo\nif (k >= np) exit\n" + down + "k = 2*k\nend do\n",
			func(int) int { return 1 }, func(k, np int) bool { return k < np }, func(k int) int { return 2 * k }, false},
		{"left at its end, by name", "k = 1\ntree: do\n" + down + "k = 2*k\nif (k >= np) exit tree\nend do tree\n",
			func(int) int { return 1 }, func(k, np int) bool { return k < np }, func(k int) int { return 2 * k }, false},
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
					if got := sentIn(u); got != float64(messages) {
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

// The same with bits of the processor's number: in a binomial tree that gathers at 0, processor me
// sends at the level of its lowest bit, np-1 messages in all; in a hypercube all exchange with
// the one whose number differs in one bit, at each level where there is one.
func TestPartnersByBits(t *testing.T) {
	const head = "program p\nuse mpi\ninteger me, np, s, other, levels, e, st(MPI_STATUS_SIZE)\nreal x(100000), y(100000)\ncall mpi_init(e)\n" +
		"call mpi_comm_rank(mpi_comm_world, me, e)\ncall mpi_comm_size(mpi_comm_world, np, e)\n" +
		"levels = 0\ndo while (2**levels < np)\nlevels = levels + 1\nend do\ndo s = 0, levels - 1\n"
	const tail = "end do\ncall mpi_finalize(e)\nend program\n"
	tree := func(mine, lowest string) string {
		return "if (" + mine + ") then\nif (" + lowest + ") then\nif (me + 2**s < np) call mpi_recv(y, 100000, mpi_real, me + 2**s, 1, mpi_comm_world, st, e)\n" +
			"else\ncall mpi_send(x, 100000, mpi_real, me - 2**s, 1, mpi_comm_world, e)\nend if\nend if\n"
	}
	const exchange = "if (other < np) call mpi_sendrecv(x, 100000, mpi_real, other, 1, y, 100000, mpi_real, other, 1, mpi_comm_world, st, e)\n"
	inTree := func(me, s, np int) bool { return me&(1<<s-1) == 0 && me&(1<<s) != 0 }
	inCube := func(me, s, np int) bool { return me^1<<s < np }
	for _, c := range []struct {
		name, text string
		sends      func(me, s, np int) bool
	}{
		{"a tree, iand", tree("iand(me, 2**s - 1) == 0", "iand(me, 2**s) == 0"), inTree},
		{"a tree, btest", tree("mod(me, 2**s) == 0", ".not. btest(me, s)"), inTree},
		{"a tree, ibits", tree("ibits(me, 0, s) == 0", "ibits(me, s, 1) == 0"), inTree},
		{"a hypercube, ieor", "other = ieor(me, 2**s)\n" + exchange, inCube},
		{"a hypercube, ishft", "other = ieor(me, ishft(1, s))\n" + exchange, inCube},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, np := range []int{2, 3, 5, 8, 16} {
				t.Run(fmt.Sprint(np), func(t *testing.T) {
					want, levels := 0, 0
					for ; 1<<levels < np; levels++ {
						for me := range np {
							if c.sends(me, levels, np) {
								want++
							}
						}
					}
					u := unitOf(t, "x.f90", head+c.text+tail, settings.Settings{Procs: np})
					if got := sentIn(u); got != float64(want) {
						t.Errorf("%g messages, want %d", got, want)
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

// sentIn counts the messages that are sent, over all processors.
func sentIn(u *report.Unit) (n float64) {
	for _, l := range u.Lines {
		for _, c := range l.Comms {
			if c.Kind == comm.Send.String() {
				n += c.TotalMessages
			}
		}
	}
	return n
}

// A counter that not every iteration doubles, or that more than its own statements decide, is
// asked for: no level is counted that may not be one. One that rests on another scalar of the loop
// is followed with it: k = 1, 2, 4, 8.
func TestCountersOfTreesThatAreNotFollowed(t *testing.T) {
	const head = "program p\nuse mpi\ninteger me, np, k, d, e\nreal x(10)\nread *, x\ncall mpi_init(e)\n" +
		"call mpi_comm_rank(mpi_comm_world, me, e)\ncall mpi_comm_size(mpi_comm_world, np, e)\nk = 1\nd = 1\ndo while (k < np)\n" +
		"if (me < k) call mpi_send(x, 10, mpi_real, me + k, 1, mpi_comm_world, e)\n"
	for _, c := range []struct {
		name, rest string
		followed   bool
	}{
		{"doubled", "k = 2*k\n", true},
		{"by another scalar", "k = k + d\nd = 2*d\n", true},
		{"left out", "if (x(1) > 1.0) cycle\nk = 2*k\n", false},
		{"changed in a branch too", "if (x(1) > 1.0) k = k + 1\nk = 2*k\n", false},
		{"received", "k = 2*k\ncall mpi_allreduce(me, k, 1, mpi_integer, mpi_max, mpi_comm_world, e)\n", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := unitOf(t, "x.f90", head+c.rest+"end do\ncall mpi_finalize(e)\nend program\n", settings.Settings{Procs: 16})
			if followed := sentIn(u) == 1+2+4+8; followed != c.followed {
				t.Errorf("%g messages, followed: %v", sentIn(u), followed)
			}
		})
	}
}
