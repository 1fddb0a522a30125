package symbolic

import "math/big"

// powerSum is the sum of i^d for i = 1..x as a polynomial in x (Faulhaber): its
// value for x = 0 is 0, and differences telescope for negative x too.
func (a *Arena) powerSum(d int, x Expr) Expr {
	if d == 0 {
		return x
	}
	b := bernoulli(d)
	sum := make([]Expr, 0, d+1)
	for k := 0; k <= d; k++ {
		c := new(big.Rat).SetInt(new(big.Int).Binomial(int64(d+1), int64(k)))
		c.Mul(c, b[k]).Quo(c, big.NewRat(int64(d+1), 1))
		if c.Sign() != 0 {
			sum = append(sum, a.scaled(bigNum(c), a.Pow(x, a.Int(int64(d+1-k)))))
		}
	}
	return a.Add(sum...)
}

// bernoulli lists B(0)..B(n) with B(1) = +1/2 (Akiyama and Tanigawa).
func bernoulli(n int) []*big.Rat {
	out := make([]*big.Rat, n+1)
	row := make([]*big.Rat, n+1)
	for m := range row {
		row[m] = big.NewRat(1, int64(m+1))
		for j := m; j > 0; j-- {
			d := new(big.Rat).Sub(row[j-1], row[j])
			row[j-1] = d.Mul(d, big.NewRat(int64(j), 1))
		}
		out[m] = new(big.Rat).Set(row[0])
	}
	return out
}

// sumPoly adds a polynomial in the index over a span.
func (a *Arena) sumPoly(p []Expr, s span) Expr {
	below := a.Sub(s.lo, a.Int(1))
	parts := make([]Expr, 0, len(p))
	for d, c := range p {
		if v, ok := a.constNum(c); ok && v.isZero() {
			continue
		}
		n := a.length(s)
		if d > 0 {
			n = a.Sub(a.powerSum(d, s.hi), a.powerSum(d, below))
		}
		parts = append(parts, a.Mul(c, n))
	}
	return a.Add(parts...)
}
