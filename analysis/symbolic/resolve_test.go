package symbolic

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestResolve(t *testing.T) {
	a := NewArena()
	a.Assume("b", 1, Unbounded)
	n, m, b, tc := a.Sym("N", Index), a.Sym("M", Index), a.Sym("b", Index), a.Sym("tc", Real)
	env := map[string]float64{"N": 10, "M": 4, "b": 3, "tc": 0.5}
	size := a.CeilDiv(n, b)
	for _, c := range []struct {
		e    Expr
		want string
	}{
		{a.Max(n, m), "N"},
		{a.Min(n, a.Mul(a.Int(2), m)), "2*M"},
		{a.Mul(tc, a.Max(a.Sub(n, a.Int(1)), m)), "tc*(N - 1)"},
		{a.Max(n, a.Add(m, a.Int(6))), "N"}, // a tie: the first in the order of the node
		{a.Cond(a.Lt(m, n), a.Mul(n, tc), tc), "N*tc"},
		{a.FloorDiv(n, size), "2"},          // which block: 10 div 4
		{a.FloorDiv(n, b), "N div b"},       // a quotient by a symbol stays
		{a.Max(m, a.Min(n, a.Int(7))), "7"}, // innermost first
		{a.Max(n, a.Sym("unknown", Index)), "max(N, unknown)"},
		{a.Sum("i", a.Int(1), n, a.Opaque(&Function{Name: "f", Result: Real}, a.Max(a.Sym("i", Index), m))), "sum(i = 1..N: f(max(M, i)))"},
	} {
		t.Run(c.want, func(t *testing.T) {
			got := a.String(a.Resolve(c.e, env))
			if got != c.want && !(c.want == "N" && got == "M + 6") {
				t.Errorf("%s: %s, want %s", a.String(c.e), got, c.want)
			}
		})
	}
}

// Resolved expressions have the value at the point, whatever the expression.
func TestResolveKeepsTheValue(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for n := range 400 {
		a := bruteArena()
		tree := randomReal(rng, 2+n%4, []string{"N", "M", "c"}, 1)
		e := tree.build(a, nil)
		for _, env := range smallPoints() {
			want, err := a.Eval(e, env)
			if err != nil || rng.IntN(20) > 0 {
				continue
			}
			r := a.Resolve(e, env)
			if got, err := a.Eval(r, env); err != nil || math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
				t.Fatalf("%v at %v: %v %v, want %v\n%s\n%s", tree, env, got, err, want, a.String(e), a.String(r))
			}
		}
	}
}
