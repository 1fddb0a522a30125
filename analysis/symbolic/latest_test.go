package symbolic

import (
	"math/rand/v2"
	"testing"
)

// TestEvalAgainIsEval gives few values in many orders, some of which have no result.
func TestEvalAgainIsEval(t *testing.T) {
	a := NewArena()
	x, y := a.Sym("x", Index), a.Sym("y", Real)
	tape := a.Compile(a.Mul(x, y), a.Quo(y, x))
	r := rand.New(rand.NewPCG(5, 6))
	again := 0
	for range 500 {
		in := []float64{float64(r.IntN(3)), float64(r.IntN(2)) / 2}
		var got, want [2]float64
		if tape.latest.out != nil && in[0] == tape.latest.in[0] && in[1] == tape.latest.in[1] {
			again++
		}
		err, wrong := tape.EvalAgain(in, got[:]), tape.Eval(in, want[:])
		if (err == nil) != (wrong == nil) || err == nil && got != want {
			t.Fatalf("at %v: %v, %v; want %v, %v", in, got, err, want, wrong)
		}
		if err == nil {
			got[0]++ // what a caller does with its answer is not remembered
		}
	}
	if again < 50 {
		t.Errorf("the values before were given %d times", again)
	}
	if tape.EvalAgain([]float64{1}, make([]float64, 2)) == nil || tape.EvalAgain([]float64{1, 1}, make([]float64, 1)) == nil {
		t.Errorf("no error for a value or an output too few")
	}
}
