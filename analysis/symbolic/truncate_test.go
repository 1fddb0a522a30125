package symbolic

import (
	"fmt"
	"testing"
)

// Quotients and remainders of integers are those of Go, which rounds toward zero as Fortran
// does: of symbols of unknown sign, with a bound on either side, and of constants.
func TestQuotientsTowardZero(t *testing.T) {
	const most = 9
	for _, bounds := range [][2]int64{{-Unbounded, Unbounded}, {0, Unbounded}, {-Unbounded, 0}, {-most, most}} {
		t.Run(fmt.Sprint(bounds), func(t *testing.T) {
			a := NewArena()
			a.Assume("x", bounds[0], bounds[1])
			a.Assume("y", 1, Unbounded)
			x, y := a.Sym("x", Index), a.Sym("y", Index)
			for d := int64(-4); d <= 4; d++ {
				for v := max(bounds[0], -most); v <= min(bounds[1], most); v++ {
					if d == 0 {
						continue
					}
					values := map[string]float64{"x": float64(v), "y": float64(d)}
					checkEqual(t, a, a.TruncDiv(x, a.Int(d)), values, v/d)
					checkEqual(t, a, a.TruncMod(x, a.Int(d)), values, v%d)
					checkEqual(t, a, a.TruncDiv(a.Int(v), a.Int(d)), nil, v/d)
					if d > 0 {
						checkEqual(t, a, a.TruncDiv(a.Sub(x, a.Int(3)), y), values, (v-3)/d)
						checkEqual(t, a, a.TruncMod(a.Sub(x, a.Int(3)), y), values, (v-3)%d)
					}
				}
			}
		})
	}
}

func checkEqual(t *testing.T, a *Arena, e Expr, values map[string]float64, want int64) {
	t.Helper()
	if got, err := a.Eval(e, values); err != nil || got != float64(want) {
		t.Error(fmt.Sprint(a.String(e), " = ", got, ", want ", want, " at ", values, err))
	}
}
