package symbolic

import "slices"

// maxOver closes a maximum over an index where it can.
func (a *Arena) maxOver(i, lo, hi, body Expr) Expr {
	if lo == hi {
		body = a.replace(body, map[Expr]Expr{i: lo})
	}
	s := span{i: i, lo: lo, hi: hi}
	if x, ok := a.closeMax(s, body); ok && a.worthwhile(x, body) {
		return a.Cond(a.Le(lo, hi), x, a.Int(0))
	}
	g, rest := a.outOfLoop(body, i)
	if a.signOf(g) != 1 {
		g, rest = a.Int(1), body
	}
	return a.Mul(g, a.loop(opMaxO, i, lo, hi, rest))
}

// closeMax is the closed form of a maximum over a range that is not empty. What
// does not follow the index comes out, a maximum of maxima is opened, and the
// rest is taken at the ends of the range and where its form changes.
func (a *Arena) closeMax(s span, body Expr) (Expr, bool) {
	if !a.mentions(body, s.i) {
		return body, true
	}
	if a.effort <= 0 {
		return 0, false
	}
	if x, ok := a.maxOutside(s, body); ok {
		return x, true
	}
	if l := a.linOf(body); len(l.t) == 1 && l.c.isZero() && l.t[0].k.sign() > 0 && a.op(l.t[0].m) == opMax {
		if x, ok := a.maxOfMaxima(s, l.t[0].m); ok {
			return a.scaled(l.t[0].k, x), true
		}
	}
	at, ok := a.peaks(s, body)
	if !ok {
		if x, ok := a.maxBlocks(s, body); ok {
			return x, true
		}
		if x, ok := a.maxPieces(s, body); ok {
			return x, true
		}
		if at, ok = a.cutPeaks(s, body); !ok {
			return 0, false
		}
	}
	values := make([]Expr, len(at))
	for n, x := range at {
		values[n] = a.replace(body, map[Expr]Expr{s.i: x})
	}
	return a.Max(values...), true
}

// maxOutside takes terms and factors without the index out of the maximum.
func (a *Arena) maxOutside(s span, body Expr) (Expr, bool) {
	rest, gs := a.groupIn(body, s.i)
	g, sign, scaled, ok := a.commonCoef(gs)
	if !ok || sign == 0 {
		g, sign, scaled = a.Int(1), 1, gs
	}
	inner := make([]Expr, len(scaled))
	for n, x := range scaled {
		inner[n] = a.Mul(a.Int(int64(sign)), x.coef, x.part)
	}
	f := a.Add(inner...)
	if f == body || a.nodes[body].typ == Index && a.join(rest, g, f) == Real {
		return 0, false
	}
	if s.above && (!a.isZero(rest) || sign < 0) {
		return 0, false
	}
	x, ok := a.closeMax(s, f)
	if !ok {
		return 0, false
	}
	return a.Add(rest, a.Mul(a.Int(int64(sign)), g, x)), true
}

func (a *Arena) maxOfMaxima(s span, body Expr) (Expr, bool) {
	var out []Expr
	s.above = s.above || a.nodes[body].rng.lo >= 0 && slices.ContainsFunc(a.kidsOf(body), func(k Expr) bool { return a.op(k) == opConst })
	for _, k := range a.kidsOf(body) {
		x, ok := a.closeMax(s, k)
		if !ok {
			return 0, false
		}
		out = append(out, x)
	}
	return a.Max(out...), true
}

// maxPeaks bounds the places at which a closed maximum is evaluated.
const maxPeaks = 16

// peaks are indices inside lo..hi one of which takes the maximum.
func (a *Arena) peaks(s span, body Expr) ([]Expr, bool) {
	switch f := a.follow(body, s.i); {
	case f&rising != 0:
		return []Expr{s.hi}, true
	case f&falling != 0:
		return []Expr{s.lo}, true
	case f&convex != 0:
		return []Expr{s.lo, s.hi}, true
	}
	if at, ok := a.steps(s, body); ok {
		return at, true
	}
	if at, ok := a.summitKink(s, body); ok {
		return at, true
	}
	return nil, false
}

func (a *Arena) cutPeaks(s span, body Expr) ([]Expr, bool) {
	if !a.eager { // the loops around this one may still tell more
		return nil, false
	}
	cuts, ok := a.cuts(body, s.i, MaxSplits)
	if !ok {
		return nil, false
	}
	at := []Expr{s.lo, s.hi}
	for _, c := range cuts {
		at = append(at, a.clamp(a.Sub(c, a.Int(1)), s), a.clamp(c, s))
	}
	slices.SortFunc(at, a.byHash)
	at = slices.Compact(at)
	return at, len(at) <= maxPeaks
}

func (a *Arena) clamp(x Expr, s span) Expr { return a.Max(s.lo, a.Min(x, s.hi)) }

// cuts are places between which the body is monotone or convex.
func (a *Arena) cuts(body, i Expr, splits int) ([]Expr, bool) {
	if a.follow(body, i)&(rising|falling|convex) != 0 {
		return nil, true
	}
	if splits == 0 {
		return nil, false
	}
	if c, ok := a.summit(body, i); ok {
		return []Expr{c}, true
	}
	if e, at, _, ok := a.findPoint(body, i); ok {
		rest, ok := a.cuts(a.replace(body, map[Expr]Expr{e: a.Int(0)}), i, splits-1)
		return append(rest, at, a.Add(at, a.Int(1))), ok
	}
	c, ok := a.findChoice(body, i)
	if !ok {
		return nil, false
	}
	if c.at == 0 {
		return a.cuts(a.replace(body, map[Expr]Expr{c.part: c.before}), i, splits)
	}
	left, ok1 := a.cuts(a.replace(body, map[Expr]Expr{c.part: c.before}), i, splits-1)
	right, ok2 := a.cuts(a.replace(body, map[Expr]Expr{c.part: c.after}), i, splits-1)
	return append(append(left, right...), c.at), ok1 && ok2
}

// follow is the shape of the body, read off or proven by its difference from
// one index to the next.
func (a *Arena) follow(body, i Expr) shape {
	s := a.shapeIn(body, i)
	if s&(rising|falling) != 0 {
		return s
	}
	next := a.replace(body, map[Expr]Expr{i: a.Add(i, a.Int(1))})
	switch {
	case a.AtLeast(next, body):
		s |= rising
	case a.AtLeast(body, next):
		s |= falling
	}
	return s
}

// summit is the index after which a concave quadratic falls.
func (a *Arena) summit(body, i Expr) (Expr, bool) {
	p, ok := a.polyIn(body, i)
	if !ok || len(p) != 3 || a.nodes[p[2]].rng.hi >= 0 {
		return 0, false
	}
	// f(i) - f(i-1) = 2*c2*i + c1 - c2
	step := a.Add(a.Mul(a.Int(2), p[2], i), p[1], a.Neg(p[2]))
	c, ok := a.testChoice(a.compare(opGE, step), i)
	return c.at, ok
}

// maxBlocks treats a body that sees the index only through i div c: the maximum
// runs over the blocks instead.
func (a *Arena) maxBlocks(s span, body Expr) (Expr, bool) {
	b, ok := a.findBlocks(body, s.i)
	if !ok || b.down {
		return 0, false
	}
	lo, hi := a.FloorDiv(a.Add(s.lo, b.shift), b.c), a.FloorDiv(a.Add(s.hi, b.shift), b.c)
	q := a.openIndex(lo, hi)
	defer a.closeIndex()
	byBlock := a.replace(body, map[Expr]Expr{a.FloorDiv(a.Add(s.i, b.shift), b.c): q})
	if a.mentions(byBlock, s.i) {
		return 0, false
	}
	return a.closeMax(span{i: q, lo: lo, hi: hi}, byBlock)
}
