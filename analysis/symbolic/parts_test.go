package symbolic

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestDerivative compares with differences on either side.
func TestDerivative(t *testing.T) {
	a := NewArena()
	a.Assume("N", 1, Unbounded)
	n, x, y := a.Sym("N", Index), a.Sym("x", Real), a.Sym("y", Real)
	i := a.Sym("i", Index)
	for _, e := range []Expr{
		a.Add(a.Mul(n, x), y, a.Int(3)), a.Mul(x, x, y), a.Quo(y, x), a.Max(x, y, a.Mul(a.Int(2), x)),
		a.Max(a.Mul(n, x), a.Mul(x, x)), a.Min(a.Mul(x, n), y), a.Log2(a.Add(x, y)),
		a.Cond(a.Lt(x, y), a.Mul(x, x), y), a.Sum("i", a.Int(1), n, a.Max(a.Mul(i, x), y, a.Mul(x, a.Log2(i)))),
		a.Mul(a.Floor(a.Real(2.5)), x), a.Quo(a.Add(x, y), a.Add(a.Mul(x, x), a.Int(1))),
	} {
		t.Run(a.String(e), func(t *testing.T) {
			d, ok := a.Derivative(e, "x")
			if !ok {
				t.Errorf("%s: no derivative", a.String(e))
				return
			}
			for _, p := range [][2]float64{{0.3, 2}, {1.7, 0.2}, {3.1, 9}, {12.3, 4}} {
				t.Run(fmt.Sprint(p), func(t *testing.T) {
					at := func(v float64) float64 {
						r, err := a.Eval(e, map[string]float64{"x": v, "y": p[1], "N": 5})
						if err != nil {
							t.Fatal(err)
						}
						return r
					}
					const h = 1e-6
					want := (at(p[0]+h) - at(p[0]-h)) / (2 * h)
					got, err := a.Eval(d, map[string]float64{"x": p[0], "y": p[1], "N": 5})
					if err != nil || math.Abs(got-want) > 1e-4*(1+math.Abs(want)) {
						t.Errorf("d/dx %s at %v: %v %v, want %v", a.String(e), p, got, err, want)
					}
				})
			}
		})
	}
	if _, ok := a.Derivative(a.MaxOver("i", a.Int(1), n, a.Mul(a.Log2(i), x, a.Sub(x, i))), "x"); ok {
		t.Error("an open maximum has no derivative here")
	}
	if d, ok := a.Derivative(y, "unknown"); !ok || a.String(d) != "0" {
		t.Error("a symbol that does not occur has derivative 0")
	}
}

func TestSensitivity(t *testing.T) {
	a := NewArena()
	n, x, y := a.Sym("N", Index), a.Sym("x", Real), a.Sym("y", Real)
	tape := a.Compile(a.Add(a.Mul(n, n, x), y))
	in := []float64{1000, 1, 1000000} // N, x, y: both terms weigh the same
	for k, want := range []float64{1, 0.5, 0.5} {
		t.Run(fmt.Sprint(want), func(t *testing.T) {
			if got, err := tape.Sensitivity(in, k); err != nil || math.Abs(got-want) > 0.01 {
				t.Errorf("input %d: %v %v, want %v", k, got, err, want)
			}
		})
	}
	if got, err := tape.Sensitivity([]float64{0, 1, 0}, 0); got != 0 || err != nil {
		t.Errorf("nothing varies: %v %v", got, err)
	}
}

func TestLoads(t *testing.T) {
	a := NewArena()
	a.Assume("P", 2, Unbounded)
	p, w := a.Sym("P", Index), a.Sym("w", Real)
	inner := Load{"interior", a.Sub(p, a.Int(2)), a.Mul(a.Int(4), w)}
	edge := Load{"edge", a.Int(2), a.Mul(a.Int(3), w)}
	sum := a.AddLoads(Loads{inner}, Loads{edge}, a.ScaleLoads(a.Int(2), Loads{edge}))
	if len(sum) != 2 || sum[0].Class != "edge" || a.String(sum[0].Load) != "9*w" {
		t.Fatalf("%v", sum)
	}
	for procs, want := range map[float64][2]float64{2: {9, 18}, 10: {9, 50}} {
		t.Run(fmt.Sprint(procs), func(t *testing.T) {
			env := map[string]float64{"P": procs, "w": 1}
			largest, _ := a.Eval(a.LargestLoad(sum), env)
			total, _ := a.Eval(a.TotalLoad(sum), env)
			if largest != want[0] || total != want[1] {
				t.Errorf("P=%v: %v %v, want %v", procs, largest, total, want)
			}
		})
	}
	only := a.LargestLoad(Loads{{"none", a.Int(0), w}})
	if v, _ := a.Eval(only, map[string]float64{"w": 5}); v != 0 {
		t.Errorf("a class without processors counts: %v", v)
	}
}

// TestBounded: the form that replaces a large amount is small, never below it,
// and comes with a reason.
func TestBounded(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	replaced := 0
	for range budget(800) {
		tree := randomReal(rng, 4, []string{"N", "M", "c"}, 1)
		a := bruteArena()
		e := tree.build(a, nil)
		limit := a.Size(e) * 2 / 3
		b, reason := a.Bounded(e, limit)
		if (reason == "") != (a.Size(e) <= limit) || b != e && a.Size(b) > limit {
			t.Fatalf("%v: %d nodes instead of %d, %q", tree, a.Size(b), a.Size(e), reason)
		}
		if b == e {
			continue
		}
		replaced++
		for _, env := range smallPoints() {
			x, err1 := a.Eval(e, env)
			y, err2 := a.Eval(b, env)
			if err1 == nil && (err2 != nil || y < x-1e-9*math.Abs(x)) {
				t.Fatalf("%s = %v is above its bound %s = %v (%v)", a.String(e), x, a.String(b), y, err2)
			}
		}
	}
	if replaced < budget(60) {
		t.Errorf("only %d were replaced: the test is too weak", replaced)
	}
	a := NewArena()
	if _, reason := a.Bounded(a.Log2(a.Sym("x", Real)), 1); !strings.Contains(reason, "no simpler upper bound") {
		t.Errorf("reason %q", reason)
	}
}
