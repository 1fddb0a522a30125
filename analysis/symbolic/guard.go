package symbolic

// sumGuarded treats a product with tests that hold on one stretch of the range:
// the sum runs over that stretch. This is the rule
// "sum if (i > c) e -> sum (i = max(a, c+1)..b) e", for both ends, and for the
// owner test (i + k) div c = p, which holds for c indices in a row.
func (a *Arena) sumGuarded(s span, body Expr, splits int) (Expr, bool) {
	g := guards{lo: []Expr{s.lo}, hi: []Expr{s.raw}, rest: prod{k: one}}
	a.eachFactor(body, func(b Expr, e int32) { a.guardFactor(&g, s.i, b, e) })
	if g.n == 0 {
		return 0, false
	}
	rest := a.buildProd(g.rest)
	lo, hi := a.Max(g.lo...), a.Min(g.hi...)
	if !a.mentions(rest, s.i) {
		return a.Mul(rest, a.count(lo, hi)), true
	}
	return a.closeSum(a.newSpan(s.i, lo, hi), rest, splits)
}

// guards are the bounds found so far and the factors left over.
type guards struct {
	lo, hi []Expr
	rest   prod
	n      int
}

func (a *Arena) guardFactor(g *guards, i, b Expr, e int32) {
	switch zeroElse := a.Int(0); {
	case e < 1:
	case a.isTest(b):
		a.guardTest(g, i, b)
		return
	case a.op(b) == opCond && a.kid(b, 2) == zeroElse:
		a.guardTest(g, i, a.kid(b, 0))
		a.mulTo(&g.rest, a.kid(b, 1), e)
		return
	case a.op(b) == opCond && a.kid(b, 1) == zeroElse:
		a.guardTest(g, i, a.Not(a.kid(b, 0)))
		a.mulTo(&g.rest, a.kid(b, 2), e)
		return
	}
	a.mulTo(&g.rest, b, e)
}

func (a *Arena) isTest(e Expr) bool {
	switch a.op(e) {
	case opEQ, opNE, opGE, opGT, opAnd, opOr:
		return true
	}
	return false
}

// guardTest moves a test into the bounds, or leaves it as a factor.
func (a *Arena) guardTest(g *guards, i, test Expr) {
	switch a.op(test) {
	case opAnd:
		for _, k := range a.kidsOf(test) {
			a.guardTest(g, i, k)
		}
		return
	case opEQ:
		if from, to, ok := a.unfoldOwner(test, i); ok {
			a.guardTest(g, i, from)
			a.guardTest(g, i, to)
			return
		}
	case opGE, opGT:
		if c, ok := a.testChoice(test, i); ok && a.mentions(test, i) {
			g.n++
			if v, _ := a.ConstInt(c.after); v != 0 {
				g.lo = append(g.lo, c.at)
			} else {
				g.hi = append(g.hi, a.Sub(c.at, a.Int(1)))
			}
			return
		}
	}
	a.mulTo(&g.rest, test, 1)
}

// unfoldOwner writes u div c = p, for a p without i, as u >= c*p and
// u <= c*p + c-1.
func (a *Arena) unfoldOwner(test, i Expr) (from, to Expr, ok bool) {
	rest, gs := a.groupIn(a.kid(test, 0), i)
	if len(gs) != 1 || a.op(gs[0].part) != opDiv {
		return 0, 0, false
	}
	u, c := a.kid(gs[0].part, 0), a.kid(gs[0].part, 1)
	k, isConst := a.ConstInt(gs[0].coef)
	if !isConst || k != 1 && k != -1 || a.mentions(c, i) || a.nodes[c].rng.lo < 1 {
		return 0, 0, false
	}
	if _, _, affine := a.affine(u, i); !affine {
		return 0, 0, false
	}
	first := a.Mul(c, a.Mul(a.Int(-k), rest))
	return a.Le(first, u), a.Lt(u, a.Add(first, c)), true
}
