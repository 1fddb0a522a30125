package values

import "testing"

// What MPI says of all processes is known where their number is. Every case uses n in a(n)
// behind the statements; 12 processes are dealt out as 4 by 3, or 3 by 2 beside 2.
func TestMessagesTellHowManyProcessesThereAre(t *testing.T) {
	for _, c := range []struct {
		body       string
		processors int
		want       string
	}{
		{"call mpi_comm_size(mpi_comm_world, n, i)", 12, "12"},
		{"call mpi_comm_size(mpi_comm_world, n, i)", 0, "unknown"},
		{"call mpi_comm_size(k, n, i)", 12, "unknown"}, // of some of them
		{"call mpi_comm_rank(mpi_comm_world, n, i)", 12, "unknown"},
		{"t = 0\ncall mpi_dims_create(12, 2, t(1:2), i)\nn = t(1)", 12, "unknown"},
		{"d = 0\ncall mpi_comm_size(mpi_comm_world, m, i)\ncall mpi_dims_create(m, 3, d, i)\nn = 100*d(1) + 10*d(2) + d(3)", 12, "322"},
		{"d = [0, 2, 0]\ncall mpi_dims_create(12, 3, d, i)\nn = 100*d(1) + 10*d(2) + d(3)", 3, "322"},
		{"d = [1, 0, 0]\ncall mpi_dims_create(12, 3, d, i)\nn = 100*d(1) + 10*d(2) + d(3)", 3, "143"},
		{"d = [9, 0, 5]\ncall mpi_dims_create(16, 2, d, i)\nn = 10*d(1) + d(2)", 3, "unknown"}, // 9 does not divide 16
		{"d = [4, 0, 5]\ncall mpi_dims_create(2, 2, d, i)\nn = 10*d(1) + d(2)", 3, "unknown"},
		{"d = [0, 0, 5]\ncall mpi_dims_create(16, 2, d, i)\nn = 100*d(1) + 10*d(2) + d(3)", 3, "445"},
		{"d = 0\ncall mpi_dims_create(16, 4, d, i)\nn = d(1)", 3, "unknown"},
		{"d = 0\ncall mpi_dims_create(2147483647*1000, 2, d, i)\nn = d(1)", 3, "unknown"},
		{"d = [k, 0, 0]\ncall mpi_dims_create(12, 3, d, i)\nn = d(2)", 3, "unknown"},
		{"d = 0\ncall mpi_dims_create(k, 3, d, i)\nn = d(2)", 3, "unknown"},
	} {
		t.Run(c.body, func(t *testing.T) {
			u, r := run(t, "integer d(3)\nread *, k\n"+c.body+"\na(n) = 1", Options{Processors: c.processors})
			if got := uses(u, r, "n"); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}
