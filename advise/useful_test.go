package advise

import (
	"testing"

	"github.com/parlens/parlens/costmodel/settings"
)

// Mappings that are given up are counted, so that it can be said why none has a time: elements
// of a matrix that each iteration may change for the next ones are messages of their own.
func TestMappingsThatAreGivenUp(t *testing.T) {
	const text = "program p\ninteger, parameter :: n = 128\ninteger :: d(n,n), i, j, k\nd = 1\ndo k = 1, n\ndo j = 1, n\ndo i = 1, n\nif (d(i,k) + d(k,j) < d(i,j)) d(i,j) = d(i,k) + d(k,j)\nend do\nend do\nend do\nprint *, d(1,n)\nend program\n"
	a := advised(t, text, settings.Settings{Machine: "cluster"}, Effort{Predictions: 20, Most: 3})
	if a.Ended < 2 || a.Ended != a.Tried-1 || len(a.Proposals) > 0 { // the other one is the program as it is
		t.Errorf("%d of %d: %+v", a.Ended, a.Tried, a.Proposals)
	}
	if a := advised(t, "program p\nreal(8) :: a(1000000)\na = 1\na = 2*a\nend program\n", settings.Settings{Machine: "cluster"}, Effort{Predictions: 20, Most: 3}); a.Ended != 0 {
		t.Errorf("%d of %d", a.Ended, a.Tried)
	}
}
