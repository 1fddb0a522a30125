package symbolic

import (
	"math/rand/v2"
	"sync"
	"testing"
)

func TestTapesForgetWhatNobodyAsksFor(t *testing.T) {
	a, tapes := NewArena(), &Tapes{}
	x, y := a.Sym("x", Index), a.Sym("y", Index)
	both, one := tapes.Compile(a, x, y), tapes.Compile(a, x)
	tapes.Next()
	if tapes.Compile(a, x, y) != both {
		t.Error("what the last round compiled is compiled again")
	}
	if tapes.Compile(a, y, x) == both || tapes.Compile(a, x) == both {
		t.Error("a tape of other outputs is given")
	}
	tapes.Next()
	tapes.Next()
	if tapes.Compile(a, x) == one {
		t.Error("what nobody has asked for in two rounds is kept")
	}
}

func TestFormulasAreBuiltOnce(t *testing.T) {
	a, f, built := NewArena(), &Formulas[Expr]{}, 0
	get := func(key string) Expr {
		return f.Get([]byte(key), func() Expr { built++; return a.Sym(key, Index) })
	}
	if get("x") != a.Sym("x", Index) || get("y") != a.Sym("y", Index) || get("x") != a.Sym("x", Index) || built != 2 {
		t.Errorf("%d built", built)
	}
	f.Next()
	get("x")
	f.Next()
	get("x")
	if get("y"); built != 3 {
		t.Errorf("%d built after two rounds without one of them, want 3", built)
	}
	f.Next()
	f.Back() // nobody had the time to ask
	f.Next()
	if get("x"); built != 3 {
		t.Errorf("%d built after a round that was taken back, want 3", built)
	}
}

// TestViewIsReadWhileItsArenaGrows reads a view from several goroutines while its
// arena is built on; the race detector looks on.
func TestViewIsReadWhileItsArenaGrows(t *testing.T) {
	a := NewArena()
	x := a.Sym("x", Index)
	e := a.Max(a.Mul(x, x), a.Add(a.Int(3), a.FloorDiv(x, a.Int(2))))
	v := a.View()
	text, size := a.String(e), v.Len()
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for n := range 50 {
				if got, err := v.Eval(e, map[string]float64{"x": float64(n)}); err != nil || got != max(float64(n*n), float64(3+n/2)) {
					t.Errorf("x = %d: %v, %v", n, got, err)
				}
				if own := NewArena(); own.String(own.Import(v, e)) != text {
					t.Error("the view has another expression")
				}
			}
		})
	}
	for k := range 2000 {
		a.Add(a.Mul(a.Int(int64(k)), x), a.Sym("y", Index))
	}
	all.Wait()
	if v.Len() != size || a.Len() == size {
		t.Errorf("the view has %d nodes, had %d; the arena has %d", v.Len(), size, a.Len())
	}
	defer func() {
		if recover() == nil {
			t.Error("a view can be built in")
		}
	}()
	v.Add(e, v.Sym("z", Index))
}

// TestEvalEach compares with each output on a tape of its own.
func TestEvalEach(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	failed, lost, outputs := 0, 0, 0
	for range 2000 {
		a := NewArena()
		x, y := a.Sym("x", Index), a.Sym("y", Real)
		parts := []Expr{x, y, a.Int(1), a.Quo(a.Real(1), a.Sub(x, a.Int(2))), a.Log2(a.Sub(y, a.Real(1))), a.FloorDiv(a.Int(7), x), a.Sum("i", a.Int(1), x, a.Quo(y, a.Sub(a.Sym("i", Index), a.Int(4))))}
		es := make([]Expr, 1+r.IntN(5))
		for i := range es {
			p, q := parts[r.IntN(len(parts))], parts[r.IntN(len(parts))]
			es[i] = a.Cond(a.Le(x, a.Int(int64(r.IntN(4)))), a.Add(p, q), a.Mul(p, y))
		}
		env := map[string]float64{"x": float64(r.IntN(6)), "y": float64(r.IntN(4)) / 2}
		tape := a.Compile(es...)
		in, err := tape.inputsOf(env)
		if err != nil {
			t.Fatal(err)
		}
		out := make([]float64, len(es))
		for i, got := range tape.EvalEach(in, out) {
			v, err := a.EvalSampled(es[i], env)
			has := err == nil && v.Value-v.Value == 0
			outputs++
			if has && got != nil { // what it shares with one that fails is not distinguished in loops
				lost++
				continue
			}
			if has != (got == nil) || has && v.Value != out[i] || !has && out[i] != 0 {
				t.Fatalf("output %d of %v at %v is %g (%v), alone %g (%v)", i, es, env, out[i], got, v.Value, err)
			}
			if !has && i < len(es)-1 {
				failed++
			}
		}
	}
	if failed < 100 || lost*50 > outputs {
		t.Errorf("%d of %d outputs failed before another, %d were lost with them", failed, outputs, lost)
	}
}
