package symbolic

import (
	"math"
	"math/rand/v2"
	"testing"
)

// What a tape is along a line is what it is at each of its points, as far as it says.
func TestAlongIsWhatIsEvaluated(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	followed := 0
	for range 4000 {
		a := NewArena()
		i, n := a.Sym("i", Index), a.Sym("n", Index)
		e, k := randomAlong(r, a, i, n, 3), a.Sym("k", Index)
		if r.IntN(2) == 0 { // a sum or maximum that may move, or have parts that do
			hi, term := []Expr{n, a.Int(3), i}[r.IntN(3)], randomAlong(r, a, []Expr{i, k}[r.IntN(2)], a.Add(n, k), 2)
			if e = a.Add(e, a.Sum("k", a.Int(1), hi, term)); r.IntN(2) == 0 {
				e = a.Max(e, a.MaxOver("k", a.Int(1), hi, term))
			}
		}
		tape := a.Compile(e)
		in := make([]Poly, len(tape.Inputs()))
		by := float64(r.IntN(9) - 4)
		for k, s := range tape.Inputs() {
			in[k] = Poly{float64(r.IntN(60) - 20)}
			if s.Name == "i" {
				in[k][1] = by
			}
		}
		c := tape.Along(in, 50)
		if c.Steps >= 1 {
			followed++
		}
		for m := 0.0; m <= c.Steps; m++ {
			at := make([]float64, len(in))
			for k, p := range in {
				at[k] = p.At(m)
			}
			out := make([]float64, 1)
			if err := tape.Eval(at, out); err != nil {
				t.Fatalf("at %v: %v", at, err)
			}
			if c.Steps > 0 && math.Abs(c.Out[0].At(m)-out[0]) > 1e-9*max(1, math.Abs(out[0])) {
				t.Fatalf("%s: step %g of %g from %v: %g, want %g", a.String(e), m, c.Steps, in, c.Out[0].At(m), out[0])
			}
		}
	}
	if followed < 2000 {
		t.Errorf("only %d of 4000 are followed", followed)
	}
}

// randomAlong is a random expression with what makes formulas go in pieces.
func randomAlong(r *rand.Rand, a *Arena, i, n Expr, depth int) Expr {
	if depth == 0 {
		return []Expr{i, n, a.Int(int64(r.IntN(12) - 4))}[r.IntN(3)]
	}
	x, y := randomAlong(r, a, i, n, depth-1), randomAlong(r, a, i, n, depth-1)
	c := a.Int(int64(1 + r.IntN(6)))
	switch r.IntN(8) {
	case 0:
		return a.Max(x, y)
	case 1:
		return a.Min(x, y)
	case 2:
		return a.FloorDiv(x, c)
	case 3:
		return a.Mod(x, c)
	case 4:
		return a.Cond(a.Lt(x, y), x, c)
	case 5:
		return a.Mul(x, c)
	case 6:
		return a.Cond(a.Eq(x, y), c, y)
	}
	return a.Sub(x, y)
}

// A division by c goes on with strides of c, and says so.
func TestAlongKnowsThePeriod(t *testing.T) {
	a := NewArena()
	i := a.Sym("i", Index)
	tape := a.Compile(a.Add(a.Mod(i, a.Int(4)), a.FloorDiv(i, a.Int(6))))
	if c := tape.Along([]Poly{{5, 1}}, 1000); c.Steps != 0 || c.Period != 12 {
		t.Errorf("one at a time: %+v", c)
	}
	if c := tape.Along([]Poly{{5, 12}}, 1000); c.Steps != 1000 || c.Out[0] != (Poly{1, 2}) {
		t.Errorf("twelve at a time: %+v", c)
	}
}
