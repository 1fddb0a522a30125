package symbolic

import (
	"fmt"
	"testing"
)

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

// An overlay finds the expressions of its base under their numbers, and what is added on
// either side is not seen on the other.
func TestOverlay(t *testing.T) {
	a := NewArena()
	n, p := a.Sym("n", Index), a.Sym("p", Index)
	block := a.CeilDiv(n, p)
	o := a.Overlay()
	if o.CeilDiv(o.Sym("n", Index), o.Sym("p", Index)) != block {
		t.Error("what the base has is built again")
	}
	added := o.Add(n, o.Sym("c", Index))
	before := a.Len()
	if a.Sum("i", a.Int(1), n, a.Sym("q", Index)); a.Len() == before {
		t.Fatal("the base did not grow")
	}
	for i := range 1000 { // beyond the first size of the hash table
		o.Sym(fmt.Sprint("s", i), Index)
	}
	if got := o.String(added); got != "c + n" {
		t.Errorf("c + n is %s", got)
	}
	if o.Add(o.Sym("c", Index), n) != added {
		t.Error("what was added is not found again")
	}
	if _, known := a.syms["c"]; known {
		t.Error("a symbol of the overlay stands in its base")
	}
}
