package execution

import "github.com/parlens/parlens/analysis/symbolic"

// Sweep is a pipelined sweep on a machine that passes messages: each of P
// processors works on its part of N columns in strips of B, and passes the border of
// a strip on with one message of S + B C. W is what a processor computes on a
// column. It is the loop-body pipeline with strips for iterations.
type Sweep struct {
	Arena *symbolic.Arena
	T     symbolic.Expr // in N, P, B, W, S, C
	Best  symbolic.Expr // the strip that makes T least, not rounded
}

// NewSweep builds the formulas: T(B) = (W B + 2 (S + C B)) (N/B + P - 1), whose
// derivative is 0 at B = sqrt(2 S N / ((P - 1) (W + 2 C))).
func NewSweep() Sweep {
	a := symbolic.NewArena()
	real := func(n string) symbolic.Expr { return a.Sym(n, symbolic.Real) }
	n, p, b := real("N"), real("P"), real("B")
	w := a.Add(real("W"), a.Mul(a.Int(2), real("C")))
	start := a.Mul(a.Int(2), real("S"))
	stages := a.Sub(p, a.Int(1))
	t := a.Mul(a.Add(a.Mul(w, b), start), a.Add(a.Quo(n, b), stages))
	best := a.Pow(a.Quo(a.Mul(start, n), a.Mul(stages, w)), a.Rat(1, 2))
	return Sweep{a, t, best}
}

// Strip returns the whole number of columns, 1 to N, that makes the sweep fastest,
// with its time. T falls towards the best strip and grows behind it, so the whole
// numbers beside it are enough.
func (s Sweep) Strip(values map[string]float64) (strip, time float64, err error) {
	best := values["N"]
	if values["P"] > 1 {
		if best, err = s.Arena.Eval(s.Best, values); err != nil {
			return 0, 0, err
		}
	}
	at := map[string]float64{}
	for n, v := range values {
		at[n] = v
	}
	for _, b := range []float64{float64(int(best)), float64(int(best) + 1)} {
		b = min(max(b, 1), values["N"])
		at["B"] = b
		t, err := s.Arena.Eval(s.T, at)
		if err != nil {
			return 0, 0, err
		}
		if strip == 0 || t < time {
			strip, time = b, t
		}
	}
	return strip, time, nil
}
