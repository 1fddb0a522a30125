package symbolic

import (
	"math/rand/v2"
	"testing"
)

// A fraction is rounded to the nearest float64, as exact arithmetic rounds it.
func TestFractionsAreRoundedOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		n, d := r.Int64N(1<<r.IntN(62)+1), 1+r.Int64N(1<<r.IntN(62))
		x := intNum(n).mul(intNum(d).inv())
		if want, _ := x.rat().Float64(); x.float() != want || x.neg().float() != -want {
			t.Fatalf("%d/%d is %g, want %g", n, d, x.float(), want)
		}
	}
}
