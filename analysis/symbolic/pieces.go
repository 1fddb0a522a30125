package symbolic

// maxPieces cuts the range where the body changes its form, closes both pieces
// with what holds in each, and takes the larger one of those that have an index.
func (a *Arena) maxPieces(s span, body Expr) (Expr, bool) {
	if !a.eager || len(a.open) >= maxBinder {
		return 0, false
	}
	if x, ok := a.maxQuadratic(s, body); ok {
		return x, true
	}
	if x := a.inOneRound(s, body); x != body {
		return a.closeMax(s, x)
	}
	c, ok := a.findChoice(body, s.i)
	if !ok {
		if c, ok = a.pointChoice(s, body); !ok {
			return 0, false
		}
	}
	if c.at == 0 {
		return a.closeMax(s, a.replace(body, map[Expr]Expr{c.part: c.before}))
	}
	left, ok := a.maxPiece(s, s.lo, a.Min(s.hi, a.Sub(c.at, a.Int(1))), a.replace(body, map[Expr]Expr{c.part: c.before}))
	if !ok {
		return 0, false
	}
	right, ok := a.maxPiece(s, a.Max(s.lo, c.at), s.hi, a.replace(body, map[Expr]Expr{c.part: c.after}))
	if !ok {
		return 0, false
	}
	none, begins, ends := a.Int(0), a.Lt(s.lo, c.at), a.Le(c.at, s.hi)
	if s.above {
		return a.Max(a.Cond(begins, left, none), a.Cond(ends, right, none)), true
	}
	return a.Cond(begins, a.Cond(ends, a.Max(left, right), left), right), true
}

// pointChoice cuts the range before a test x == y that holds at one index, and
// behind it.
func (a *Arena) pointChoice(s span, body Expr) (choice, bool) {
	e, at, _, ok := a.findPoint(body, s.i)
	switch {
	case !ok:
		return choice{}, false
	case a.AtLeast(s.lo, at):
		return choice{part: e, at: a.Add(at, a.Int(1)), before: e, after: a.Int(0)}, true
	}
	return choice{part: e, at: at, before: a.Int(0), after: e}, true
}

// maxPiece is the maximum over a part of the range, if that is not empty.
func (a *Arena) maxPiece(s span, lo, hi, body Expr) (Expr, bool) {
	switch {
	case a.AtLeast(lo, s.hi):
		return a.replace(body, map[Expr]Expr{s.i: s.hi}), true
	case a.AtLeast(s.lo, hi):
		return a.replace(body, map[Expr]Expr{s.i: s.lo}), true
	}
	i := a.openIndex(lo, hi)
	defer a.closeIndex()
	return a.closeMax(span{i: i, lo: lo, hi: hi, above: s.above}, a.replace(body, map[Expr]Expr{s.i: i}))
}

// inOneRound reads rounded quotients of an index that stays within one stretch
// of their divisor: they take two values (see unfoldShifts).
func (a *Arena) inOneRound(s span, body Expr) Expr {
	b, ok := a.findBlocks(body, s.i)
	if !ok || !a.AtLeast(b.c, a.Add(s.hi, a.Neg(s.lo), a.Int(1))) {
		return body
	}
	r := a.openIndex(a.Int(0), a.Sub(b.c, a.Int(1)))
	defer a.closeIndex()
	x := a.unfoldShifts(a.replace(body, map[Expr]Expr{s.i: a.Add(s.lo, r)}), r, b.c)
	return a.replace(x, map[Expr]Expr{r: a.Sub(s.i, s.lo)})
}

// maxQuadratic is the maximum of c0 + c1*i + c2*i*i with real coefficients and
// c2 <= 0: at an end of the range or at the last index that does not fall. Its
// coefficients are shared by the places.
func (a *Arena) maxQuadratic(s span, body Expr) (Expr, bool) {
	p, ok := a.polyIn(body, s.i)
	if !ok || a.nodes[body].typ != Real {
		return 0, false
	}
	for d := range p {
		if l, ok := a.expand(p[d]); ok {
			p[d] = a.factored(l)
		}
	}
	for len(p) > 1 && a.isZero(p[len(p)-1]) {
		p = p[:len(p)-1]
	}
	at := []Expr{s.lo, s.hi}
	switch {
	case len(p) > 3 || len(p) < 2:
		return 0, false
	case len(p) == 3 && a.signOf(p[2]) == -1:
		at = append(at, a.clamp(a.lastRise(p[1], p[2]), s))
	case len(p) == 3 && a.signOf(p[2]) != 1:
		return 0, false
	}
	values := make([]Expr, len(at))
	for n, x := range at {
		v := p[len(p)-1]
		for d := len(p) - 2; d > 0; d-- {
			v = a.Add(p[d], a.Mul(v, x))
		}
		values[n] = a.Mul(v, x)
	}
	return a.Add(p[0], a.Max(values...)), true
}

func (a *Arena) isZero(e Expr) bool {
	k, ok := a.constNum(e)
	return ok && k.isZero()
}

// lastRise is the last index with f(i) - f(i-1) = 2*c2*i + c1 - c2 >= 0, for
// c2 < 0; any index for c2 = 0.
func (a *Arena) lastRise(c1, c2 Expr) Expr {
	bend := a.Mul(a.Int(-2), c2)
	if a.nodes[bend].rng.lo <= 0 {
		bend = a.Add(bend, a.Eq(c2, a.Int(0)))
	}
	return a.floorQuo(a.Sub(c1, c2), bend)
}
