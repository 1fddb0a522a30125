package symbolic

// shape is what is known about how an expression follows an index.
type shape uint8

const (
	rising shape = 1 << iota // never falls
	falling
	convex // its largest value on a range is at an end
	concave
	constant = rising | falling | convex | concave
)

func (s shape) flip() shape {
	return (s&rising)<<1 | (s&falling)>>1 | (s&convex)<<1 | (s&concave)>>1
}

// times is the shape after multiplication by something of known sign.
func (s shape) times(r interval) shape {
	switch {
	case r.lo >= 0:
		return s
	case r.hi <= 0:
		return s.flip()
	}
	return 0
}

// shapeIn is the shape of e over the index i.
func (a *Arena) shapeIn(e, i Expr) shape {
	if e == i {
		return rising | convex | concave
	}
	if !a.mentions(e, i) {
		return constant
	}
	switch a.op(e) {
	case opAdd:
		_, gs := a.groupIn(e, i)
		s := constant
		for _, g := range gs {
			s &= a.shapeIn(g.part, i).times(a.signRange(g.coef))
		}
		return s | a.quadratic(e, i)
	case opMul:
		return a.productShape(e, i)
	case opMax:
		s := constant
		for _, k := range a.kidsOf(e) {
			s &= a.shapeIn(k, i)
		}
		return s &^ concave
	case opDiv:
		if c := a.kid(e, 1); !a.mentions(c, i) && a.nodes[c].rng.lo >= 1 {
			return a.shapeIn(a.kid(e, 0), i) & (rising | falling)
		}
	case opFloor, opLog2, opCLog2:
		return a.shapeIn(a.kid(e, 0), i) & (rising | falling)
	case opSum:
		return a.sumShape(e, i)
	case opTable:
		return a.shapeIn(a.kid(e, 0), i) & (rising | falling) & a.tables[a.nodes[e].aux].shape()
	case opOpaque:
		return a.callShape(e, i)
	}
	return 0
}

// signRange is the range of e, or the sign that can be proven.
func (a *Arena) signRange(e Expr) interval {
	r := a.nodes[e].rng
	if r.lo >= 0 || r.hi <= 0 {
		return r
	}
	switch a.signOf(e) {
	case 1:
		r.lo = 0
	case -1:
		r.hi = 0
	}
	return r
}

// quadratic recognises c0 + c1*i + c2*i*i.
func (a *Arena) quadratic(e, i Expr) shape {
	p, ok := a.polyIn(e, i)
	if !ok || len(p) != 3 {
		return 0
	}
	return convex.times(a.nodes[p[2]].rng)
}

// productShape: one factor follows the index and the rest keeps its sign, or
// all factors are non-negative and follow it the same way.
func (a *Arena) productShape(e, i Expr) shape {
	outer, inner := interval{1, 1}, constant
	n, convexOnly := 0, false
	exps := a.expsOf(e)
	for k, b := range a.kidsOf(e) {
		if !a.mentions(b, i) {
			outer = outer.times(a.nodes[b].rng.power(exps[k]))
			continue
		}
		n++
		s := a.shapeIn(b, i)
		if exps[k] != 1 || n > 1 {
			if a.nodes[b].rng.lo < 0 {
				return 0
			}
			convexOnly = true
		}
		if exps[k] < 0 {
			s = s.flip()
		}
		inner &= s
	}
	if n > 1 && a.anyNegative(e, i) {
		return 0
	}
	if convexOnly {
		inner &= rising | falling
	}
	return inner.times(outer)
}

func (a *Arena) anyNegative(e, i Expr) bool {
	for _, b := range a.kidsOf(e) {
		if a.mentions(b, i) && a.nodes[b].rng.lo < 0 {
			return true
		}
	}
	return false
}

// sumShape: more terms that are not negative.
func (a *Arena) sumShape(e, i Expr) shape {
	lo, hi, body := a.kid(e, 0), a.kid(e, 1), a.kid(e, 2)
	if a.mentions(body, i) || a.nodes[body].rng.lo < 0 {
		return 0
	}
	return a.shapeIn(lo, i).flip() & a.shapeIn(hi, i) & (rising | falling)
}

func (a *Arena) callShape(e, i Expr) shape {
	s := rising | falling
	f := a.funcs[a.nodes[e].aux]
	for n, k := range a.kidsOf(e) {
		arg := a.shapeIn(k, i)
		switch {
		case arg == constant:
		case n >= len(f.Monotone) || f.Monotone[n] == Unknown:
			return 0
		case f.Monotone[n] == Decreasing:
			s &= arg.flip()
		default:
			s &= arg
		}
	}
	return s
}

func (t *SizeTable) shape() shape {
	s := constant
	for n := 1; n < len(t.Points); n++ {
		if t.Points[n].Value < t.Points[n-1].Value {
			s &^= rising
		}
		if t.Points[n].Value > t.Points[n-1].Value {
			s &^= falling
		}
	}
	return s
}
