package evaluate

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// A processor fetches what an index array that is read names once, however often the loops
// that do not move the subscript come round: 4 processors have 10 rows each, a row is 6 long.
func TestAGatherCountsTheLoopsThatMoveItsSubscript(t *testing.T) {
	const head = "program p\ninteger, parameter :: n = 40, m = 6\ninteger :: i, j, k, l, idx(n), row(n+1)\nreal :: a(n,m), b(n), c(n,m)\n" +
		"!HPF$ PROCESSORS q(4)\n!HPF$ DISTRIBUTE (BLOCK,*) ONTO q :: a, c\n!HPF$ DISTRIBUTE (BLOCK) ONTO q :: b, idx\nread *, idx\n"
	nest := func(body string) string { return "do j = 1, m; do i = 1, n; " + body + "; end do; end do" }
	for _, c := range []struct {
		name, body string
		elements   float64 // that a processor receives at most
	}{
		{"outer loop beside it", nest("a(i,j) = b(idx(i))"), 10},
		{"outer loop along another dimension", nest("a(i,j) = c(idx(i),j)"), 10 * 6},
		{"outer loop in the subscript", nest("a(i,j) = b(mod(idx(i) + j, n) + 1)"), 30}, // of 60, all that others have
		{"inner loop beside it", "do i = 1, n; do l = 1, 3; do j = 1, 2; a(i,j) = a(i,j) + b(idx(i)); end do; end do; end do", 10},
		{"scalar of the iteration", "do i = 1, n; k = idx(i); do j = 1, m; a(i,j) = b(k); end do; end do", 10},
		{"scalar of an inner iteration", nest("k = idx(i); a(i,j) = b(k)"), 30},                                                 // it may be another each time
		{"a row of a sparse matrix", "do i = 1, n; do k = row(i), row(i+1)-1; a(i,1) = a(i,1) + b(idx(k)); end do; end do", 30}, // of 10*200, all that others have
		{"bounds of a loop between", "do i = 1, n; do k = 1, row(i); do l = 1, k; a(i,1) = a(i,1) + b(idx(l)); end do; end do; end do", 30},
		{"FORALL", "forall (i = 1:n, j = 1:m) a(i,j) = b(idx(i))", 10},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := unitOf(t, "p.f90", head+strings.ReplaceAll(c.body, "; ", "\n")+"\nend program\n", settings.Settings{Machine: "cluster"})
			elements := 0.0
			for _, l := range u.Lines {
				for _, m := range l.Comms {
					if m.Array != "idx" { // which READ hands out
						elements += m.TotalBytes / 4 / 4
					}
				}
			}
			if elements != c.elements {
				t.Errorf("%v elements, want %v", elements, c.elements)
			}
		})
	}
}
