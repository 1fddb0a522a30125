package symbolic

import "testing"

func TestIsPowerOfTwo(t *testing.T) {
	a := NewArena()
	n, s := a.Sym("n", Index), a.Sym("s", Index)
	a.Assume("s", 0, Unbounded)
	two := a.Pow(a.Int(2), s)
	for _, c := range []struct {
		e    Expr
		want bool
	}{
		{a.Int(1), true}, {a.Int(64), true}, {a.Int(0), false}, {a.Int(6), false}, {a.Int(-2), false},
		{two, true}, {a.Mul(a.Int(2), two), true}, {a.Mul(a.Int(3), two), false}, {a.Mul(two, n), false},
		{a.FloorDiv(a.Mul(a.Int(4), two), a.Pow(a.Int(2), a.Add(s, a.Int(1)))), true},
		{a.Add(two, a.Int(1)), false}, {a.Add(two, two), true}, {a.Pow(n, s), false}, {n, false},
		{a.FloorDiv(two, a.Int(3)), false},
	} {
		t.Run(a.String(c.e), func(t *testing.T) {
			if got := a.IsPowerOfTwo(c.e); got != c.want {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}
