package evaluate

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// Messages of all processes: of a gathering of all, for each the others of its communicator; of
// a ring, one for each; of a broadcast, the others once for each communicator.
func TestMembersOfCommunicators(t *testing.T) {
	const (
		plane = "call mpi_dims_create(np, 2, dims, ierr)\ncall mpi_cart_create(MPI_COMM_WORLD, 2, dims, periods, .false., grid, ierr)\n"
		space = "call mpi_dims_create(np, 3, dims, ierr)\ncall mpi_cart_create(MPI_COMM_WORLD, 3, dims, periods, .false., grid, ierr)\n"
	)
	cases := []struct {
		name, makes              string
		procs                    int
		gathered, round, fromOne int
	}{
		{"rows", "call mpi_comm_split(MPI_COMM_WORLD, me/4, me, c, ierr)\n", 12, 12 * 3, 12, 3 * 3},
		{"columns", "call mpi_comm_split(MPI_COMM_WORLD, mod(me, 4), me/4, c, ierr)\n", 12, 12 * 2, 12, 4 * 2},
		// 0 to 3, 4 to 7, 8 and 9; 0, 4 and 8; 1, 5 and 9; 2 and 6; 3 and 7.
		{"rows with a shorter one", "call mpi_comm_split(MPI_COMM_WORLD, me/4, mod(me, 4), c, ierr)\n", 10, 2*4*3 + 2*1, 10, 3 + 3 + 1},
		{"columns with shorter ones", "call mpi_comm_split(MPI_COMM_WORLD, mod(me, 4), 0, c, ierr)\n", 10, 2*3*2 + 2*2*1, 10, 2 + 2 + 1 + 1},
		{"of a square", "k = nint(sqrt(real(np)))\nrow = me/k\ncall mpi_comm_split(MPI_COMM_WORLD, row, me, c, ierr)\n", 16, 16 * 3, 16, 4 * 3},
		{"all", "call mpi_comm_split(MPI_COMM_WORLD, 7, me, c, ierr)\n", 12, 12 * 11, 12, 11},
		// The grid is 4 x 3.
		{"along the first dimension", plane + "call mpi_cart_sub(grid, [.true., .false.], c, ierr)\n", 12, 12 * 3, 12, 3 * 3},
		{"along the second dimension", plane + "call mpi_cart_sub(grid, [.false., .true.], c, ierr)\n", 12, 12 * 2, 12, 4 * 2},
		// The grid is 3 x 2 x 2.
		{"a plane", space + "call mpi_cart_sub(grid, [.false., .true., .true.], c, ierr)\n", 12, 12 * 3, 12, 3 * 3},
		{"the dimension in the middle", space + "call mpi_cart_sub(grid, [.false., .true., .false.], c, ierr)\n", 12, 12 * 1, 12, 6},
		{"made elsewhere", "call make(c)\n", 12, 12 * 3, 12, 3 * 3},
		{"a copy", "call mpi_comm_split(MPI_COMM_WORLD, me/4, me, grid, ierr)\ncall mpi_comm_dup(grid, c, ierr)\n", 12, 12 * 3, 12, 3 * 3},
		{"another plane", space + "call mpi_cart_sub(grid, [.true., .false., .true.], c, ierr)\n", 12, 0, 0, 0},
		{"in the other order", "call mpi_comm_split(MPI_COMM_WORLD, me/4, -me, c, ierr)\n", 12, 0, 0, 0},
		{"two of their own kind", "call mpi_comm_split(MPI_COMM_WORLD, merge(1, 2, me < 5), me, c, ierr)\n", 12, 0, 0, 0},
		{"a part of a part", "call mpi_comm_split(MPI_COMM_WORLD, me/4, me, grid, ierr)\ncall mpi_comm_split(grid, mod(me, 2), me, c, ierr)\n", 12, 0, 0, 0},
	}
	for _, x := range cases {
		t.Run(x.name, func(t *testing.T) {
			text := "program p\nuse mpi\nimplicit none\ninteger :: me, np, ierr, c, grid, r, s, k, row, dims(3) = 0\nlogical :: periods(3) = .false.\nreal :: a(10), b(100)\ncall mpi_comm_rank(MPI_COMM_WORLD, me, ierr)\ncall mpi_comm_size(MPI_COMM_WORLD, np, ierr)\ndims = 0\n" + x.makes +
				"call mpi_comm_rank(c, r, ierr)\ncall mpi_comm_size(c, s, ierr)\ncall mpi_allgather(a, 1, MPI_REAL, b, 1, MPI_REAL, c, ierr)\ncall mpi_sendrecv(a, 1, MPI_REAL, mod(r+1, s), 0, b, 1, MPI_REAL, mod(r-1+s, s), 0, c, MPI_STATUS_IGNORE, ierr)\ncall mpi_bcast(a, 1, MPI_REAL, 1, c, ierr)\n" +
				"contains\nsubroutine make(new)\ninteger :: new, rank\ncall mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)\ncall mpi_comm_split(MPI_COMM_WORLD, rank/4, rank, new, ierr)\nend subroutine\nend program\n"
			r := reportOf(t, "p.f90", text, settings.Settings{Procs: x.procs})
			for what, want := range map[string]int{"mpi_allgather": x.gathered, "mpi_sendrecv": x.round, "mpi_bcast": x.fromOne} {
				t.Run(what, func(t *testing.T) {
					l := lineIn(r, lineWith(text, what))
					unknown := strings.Contains(reasons(l), "not known")
					if got := receivedAt(l); unknown != (want == 0) || want > 0 && int(got) != want {
						t.Errorf("%s: %g messages, want %d: %s", what, got, want, reasons(l))
					}
				})
			}
		})
	}
}

// Rows work at their own pace: who waits for the others of its row waits for nobody else.
func TestRowsWaitForThemselves(t *testing.T) {
	text := "program p\nuse mpi\nimplicit none\ninteger :: me, ierr, c, i\nreal :: a(10), x\ncall mpi_comm_rank(MPI_COMM_WORLD, me, ierr)\ncall mpi_comm_split(MPI_COMM_WORLD, me/4, me, c, ierr)\ndo i = 1, 100000*(me/4)\nx = x + 1\nend do\ncall mpi_barrier(c, ierr)\ndo i = 1, 100000*(3 - me/4)\nx = x + 1\nend do\nend program\n"
	rows := unitOf(t, "p.f90", text, settings.Settings{Procs: 16}).Charge
	all := unitOf(t, "p.f90", strings.Replace(text, "mpi_barrier(c,", "mpi_barrier(MPI_COMM_WORLD,", 1), settings.Settings{Procs: 16}).Charge
	if rows.Wait != 0 || all.Total() < 1.8*rows.Total() {
		t.Errorf("%+v, all together %+v", rows, all)
	}
}
