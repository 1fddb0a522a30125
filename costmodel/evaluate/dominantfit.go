package evaluate

import (
	"math"
	"slices"
)

// fit chooses terms one after the other, each the one that comes closest with those
// before, until they are close enough at all points.
func (d *dominant) fit(points []place) ([]monomial, []float64) {
	candidates := d.monomials()
	columns := make([][]float64, len(candidates))
	for i, m := range candidates {
		for _, p := range points {
			columns[i] = append(columns[i], m.at(d, p.sizes)/p.value)
		}
	}
	var chosen []int
	for len(chosen) < mostTerms {
		best, next := math.Inf(1), -1
		var with []float64
		for i := range candidates {
			if slices.Contains(chosen, i) {
				continue
			}
			weights := leastSquares(columns, append(slices.Clone(chosen), i))
			if off := misfit(columns, append(slices.Clone(chosen), i), weights); weights != nil && off < best {
				best, next, with = off, i, weights
			}
		}
		if next < 0 {
			return nil, nil
		}
		if chosen = append(chosen, next); best <= closeTo {
			var terms []monomial
			for _, i := range chosen {
				terms = append(terms, candidates[i])
			}
			return terms, with
		}
	}
	return nil, nil
}

// misfit is how far the sum of weighted columns is from 1 anywhere.
func misfit(columns [][]float64, chosen []int, weights []float64) float64 {
	if weights == nil {
		return math.Inf(1)
	}
	worst := 0.0
	for row := range columns[chosen[0]] {
		sum := -1.0
		for k, i := range chosen {
			sum += weights[k] * columns[i][row]
		}
		worst = max(worst, math.Abs(sum))
	}
	return worst
}

// leastSquares weighs columns so that their sum is 1 in all rows, as far as it can;
// nil where a weight would not be positive: costs are sums.
func leastSquares(columns [][]float64, chosen []int) []float64 {
	n := len(chosen)
	m := make([][]float64, n)
	for j := range m {
		m[j] = make([]float64, n+1)
		for row, x := range columns[chosen[j]] {
			for k := range n {
				m[j][k] += x * columns[chosen[k]][row]
			}
			m[j][n] += x
		}
	}
	for j := range n {
		if math.Abs(m[j][j]) < 1e-12*math.Abs(m[j][n]) || m[j][j] == 0 {
			return nil
		}
		for i := range n {
			if by := m[i][j] / m[j][j]; i != j {
				for k := j; k <= n; k++ {
					m[i][k] -= by * m[j][k]
				}
			}
		}
	}
	weights := make([]float64, n)
	for j := range n {
		if weights[j] = m[j][n] / m[j][j]; !(weights[j] > 0) {
			return nil
		}
	}
	return weights
}
