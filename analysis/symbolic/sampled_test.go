package symbolic

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Random sums that are too long to be evaluated term by term and that close in no
// formula: the estimate is near the sum, and what it is said to lie between holds it.
func TestSampledSums(t *testing.T) {
	sums := 1000
	if testing.Short() {
		sums = 30
	}
	r := rand.New(rand.NewPCG(7, 9))
	held := 0
	var errors []float64
	for len(errors) < sums {
		a := NewArena()
		k := a.Sym("k", Index)
		n := int64(MaxTerms + 1 + r.IntN(20_000))
		term := randomTerm(r, a, k)
		whole, one := a.Compile(a.Sum("k", a.Int(1), a.Int(n), term)), a.Compile(term)
		var out [1]Estimate
		if err := whole.EvalSampled(nil, out[:]); err != nil {
			t.Fatal(err)
		}
		if !out[0].Sampled {
			continue
		}
		want, v := 0.0, make([]float64, 1)
		for i := int64(1); i <= n; i++ {
			if err := one.Eval([]float64{float64(i)}, v); err != nil {
				t.Fatal(err)
			}
			want += v[0]
		}
		e := out[0]
		if e.Lo <= want*(1+1e-12) && want <= e.Hi*(1+1e-12) {
			held++
		}
		errors = append(errors, math.Abs(e.Value-want)/want)
	}
	slices.Sort(errors)
	median := errors[sums/2]
	t.Logf("%d sums: median error %.2g, largest %.2g; %d are held", sums, median, errors[sums-1], held)
	if median > 0.01 || held*100 < sums*99 {
		t.Errorf("median error %.3g, %d of %d are held", median, held, sums)
	}
}

// randomTerm is positive, and of the kinds that masks, folded indices and tables make.
func randomTerm(r *rand.Rand, a *Arena, k Expr) Expr {
	e := a.Int(int64(1 + r.IntN(9)))
	for range 1 + r.IntN(3) {
		m := a.Int(int64(3 + r.IntN(2000)))
		square := a.Mul(k, a.Add(k, a.Int(int64(r.IntN(50)))))
		switch r.IntN(5) {
		case 0:
			e = a.Add(e, a.Mod(square, m))
		case 1:
			e = a.Add(e, a.FloorDiv(square, m))
		case 2:
			e = a.Add(e, a.Cond(a.Lt(a.Mod(square, m), a.Int(int64(1+r.IntN(900)))), k, a.Int(1)))
		case 3:
			e = a.Add(e, a.Mul(a.Mod(k, m), a.Mod(a.Add(k, a.Int(5)), a.Int(int64(3+r.IntN(2000))))))
		case 4:
			e = a.Add(e, a.Max(a.Mod(square, m), a.Mod(k, a.Int(int64(3+r.IntN(700))))))
		}
	}
	return e
}
