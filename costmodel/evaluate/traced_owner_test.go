package evaluate

import (
	"strings"
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// Where the index array that says who executes an iteration is computed, what moves is counted: 16
// of 64 elements for each of 4 processors, or 16 columns of 64, in one message from the one at the
// other end. Where it is read equal shares of what comes from all others are counted, and said. An
// element of a column is stored as the whole column is.
func TestMessagesWhereTheOwnerIsTraced(t *testing.T) {
	const head = "program x\ninteger, parameter :: n = 64\nreal :: a(n), b(n), c(n,n), d(n,n)\ninteger :: p(n), i, j\n!HPF$ PROCESSORS q(4)\n!HPF$ DISTRIBUTE (BLOCK) ONTO q :: a, b\n!HPF$ DISTRIBUTE (*,BLOCK) ONTO q :: c, d\n"
	for _, c := range []struct {
		name, body, right string
		bytes             float64
	}{
		{"elements", "a(p(j)) = b(j)", "= b(j)", 4 * 16 * 4},
		{"columns", "c(:,p(j)) = d(:,j)", "= d(:,j)", 4 * 16 * 64 * 4},
		{"elements of columns", "do i = 1, n\nc(i,p(j)) = d(i,j)\nend do", "= d(i,j)", 4 * 16 * 64 * 4},
	} {
		for indices, want := range map[string]struct {
			messages float64
			reason   string
		}{"forall (i = 1:n) p(i) = n + 1 - i\n": {4, "left side:"}, "read *, p\n": {12, "(equal shares are counted)"}} {
			t.Run(c.name+want.reason, func(t *testing.T) {
				text := head + indices + "do j = 1, n\n" + c.body + "\nend do\nend program\n"
				l := lineOf(unitOf(t, "p.f90", text, settings.Settings{Machine: "cluster"}), lineWith(text, c.right))
				if len(l.Comms) != 1 || l.Comms[0].TotalBytes != c.bytes || l.Comms[0].TotalMessages != want.messages || !strings.Contains(l.Comms[0].Reason, want.reason) {
					t.Errorf("%+v, want %v messages of %v bytes, %s", l.Comms, want.messages, c.bytes, want.reason)
				}
			})
		}
	}
}
