package symbolic

// MaxSplits is the number of times that one index range is cut at a crossing
// before its sum or maximum is left as it is.
const MaxSplits = 4

// span is a range lo..hi of an index symbol. For sums hi >= lo-1; raw is the
// upper bound before that was made sure of. For maxima, above tells that only a
// maximum above 0 matters.
type span struct {
	i, lo, hi, raw Expr
	above          bool
}

// newSpan is lo..hi, empty as lo..lo-1.
func (a *Arena) newSpan(i, lo, hi Expr) span {
	s := span{i: i, lo: lo, hi: hi, raw: hi}
	if below := a.Sub(lo, a.Int(1)); !a.AtLeast(hi, below) {
		s.hi = a.Max(hi, below)
	}
	return s
}

// sum closes the terms of the body one by one; those that do not close stay
// together in one sum, and so do tests of pairs that would still have sums when closed:
// they are faster to count for all pairs at once.
func (a *Arena) sum(i, lo, hi, body Expr) Expr { return a.sumSplit(i, lo, hi, body, MaxSplits) }

func (a *Arena) sumSplit(i, lo, hi, body Expr, splits int) Expr {
	if !a.mentions(body, i) {
		return a.Mul(a.count(lo, hi), body)
	}
	s := a.newSpan(i, lo, hi)
	l := a.linOf(body)
	closed := []Expr{a.Mul(a.num(l.c), a.length(s))}
	open := lin{c: zero}
	for _, t := range l.t {
		if x, ok := a.closeTerm(s, t.m, splits); ok && a.worthwhile(x, body) && !(a.nodes[x].depth > 0 && a.pairs(t.m, i)) {
			closed = append(closed, a.scaled(t.k, x))
		} else if x, ok := a.sumInside(i, lo, hi, t.m, splits); ok {
			closed = append(closed, a.scaled(t.k, x))
		} else {
			open.t = append(open.t, t)
		}
	}
	if len(open.t) > 0 {
		g, rest := a.outOfLoop(a.build(open), i)
		closed = append(closed, a.Mul(g, a.loop(opSum, i, lo, hi, rest)))
	}
	return a.Add(closed...)
}

// sumInside sums the sum in a product such as t*(x + y), part by part.
func (a *Arena) sumInside(i, lo, hi, m Expr, splits int) (Expr, bool) {
	outer, inner := a.splitFactors(m, i)
	if len(outer.f) == 0 || len(inner.f) != 1 || inner.f[0].exp != 1 || a.op(inner.f[0].base) != opAdd {
		return 0, false
	}
	return a.Mul(a.monomial(outer), a.sumSplit(i, lo, hi, inner.f[0].base, splits)), true
}

// outOfLoop writes a body as g times a rest, with no i in g.
func (a *Arena) outOfLoop(body, i Expr) (g, rest Expr) {
	none, gs := a.groupIn(body, i)
	g, _, scaled, ok := a.commonCoef(gs)
	if v, isConst := a.ConstInt(none); !ok || !isConst || v != 0 {
		return a.Int(1), body
	}
	parts := make([]Expr, len(scaled))
	for n, x := range scaled {
		parts[n] = a.Mul(x.coef, x.part)
	}
	if rest = a.Add(parts...); a.nodes[body].typ == Index && a.join(g, rest) == Real {
		return a.Int(1), body
	}
	return g, rest
}

// MaxClosed is the number of nodes up to which a closed form takes the place of
// a sum or maximum, beside four times the nodes of its body.
const MaxClosed = 160

func (a *Arena) worthwhile(closed, body Expr) bool {
	return a.Size(closed) <= MaxClosed+4*a.Size(body)
}

// length is the number of integers in a span.
func (a *Arena) length(s span) Expr { return a.count(s.lo, s.raw) }

// closeSum is the closed form of the sum of body over s, if there is one:
// polynomials (Faulhaber), conditions and maxima of affine forms (the range is
// cut at their crossing), f(i div c) and f(i mod c) with one c.
func (a *Arena) closeSum(s span, body Expr, splits int) (Expr, bool) {
	if !a.mentions(body, s.i) {
		return a.Mul(body, a.length(s)), true
	}
	if p, ok := a.polyIn(body, s.i); ok {
		return a.sumPoly(p, s), true
	}
	l := a.linOf(body)
	parts := []Expr{a.Mul(a.num(l.c), a.length(s))}
	for _, t := range l.t {
		x, ok := a.closeTerm(s, t.m, splits)
		if !ok {
			return 0, false
		}
		parts = append(parts, a.scaled(t.k, x))
	}
	return a.Add(parts...), true
}

// closeTerm closes the sum of a product: factors without the index come out.
func (a *Arena) closeTerm(s span, m Expr, splits int) (Expr, bool) {
	if a.effort <= 0 {
		return 0, false
	}
	outer, inner := a.splitFactors(m, s.i)
	if len(inner.f) == 0 {
		return a.Mul(m, a.length(s)), true
	}
	x, ok := a.closeInner(s, a.monomial(inner), splits)
	if !ok {
		return 0, false
	}
	return a.Mul(a.monomial(outer), x), true
}

// closeInner closes the sum of a product whose factors all mention the index.
func (a *Arena) closeInner(s span, body Expr, splits int) (Expr, bool) {
	if p, ok := a.polyIn(body, s.i); ok {
		return a.sumPoly(p, s), true
	}
	if l, ok := a.multiplyOut(body, s.i); ok {
		return a.closeSum(s, l, splits)
	}
	if x, ok := a.sumGuarded(s, body, splits); ok {
		return x, true
	}
	if splits == 0 {
		return 0, false
	}
	if x, ok := a.sumChoice(s, body, splits-1); ok {
		return x, true
	}
	return a.sumBlocks(s, body, splits-1)
}

// multiplyOut multiplies the sums that mention i out of a product; false if there is
// none.
func (a *Arena) multiplyOut(body, i Expr) (Expr, bool) {
	p := prod{k: one}
	terms, sums := 1, 0
	a.eachFactor(body, func(b Expr, e int32) {
		p.f = append(p.f, factor{b, e})
		if e > 0 && a.op(b) == opAdd {
			sums++
			terms = powTerms(terms, int(a.nodes[b].n)+1, e)
		}
	})
	if sums == 0 || terms > MaxExpand || sums == 1 && len(p.f) == 1 && p.f[0].exp == 1 {
		return 0, false
	}
	x := a.build(a.expandProd(p))
	return x, x != body
}
