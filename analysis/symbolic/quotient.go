package symbolic

import "slices"

// smallerQuotient finds x' div y with the opposite coefficient of x div y, such
// that the two together are not negative: x >= x' or, where x div y is
// subtracted, x' >= x.
func (p *proof) smallerQuotient(l lin, t term) int {
	a := p.a
	x, y := a.kid(t.m, 0), a.kid(t.m, 1)
	return slices.IndexFunc(l.t, func(u term) bool {
		if a.op(u.m) != opDiv || a.kid(u.m, 1) != y || a.nodes[y].rng.lo < 1 || !u.k.add(t.k).isZero() {
			return false
		}
		above, below := x, a.kid(u.m, 0)
		if t.k.sign() < 0 {
			above, below = below, above
		}
		return a.nodes[above].rng.lo >= a.nodes[below].rng.hi || a.diffRange(above, below).lo >= 0
	})
}

// timesDivisor multiplies r + (x div y) >= 0, with an integer r and a symbolic
// y >= 1, by y: it follows from r*y + x >= 0, and r - (x div y) >= 0 from
// r*y + y-1 - x >= 0.
func (p *proof) timesDivisor(l lin, i int, t term) (lin, bool) {
	a := p.a
	x, y := a.kid(t.m, 0), a.kid(t.m, 1)
	rest := without2(l, i, i)
	if !t.k.abs().isOne() || a.frozen || a.op(y) == opConst || a.nodes[y].rng.lo < 1 || !a.pureIndex(rest) || !integral(rest) {
		return lin{}, false
	}
	if t.k.sign() < 0 {
		rest.c = rest.c.add(one)
	}
	out := a.mulLin(rest, a.linOf(y))
	if t.k.sign() < 0 {
		out.c = out.c.sub(one)
	}
	a.addTo(&out, t.k, x)
	a.collect(&out)
	return out, true
}

// without2 is l without two of its terms.
func without2(l lin, i, j int) lin {
	out := lin{c: l.c, t: make([]term, 0, len(l.t))}
	for n, t := range l.t {
		if n != i && n != j {
			out.t = append(out.t, t)
		}
	}
	return out
}

// atBound replaces the index of an open loop in a product of index factors that
// are not negative, by the bound where the product is smallest or, with up
// false, largest.
func (p *proof) atBound(m Expr, up bool) (Expr, bool) {
	a := p.a
	exps := a.expsOf(m)
	for n, b := range a.kidsOf(m) {
		s, ok := a.boundsOf(b)
		if !ok || exps[n] != 1 || a.nodes[a.Quo(m, b)].rng.lo < 0 {
			continue
		}
		if up {
			return a.Mul(a.Quo(m, b), s.lo), true
		}
		return a.Mul(a.Quo(m, b), s.hi), true
	}
	return 0, false
}

// roundedDown recognises y*(x div y) for y >= 1: between x-y+1 and x.
func (a *Arena) roundedDown(m Expr) (x, y Expr, ok bool) {
	ks, exps := a.kidsOf(m), a.expsOf(m)
	if len(ks) != 2 || exps[0] != 1 || exps[1] != 1 {
		return 0, 0, false
	}
	for i, k := range ks {
		if q, ok := a.quotients[k]; ok {
			k = q
		}
		if y = ks[1-i]; a.op(k) == opDiv && a.kid(k, 1) == y && a.nodes[y].rng.lo >= 1 {
			return a.kid(k, 0), y, true
		}
	}
	return 0, 0, false
}
