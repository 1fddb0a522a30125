package symbolic

import "math"

// followedDegree is the largest degree of a Poly.
const followedDegree = 4

// Poly is a polynomial in a step m = 0, 1, 2, ...: the coefficients of 1, m, m^2
// and so on.
type Poly [followedDegree + 1]float64

// At is the value after m steps.
func (p Poly) At(m float64) float64 {
	v := 0.0
	for k := followedDegree; k >= 0; k-- {
		v = v*m + p[k]
	}
	return v
}

// Degree is the largest power with a coefficient.
func (p Poly) Degree() int {
	for k := followedDegree; k > 0; k-- {
		if p[k] != 0 {
			return k
		}
	}
	return 0
}

func (p Poly) plus(q Poly) Poly {
	for k, c := range q {
		p[k] += c
	}
	return p
}

func (p Poly) scale(by float64) Poly {
	for k := range p {
		p[k] *= by
	}
	return p
}

// times is the product; false where its degree is too large.
func (p Poly) times(q Poly) (out Poly, ok bool) {
	n, d := p.Degree(), q.Degree()
	if n+d == 0 {
		out[0] = p[0] * q[0]
		return out, true
	}
	if n+d > followedDegree {
		return out, false
	}
	for i := range n + 1 {
		for j := range d + 1 {
			out[i+j] += p[i] * q[j]
		}
	}
	return out, true
}

// Positive is the number of steps, at most limit, for which p stays above 0, for a
// p that is above 0 at first. It may be too few.
func (p Poly) Positive(limit float64) float64 {
	switch d := p.Degree(); {
	case d == 0 || limit < 1:
		return limit
	case d == 1:
		if p[1] > 0 {
			return limit
		}
		return min(limit, math.Ceil(-p[0]/p[1])-1)
	}
	for m := limit; m >= 1; m = math.Floor(m / 2) {
		if p.aboveZero(m) {
			return m
		}
	}
	return 0
}

// aboveZero reports whether p is above 0 on 0..m because the coefficients of its
// Bernstein form there are.
func (p Poly) aboveZero(m float64) bool {
	d := p.Degree()
	for j := range d + 1 {
		b, power := 0.0, 1.0
		for k := range j + 1 {
			b += binomial(j, k) / binomial(d, k) * p[k] * power
			power *= m
		}
		if b <= 0 {
			return false
		}
	}
	return true
}

func binomial(n, k int) float64 {
	b := 1.0
	for i := range k {
		b = b * float64(n-i) / float64(i+1)
	}
	return b
}
