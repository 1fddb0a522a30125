package process

import (
	"fmt"
	"math"
	"testing"
)

// Values of polynomials at the nodes give their sums, and each other.
func TestNodes(t *testing.T) {
	for n := 3; n <= 6; n++ {
		for _, count := range []float64{12, 100, 1e6} {
			t.Run(fmt.Sprint(count), func(t *testing.T) {
				s := newNodes(n, count)
				for degree := range n {
					value := func(m float64) float64 { return 3 + math.Pow(m-count/3, float64(degree)) }
					want := 0.0
					to := min(count, 5000)
					for m := range int(to) {
						want += value(float64(m))
					}
					got := 0.0
					for l, w := range s.sumTo(to) {
						got += w.value() * value(s.at[l])
					}
					if size := to * math.Pow(count, float64(degree)); math.Abs(got-want) > 1e-9*size {
						t.Errorf("%d nodes of %g, degree %d: sum %g, want %g", n, count, degree, got, want)
					}
					if degree > n-3 {
						continue
					}
					got = 0
					for l, w := range s.without(1, 2) {
						got += w.value() * value(s.at[l])
					}
					if math.Abs(got-value(s.at[1])) > 1e-9*math.Pow(count, float64(degree)) {
						t.Errorf("%d nodes of %g, degree %d: value %g, want %g", n, count, degree, got, value(s.at[1]))
					}
				}
			})
		}
	}
}
