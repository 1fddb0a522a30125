package symbolic

import "slices"

// choice is a part of a body that is one of two things on either side of a
// place in the index range: below at, it is before; from there on, after. With
// at none, before is another way to write the part.
type choice struct {
	part          Expr
	at            Expr // first index of the second side
	before, after Expr
}

// sumChoice finds a part of the body that changes its form somewhere in the
// range, cuts the range there, and closes both sides.
func (a *Arena) sumChoice(s span, body Expr, splits int) (Expr, bool) {
	if x, ok := a.sumAtPoint(s, body, splits); ok {
		return x, true
	}
	c, ok := a.findChoice(body, s.i)
	if !ok {
		return 0, false
	}
	if c.at == 0 {
		return a.closeSum(s, a.replace(body, map[Expr]Expr{c.part: c.before}), splits+1)
	}
	cut := a.clampCut(s, c.at)
	left, ok := a.closeSum(a.newSpan(s.i, s.lo, a.Sub(cut, a.Int(1))), a.replace(body, map[Expr]Expr{c.part: c.before}), splits)
	if !ok {
		return 0, false
	}
	right, ok := a.closeSum(a.newSpan(s.i, cut, s.hi), a.replace(body, map[Expr]Expr{c.part: c.after}), splits)
	return a.addIf(ok, left, right)
}

func (a *Arena) addIf(ok bool, x, y Expr) (Expr, bool) {
	if !ok {
		return 0, false
	}
	return a.Add(x, y), true
}

// clampCut moves a cut into lo..hi+1, so that both sides are spans.
func (a *Arena) clampCut(s span, at Expr) Expr {
	return a.Max(s.lo, a.Min(at, a.Add(s.hi, a.Int(1))))
}

// findChoice looks for the first maximum or test, parts first, whose outcome
// changes at one index.
func (a *Arena) findChoice(body, i Expr) (choice, bool) {
	var found choice
	ok := false
	a.eachNode([]Expr{body}, func(e Expr) {
		if ok || a.nodes[e].bound != 0 || !a.mentions(e, i) {
			return
		}
		switch a.op(e) {
		case opMax:
			found, ok = a.maxChoice(e, i)
		case opGE, opGT:
			found, ok = a.testChoice(e, i)
		}
	})
	return found, ok
}

// maxChoice compares two operands of a maximum whose difference is affine in i:
// on either side of their crossing one of them can go.
func (a *Arena) maxChoice(e, i Expr) (choice, bool) {
	ks := a.kidsOf(e)
	if x, ok := a.mergeParallel(ks, i); ok && x != e {
		return choice{part: e, before: x}, true
	}
	for n, x := range ks {
		for _, y := range ks[n+1:] {
			if c, ok := a.testChoice(a.compare(opGE, a.Sub(x, y)), i); ok {
				less := func(drop Expr) Expr { return a.Max(without(ks, drop)...) }
				return choice{e, c.at, less(pickOne(a, c.before, y, x)), less(pickOne(a, c.after, y, x))}, true
			}
		}
	}
	return choice{}, false
}

// mergeParallel joins operands of a maximum with the same slope:
// max(k*i + x, k*i + y) = k*i + max(x, y).
func (a *Arena) mergeParallel(ks []Expr, i Expr) (Expr, bool) {
	var slopes, rests, others []Expr
	for _, k := range ks {
		slope, rest, ok := a.affine(k, i)
		if !ok {
			others = append(others, k)
		} else if n := slices.Index(slopes, slope); n >= 0 {
			rests[n] = a.Max(rests[n], rest)
		} else {
			slopes, rests = append(slopes, slope), append(rests, rest)
		}
	}
	if len(slopes)+len(others) == len(ks) {
		return 0, false
	}
	for n := range slopes {
		others = append(others, a.Add(a.Mul(slopes[n], i), rests[n]))
	}
	return a.Max(others...), true
}

// pickOne is yes where the truth value is 1.
func pickOne(a *Arena, truth, yes, no Expr) Expr {
	if v, _ := a.ConstInt(truth); v != 0 {
		return yes
	}
	return no
}

func without(ks []Expr, drop Expr) []Expr {
	out := make([]Expr, 0, len(ks))
	for _, k := range ks {
		if k != drop {
			out = append(out, k)
		}
	}
	return out
}

// testChoice finds where slope*i + rest >= 0 (or > 0) turns.
func (a *Arena) testChoice(e, i Expr) (choice, bool) {
	if a.op(e) != opGE && a.op(e) != opGT {
		return choice{}, false
	}
	slope, rest, ok := a.affine(a.kid(e, 0), i)
	if !ok {
		return choice{}, false
	}
	switch r := a.nodes[slope].rng; {
	case r.lo > 0:
		return choice{e, a.firstTrue(a.op(e), a.Neg(rest), slope), a.Int(0), a.Int(1)}, true
	case r.hi < 0:
		return choice{e, a.firstFalse(a.op(e), rest, a.Neg(slope)), a.Int(1), a.Int(0)}, true
	}
	return choice{}, false
}

// firstTrue is the first i with slope*i >= x (or > x), slope > 0.
func (a *Arena) firstTrue(o op, x, slope Expr) Expr {
	if o == opGT {
		return a.Add(a.floorQuo(x, slope), a.Int(1))
	}
	return a.Neg(a.floorQuo(a.Neg(x), slope))
}

// firstFalse is the first i with slope*i > x (or >= x), slope > 0.
func (a *Arena) firstFalse(o op, x, slope Expr) Expr {
	if o == opGT {
		return a.firstTrue(opGE, x, slope)
	}
	return a.firstTrue(opGT, x, slope)
}

// floorQuo is floor(x/y) in the arithmetic of its operands.
func (a *Arena) floorQuo(x, y Expr) Expr {
	if a.join(x, y) == Index {
		return a.FloorDiv(x, y)
	}
	return a.Floor(a.Quo(x, y))
}

// sumAtPoint treats a test x == y that holds at one index at most: the body has
// one value there and another everywhere else.
func (a *Arena) sumAtPoint(s span, body Expr, splits int) (Expr, bool) {
	e, at, holds, ok := a.findPoint(body, s.i)
	if !ok {
		return 0, false
	}
	value := func(truth int64) Expr { return a.replace(body, map[Expr]Expr{e: a.Int(truth)}) }
	rest, ok := a.closeSum(s, value(0), splits)
	if !ok {
		return 0, false
	}
	here := a.replace(a.Sub(value(1), value(0)), map[Expr]Expr{s.i: at})
	inside := a.And(holds, a.Le(s.lo, at), a.Le(at, s.hi))
	return a.Add(rest, a.Cond(inside, here, a.Int(0))), true
}

// findPoint finds a test slope*i + rest == 0 with a constant slope: the index
// where it can hold, and whether that is an integer.
func (a *Arena) findPoint(body, i Expr) (e, at, holds Expr, ok bool) {
	a.eachNode([]Expr{body}, func(x Expr) {
		if ok || a.op(x) != opEQ && a.op(x) != opNE || a.nodes[x].bound != 0 || !a.mentions(x, i) {
			return
		}
		slope, rest, isAffine := a.affine(a.kid(x, 0), i)
		k, isConst := a.ConstInt(slope)
		if !isAffine || !isConst || k == 0 || a.op(x) == opNE {
			return
		}
		rest = a.Neg(rest)
		e, at, ok = x, a.floorQuo(rest, a.Int(k)), true
		if a.nodes[rest].typ == Index {
			holds = a.Eq(a.Mod(rest, a.Int(k)), a.Int(0))
		} else {
			holds = a.Eq(a.Mul(a.Int(k), at), rest)
		}
	})
	return e, at, holds, ok
}
