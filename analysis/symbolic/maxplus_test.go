package symbolic

import (
	"math/rand/v2"
	"testing"
)

// tropical is a max-plus polynomial as a tree: a symbol, a constant, a maximum,
// a sum, or a multiple.
type tropical struct {
	op   byte // s, c, m, +, *
	n    int64
	x, y *tropical
}

func (t *tropical) at(p [3]float64) float64 {
	switch t.op {
	case 's':
		return p[t.n]
	case 'c':
		return float64(t.n)
	case 'm':
		return max(t.x.at(p), t.y.at(p))
	case '+':
		return t.x.at(p) + t.y.at(p)
	}
	return float64(t.n) * t.x.at(p)
}

func (t *tropical) build(a *Arena, syms [3]Expr) Expr {
	switch t.op {
	case 's':
		return syms[t.n]
	case 'c':
		return a.Int(t.n)
	case 'm':
		return a.Max(t.x.build(a, syms), t.y.build(a, syms))
	case '+':
		return a.Add(t.x.build(a, syms), t.y.build(a, syms))
	}
	return a.Mul(a.Int(t.n), t.x.build(a, syms))
}

func randomTropical(rng *rand.Rand, depth int, constants bool) *tropical {
	if depth == 0 || rng.IntN(6) == 0 {
		if constants && rng.IntN(4) == 0 {
			return &tropical{op: 'c', n: int64(rng.IntN(3))}
		}
		return &tropical{op: 's', n: int64(rng.IntN(3))}
	}
	x := randomTropical(rng, depth-1, constants)
	if rng.IntN(6) == 0 {
		return &tropical{op: '*', n: int64(rng.IntN(2) + 2), x: x}
	}
	return &tropical{op: "mm+"[rng.IntN(3)], x: x, y: randomTropical(rng, depth-1, constants)}
}

// tropicalGrid separates small max-plus polynomials: two that agree on it have
// the same pieces.
func tropicalGrid() [][3]float64 {
	var out [][3]float64
	vs := []float64{0, 0.1, 1, 1.01, 2.3, 7, 7.07, 50, 900}
	for _, x := range vs {
		for _, y := range vs {
			for _, z := range vs {
				out = append(out, [3]float64{x, y, z})
			}
		}
	}
	return out
}

// TestMaxPlusNormalForm: equal as functions if and only if the same node.
func TestMaxPlusNormalForm(t *testing.T) {
	t.Run("times", func(t *testing.T) { checkNormalForm(t, Real) })
	t.Run("counts", func(t *testing.T) { checkNormalForm(t, Index) })
}

func checkNormalForm(t *testing.T, kind Type) {
	rng := rand.New(rand.NewPCG(3, 4))
	grid := tropicalGrid()
	a := NewArena()
	var syms [3]Expr
	for i, name := range []string{"x", "y", "z"} {
		a.Assume(name, 0, Unbounded)
		syms[i] = a.Sym(name, kind)
	}
	type form struct {
		e    Expr
		tree *tropical
	}
	byValues := map[[729]float64]form{}
	same := 0
	for range 3000 {
		tree := randomTropical(rng, 1+rng.IntN(4), rng.IntN(2) == 0)
		e := a.Simplify(tree.build(a, syms))
		var values [729]float64
		for i, p := range grid {
			values[i] = float64(float32(tree.at(p)))
		}
		old, seen := byValues[values]
		if seen && old.e != e {
			t.Fatalf("equal functions, two nodes:\n%s\n%s", a.String(old.e), a.String(e))
		}
		if seen {
			same++
		}
		byValues[values] = form{e, tree}
	}
	nodes := map[Expr]bool{}
	for _, f := range byValues {
		if nodes[f.e] {
			t.Fatalf("different functions, one node: %s", a.String(f.e))
		}
		nodes[f.e] = true
	}
	if same < 300 {
		t.Errorf("only %d of 3000 functions came up twice: the test is too weak", same)
	}
}
