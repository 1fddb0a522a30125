package symbolic

import "slices"

// steps finds the maximum of a function that only jumps (a combination of tests
// of the index): it is taken at the start or right after a jump upwards.
func (a *Arena) steps(s span, body Expr) ([]Expr, bool) {
	_, gs := a.groupIn(body, s.i)
	at := []Expr{s.lo}
	for _, g := range gs {
		c, ok := a.testChoice(g.part, s.i)
		sign := a.signOf(g.coef)
		if !ok || sign == 0 {
			return nil, false
		}
		if v, _ := a.ConstInt(c.after); (v != 0) == (sign > 0) {
			at = append(at, a.clamp(c.at, s))
		}
	}
	slices.SortFunc(at, a.byHash)
	return slices.Compact(at), len(gs) > 0
}

// kink is a place where a concave function's slope falls by drop.
type kink struct{ at, drop Expr }

// summitKink finds the maximum of a concave function with straight pieces. Its
// slope starts at first, falls by every kink's drop and ends at last. A kink
// whose drop takes first to zero or below, and without which last would be zero
// or above, lies on the summit in whatever order the kinks come.
func (a *Arena) summitKink(s span, body Expr) ([]Expr, bool) {
	kinks, first, ok := a.kinks(body, s.i)
	if !ok {
		return nil, false
	}
	last := first
	for _, k := range kinks {
		last = a.Sub(last, k.drop)
	}
	slices.SortFunc(kinks, func(x, y kink) int { return a.byOpen(x.at, y.at) })
	for _, k := range kinks {
		if a.AtLeast(k.drop, first) && a.AtLeast(a.Add(last, k.drop), a.Int(0)) {
			return []Expr{a.clamp(a.Sub(k.at, a.Int(1)), s), a.clamp(k.at, s)}, true
		}
	}
	return nil, false
}

// byOpen prefers what mentions fewer indices of open loops.
func (a *Arena) byOpen(x, y Expr) int {
	n := 0
	for _, s := range a.open {
		if a.mentions(x, s.sym) {
			n++
		}
		if a.mentions(y, s.sym) {
			n--
		}
	}
	if n != 0 {
		return n
	}
	return a.byHash(x, y)
}

// kinks reads affine terms and negated maxima of two affine forms.
func (a *Arena) kinks(body, i Expr) (ks []kink, first Expr, ok bool) {
	first = a.Int(0)
	_, gs := a.groupIn(body, i)
	for _, g := range gs {
		if slope, _, ok := a.affine(g.part, i); ok {
			first = a.Add(first, a.Mul(g.coef, slope))
			continue
		}
		if a.op(g.part) != opMax || a.nodes[g.part].n != 2 || a.signOf(g.coef) >= 0 {
			return nil, 0, false
		}
		k, slope, ok := a.kinkOf(a.kid(g.part, 0), a.kid(g.part, 1), i)
		if !ok {
			return nil, 0, false
		}
		k.drop = a.Mul(a.Neg(g.coef), k.drop)
		first = a.Add(first, a.Mul(g.coef, slope))
		ks = append(ks, k)
	}
	return ks, first, len(ks) > 0
}

// kinkOf is where max(x, y) bends, by how much, and its slope before.
func (a *Arena) kinkOf(x, y, i Expr) (kink, Expr, bool) {
	sx, _, ok1 := a.affine(x, i)
	sy, _, ok2 := a.affine(y, i)
	if !ok1 || !ok2 {
		return kink{}, 0, false
	}
	c, ok := a.testChoice(a.compare(opGE, a.Sub(x, y)), i)
	if !ok {
		return kink{}, 0, false
	}
	if v, _ := a.ConstInt(c.after); v != 0 { // x takes over: it is the steeper one
		return kink{c.at, a.Sub(sx, sy)}, sy, true
	}
	return kink{c.at, a.Sub(sy, sx)}, sx, true
}
