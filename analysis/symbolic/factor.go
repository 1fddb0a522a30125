package symbolic

import "slices"

// factored builds an expanded polynomial with common factors pulled out, which
// is shorter to read and faster to evaluate. Index polynomials stay expanded:
// construction keeps them so.
func (a *Arena) factored(l lin) Expr {
	a.collect(&l)
	if len(l.t) < 2 && (len(l.t) == 0 || l.c.isZero()) || a.pureIndex(l) {
		return a.build(l)
	}
	if g := l.content(); !g.isOne() && !g.bad() {
		l.scale(g.inv())
		return a.Mul(a.num(g), a.factored(l))
	}
	if common := a.commonFactors(&l); len(common) > 0 {
		return a.Mul(a.monomial(prod{k: one, f: common}), a.factored(l))
	}
	if x, ok := a.byTimes(l); ok {
		return x
	}
	f, ok := a.busiest(l)
	if !ok {
		return a.build(l)
	}
	with, rest := a.splitBy(l, f)
	if k, ok := a.proportional(rest, with); ok {
		return a.Mul(a.Add(a.power(f), a.num(k)), a.factored(with))
	}
	return a.Add(a.Mul(a.power(f), a.factored(with)), a.factored(rest))
}

func (a *Arena) pureIndex(l lin) bool {
	return !slices.ContainsFunc(l.t, func(t term) bool { return a.nodes[t.m].typ == Real })
}

func (a *Arena) power(f factor) Expr { return a.monomial(prod{k: one, f: []factor{f}}) }

// commonFactors divides the powers out that all terms share, above or below the
// line.
func (a *Arena) commonFactors(l *lin) []factor {
	if !l.c.isZero() {
		return nil
	}
	var common []factor
	a.eachFactor(l.t[0].m, func(b Expr, e int32) { common = append(common, factor{b, e}) })
	for _, t := range l.t[1:] {
		for i, f := range common {
			common[i].exp = mildest(f.exp, a.exponent(t.m, f.base))
		}
	}
	common = slices.DeleteFunc(common, func(f factor) bool { return f.exp == 0 })
	if len(common) > 0 {
		a.divideTerms(l, common)
	}
	return common
}

// mildest is the exponent that two powers share.
func mildest(x, y int32) int32 {
	switch {
	case x > 0 && y > 0:
		return min(x, y)
	case x < 0 && y < 0:
		return max(x, y)
	}
	return 0
}

// busiest is the power that the most terms share (at least two).
func (a *Arena) busiest(l lin) (factor, bool) {
	type use struct {
		f     factor
		terms int
	}
	var uses []use
	for _, t := range l.t {
		a.eachFactor(t.m, func(b Expr, e int32) {
			i := slices.IndexFunc(uses, func(u use) bool { return u.f.base == b && (u.f.exp > 0) == (e > 0) })
			if i < 0 {
				uses = append(uses, use{factor{b, e}, 1})
				return
			}
			uses[i].terms++
			uses[i].f.exp = mildest(uses[i].f.exp, e)
		})
	}
	var best use
	for _, u := range uses {
		if u.terms > best.terms || u.terms == best.terms && best.terms > 0 && a.byHash(u.f.base, best.f.base) < 0 {
			best = u
		}
	}
	return best.f, best.terms > 1
}

// splitBy separates the terms that hold the power f, divided by it.
func (a *Arena) splitBy(l lin, f factor) (with, rest lin) {
	with, rest = lin{c: zero}, lin{c: l.c}
	for _, t := range l.t {
		if e := a.exponent(t.m, f.base); mildest(e, f.exp) == f.exp {
			with.t = append(with.t, t)
		} else {
			rest.t = append(rest.t, t)
		}
	}
	a.divideTerms(&with, []factor{f})
	return with, rest
}

// proportional tells whether x = k*y.
func (a *Arena) proportional(x, y lin) (num, bool) {
	if len(x.t) != len(y.t) || len(x.t) == 0 {
		return zero, false
	}
	a.collect(&x)
	a.collect(&y)
	k := x.t[0].k.mul(y.t[0].k.inv())
	if y.c.mul(k).cmp(x.c) != 0 {
		return zero, false
	}
	for i := range x.t {
		if x.t[i].m != y.t[i].m || y.t[i].k.mul(k).cmp(x.t[i].k) != 0 {
			return zero, false
		}
	}
	return k, true
}
