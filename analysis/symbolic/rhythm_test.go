package symbolic

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// Repeats is a period of random formulas, in every way that the other inputs stay the
// same, and it is found for quotients and remainders inside each other.
func TestRepeats(t *testing.T) {
	found := 0
	for seed := range uint64(budget(3000)) {
		r := rand.New(rand.NewPCG(seed, 5))
		a := NewArena()
		i, j := a.Sym("i", Index), a.Sym("j", Index)
		e := rounded(r, a, i, j, 3)
		tape := a.Compile(e)
		if len(tape.Inputs()) == 0 || tape.Inputs()[0].Name != "i" {
			continue
		}
		given := make([]bool, len(tape.Inputs()))
		period := tape.Repeats(make([]float64, len(given)), given, 0)
		if period == 0 || period > 1<<20 {
			continue
		}
		found++
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			var x, y [1]float64
			for range 100 {
				in := []float64{float64(r.IntN(2000)), float64(r.IntN(30))}[:len(given)]
				if err := tape.Eval(in, x[:]); err != nil {
					return // it has no value there, or behind a period
				}
				in[0] += float64(period)
				if err := tape.Eval(in, y[:]); err == nil && x != y {
					t.Fatalf("%s is %v at %v, and %v %d steps before", a.String(e), y, in, x, period)
				}
			}
		})
	}
	if found < budget(500) {
		t.Errorf("%d formulas repeat", found)
	}
}

// rounded is a random formula of two indices.
func rounded(r *rand.Rand, a *Arena, i, j Expr, depth int) Expr {
	if depth == 0 {
		return a.Add(a.Mul(a.Int(int64(r.IntN(7)-2)), i), a.Mul(a.Int(int64(r.IntN(3))), j), a.Int(int64(r.IntN(9))))
	}
	x, y := rounded(r, a, i, j, depth-1), rounded(r, a, i, j, depth-1)
	by := a.Int(int64(2 + r.IntN(7)))
	switch r.IntN(8) {
	case 0, 1:
		return a.Mod(a.FloorDiv(x, by), a.Int(int64(2+r.IntN(5))))
	case 2:
		return a.FloorDiv(x, by)
	case 3:
		return a.Mod(x, by)
	case 4:
		return a.Cond(a.Eq(a.Mod(x, by), a.Int(0)), y, a.Mod(y, by))
	case 5:
		return a.Sum("k", a.Int(0), a.Mod(x, by), a.Mod(a.Add(y, a.Sym("k", Index)), a.Int(3)))
	case 6:
		return a.Mul(a.Mod(x, by), a.Mod(y, by))
	}
	return a.Add(x, y)
}

// What it repeats after is the least that the divisions say.
func TestLeastPeriods(t *testing.T) {
	a := NewArena()
	i, m := a.Sym("i", Index), a.Sym("m", Index)
	for _, c := range []struct {
		what string
		e    Expr
		want int64
	}{
		{"blocks of 8 in turn", a.Mod(a.FloorDiv(i, a.Int(8)), a.Int(8)), 64},
		{"every other one", a.Mod(a.FloorDiv(a.Mul(a.Int(2), i), a.Int(7)), a.Int(8)), 28},
		{"backwards", a.Mod(a.FloorDiv(a.Sub(a.Int(99), i), a.Int(4)), a.Int(6)), 24},
		{"a quotient grows", a.FloorDiv(i, a.Int(4)), 0},
		{"a square may not", a.Mod(a.Mul(i, i), a.Int(4)), 0},
		{"a size that is not given", a.Mod(i, a.Max(m, a.Int(1))), 0},
	} {
		t.Run(c.what, func(t *testing.T) {
			tape := a.Compile(c.e)
			n := len(tape.Inputs())
			if got := tape.Repeats(make([]float64, n), make([]bool, n), 0); got != c.want {
				t.Errorf("%d, want %d", got, c.want)
			}
		})
	}
}

// What an expression sees of an index beside another one.
func TestApart(t *testing.T) {
	a := NewArena()
	i, p := a.Sym("i", Index), a.Sym("p", Index)
	owner := a.FloorDiv(a.Mul(a.Int(2), i), a.Int(7))
	for _, c := range []struct {
		what string
		e    Expr
		want []Expr
		ok   bool
	}{
		{"an owner beside a processor", a.Cond(a.Eq(a.Mod(owner, a.Int(8)), p), a.Mul(a.Int(3), p), a.Int(1)), []Expr{a.Mod(owner, a.Int(8))}, true},
		{"all of it", owner, []Expr{owner}, true},
		{"nothing", a.Mul(p, p), nil, true},
		{"together", a.FloorDiv(a.Add(i, p), a.Int(5)), nil, false},
		{"in a sum", a.Sum("k", a.Int(0), a.Mod(p, a.Int(9)), a.Mod(a.Mul(i, a.Sym("k", Index)), a.Int(5))), nil, false},
	} {
		t.Run(c.what, func(t *testing.T) {
			got, ok := a.Apart(c.e, "i", []string{"p"})
			if ok != c.ok || ok && !slices.Equal(got, c.want) {
				t.Errorf("%v %v, want %v", got, ok, c.want)
			}
		})
	}
}
