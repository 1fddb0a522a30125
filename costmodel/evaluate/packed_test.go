package evaluate

import (
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// A buffer has as many elements as the nest of loops that packs it has iterations, also where the
// counter goes on from another nest, or down, and is sent behind it; what nobody can count is not
// taken for that. Of each the bytes that one of 16 processors gets, counted by hand.
func TestCountsOfPackedBuffers(t *testing.T) {
	const head = "program p\nuse mpi\ninteger, parameter :: nx = 6, nz = 5\ninteger me, np, e, i, k, l, m, st(MPI_STATUS_SIZE)\nreal v(100,100), b(1000), c(1000)\n" +
		"call mpi_init(e)\ncall mpi_comm_rank(mpi_comm_world, me, e)\ncall mpi_comm_size(mpi_comm_world, np, e)\nl = 20/np + 2\n"
	const send = "call mpi_sendrecv(b, m, mpi_real, mod(me+1, np), 1, c, 1000, mpi_real, mod(me-1+np, np), 1, mpi_comm_world, st, e)\n"
	const store = "b(m) = v(i,k)\nend do\nend do\n"
	for _, c := range []struct {
		name, text string
		elements   float64 // 0: not this way
	}{
		{"a nest", "m = 0\ndo k = 1, nz\ndo i = 1, nx\nm = m + 1\n" + store, 30},
		{"with a stride", "m = 0\ndo k = 1, nz, 2\ndo i = nx, 2, -1\nm = m + 1\n" + store, 15},
		{"two nests", "m = 0\ndo k = 1, nz\ndo i = 1, nx\nm = m + 1\n" + store + "do k = 1, l\ndo i = 1, 2\nm = 1 + m\n" + store, 36},
		{"before and in the inner loop", "m = 2\ndo k = 1, nz\nm = m + 3\ndo i = 1, nx\nm = m + 1\n" + store, 47},
		{"downwards", "m = 100\ndo k = 1, nz\ndo i = 1, nx\nm = m - 1\n" + store, 70},
		{"no iteration", "m = 7\ndo k = 1, 0\ndo i = 1, nx\nm = m + 1\n" + store, 7},
		{"a triangle", "m = 1\ndo k = 1, nz\ndo i = 1, k\nm = m + 1\n" + store, 16},
		{"a triangle from below, by steps", "m = 0\ndo k = 2, nz, 3\ndo i = k, nx\nm = m + 1\n" + store, 7},
		{"a triangle with empty rows", "m = 0\ndo k = nz, 1, -1\ndo i = 4, k\nm = m + 1\n" + store, 3},
		{"what is added changes", "m = 0\ndo k = 1, nz\nm = m + k\ndo i = 1, 1\n" + store, 15},
		{"without the diagonal", "m = 0\ndo k = 1, nz\ndo i = 1, nx\nif (i /= k) m = m + 1\n" + store, 25},
		{"in two branches", "m = 1\ndo k = 1, nz\ndo i = 1, nx\nif (i+k > 8) then\nm = m + 1\nelse if (i > 5) then\nm = m + 2\nend if\n" + store, 11},
		{"rows that the processors decide", "m = 0\ndo k = 1, l\ndo i = 1, k\nm = m + 1\n" + store, 6},
		{"by itself", "m = 1\ndo k = 1, nz\ndo i = 1, 2\nm = m + m\n" + store, 0},
		{"under a condition", "m = 1\ndo k = 1, nz\ndo i = 1, nx\nif (v(i,k) > 0.0) m = m + 1\n" + store, 0},
		{"it is left", "m = 1\ndo k = 1, nz\ndo i = 1, nx\nm = m + 1\nif (v(i,k) > 0.0) exit\n" + store, 0},
		{"it begins anew", "m = 1\ndo k = 1, nz\nm = 0\ndo i = 1, nx\nm = m + 1\n" + store, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := reportOf(t, "x.f90", head+c.text+send+"end program\n", settings.Settings{Procs: 16}).Units[0]
			sent := 0.0
			for _, l := range u.Lines {
				for _, m := range l.Comms {
					if m.Kind == "send" {
						sent += m.Elements
					}
				}
			}
			if c.elements > 0 && sent != c.elements {
				t.Errorf("%g elements, want %g", sent, c.elements)
			}
			if c.elements == 0 && sent == 31 {
				t.Errorf("as if it was added each time: %g", sent)
			}
		})
	}
}
