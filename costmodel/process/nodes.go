package process

import (
	"math"

	"github.com/parlens/parlens/analysis/symbolic"
)

// nodes are some of the steps 0..count-1 at which a quantity that is a polynomial
// in the step is known, and what follows from its values there.
type nodes struct {
	at    []float64
	basis [][]float64 // coefficients in step/scale of the polynomial that is 1 at one node and 0 at the others
	scale float64
}

// newNodes spreads n nodes over 0..count-1, both ends among them, close to the
// extrema of a Chebyshev polynomial: the interpolation there is well conditioned.
func newNodes(n int, count float64) *nodes {
	s := &nodes{scale: count}
	for i := range n {
		m := math.Round((count - 1) * (1 - math.Cos(math.Pi*float64(i)/float64(n-1))) / 2)
		if i > 0 {
			m = max(m, s.at[i-1]+1)
		}
		s.at = append(s.at, m)
	}
	for i, x := range s.at {
		p := []float64{1}
		for j, y := range s.at {
			if j != i { // times (t - y)/(x - y), both in units of the scale
				p = append(p, 0)
				for k := len(p) - 1; k >= 0; k-- {
					p[k] *= -y / (x - y)
					if k > 0 {
						p[k] += p[k-1] * count / (x - y)
					}
				}
			}
		}
		s.basis = append(s.basis, p)
	}
	return s
}

// sumTo returns the weights of the nodes' values in the sum over the steps 0..m-1.
func (s *nodes) sumTo(m float64) []float64 {
	weights := make([]float64, len(s.at))
	for i, p := range s.basis {
		for k, c := range p {
			weights[i] += c * symbolic.PowerSum(m, k) / math.Pow(s.scale, float64(k))
		}
	}
	return weights
}

// without returns the weights, in the value at node i, of the values at all nodes
// but i and j, for a polynomial of a degree below their number.
func (s *nodes) without(i, j int) []float64 {
	weights := make([]float64, len(s.at))
	for k, y := range s.at {
		if k == i || k == j {
			continue
		}
		weights[k] = 1
		for l, z := range s.at {
			if l != i && l != j && l != k {
				weights[k] *= (s.at[i] - z) / (y - z)
			}
		}
	}
	return weights
}
