package symbolic

// Slope is what an expression grows by with an index: slope and rest mention it no more, and
// e = slope*index + rest. false where e is no such form.
func (a *Arena) Slope(e Expr, index string) (slope, rest Expr, ok bool) {
	i, known := a.syms[index]
	if !known {
		return a.Int(0), e, true
	}
	return a.affine(e, i)
}

// Monotone tells whether an expression surely never falls, or never grows, along an index, so
// that it has one value in between two indices where it has that.
func (a *Arena) Monotone(e Expr, index string) bool {
	i, known := a.syms[index]
	if !known {
		return true
	}
	_, ok := a.direction(e, i)
	return ok
}

// direction is 1 for what never falls along i, -1 for what never grows, 0 for what stays.
func (a *Arena) direction(e, i Expr) (int, bool) {
	if !a.mentions(e, i) {
		return 0, true
	}
	if e == i {
		return 1, true
	}
	switch a.op(e) {
	case opAdd, opMul:
		if slope, _, ok := a.affine(e, i); ok {
			return a.weakSign(slope)
		}
		if a.op(e) == opMul {
			return a.grows(e, i)
		}
		out := 0
		for _, t := range a.linOf(e).t {
			d, ok := a.direction(t.m, i)
			if out, ok = sameWay(out, d*t.k.sign(), ok); !ok {
				return 0, false
			}
		}
		return out, true
	case opDiv:
		if y := a.kid(e, 1); !a.mentions(y, i) && a.nodes[y].rng.lo >= 1 {
			return a.direction(a.kid(e, 0), i)
		}
	case opMax:
		out := 0
		for _, k := range a.kidsOf(e) {
			d, ok := a.direction(k, i)
			if out, ok = sameWay(out, d, ok); !ok {
				return 0, false
			}
		}
		return out, true
	}
	return 0, false
}

// grows is the direction of a product of things that are not negative and never fall.
func (a *Arena) grows(e, i Expr) (int, bool) {
	out := true
	a.eachFactor(e, func(b Expr, exp int32) {
		d, ok := a.direction(b, i)
		out = out && ok && d >= 0 && exp > 0 && a.nodes[b].rng.lo >= 0
	})
	return 1, out
}

// weakSign is the sign that an expression surely has, 0 included.
func (a *Arena) weakSign(e Expr) (int, bool) {
	switch r := a.nodes[e].rng; {
	case r.lo >= 0:
		return 1, true
	case r.hi <= 0:
		return -1, true
	}
	return 0, false
}

// sameWay is the direction of two things at once.
func sameWay(x, y int, ok bool) (int, bool) {
	if x == 0 {
		return y, ok
	}
	return x, ok && x*y >= 0
}
