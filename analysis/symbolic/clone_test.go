package symbolic

import "testing"

// What is built in a clone is not in the arena that it was made of, and what was
// there has the same number and the same text in both.
func TestClone(t *testing.T) {
	a := NewArena()
	a.Assume("n", 1, Unbounded)
	n := a.Sym("n", Index)
	before := a.Max(a.Mul(n, n), a.Int(7))
	size := a.Len()
	a.Freeze()
	c := a.Clone()
	if got, want := c.String(before), a.String(before); got != want {
		t.Errorf("the clone has %s, not %s", got, want)
	}
	if again := c.Max(c.Mul(c.Sym("n", Index), c.Sym("n", Index)), c.Int(7)); again != before {
		t.Errorf("the clone builds %s anew", c.String(again))
	}
	c.Add(c.Sym("m", Index), before)
	c.Assume("m", 3, 5)
	if a.Len() != size || c.Len() == size {
		t.Errorf("the arena has %d nodes, its clone %d; it had %d", a.Len(), c.Len(), size)
	}
	if a.Assumptions() == c.Assumptions() {
		t.Error("what is assumed in the clone is assumed in the arena")
	}
}
