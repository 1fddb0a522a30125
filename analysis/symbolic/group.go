package symbolic

import "slices"

// group is one factor that follows an index, with everything that multiplies it.
type group struct{ part, coef Expr }

// groupIn writes e as rest + sum of coef*part, where only the parts mention i.
// Index polynomials are kept multiplied out; this finds the factors again.
func (a *Arena) groupIn(e, i Expr) (rest Expr, gs []group) {
	l := a.linOf(e)
	outside := lin{c: l.c}
	coefs := map[Expr]*lin{}
	var parts []Expr
	for _, t := range l.t {
		outer, inner := a.splitFactors(t.m, i)
		if len(inner.f) == 0 {
			outside.t = append(outside.t, t)
			continue
		}
		part := a.monomial(inner)
		if coefs[part] == nil {
			coefs[part] = &lin{c: zero}
			parts = append(parts, part)
		}
		a.addTo(coefs[part], t.k, a.monomial(outer))
	}
	slices.SortFunc(parts, a.byHash)
	for _, p := range parts {
		gs = append(gs, group{p, a.build(*coefs[p])})
	}
	return a.build(outside), gs
}

// splitFactors separates a monomial's factors without i from those with it.
func (a *Arena) splitFactors(m, i Expr) (outer, inner prod) {
	outer.k, inner.k = one, one
	a.eachFactor(m, func(b Expr, e int32) {
		if a.mentions(b, i) {
			inner.f = append(inner.f, factor{b, e})
		} else {
			outer.f = append(outer.f, factor{b, e})
		}
	})
	return outer, inner
}

// commonCoef writes the groups as g times integer multiples of their parts; sign
// is that of g, 0 if it is not known.
func (a *Arena) commonCoef(gs []group) (g Expr, sign int, scaled []group, ok bool) {
	unit := zero
	for _, x := range gs {
		k, base := a.primitiveOf(x.coef)
		if g != 0 && base != g {
			return 0, 0, nil, false
		}
		g, unit = base, gcdNum(unit, k)
		scaled = append(scaled, group{x.part, a.num(k)})
	}
	if !unit.isInt() {
		unit = one
	}
	for i := range scaled {
		scaled[i].coef = a.scaled(unit.inv(), scaled[i].coef)
	}
	g = a.scaled(unit, g)
	return g, a.signOf(g), scaled, len(gs) > 0
}

// primitiveOf writes e as a number times an expression in lowest terms.
func (a *Arena) primitiveOf(e Expr) (num, Expr) {
	l := a.linOf(e)
	if len(l.t) == 0 {
		return l.c, a.Int(1)
	}
	k := l.content()
	return k, a.scaled(k.inv(), e)
}

// signOf is 1 for a proven e >= 0, -1 for a proven e <= 0, else 0.
func (a *Arena) signOf(e Expr) int {
	if l := a.linOf(e); len(l.t) == 1 && l.c.isZero() && l.t[0].m != e {
		return l.t[0].k.sign() * a.signOf(l.t[0].m)
	}
	if a.op(e) == opMul {
		s := 1
		exps := a.expsOf(e)
		for i, b := range a.kidsOf(e) {
			if t := a.signOf(b); exps[i]%2 != 0 {
				s *= t
			}
		}
		return s
	}
	switch none := a.Int(0); {
	case a.AtLeast(e, none):
		return 1
	case a.AtLeast(none, e):
		return -1
	}
	return 0
}
