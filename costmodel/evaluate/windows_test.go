package evaluate

import (
	"math"
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// What a process does to windows of others is a message of its own for each that has a
// partner; nobody waits, and its scalars keep their values.
func TestWindows(t *testing.T) {
	cases := []struct {
		call     string
		messages int // of all 4 processes, in 10 iterations
		bytes    int
	}{
		{"mpi_put(a(8), 2, MPI_DOUBLE_PRECISION, next, disp, 2, MPI_DOUBLE_PRECISION, win, ierr)", 40, 40 * 16},
		{"mpi_get(a(9), 1, MPI_DOUBLE_PRECISION, next, disp, 1, MPI_DOUBLE_PRECISION, win, ierr)", 40, 40 * 8},
		{"mpi_accumulate(a, 4, MPI_REAL, 0, disp, 4, MPI_REAL, MPI_SUM, win, ierr)", 30, 30 * 16},
		{"mpi_rget(a, 3, MPI_INTEGER, me - 1, disp, 3, MPI_INTEGER, win, request, ierr)", 30, 30 * 12},
		{"mpi_get_accumulate(a, 2, MPI_REAL, b, 2, MPI_REAL, next, disp, 2, MPI_REAL, MPI_SUM, win, ierr)", 80, 80 * 8},
		{"mpi_fetch_and_op(one, old, MPI_INTEGER, 0, disp, MPI_SUM, win, ierr)", 60, 60 * 4},
	}
	for _, c := range cases {
		t.Run(c.call, func(t *testing.T) {
			text := "program p\nuse mpi\nimplicit none\ninteger :: me, np, next, win, ierr, it, request, one, old\ninteger(MPI_ADDRESS_KIND) :: disp, bytes\nreal(8) :: a(10), b(10)\n" +
				"call mpi_init(ierr)\ncall mpi_comm_rank(MPI_COMM_WORLD, me, ierr)\ncall mpi_comm_size(MPI_COMM_WORLD, np, ierr)\nnext = mod(me + 1, np)\n" +
				"call mpi_win_create(a, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)\ndo it = 1, 10\ncall mpi_win_fence(0, win, ierr)\ncall " + c.call + "\ncall mpi_win_fence(0, win, ierr)\nend do\nend program\n"
			u := reportOf(t, "p.f90", text, settings.Settings{Procs: 4}).Units[0]
			l := lineIn(reportOf(t, "p.f90", text, settings.Settings{Procs: 4}), lineWith(text, "call "+c.call))
			messages, bytes := 0.0, 0.0
			for _, m := range l.Comms {
				messages, bytes = messages+m.TotalMessages, bytes+m.TotalBytes
				if strings.Contains(m.Reason, "not known") {
					t.Errorf("the partner of %s is not known", m.Reason)
				}
			}
			if u.LowerBound || int(messages) != c.messages || int(bytes) != c.bytes {
				t.Errorf("%g messages, %g bytes, want %d and %d", messages, bytes, c.messages, c.bytes)
			}
		})
	}
}

// Each process transfers its own part of a file, as the machine's rates say; what is not
// modelled says so, and leaves what is known of other scalars.
func TestFilesOfMPI(t *testing.T) {
	const before = "program p\nuse mpi\nimplicit none\ninteger :: me, fh, ierr, it, n = 1000, requests(2), which, i\ninteger(MPI_OFFSET_KIND) :: at\nreal(8) :: a(1000)\n" +
		"call mpi_init(ierr)\ncall mpi_comm_rank(MPI_COMM_WORLD, me, ierr)\nn = 500\ncall mpi_file_open(MPI_COMM_WORLD, 'x', MPI_MODE_RDWR, MPI_INFO_NULL, fh, ierr)\ndo it = 1, 3\n"
	cases := []struct {
		call  string
		bytes float64 // in all
		why   string
	}{
		{"mpi_file_write_at_all(fh, at, a, n, MPI_DOUBLE_PRECISION, MPI_STATUS_IGNORE, ierr)", 3 * 500 * 8, ""},
		{"mpi_file_read(fh, a, 20, MPI_REAL, MPI_STATUS_IGNORE, ierr)", 3 * 20 * 4, ""},
		{"mpi_alltoallw(a, requests, requests, requests, a, requests, requests, requests, MPI_COMM_WORLD, ierr)", 0, "MPI_ALLTOALLW: what it moves and waits for is not modelled"},
	}
	var rates []float64
	for _, c := range cases {
		t.Run(c.call, func(t *testing.T) {
			text := before + "call " + c.call + "\nend do\ndo i = 1, n\na(i) = 1.0\nend do\nend program\n"
			r := reportOf(t, "p.f90", text, settings.Settings{Procs: 4})
			l := lineIn(r, lineWith(text, "call "+c.call))
			loops := r.Units[0].Loops
			if !strings.Contains(l.NoEstimate, c.why) || (c.why == "") != (l.NoEstimate == "") || loops[len(loops)-1].Iterations != 500 {
				t.Errorf("%+v; %g iterations behind it", l, loops[len(loops)-1].Iterations)
			}
			if c.bytes > 0 {
				twice := strings.Replace(strings.Replace(text, ", n, MPI", ", 2*n, MPI", 1), ", 20, MPI", ", 40, MPI", 1)
				more := lineIn(reportOf(t, "p.f90", twice, settings.Settings{Procs: 4}), lineWith(text, "call mpi_file_open")+2)
				rates = append(rates, (more.Charge.Overhead-l.Charge.Overhead)/c.bytes)
				if rates[0] <= 0 || math.Abs(rates[len(rates)-1]/rates[0]-1) > 1e-9 {
					t.Errorf("%g s for each byte more", rates)
				}
			}
		})
	}
}
