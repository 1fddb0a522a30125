package process

import (
	"fmt"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// A parallel loop over N data on a line of P processors (paper 002, equations 3
// and 4): every datum passes through all of them, and a processor starts when
// the one before it has what it needs first, its whole block or one datum. The
// difference is (P-1)(N/P-1), whatever the rest is.
func TestBlockAgainstInterleaved(t *testing.T) {
	time := func(P, N, BB, K float64, first func(l lineGrid, n, P symbolic.Expr) symbolic.Expr) float64 {
		l := newLine()
		n, k, bb := l.Sym("N", symbolic.Index), l.Sym("K", symbolic.Real), l.Sym("BB", symbolic.Real)
		get := first(l, n, l.P)
		rest := l.Sub(l.Mul(l.Int(2), n, l.Sub(l.Int(1), k)), get) // of the 2 N transfers what is not hidden
		s := l.spmd(
			&Sweep{Span: at1(1), Order: []int{1}, Body: l.delay(2, get)},
			l.delay(3, l.Add(l.Mul(l.Quo(n, l.P), bb), rest)),
		)
		return mustRun(t, s, Options{Env: map[string]float64{"P": P, "N": N, "BB": BB, "K": K}}).T
	}
	block := func(l lineGrid, n, P symbolic.Expr) symbolic.Expr { return l.Quo(n, P) }
	interleaved := func(l lineGrid, _, _ symbolic.Expr) symbolic.Expr { return l.Int(1) }
	for _, c := range []struct{ P, N, BB, K float64 }{{10, 1000, 10, 0}, {10, 3000, 10, 0.5}, {4, 64, 1, 0.25}, {1, 7, 2, 0}} {
		t.Run(fmt.Sprint(c.P), func(t *testing.T) {
			b, i := time(c.P, c.N, c.BB, c.K, block), time(c.P, c.N, c.BB, c.K, interleaved)
			if want := (c.BB + 3*c.P - 2*c.K*c.P - 1) * c.N / c.P; b != want {
				t.Errorf("%+v: block takes %v, want %v", c, b, want)
			}
			if want := (c.P - 1) * (c.N/c.P - 1); b-i != want {
				t.Errorf("%+v: block takes %v more than interleaved, want %v", c, b-i, want)
			}
		})
	}
}
