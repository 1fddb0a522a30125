package evaluate

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// 12 processes stand in a grid of 4 x 3, or 3 x 2 x 2. Along a ring each has 2 neighbours; along
// a row of n there are 2*(n-1) messages.
func TestNeighbourhoods(t *testing.T) {
	const (
		plane = "periods = [.true., .false., .false.]\ndims = [0, 0, 1]\ncall mpi_dims_create(np, 2, dims, ierr)\ncall mpi_cart_create(MPI_COMM_WORLD, 2, dims, periods, .false., grid, ierr)\n"
		space = "periods = .false.\ndims = 0\ncall mpi_dims_create(np, 3, dims, ierr)\ncall mpi_cart_create(MPI_COMM_WORLD, 3, dims, periods, .false., grid, ierr)\n"
	)
	cases := []struct {
		name, body         string
		messages, elements int // of all processes
	}{
		{"a part each", plane + "call mpi_neighbor_alltoall(a, 5, MPI_REAL8, b, 5, MPI_REAL8, grid, ierr)\n", 12*2 + 4*4, 40 * 5},
		{"the same for each", plane + "call mpi_neighbor_allgather(a, 7, MPI_REAL8, b, 7, MPI_REAL8, grid, ierr)\n", 40, 40 * 7},
		{"without blocking", plane + "call mpi_ineighbor_alltoall(a, 5, MPI_REAL8, b, 5, MPI_REAL8, grid, r, ierr)\ncall mpi_wait(r, MPI_STATUS_IGNORE, ierr)\n", 40, 40 * 5},
		{"other counts", space + "c = [5, 5, 7, 7, 9, 9]\ncall mpi_neighbor_alltoallv(a, c, d, MPI_REAL8, b, c, d, MPI_REAL8, grid, ierr)\n", 4*4 + 6*2 + 6*2, 16*5 + 12*7 + 12*9},
		{"one count", space + "c = 3\ncall mpi_neighbor_alltoallv(a, c, d, MPI_REAL8, b, c, d, MPI_REAL8, grid, ierr)\n", 40, 40 * 3},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text := "program p\nuse mpi\nimplicit none\ninteger :: np, ierr, grid, r, dims(3), c(6), d(6)\nlogical :: periods(3)\nreal(8) :: a(100), b(100)\ncall mpi_comm_size(MPI_COMM_WORLD, np, ierr)\n" + c.body + "end program\n"
			r := reportOf(t, "p.f90", text, settings.Settings{Procs: 12})
			l := lineIn(r, lineWith(text, "neighbor"))
			bytes := 0.0
			for _, m := range l.Comms {
				if m.Kind != "send" {
					bytes += m.TotalBytes
				}
			}
			if got := receivedAt(l); int(got) != c.messages || int(bytes) != 8*c.elements || l.NoEstimate != "" {
				t.Errorf("%g messages, %g bytes, want %d and %d %s", got, bytes, c.messages, 8*c.elements, l.NoEstimate)
			}
		})
	}
	t.Run("of a graph", func(t *testing.T) {
		text := "program p\nuse mpi\ninteger :: ierr, g, l(2)\nreal :: a(9), b(9)\ncall mpi_dist_graph_create_adjacent(MPI_COMM_WORLD, 2, l, l, 2, l, l, MPI_INFO_NULL, .false., g, ierr)\ncall mpi_neighbor_alltoall(a, 1, MPI_REAL, b, 1, MPI_REAL, g, ierr)\nend program\n"
		l := lineIn(reportOf(t, "p.f90", text, settings.Settings{Procs: 4}), 6)
		if !strings.Contains(l.NoEstimate, "which processors are neighbours is not known here") {
			t.Errorf("%q", l.NoEstimate)
		}
	})
}

// An exchange with all neighbours takes what messages to and from each take that do not block:
// of 4 receives one has its call here in MPI_IRECV, which passes while messages travel.
func TestNeighbourhoodsTakeWhatMessagesTake(t *testing.T) {
	const before = "program p\nuse mpi\nimplicit none\ninteger :: np, ierr, grid, r(4), n, s, w, e, dims(2)\nlogical :: periods(2)\nreal(8) :: a(100,4), b(100,4)\ncall mpi_comm_size(MPI_COMM_WORLD, np, ierr)\nperiods = .true.\ndims = 0\ncall mpi_dims_create(np, 2, dims, ierr)\ncall mpi_cart_create(MPI_COMM_WORLD, 2, dims, periods, .false., grid, ierr)\n"
	around := before + "call mpi_neighbor_alltoall(a, 100, MPI_REAL8, b, 100, MPI_REAL8, grid, ierr)\nend program\n"
	each := before + "call mpi_cart_shift(grid, 0, 1, n, s, ierr)\ncall mpi_cart_shift(grid, 1, 1, w, e, ierr)\n"
	for _, to := range []string{"n", "s", "w", "e"} {
		each += "call mpi_send(a, 100, MPI_REAL8, " + to + ", 0, grid, ierr)\n"
	}
	for _, k := range []string{"n,1", "s,2", "w,3", "e,4"} {
		from, nth, _ := strings.Cut(k, ",")
		each += "call mpi_irecv(b, 100, MPI_REAL8, " + from + ", 0, grid, r(" + nth + "), ierr)\n"
	}
	each += "call mpi_waitall(4, r, MPI_STATUSES_IGNORE, ierr)\nend program\n"
	with := settings.Settings{Procs: 16, Machine: "cluster"}
	x, y := unitOf(t, "p.f90", around, with), unitOf(t, "p.f90", each, with)
	const calls = (2 + 4 + 1) * 4.08e-9 // MPI_CART_SHIFT, MPI_IRECV, MPI_WAITALL
	if d := y.Charge.Total() - x.Charge.Total(); x.Charge.Communication < 2e-6 || d < -1e-12 || d > calls+1e-12 {
		t.Errorf("%+v, one by one %+v", x.Charge, y.Charge)
	}
}
