package place

import (
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// Operations on bits are those of Java, for numbers and powers of two on either side.
func TestBitsAgainstIntegers(t *testing.T) {
	b := &builder{unit: &unit{}, arena: symbolic.NewArena()}
	a := b.arena
	x, k := a.Sym("x", symbolic.Index), a.Sym("k", symbolic.Index)
	a.Assume("k", 0, symbolic.Unbounded)
	power := a.Pow(a.Int(2), k)
	check := func(op string, y symbolic.Expr, n, m, shift int64) {
		want := map[string]int64{"&": n & m, "|": n | m, "^": n ^ m}[op]
		for _, swapped := range []bool{false, true} {
			l, r := x, y
			if swapped {
				l, r = y, x
			}
			e, ok := b.bits(op, l, r)
			if !ok {
				t.Fatalf("%s: not known", a.String(y))
			}
			if got, err := a.Eval(e, map[string]float64{"x": float64(n), "k": float64(shift)}); err != nil || int64(got) != want {
				t.Fatalf("%d %s %d is %v (%v), want %d", n, op, m, got, err, want)
			}
		}
	}
	for _, op := range []string{"&", "|", "^"} {
		for n := int64(-40); n < 40; n++ {
			for m := int64(-20); m < 40; m++ {
				check(op, a.Int(m), n, m, 0)
			}
			for shift := range int64(6) {
				check(op, power, n, 1<<shift, shift)
				check(op, a.Sub(power, a.Int(1)), n, 1<<shift-1, shift)
			}
		}
	}
	if _, ok := b.bits("^", x, a.Sym("y", symbolic.Index)); ok {
		t.Error("the bits of neither are known")
	}
}
