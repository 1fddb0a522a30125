package symbolic

import (
	"errors"
	"fmt"
	"testing"
)

// TestAnswers counts how often a function that takes long is called: once for each
// point, whatever tape asks, and again where it failed.
func TestAnswers(t *testing.T) {
	a := NewArena()
	calls, broken := 0, errors.New("broken")
	long := &Function{Name: "long", Cost: costly, Eval: func(args []float64) (float64, error) {
		calls++
		if args[0] < 0 {
			return 0, broken
		}
		return 2 * args[0], nil
	}}
	x := a.Sym("x", Real)
	e := a.Opaque(long, x)
	for _, c := range []struct {
		of, tape Expr
		at, want float64
		calls    int
	}{{e, e, 3, 6, 1}, {e, e, 3, 6, 1}, {e, a.Add(e, x), 3, 9, 1}, {e, e, 4, 8, 2}, {e, e, 3, 6, 2}} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			got, err := a.Eval(c.tape, map[string]float64{"x": c.at})
			if err != nil || got != c.want || calls != c.calls {
				t.Errorf("%s at %v is %v (%v) after %d calls, want %v after %d", a.String(c.tape), c.at, got, err, calls, c.want, c.calls)
			}
		})
	}
	for range 2 {
		if _, err := a.Eval(e, map[string]float64{"x": -1}); !errors.Is(err, broken) {
			t.Errorf("the error is %v", err)
		}
	}
	if calls != 4 {
		t.Errorf("%d calls, want 4: an error is not an answer", calls)
	}
}
