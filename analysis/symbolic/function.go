package symbolic

import "math"

// Floor is the largest integer not above x.
func (a *Arena) Floor(x Expr) Expr {
	if u, ok := a.undef(x); ok {
		return u
	}
	if a.nodes[x].typ == Index {
		return x
	}
	if v, ok := a.constNum(x); ok {
		return a.num(v.floor())
	}
	whole, rest := a.splitWhole(x)
	if n, d, ok := a.asQuotient(rest); ok {
		return a.Add(whole, a.FloorDiv(n, d))
	}
	if r := a.nodes[rest].rng; math.Floor(r.lo) == math.Floor(r.hi) && math.Abs(r.lo) < 1<<52 {
		return a.Add(whole, a.Int(int64(math.Floor(r.lo))))
	}
	return a.Add(whole, a.plain(opFloor, Index, rest))
}

// Ceil is the smallest integer not below x: -floor(-x).
func (a *Arena) Ceil(x Expr) Expr { return a.Neg(a.Floor(a.Neg(x))) }

// splitWhole takes the integral part of every term out of a sum.
func (a *Arena) splitWhole(x Expr) (whole, rest Expr) {
	l := a.linOf(x)
	w, r := lin{c: l.c.floor()}, lin{}
	r.c = l.c.sub(w.c)
	for _, t := range l.t {
		k := zero
		if a.nodes[t.m].typ == Index {
			k = t.k.floor()
		}
		w.t = append(w.t, term{k, t.m})
		r.t = append(r.t, term{t.k.sub(k), t.m})
	}
	return a.build(w), a.build(r)
}

// asQuotient recognises an index expression over an index expression: n/4 or
// (n + 1)/m.
func (a *Arena) asQuotient(x Expr) (n, d Expr, ok bool) {
	l := a.linOf(x)
	if len(l.t) == 1 && l.c.isZero() {
		return a.termQuotient(l.t[0])
	}
	k := lcmDenominators(l)
	l.scale(k)
	n, d = a.build(l), a.num(k)
	return n, d, a.nodes[n].typ == Index && a.nodes[d].typ == Index
}

// termQuotient splits k times a product into the powers above and below.
func (a *Arena) termQuotient(t term) (n, d Expr, ok bool) {
	above, below := prod{k: one}, prod{k: one}
	den := lcmDenominators(lin{c: t.k})
	above.k, below.k = t.k.mul(den), den
	a.eachFactor(t.m, func(b Expr, e int32) {
		if e > 0 {
			above.f = append(above.f, factor{b, e})
		} else {
			below.f = append(below.f, factor{b, -e})
		}
	})
	n, d = a.buildProd(above), a.buildProd(below)
	return n, d, a.nodes[n].typ == Index && a.nodes[d].typ == Index
}

// lcmDenominators is the smallest positive integer that makes all coefficients
// integral.
func lcmDenominators(l lin) num {
	g := gcdNum(l.c, one)
	for _, t := range l.t {
		g = gcdNum(g, t.k)
	}
	return g.inv()
}

// Log2 is the real base-2 logarithm.
func (a *Arena) Log2(x Expr) Expr {
	if u, ok := a.undef(x); ok {
		return u
	}
	if v, ok := a.constNum(x); ok {
		if v.sign() <= 0 {
			return a.Undefined("logarithm of a number that is not positive")
		}
		return a.Real(math.Log2(v.float()))
	}
	return a.plain(opLog2, Real, x)
}

// CeilLog2 is ceil(log2 x), 0 for x <= 1: the steps of a binomial tree.
func (a *Arena) CeilLog2(x Expr) Expr {
	if u, ok := a.undef(x); ok {
		return u
	}
	if v, ok := a.constNum(x); ok {
		return a.Real(ceilLog2(v.float()))
	}
	if a.nodes[x].rng.hi <= 1 {
		return a.Int(0)
	}
	return a.plain(opCLog2, Index, x)
}

// Pow is x to the power y. A constant integral power is a product.
func (a *Arena) Pow(x, y Expr) Expr {
	if u, ok := a.undef(x, y); ok {
		return u
	}
	if k, ok := a.ConstInt(y); ok {
		if k > maxExponent || k < -maxExponent {
			return a.Undefined("exponent too large")
		}
		p := prod{k: one}
		a.mulTo(&p, x, int32(k))
		return a.buildProd(p)
	}
	if v, ok := a.constNum(x); ok {
		if w, ok := a.constNum(y); ok {
			return a.Real(math.Pow(v.float(), w.float()))
		}
		if v.isOne() {
			return x
		}
	}
	t := Real
	if a.join(x, y) == Index && a.nodes[y].rng.lo >= 0 {
		t = Index
	}
	return a.plain(opPow, t, x, y)
}
