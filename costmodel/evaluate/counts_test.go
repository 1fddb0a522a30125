package evaluate

import (
	"math"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// Each of 4 processes has something for 3 others: 12 messages. A count that nobody knows is
// asked for, and 100 until somebody answers.
func TestCounts(t *testing.T) {
	const (
		all     = "call mpi_alltoallv(a, c, d, MPI_REAL8, b, c, d, MPI_REAL8, MPI_COMM_WORLD, ierr)\n"
		unknown = 12 * 100 * 8
	)
	cases := []struct {
		name, body string
		bytes      int // of all processes
		asked      bool
	}{
		{"all the same", "c = 5\n" + all, 12 * 5 * 8, false},
		{"computed", "c = n/np\n" + all, 12 * 10 * 8, false},
		{"as a section", "c(:) = n/np\n" + all, 12 * 10 * 8, false},
		{"one another", "c = 5\nc(i) = 7\n" + all, unknown, true},
		{"one of them", "c = 5\ncall mpi_sendrecv(a, c(me+1), MPI_REAL8, next, 0, b, c(me+1), MPI_REAL8, before, 0, MPI_COMM_WORLD, st, ierr)\n", 4 * 5 * 8, false},
		{"in a loop", "do i = 1, np\nc(i) = i\nend do\n" + all, unknown, true},
		{"changed by a procedure", "c = 5\ncall fill(c, i)\n" + all, unknown, true},
		{"given by a procedure", "call same(c)\n" + all, 12 * 6 * 8, false},
		// What each of 3 others has for a process, in 2 stages.
		{"combined", "c = 5\ncall mpi_reduce_scatter(a, b, c, MPI_REAL8, MPI_SUM, MPI_COMM_WORLD, ierr)\n", 4 * 15 * 8, false},
		{"combined in blocks", "call mpi_reduce_scatter_block(a, b, 5, MPI_REAL8, MPI_SUM, MPI_COMM_WORLD, ierr)\n", 4 * 15 * 8, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text := "program p\nuse mpi\nimplicit none\ninteger :: me, np, next, before, ierr, i, n = 40, st(MPI_STATUS_SIZE)\ninteger, allocatable :: c(:), d(:)\nreal(8) :: a(100), b(100)\n" +
				"call mpi_init(ierr)\ncall mpi_comm_rank(MPI_COMM_WORLD, me, ierr)\ncall mpi_comm_size(MPI_COMM_WORLD, np, ierr)\nnext = mod(me+1, np)\nbefore = mod(me-1+np, np)\nn = 40\nread *, i\nallocate(c(np), d(np))\n" + c.body +
				"contains\nsubroutine fill(v, k)\ninteger :: v(:), k\nv(k) = 3\nend subroutine\nsubroutine same(v)\ninteger :: v(:)\nv = 6\nend subroutine\nend program\n"
			r := reportOf(t, "p.f90", text, settings.Settings{Procs: 4})
			bytes := func(values map[string]float64) (sum float64) {
				for _, l := range reportOf(t, "p.f90", text, settings.Settings{Procs: 4, Values: values}).Units[0].Lines {
					for _, m := range l.Comms {
						if m.Kind != "send" {
							sum += m.TotalBytes
						}
					}
				}
				return sum
			}
			if asked := assumes(r, "how many elements a message has"); int(bytes(nil)) != c.bytes || asked != c.asked {
				t.Errorf("%g bytes, want %d; asked %v", bytes(nil), c.bytes, asked)
			}
			if answered := bytes(map[string]float64{"elements1": 7}); c.asked && answered != 12*7*8 {
				t.Errorf("%g bytes with 7 elements each", answered)
			}
		})
	}
}

// Packed elements are copied, and the position behind them is what is sent: 10 integers of 4
// bytes and 3 numbers of 8.
func TestPacking(t *testing.T) {
	const packs = "call mpi_pack(k, 10, MPI_INTEGER, buffer, 999, at, MPI_COMM_WORLD, ierr)\ncall mpi_pack(x, 3, MPI_REAL8, buffer, 999, at, MPI_COMM_WORLD, ierr)\n"
	text := "program p\nuse mpi\nimplicit none\ninteger :: np, ierr, at, k(10)\nreal(8) :: x(900)\ncharacter :: buffer(9999)\ncall mpi_comm_size(MPI_COMM_WORLD, np, ierr)\nat = 0\n" + packs +
		"call mpi_bcast(buffer, at, MPI_PACKED, 0, MPI_COMM_WORLD, ierr)\nat = 0\ncall mpi_unpack(buffer, 999, at, x, 300, MPI_REAL8, MPI_COMM_WORLD, ierr)\ncall mpi_bcast(buffer, at, MPI_PACKED, 0, MPI_COMM_WORLD, ierr)\nend program\n"
	r := reportOf(t, "p.f90", text, settings.Settings{Procs: 2, Machine: "cluster"})
	for what, want := range map[string]struct{ bytes, seconds float64 }{
		"mpi_pack(k": {0, 4.08e-9 + 40.0/8*0.816e-9}, // a call, and an index for every 8 bytes
		"mpi_bcast":  {10*4 + 3*8, 0},
		"mpi_unpack": {0, 4.08e-9 + 300*0.816e-9},
	} {
		t.Run(what, func(t *testing.T) {
			l := lineIn(r, lineWith(text, what))
			bytes := 0.0
			for _, m := range l.Comms {
				bytes += m.TotalBytes
			}
			if bytes != want.bytes || l.NoEstimate != "" || want.seconds > 0 && math.Abs(l.Charge.Total()-want.seconds) > 1e-12 {
				t.Errorf("%g bytes, %g s %s, want %+v", bytes, l.Charge.Total(), l.NoEstimate, want)
			}
		})
	}
	if last := r.Units[0].Lines[len(r.Units[0].Lines)-1]; last.Comms[0].TotalBytes != 300*8 {
		t.Errorf("%g bytes of what is behind the unpacked elements", last.Comms[0].TotalBytes)
	}
}
