package symbolic

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestProofsAreSound: what AtLeast proves holds at every small point.
func TestProofsAreSound(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	proven := 0
	for n := range budget(6000) {
		a := bruteArena()
		x := randomAST(rng, 1+n%3, []string{"N", "M", "c"}, 0)
		y := randomAST(rng, 1+n/3%3, []string{"N", "M", "c"}, 0)
		if n%2 == 0 { // something close to x
			y = &ast{op: []string{"sub", "min", "mul", "div"}[rng.IntN(4)], kids: []*ast{x, {op: "sym", name: "c"}}}
		}
		if !a.AtLeast(x.build(a, nil), y.build(a, nil)) {
			continue
		}
		proven++
		for _, env := range smallPoints() {
			u, err1 := x.eval(env)
			v, err2 := y.eval(env)
			if err1 == nil && err2 == nil && u < v {
				t.Fatalf("%v >= %v is false at %v: %v < %v", x, y, env, u, v)
			}
		}
	}
	if proven < budget(500) {
		t.Errorf("only %d were proven: the test is too weak", proven)
	}
}

// TestRoundingProofs: both ends of a rounded quotient and remainder, as tight as
// they are.
func TestRoundingProofs(t *testing.T) {
	a := NewArena()
	a.Assume("y", 1, Unbounded)
	x, y := a.Sym("x", Index), a.Sym("y", Index)
	five := a.Int(5)
	q, r := a.FloorDiv(x, five), a.Mod(x, y)
	qy := a.Mul(y, a.FloorDiv(x, y))
	cases := []struct {
		x, y Expr
		want bool
	}{
		{x, a.Mul(five, q), true},
		{a.Sub(x, a.Int(1)), a.Mul(five, q), false},
		{a.Mul(five, q), a.Sub(x, a.Int(4)), true},
		{a.Mul(five, q), a.Sub(x, a.Int(3)), false},
		{x, qy, true},
		{qy, a.Add(x, a.Neg(y), a.Int(1)), true},
		{qy, a.Add(x, a.Neg(y), a.Int(2)), false},
		{r, a.Int(0), true},
		{y, a.Add(r, a.Int(1)), true},
		{y, a.Add(r, a.Int(2)), false},
	}
	for _, c := range cases {
		t.Run(a.String(c.x), func(t *testing.T) {
			if got := a.AtLeast(c.x, c.y); got != c.want {
				t.Errorf("%s >= %s: %v", a.String(c.x), a.String(c.y), got)
			}
		})
	}
}

// TestConcaveMaxima: slope*i less maxima of affine forms, with the bends in any
// order and beyond the ends of the range.
func TestConcaveMaxima(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	closed, sums := 0, budget(2000)
	for range sums {
		a := NewArena()
		a.Assume("c", 1, Unbounded)
		n, c, i := a.Sym("N", Index), a.Sym("c", Index), a.Sym("i", Index)
		small := func(k int) Expr { return a.Int(int64(rng.IntN(k))) }
		offset := func() Expr {
			return a.Add(a.Mul(a.Int(int64(rng.IntN(3)-1)), n), a.Int(int64(rng.IntN(21)-10)))
		}
		slope := func() Expr { return a.Mul(small(4), []Expr{a.Int(1), c}[rng.IntN(2)]) }
		f := a.Mul(slope(), i)
		for range 1 + rng.IntN(3) {
			bend := a.Max(a.Add(a.Mul(slope(), i), offset()), offset())
			f = a.Sub(f, a.Mul(a.Add(small(2), a.Int(1)), bend))
		}
		lo, hi := a.Int(int64(rng.IntN(9)-4)), a.Add(a.Int(int64(rng.IntN(12))), a.Max(n, a.Int(0)))
		e := a.MaxOver("i", lo, hi, f)
		if loopsIn(a, e) == 0 {
			closed++
		}
		from, _ := a.ConstInt(lo)
		for nv := -4.0; nv < 9; nv += 3 {
			for _, cv := range []float64{1, 2, 3} {
				t.Run(fmt.Sprint(cv), func(t *testing.T) {
					want := 0.0
					last, _ := a.Eval(hi, map[string]float64{"N": nv})
					for v := float64(from); v <= last; v++ {
						y, err := a.Eval(f, map[string]float64{"N": nv, "c": cv, "i": v})
						if err != nil {
							t.Fatal(err)
						}
						if v == float64(from) || y > want {
							want = y
						}
					}
					if got, err := a.Eval(e, map[string]float64{"N": nv, "c": cv}); err != nil || got != want {
						t.Fatalf("max over i=%d..%v of %s at N=%v c=%v: %v %v, want %v\n%s", from, last, a.String(f), nv, cv, got, err, want, a.String(e))
					}
				})
			}
		}
	}
	if closed < sums/4 {
		t.Errorf("only %d of %d closed: the test is too weak", closed, sums)
	}
}

// TestProductsWithTests: a factor beside a test may take the test as true.
func TestProductsWithTests(t *testing.T) {
	a := NewArena()
	a.Assume("r", 0, Unbounded)
	a.Assume("y", 1, Unbounded)
	r, s, x, y, w := a.Sym("r", Index), a.Sym("s", Index), a.Sym("x", Index), a.Sym("y", Index), a.Sym("w", Real)
	one := a.Int(1)
	tr, ts := a.Le(one, r), a.Le(one, s)
	cases := []struct {
		e    Expr
		want string
	}{
		{a.Mul(tr, tr, w), "w*(r >= 1)"},
		{a.Mul(tr, r, w), "r*w"},
		{a.Mul(ts, s, w), "s*w*(s >= 1)"},
		{a.Mul(tr, a.Max(one, r), w), "r*w"},
		{a.Mul(tr, a.Max(a.Int(2), r), w), "w*max(2, r)*(r >= 1)"},
		{a.Add(a.Mul(y, a.FloorDiv(x, y)), a.Mod(x, y)), "x"},
		{a.Add(a.Mul(a.Int(6), w, a.FloorDiv(x, a.Int(3))), a.Mul(a.Int(2), w, a.Mod(x, a.Int(3)))), "2*w*x"},
		{a.Add(a.Mul(a.Int(5), w, a.FloorDiv(x, a.Int(3))), a.Mul(a.Int(2), w, a.Mod(x, a.Int(3)))), "w*(5*(x div 3) + 2*(x mod 3))"},
	}
	for _, c := range cases {
		t.Run(c.want, func(t *testing.T) {
			if got := a.String(a.Simplify(c.e)); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}
