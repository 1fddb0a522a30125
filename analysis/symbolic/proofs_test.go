package symbolic

import "testing"

// What is proven within the bounds of a loop is not taken for another one with the same range
// of numbers.
func TestProofsRestOnOpenLoops(t *testing.T) {
	a := NewArena()
	for _, name := range []string{"n", "m"} {
		a.Assume(name, 1, Unbounded)
	}
	i, n, m := a.Sym("i", Index), a.Sym("n", Index), a.Sym("m", Index)
	least := a.Min(i, n)
	if got := a.Within("i", a.Int(1), n, least); got != i {
		t.Errorf("up to n: %s", a.String(got))
	}
	if got := a.Within("i", a.Int(1), m, least); got != least {
		t.Errorf("up to m: %s", a.String(got))
	}
	k := a.Sym("k", Index)
	x, y := a.Add(n, k), a.Add(m, k)
	if a.AtLeast(x, y) {
		t.Error("n + k >= m + k is proven of nothing")
	}
	a.Assume("n", 9, Unbounded)
	a.Assume("m", 1, 9)
	if !a.AtLeast(x, y) {
		t.Error("n + k >= m + k is not proven once it follows")
	}
}
