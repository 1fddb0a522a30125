package process

import "math"

// nodes are some of the steps 0..count-1 at which a quantity that is a polynomial
// in the step is known, and what follows from its values there.
type nodes struct {
	at    []float64
	basis [][]double // coefficients of the polynomial that is 1 at one node and 0 at the others
}

// newNodes spreads n nodes over 0..count-1, both ends among them, close to the
// extrema of a Chebyshev polynomial: the interpolation there is well conditioned.
func newNodes(n int, count float64) *nodes {
	s := &nodes{}
	for i := range n {
		m := math.Round((count - 1) * (1 - math.Cos(math.Pi*float64(i)/float64(n-1))) / 2)
		if i > 0 {
			m = max(m, s.at[i-1]+1)
		}
		s.at = append(s.at, m)
	}
	for i, x := range s.at {
		p := []double{{1, 0}}
		for j, y := range s.at {
			if j != i { // times (t - y)/(x - y)
				p = append(p, double{})
				for k := len(p) - 1; k >= 0; k-- {
					p[k] = p[k].times(double{-y, 0})
					if k > 0 {
						p[k] = p[k].plus(p[k-1])
					}
					p[k] = p[k].over(x - y)
				}
			}
		}
		s.basis = append(s.basis, p)
	}
	return s
}

// sumTo returns the weights of the nodes' values in the sum over the steps 0..m-1.
func (s *nodes) sumTo(m float64) []double {
	weights := make([]double, len(s.at))
	for k := range s.at {
		sum := powerSum(m, k)
		for i, p := range s.basis {
			weights[i] = weights[i].plus(p[k].times(sum))
		}
	}
	return weights
}

// without returns the weights, in the value at node i, of the values at all nodes
// but i and j, for a polynomial of a degree below their number.
func (s *nodes) without(i, j int) []double {
	weights := make([]double, len(s.at))
	for k, y := range s.at {
		if k == i || k == j {
			continue
		}
		w := double{1, 0}
		for l, z := range s.at {
			if l != i && l != j && l != k {
				w = w.times(double{s.at[i] - z, 0}).over(y - z)
			}
		}
		weights[k] = w
	}
	return weights
}
