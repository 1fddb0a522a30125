package symbolic

import (
	"errors"
	"math"
	"testing"
)

// The work of functions counts: a sum of few terms that each take long is too long like
// one of many, and is sampled.
func TestWorkOfSums(t *testing.T) {
	asked := 0
	f := &Function{Name: "slow", Result: Real, Cost: MaxWork / 1000, Lo: 0, Hi: math.Inf(1), Eval: func(args []float64) (float64, error) {
		asked++
		return args[0], nil
	}}
	a := NewArena()
	n := a.Sym("n", Index)
	call := func(of Expr) Expr { return a.Opaque(f, of) }
	k, l := a.Sym("k", Index), a.Sym("l", Index)
	for _, c := range []struct {
		name  string
		sum   Expr
		terms float64 // as many as it may have
		of    func(n float64) float64
	}{
		{"one", a.Sum("k", a.Int(1), n, call(k)), 1000, func(n float64) float64 { return n * (n + 1) / 2 }},
		{"nested", a.Sum("k", a.Int(1), n, a.Sum("l", a.Int(1), n, call(a.Add(k, l)))), 31, func(n float64) float64 { return n * n * (n + 1) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			tape := a.Compile(c.sum)
			var out [1]float64
			if err := tape.Eval([]float64{c.terms}, out[:]); err != nil || out[0] != c.of(c.terms) {
				t.Errorf("%g terms: %g, %v", c.terms, out[0], err)
			}
			more := 2 * c.terms
			if err := tape.Eval([]float64{more}, out[:]); !errors.Is(err, ErrTooLong) {
				t.Errorf("%g terms: %v", more, err)
			}
			asked = 0
			var sampled [1]Estimate
			if err := tape.EvalSampled([]float64{more}, sampled[:]); err != nil || !sampled[0].Sampled || math.Abs(sampled[0].Value/c.of(more)-1) > 0.02 {
				t.Errorf("%g terms: %+v, %v", more, sampled[0], err)
			}
			if asked > 3*1000 {
				t.Errorf("the function was asked %d times", asked)
			}
			asked = 0
			left := int64(maxSteps)
			if err := tape.EvalCoarse([]float64{c.terms}, out[:], &left); err != nil || math.Abs(out[0]/c.of(c.terms)-1) > 0.2 || asked > 1000*coarseWork/MaxWork+4 {
				t.Errorf("coarse: %g in %d terms, %v", out[0], asked, err)
			}
		})
	}
}
