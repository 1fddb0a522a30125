package symbolic

import (
	"fmt"
	"math"
	"testing"
)

// Maxima over functions that change their form close: the loads of processors
// with a last block that is not full, and of CYCLIC ones.
func TestMaximaOverPieces(t *testing.T) {
	a := NewArena()
	for _, s := range []string{"N", "P", "b"} {
		a.Assume(s, 1, Unbounded)
	}
	for _, s := range []string{"x", "y", "z"} {
		a.Assume(s, 0, Unbounded)
	}
	n, p, b, i := a.Sym("N", Index), a.Sym("P", Index), a.Sym("b", Index), a.Sym("i", Index)
	x, y, z := a.Sym("x", Real), a.Sym("y", Real), a.Sym("z", Real)
	zero, one := a.Int(0), a.Int(1)
	bend := a.Sub(a.Mul(y, i), a.Mul(x, i, i)) // concave, or straight for x = 0
	end := a.Mul(b, a.Add(i, one))
	for _, c := range []struct {
		name string
		body Expr
	}{
		{"concave", bend},
		{"concave above 0", a.Max(zero, a.Sub(bend, z))},
		{"concave on one side", a.Cond(a.Lt(i, p), bend, z)},
		{"two pieces", a.Cond(a.Le(p, i), a.Sub(a.Mul(x, i), z), bend)},
		{"a point", a.Add(bend, a.Cond(a.Eq(i, p), z, zero))},
		{"the last block", a.Mul(x, a.Sub(a.Min(n, end), a.Mul(b, i)), a.Sub(a.Mul(a.Int(3), n), a.Mul(b, i)))},
		{"cyclic", a.Mul(a.CeilDiv(a.Sub(n, i), p), a.Sub(a.Add(y, z), a.Mul(x, i)))},
		{"cyclic neighbours", a.Sub(a.Mul(y, a.FloorDiv(a.Add(i, n), p)), a.Mul(x, i, a.Mod(a.Sub(n, i), p)))},
		{"falls below 0", a.Sub(a.Sub(bend, a.Mul(z, n)), one)},
	} {
		t.Run(c.name, func(t *testing.T) {
			last := a.Sub(n, one)
			if c.name == "cyclic" || c.name == "cyclic neighbours" {
				last = a.Sub(p, one)
			}
			e := a.Simplify(a.MaxOver("i", zero, last, c.body))
			if loopsIn(a, e) > 0 {
				t.Errorf("%s does not close: %s", c.name, a.String(e))
			}
			checkMaximum(t, a, c.name, e, c.body, last)
		})
	}
}

// checkMaximum compares e with the largest value of the body for i = 0..last.
func checkMaximum(t *testing.T, a *Arena, name string, e, body, last Expr) {
	t.Helper()
	for _, v := range [][3]float64{{0, 0, 0}, {0, 1, 0.5}, {1, 0, 2}, {1, 3, 0.25}, {0.125, 1, 7}, {2, 9, 1}} {
		env := map[string]float64{"x": v[0], "y": v[1], "z": v[2]}
		for k := 0; k < 13*7*5; k += 4 {
			env["N"], env["P"], env["b"] = float64(k%13+1), float64(k/13%7+1), float64(k/91+1)
			hi, err := a.Eval(last, env)
			want := math.Inf(-1)
			for i := 0.0; i <= hi; i++ {
				env["i"] = i
				f, err2 := a.Eval(body, env)
				if err2 != nil {
					t.Fatal(err2)
				}
				want = max(want, f)
			}
			delete(env, "i")
			if got, err2 := a.Eval(e, env); err != nil || err2 != nil || math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
				t.Fatalf("%s at %v: %v %v, want %v\n%s", name, env, got, err2, want, a.String(e))
			}
		}
	}
}

// The block under a division whose place is bound by an inner sum stays there:
// a closed form may not mention the inner index.
func TestBlocksOfInnerIndices(t *testing.T) {
	a := NewArena()
	a.Assume("p", 1, Unbounded)
	n, p, c, i := a.Sym("n", Index), a.Sym("p", Index), a.Sym("c", Index), a.Sym("i", Index)
	four := a.Int(4)
	body := a.Mul(a.Eq(a.Mod(a.FloorDiv(i, four), p), c), a.Eq(a.Mod(a.FloorDiv(a.Sub(n, i), four), p), c))
	sum := a.Sum("i", a.Int(2), a.Sub(n, a.Int(3)), body)
	for _, e := range []Expr{sum, a.Simplify(sum), a.Simplify(a.Sum("n", a.Int(1), n, sum))} {
		t.Run(a.String(e), func(t *testing.T) {
			a.eachNode([]Expr{e}, func(x Expr) {
				if a.nodes[e].bound != 0 || a.op(x) == opSym && a.text(x)[0] < ' ' {
					t.Fatalf("an index escapes: %s", a.String(e))
				}
			})
		})
	}
	for k := range 30 * 5 * 5 {
		size, procs, owner := k%30, k/30%5+1, k/150
		want := 0.0
		for i := 2; i <= size-3; i++ {
			if i/4%procs == owner && (size-i)/4%procs == owner {
				want++
			}
		}
		env := map[string]float64{"n": float64(size), "p": float64(procs), "c": float64(owner)}
		for _, e := range []Expr{sum, a.Simplify(sum)} {
			t.Run(a.String(e), func(t *testing.T) {
				if got, err := a.Eval(e, env); err != nil || got != want {
					t.Fatalf("at %v: %v %v, want %v\n%s", env, got, err, want, a.String(e))
				}
			})
		}
	}
}

// What the closing rules find in a body is not under an inner loop's index.
func TestNothingFoundMentionsAnInnerIndex(t *testing.T) {
	a := NewArena()
	n, i, k := a.Sym("n", Index), a.Sym("i", Index), a.Sym("k", Index)
	f := func(xs ...Expr) Expr { return a.Opaque(&Function{Name: "f", Result: Real}, xs...) }
	u := a.Add(i, k)
	inner := a.Sum("k", a.Int(1), n, f(a.FloorDiv(u, a.Int(2)), a.FloorDiv(u, a.Int(3)), a.FloorDiv(u, a.Int(5))))
	if b, ok := a.findBlocks(inner, i); ok && a.nodes[b.shift].bound != 0 {
		t.Error("findBlocks: a shift by an inner index")
	}
	inner = a.Sum("k", a.Int(1), n, f(a.Max(u, n), a.Mod(k, a.Int(3)), a.Le(i, k)))
	if c, ok := a.findChoice(inner, i); ok && a.nodes[c.at].bound != 0 {
		t.Error("findChoice: a cut at an inner index")
	}
	inner = a.Sum("k", a.Int(1), n, f(a.Eq(i, k), a.Mod(k, a.Int(3))))
	if _, at, _, ok := a.findPoint(inner, i); ok && a.nodes[at].bound != 0 {
		t.Error("findPoint: a point at an inner index")
	}
}

// A test of the index against a real number holds where that is whole.
func TestPointsAtRealNumbers(t *testing.T) {
	a := NewArena()
	n, i, x := a.Sym("N", Index), a.Sym("i", Index), a.Sym("x", Real)
	for name, test := range map[string]Expr{
		"i = x": a.Eq(i, x), "2*i = x": a.Eq(a.Mul(a.Int(2), i), x), "1 - i = x": a.Eq(a.Sub(a.Int(1), i), x),
	} {
		t.Run(name, func(t *testing.T) {
			sum := a.Sum("i", a.Int(-2), n, a.Mul(test, a.Add(i, x)))
			top := a.MaxOver("i", a.Int(-2), n, a.Mul(test, a.Add(i, x, a.Int(9))))
			if loopsIn(a, sum) > 0 {
				t.Errorf("%s does not close: %s", name, a.String(sum))
			}
			for _, v := range []float64{-3, -1, 0, 0.5, 1, 2, 2.5, 3, 6, 12} {
				t.Run(fmt.Sprint(v), func(t *testing.T) {
					for size := -3; size <= 5; size++ {
						env := map[string]float64{"x": v, "N": float64(size)}
						all, best := 0.0, math.Inf(-1)
						for k := -2; k <= size; k++ {
							env["i"] = float64(k)
							holds, _ := a.Eval(test, env)
							all, best = all+holds*(float64(k)+v), max(best, holds*(float64(k)+v+9))
						}
						if size < -2 {
							best = 0
						}
						for e, want := range map[Expr]float64{sum: all, a.Simplify(sum): all, top: best, a.Simplify(top): best} {
							if got, err := a.Eval(e, env); err != nil || got != want {
								t.Fatalf("%s at x = %v, N = %d: %v %v, want %v\n%s", name, v, size, got, err, want, a.String(e))
							}
						}
					}
				})
			}
		})
	}
}
