package symbolic

import (
	"math/rand/v2"
	"testing"
)

// What a tape has for any values of its inputs lies in its hull; and of long stretches
// that go without an event the hull is no wider than the values.
func TestHullsHoldAllValues(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	wide, tight := 0, 0
	for range budget(6000) {
		a := NewArena()
		i, n := a.Sym("i", Index), a.Sym("n", Index)
		e := randomAlong(r, a, i, n, 3)
		if r.IntN(3) == 0 {
			k := a.Sym("k", Index)
			lo := a.Int(int64(r.IntN(4)))
			e = a.Sum("k", lo, a.Add(i, a.Int(int64(r.IntN(30)-5))), a.Add(a.Mul(k, a.Int(3)), randomAlong(r, a, k, n, 2)))
		}
		if r.IntN(3) == 0 {
			e = a.Add(e, a.Mul(i, e), a.Mul(e, e))
		}
		tape := a.Compile(e)
		in := make([]Ranging, len(tape.Inputs()))
		for k := range in {
			in[k] = Ranging{From: float64(r.IntN(60) - 20)}
			if r.IntN(2) == 0 {
				in[k].By, in[k].Steps = float64(r.IntN(13)-6), float64(r.IntN(12))
			}
		}
		var h [1]Hull
		tape.Hulls(in, h[:])
		least, most := 0.0, 0.0
		at := make([]float64, len(in))
		first := true
		var all func(k int)
		all = func(k int) {
			if k < len(in) {
				for m := 0.0; m <= in[k].Steps; m++ {
					at[k] = in[k].From + m*in[k].By
					all(k + 1)
				}
				return
			}
			var out [1]float64
			if err := tape.Eval(at, out[:]); err != nil {
				t.Fatal(err)
			}
			if out[0] < h[0].Lo || out[0] > h[0].Hi {
				t.Fatalf("%s at %v of %v is %g, not between %g and %g", a.String(e), at, in, out[0], h[0].Lo, h[0].Hi)
			}
			if first || out[0] < least {
				least = out[0]
			}
			if first || out[0] > most {
				most = out[0]
			}
			first = false
		}
		all(0)
		if wide++; h[0].Hi-h[0].Lo <= 1.2*(most-least)+1e-9 {
			tight++
		}
	}
	if t.Logf("%d of %d are tight", tight, wide); tight*10 < wide*7 {
		t.Errorf("only %d of %d are tight", tight, wide)
	}
}
