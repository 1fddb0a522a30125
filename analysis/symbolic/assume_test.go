package symbolic

import (
	"fmt"
	"testing"
)

// What is assumed of a symbol changes what is remembered of expressions with it, and of no
// others: nothing is forgotten for a new name.
func TestAssumptionsOfNewNamesForgetNothing(t *testing.T) {
	a := NewArena()
	a.Assume("n", 0, 10)
	n := a.Sym("n", Index)
	for _, c := range []struct {
		name   string
		lo, hi int64
		want   Expr // of max(0, n - 5)
		kept   bool
	}{
		{"fresh", 3, 4, 0, true},
		{"n", 5, 10, a.Add(n, a.Int(-5)), false},
		{"n", 0, 5, a.Int(0), false},
	} {
		t.Run(fmt.Sprint(c.name, " in ", c.lo, "..", c.hi), func(t *testing.T) {
			a.Max(a.Int(0), a.Add(n, a.Int(-5)))
			before := len(a.calls.few)
			a.Assume(c.name, c.lo, c.hi)
			if kept := len(a.calls.few) == before; kept != c.kept {
				t.Errorf("kept %v, want %v", kept, c.kept)
			}
			if got := a.Max(a.Int(0), a.Add(n, a.Int(-5))); c.want != 0 && got != c.want {
				t.Errorf("%s, want %s", a.String(got), a.String(c.want))
			}
		})
	}
}
