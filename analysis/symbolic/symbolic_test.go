package symbolic

import (
	"testing"
)

func TestConstruction(t *testing.T) {
	a := NewArena()
	a.Assume("b", 1, Unbounded)
	a.Assume("N", 1, Unbounded)
	n, m, b, tc, tl := a.Sym("N", Index), a.Sym("M", Index), a.Sym("b", Index), a.Sym("tc", Real), a.Sym("tl", Real)
	i := a.Sym("i", Index)
	cases := []struct {
		got  Expr
		want string
	}{
		{a.Add(n, a.Int(0)), "N"},
		{a.Add(n, n), "2*N"},
		{a.Sub(n, n), "0"},
		{a.Mul(n, a.Int(0)), "0"},
		{a.Mul(tc, a.Real(0.1), a.Int(10)), "tc"},
		{a.Add(a.Mul(a.Int(3), n), n, m), "M + 4*N"},
		{a.Mul(a.Sub(n, a.Int(1)), a.Sub(n, a.Int(1))), "N^2 - 2*N + 1"},
		{a.Mul(tc, a.Sub(n, a.Int(1)), n), "N*tc*(N - 1)"},
		{a.Mul(n, a.Add(tc, tl)), "N*(tc + tl)"},
		{a.Quo(n, m), "N/M"},
		{a.Quo(a.Mul(n, m), m), "N"},
		{a.Max(a.Int(2), a.Add(b, a.Int(1))), "b + 1"},
		{a.Min(a.Int(1), b), "1"},
		{a.Min(n, m), "min(M, N)"},
		{a.Max(n, a.Max(m, n)), "max(M, N)"},
		{a.Max(a.Int(0), a.Min(m, a.Sub(n, i))), "max(0, min(M, N - i))"},
		{a.FloorDiv(a.Add(a.Mul(a.Int(4), n), m), a.Int(4)), "M div 4 + N"},
		{a.FloorDiv(a.Add(a.Mul(n, m), i), m), "N + i div M"},
		{a.CeilDiv(n, a.Int(4)), "ceil(N/4)"},
		{a.Mod(a.Add(a.Mul(a.Int(6), n), a.Int(9)), a.Int(4)), "2*(N mod 2) + 1"},
		{a.Floor(a.Quo(n, a.Int(2))), "N div 2"},
		{a.Lt(i, n), "N >= i + 1"},
		{a.Le(a.Int(1), n), "1"},
		{a.Not(a.Eq(i, n)), "N /= i"},
		{a.Cond(a.Eq(n, n), tc, tl), "tc"},
		{a.Sum("i", a.Int(1), n, tc), "N*tc"},
		{a.Pow(n, a.Int(3)), "N^3"},
		{a.CeilLog2(a.Int(9)), "4"},
		{a.FloorDiv(n, a.Int(0)), "undefined: division by zero"},
	}
	for _, c := range cases {
		t.Run(c.want, func(t *testing.T) {
			if got := a.String(c.got); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestEval(t *testing.T) {
	a := NewArena()
	n, i, j, tc := a.Sym("N", Index), a.Sym("i", Index), a.Sym("j", Index), a.Sym("tc", Real)
	env := map[string]float64{"N": 10, "tc": 0.5}
	cases := []struct {
		e    Expr
		want float64
	}{
		{a.Add(n, a.Mul(tc, n)), 15},
		{a.Sum("i", a.Int(1), n, a.Mod(i, a.Int(3))), 10},
		{a.Sum("i", a.Int(1), n, a.Sum("j", i, n, a.Max(a.Mod(j, a.Int(2)), a.Mod(i, a.Int(2))))), 40},
		{a.MaxOver("i", a.Int(1), n, a.Mul(i, a.Sub(n, i))), 25},
		{a.MaxOver("i", n, a.Int(1), a.Mul(i, a.Sub(n, i))), 0},
		{a.Cond(a.Lt(n, a.Int(5)), a.Quo(tc, a.Sub(n, a.Int(10))), tc), 0.5},
		{a.CeilDiv(n, a.Int(4)), 3},
		{a.FloorDiv(a.Neg(n), a.Int(4)), -3},
		{a.Pow(a.Int(2), n), 1024},
		{a.CeilLog2(n), 4},
	}
	for _, c := range cases {
		t.Run(a.String(c.e), func(t *testing.T) {
			got, err := a.Eval(c.e, env)
			if err != nil || got != c.want {
				t.Errorf("%s: got %v %v, want %v", a.String(c.e), got, err, c.want)
			}
		})
	}
}
