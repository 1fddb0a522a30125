package symbolic

import "slices"

// factorable tells whether pulling factors out can help: the terms share
// something.
func (w *viewer) factorable(l lin) bool {
	ms := w.monomials(l)
	k, common := w.shared(ms)
	_, _, _, ok := w.splitOff(ms)
	return !k.isOne() || len(common) > 0 || ok
}

// poly shows a polynomial as a sum of products with shared factors outside. It
// works on lists of factors and leaves no nodes behind.
func (w *viewer) poly(ms []monoTerm) []signedView {
	if len(ms) > 1 {
		if k, common := w.shared(ms); !k.isOne() || len(common) > 0 {
			return []signedView{w.outside(monoTerm{k, common}, w.divided(ms, k, common))}
		}
		if f, with, rest, ok := w.splitOff(ms); ok {
			if k, ok := w.multiple(rest, with); ok {
				return []signedView{w.twoSums(f, k, with)}
			}
			return append([]signedView{w.outside(monoTerm{one, []factor{f}}, with)}, w.poly(rest)...)
		}
	}
	var ts []signedView
	for _, m := range ms {
		neg, v := w.mono(m)
		var d int32
		for _, f := range m.f {
			d += f.exp
		}
		ts = append(ts, signedView{neg, v, d, len(m.f) == 0})
	}
	return ts
}

// shared is the numeric content and the powers that all terms have.
func (w *viewer) shared(ms []monoTerm) (num, []factor) {
	k := zero
	common := slices.Clone(ms[0].f)
	for _, m := range ms {
		k = gcdNum(k, m.k)
		for i, f := range common {
			common[i].exp = mildest(f.exp, powerIn(m, f.base))
		}
	}
	if slices.ContainsFunc(ms, func(m monoTerm) bool { return m.k.mul(k.inv()).long() }) {
		k = one
	}
	return k, slices.DeleteFunc(common, func(f factor) bool { return f.exp == 0 })
}

func powerIn(m monoTerm, b Expr) int32 {
	for _, f := range m.f {
		if f.base == b {
			return f.exp
		}
	}
	return 0
}

func (w *viewer) divided(ms []monoTerm, k num, by []factor) []monoTerm {
	out := make([]monoTerm, len(ms))
	for i, m := range ms {
		out[i] = monoTerm{k: m.k.mul(k.inv())}
		for _, f := range m.f {
			for _, d := range by {
				if d.base == f.base {
					f.exp -= d.exp
				}
			}
			if f.exp != 0 {
				out[i].f = append(out[i].f, f)
			}
		}
	}
	return out
}

// outside shows a product of a monomial and a polynomial.
func (w *viewer) outside(m monoTerm, inner []monoTerm) signedView {
	s := w.joinTerms(zero, w.poly(inner))
	neg := m.k.sign() < 0
	if s.kind == viewNegated {
		neg, s = !neg, s.parts[0]
	}
	var above, below []*view
	var d int32 = 1
	for _, f := range m.f {
		d += f.exp
		if w.turned(f.base) && f.exp%2 != 0 {
			neg = !neg
		}
		if v := w.factor(f.base, false); f.exp > 0 {
			above = append(above, w.power(v, f.exp))
		} else {
			below = append(below, w.power(v, -f.exp))
		}
	}
	if s.kind == viewSum && neg {
		neg, s = false, w.turnedSum(s)
	}
	return signedView{neg, w.product(m.k.abs(), append(above, s), below), d, false}
}

// turnedSum negates a sum's view.
func (w *viewer) turnedSum(s *view) *view {
	ts := make([]signedView, len(s.parts))
	for i, p := range s.parts {
		ts[i] = signedView{!s.minus[i], p, 0, isNumber(p)}
	}
	return w.joinTerms(zero, ts)
}

// splitOff separates the terms that share the busiest factor, if pulling it out
// leaves it in none of them: N*X - k*X - X + Y is (N - k - 1)*X + Y.
func (w *viewer) splitOff(ms []monoTerm) (f factor, with, rest []monoTerm, ok bool) {
	best := 1
	for _, m := range ms {
		for _, g := range m.f {
			n, clean := 0, true
			for _, x := range ms {
				if e := powerIn(x, g.base); e != 0 {
					n++
					clean = clean && e == g.exp
				}
			}
			if clean && (n > best || n == best && n > 1 && w.a.byHash(g.base, f.base) < 0) {
				best, f = n, g
			}
		}
	}
	if best < 2 || best == len(ms) {
		return f, nil, nil, false
	}
	for _, m := range ms {
		if powerIn(m, f.base) != 0 {
			with = append(with, m)
		} else {
			rest = append(rest, m)
		}
	}
	return f, w.divided(with, one, []factor{f}), rest, true
}

// multiple tells whether x = k*y term by term.
func (w *viewer) multiple(x, y []monoTerm) (num, bool) {
	if len(x) != len(y) || len(x) < 2 {
		return zero, false
	}
	k := zero
	for _, m := range x {
		i := slices.IndexFunc(y, func(n monoTerm) bool { return sameFactors(m.f, n.f) })
		if i < 0 {
			return zero, false
		}
		if q := m.k.mul(y[i].k.inv()); k.isZero() {
			k = q
		} else if q.cmp(k) != 0 {
			return zero, false
		}
	}
	return k, true
}

func sameFactors(x, y []factor) bool {
	if len(x) != len(y) {
		return false
	}
	for _, f := range x {
		if !slices.Contains(y, f) {
			return false
		}
	}
	return true
}

// twoSums shows (f + k) * (with).
func (w *viewer) twoSums(f factor, k num, with []monoTerm) signedView {
	neg, v := w.mono(monoTerm{one, []factor{f}})
	first := w.joinTerms(k, []signedView{{neg, v, f.exp, false}})
	second := w.joinTerms(zero, w.poly(with))
	return signedView{false, w.product(one, []*view{first, second}, nil), 2, false}
}
