package memory

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/parlens/parlens/analysis/symbolic"
)

// What is said never to fall between two places has no value between them that is not
// between those at both.
func TestEvictedGrows(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	grew, refused := 0, 0
	for range 10000 {
		line, ways := 64.0, []float64{2, 8, 16}[r.IntN(3)]
		size := ways * line * float64(int(1)<<r.IntN(12))
		low := []float64{line, size, ways, size * r.Float64() * 3, line + size/ways*r.Float64()*2, size / ways / 4 * float64(r.IntN(9)), float64(1 + r.IntN(8))}
		if r.IntN(2) == 0 {
			low[6] = float64(1000 + r.IntN(5000))
		}
		for range r.IntN(3) {
			low = append(low, 8*float64(r.IntN(1<<12)))
		}
		low = append(low, 0)
		high := slices.Clone(low)
		for _, k := range []int{3, 4, 5, 6} {
			if r.IntN(2) == 0 {
				high[k] *= 1 + r.Float64()
			}
		}
		for _, f := range []*symbolic.Function{evicting, overtaking} {
			if !f.Grows(low, high) {
				refused++
				continue
			}
			least, most := value(t, f, low), value(t, f, high)
			if 0 < least && least < 1 {
				grew++
			}
			for range 8 {
				at := slices.Clone(low)
				for _, k := range []int{3, 4, 5, 6} {
					at[k] += r.Float64() * (high[k] - low[k])
				}
				if v := value(t, f, at); v < least-1e-12 || v > most+1e-12 {
					t.Fatalf("%s at %v of %v to %v is %g, not between %g and %g", f.Name, at, low, high, v, least, most)
				}
			}
		}
	}
	if grew < 50 || refused < 300 {
		t.Errorf("%d grow from between 0 and 1, %d are not known to", grew, refused)
	}
}

func value(t *testing.T, f *symbolic.Function, at []float64) float64 {
	t.Helper()
	v, err := f.Eval(at)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
