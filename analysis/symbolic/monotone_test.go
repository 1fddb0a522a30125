package symbolic

import "testing"

func TestMonotone(t *testing.T) {
	a := NewArena()
	for _, name := range []string{"i", "j"} {
		a.Assume(name, 0, Unbounded)
	}
	a.Assume("n", 1, Unbounded)
	a.Assume("P", 1, Unbounded)
	i, j, n, p, x := a.Sym("i", Index), a.Sym("j", Index), a.Sym("n", Index), a.Sym("P", Index), a.Sym("x", Index)
	for _, c := range []struct {
		name string
		e    Expr
		want bool
	}{
		{"the index", i, true},
		{"another one", a.Mul(j, j), true},
		{"a block", a.FloorDiv(a.Add(a.Mul(a.Int(3), i), j), a.CeilDiv(n, p)), true},
		{"falling", a.Sub(n, a.Mul(a.Int(2), i)), true},
		{"times what is not negative", a.Add(a.Mul(n, i), a.FloorDiv(i, p)), true},
		{"clamped", a.Min(a.FloorDiv(i, p), a.Sub(p, a.Int(1))), true},
		{"rows of a triangle", a.FloorDiv(a.Mul(i, a.Add(i, a.Int(3))), a.Int(2)), true},
		{"a power of anything", a.Mul(i, i, x), false},
		{"times anything", a.Mul(x, i), false},
		{"cyclic", a.Mod(i, p), false},
		{"a block less the index", a.Sub(a.FloorDiv(i, p), i), false},
		{"divided by the index", a.FloorDiv(n, a.Add(i, a.Int(1))), false},
		{"of two that go apart", a.Max(i, a.Sub(n, i)), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := a.Monotone(c.e, "i"); got != c.want {
				t.Errorf("%v: %v", a.String(c.e), got)
			}
		})
	}
}
