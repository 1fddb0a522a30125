package symbolic

import "slices"

// takeCommon subtracts what all alternatives share: of every monomial the part
// of the coefficient that they have in common.
func (a *Arena) takeCommon(alts []lin) lin {
	common := lin{c: alts[0].c, t: slices.Clone(alts[0].t)}
	for _, l := range alts[1:] {
		common.c = shareNum(common.c, l.c)
		for i, t := range common.t {
			k := zero
			if j := a.findTerm(l, t.m); j >= 0 {
				k = l.t[j].k
			}
			common.t[i].k = shareNum(t.k, k)
		}
	}
	a.collect(&common)
	minus := lin{c: common.c, t: slices.Clone(common.t)}
	minus.scale(minus1)
	for i := range alts {
		alts[i] = a.addLins(alts[i], minus)
	}
	return common
}

// shareNum is the smaller one of two numbers of the same sign, else zero.
func shareNum(x, y num) num {
	if x.sign() != y.sign() {
		return zero
	}
	if (x.cmp(y) < 0) == (x.sign() > 0) {
		return x
	}
	return y
}

// tooLong tells whether a coefficient times k has too many digits to be read.
func tooLong(alts []lin, k num) bool {
	return slices.ContainsFunc(alts, func(l lin) bool {
		return l.c.mul(k).long() || slices.ContainsFunc(l.t, func(t term) bool { return t.k.mul(k).long() })
	})
}

// takeScale divides all alternatives by their common non-negative factor.
func (a *Arena) takeScale(alts []lin) Expr {
	g := zero
	all := lin{c: zero}
	for _, l := range alts {
		g = gcdNum(g, l.c)
		for _, t := range l.t {
			g = gcdNum(g, t.k)
		}
		if !l.c.isZero() {
			all.c = one
		}
		all.t = append(all.t, l.t...)
	}
	if g.isZero() || g.bad() || tooLong(alts, g.inv()) {
		g = one
	}
	var by []factor
	if len(all.t) > 0 {
		probe := lin{c: all.c, t: slices.Clone(all.t)}
		by = a.commonFactors(&probe)
	}
	by = slices.DeleteFunc(by, func(f factor) bool { return a.nodes[f.base].rng.lo < 0 })
	for i := range alts {
		alts[i].scale(g.inv())
		if len(by) > 0 {
			a.divideTerms(&alts[i], by)
		}
	}
	return a.Mul(a.num(g), a.monomial(prod{k: one, f: by}))
}
