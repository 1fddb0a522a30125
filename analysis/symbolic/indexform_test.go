package symbolic

import (
	"fmt"
	"testing"
)

func TestFormOf(t *testing.T) {
	a := NewArena()
	a.Assume("b", 1, Unbounded)
	a.Assume("P", 1, Unbounded)
	i, n, b, p, z := a.Sym("i", Index), a.Sym("N", Index), a.Sym("b", Index), a.Sym("P", Index), a.Sym("z", Index)
	for _, c := range []struct {
		e    Expr
		want string
	}{
		{a.Add(n, b), "free N + b"},
		{a.Add(n, a.Mul(a.Int(-3), i)), "linear N - 3*i"},
		{a.FloorDiv(i, b), "block 0 + i div b"},
		{a.Add(a.FloorDiv(a.Add(i, n), b), p), "block P + (N + i) div b"},
		{a.Mod(i, p), "cyclic 0 + i mod P"},
		{a.Add(a.Mod(a.FloorDiv(i, b), p), a.Int(1)), "cyclic 1 + (i div b) mod P"},
		{a.Mul(n, i), "other"},                                              // a slope that is no constant
		{a.Mul(i, i), "other"},                                              // not affine
		{a.Add(i, a.FloorDiv(i, b)), "other"},                               // two terms
		{a.Mul(a.Int(2), a.FloorDiv(i, b)), "other"},                        // every other resource
		{a.FloorDiv(n, i), "other"},                                         // the size follows the index
		{a.FloorDiv(i, z), "other"},                                         // a size that may be 0 or less
		{a.Add(a.FloorDiv(i, b), a.Mod(i, p)), "other"},                     // two owners
		{a.Cond(a.Eq(i, n), a.Int(1), a.Int(2)), "other"},                   // a test
		{a.MaxOver("k", a.Int(1), i, a.Mod(a.Sym("k", Index), b)), "other"}, // inside a loop
	} {
		t.Run(c.want, func(t *testing.T) {
			f := a.FormOf(c.e, "i")
			got := "other"
			switch f.Kind {
			case Free:
				got = "free " + a.String(f.Base)
			case Linear:
				got = "linear " + a.String(a.Add(f.Base, a.Mul(a.Int(f.Slope), i)))
			case Block:
				got = fmt.Sprintf("block %s + %s", a.String(f.Base), a.String(a.FloorDiv(f.Inner, f.Size)))
			case Cyclic:
				got = fmt.Sprintf("cyclic %s + %s", a.String(f.Base), a.String(a.Mod(f.Inner, f.Size)))
			}
			if got != c.want {
				t.Errorf("%s: %s, want %s", a.String(c.e), got, c.want)
			}
		})
	}
	if f := a.FormOf(n, "nobody"); f.Kind != Free || f.Base != n {
		t.Errorf("an index that does not occur: %+v", f)
	}
}

// The owners of neighbours read off one place in a block: every c up to 7, every
// shift from -9 to 9.
func TestUnfoldShifts(t *testing.T) {
	a := NewArena()
	a.Assume("c", 1, Unbounded)
	r, s, c := a.Sym("r", Index), a.Sym("s", Index), a.Sym("c", Index)
	u := a.Add(r, s)
	body := a.Add(a.Mul(a.Int(100), a.FloorDiv(u, c)), a.Mod(u, c), a.Mul(a.Int(7), a.FloorDiv(a.Sub(r, s), c)))
	open := a.unfoldShifts(body, r, c)
	a.eachNode([]Expr{open}, func(e Expr) {
		if o := a.op(e); (o == opDiv || o == opMod) && a.mentions(e, r) {
			t.Errorf("%s is left in %s", a.String(e), a.String(open))
		}
	})
	for size := range 7 {
		for shift := -9; shift <= 9; shift++ {
			for place := range size + 1 {
				env := map[string]float64{"c": float64(size + 1), "s": float64(shift), "r": float64(place)}
				want, _ := a.Eval(body, env)
				if got, err := a.Eval(open, env); err != nil || got != want {
					t.Fatalf("at %v: %v %v, want %v", env, got, err, want)
				}
			}
		}
	}
}
