package symbolic

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"
)

// Long sums and maxima of divisions, remainders, maxima and masks are those of
// adding term by term.
func TestLongSumsAreExact(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	exact := 0
	sums := budget(300)
	for k := range sums {
		a := NewArena()
		i, n := a.Sym("i", Index), a.Sym("n", Index)
		body := randomAlong(r, a, i, n, 3)
		hi := float64(70_000 + r.IntN(50_000))
		env := map[string]float64{"n": hi}
		sum := a.Sum("i", a.Int(-5), n, body)
		got, err := a.Eval(sum, env)
		largest, err2 := a.Eval(a.MaxOver("i", a.Int(-5), n, body), env)
		if errors.Is(err, ErrTooLong) || errors.Is(err2, ErrTooLong) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		exact++
		tape := a.Compile(body)
		want, most, size := 0.0, math.Inf(-1), 0.0
		in, out := make([]float64, len(tape.Inputs())), make([]float64, 1)
		for x := -5.0; x <= hi; x++ {
			for s, sym := range tape.Inputs() {
				in[s] = hi
				if sym.Name == "i" {
					in[s] = x
				}
			}
			if err := tape.Eval(in, out); err != nil {
				t.Fatal(err)
			}
			want, most, size = want+out[0], max(most, out[0]), size+math.Abs(out[0])
		}
		if math.Abs(got-want) > 1e-9*max(1, size) {
			t.Errorf("%d: sum of %s to %g: %g, want %g", k, a.String(body), hi, got, want)
		}
		if err2 == nil && math.Abs(largest-most) > 1e-9*max(1, math.Abs(most)) && most > 0 {
			t.Errorf("%d: maximum of %s to %g: %g, want %g", k, a.String(body), hi, largest, most)
		}
	}
	if exact < sums*95/100 {
		t.Errorf("only %d of %d have a value", exact, sums)
	}
}

// A mask over a billion iterations is no work.
func TestMaskOverABillion(t *testing.T) {
	a := NewArena()
	i, n := a.Sym("i", Index), a.Sym("n", Index)
	mask := a.Cond(a.Eq(a.Mod(i, a.Int(3)), a.Int(0)), a.Int(0), a.Int(1))
	tape := a.Compile(a.Sum("i", a.Int(1), n, a.Mul(mask, a.Cond(a.Lt(a.Mod(i, a.Int(7)), a.Int(2)), i, a.Int(1)))))
	const N = 1_000_000_000
	got := make([]float64, 1)
	if err := tape.Eval([]float64{N}, got); err != nil {
		t.Fatal(err)
	}
	period := func(from int) (sum int) { // 21 terms
		for x := from; x < from+21; x++ {
			switch {
			case x%3 == 0:
			case x%7 < 2:
				sum += x
			default:
				sum++
			}
		}
		return sum
	}
	first, second := period(1), period(22)
	whole := N / 21
	want := float64(whole)*float64(first) + float64(second-first)*float64(whole)*float64(whole-1)/2
	for x := whole*21 + 1; x <= N; x++ {
		if x%3 != 0 && x%7 < 2 {
			want += float64(x)
		} else if x%3 != 0 {
			want++
		}
	}
	if math.Abs(got[0]-want) > 1e-12*want {
		t.Errorf("%g, want %g", got[0], want)
	}
}
