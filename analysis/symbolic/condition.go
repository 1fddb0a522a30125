package symbolic

import "slices"

// Eq, Ne, Lt and Le compare; And, Or and Not combine. All are 0/1 index
// expressions.

// Eq is 1 if x == y.
func (a *Arena) Eq(x, y Expr) Expr { return a.compare(opEQ, a.Sub(x, y)) }

// Ne is 1 if x != y.
func (a *Arena) Ne(x, y Expr) Expr { return a.compare(opNE, a.Sub(x, y)) }

// Le is 1 if x <= y.
func (a *Arena) Le(x, y Expr) Expr { return a.compare(opGE, a.Sub(y, x)) }

// Lt is 1 if x < y.
func (a *Arena) Lt(x, y Expr) Expr { return a.compare(opGT, a.Sub(y, x)) }

// compare builds the sign test of a difference in lowest terms.
func (a *Arena) compare(o op, d Expr) Expr {
	if u, ok := a.undef(d); ok {
		return u
	}
	return a.remember(func() Expr { return a.test(o, d) }, o, d)
}

func (a *Arena) test(o op, d Expr) Expr {
	if o == opGT && a.nodes[d].typ == Index {
		o, d = opGE, a.Sub(d, a.Int(1))
	}
	d = a.primitive(o, d)
	if v, ok := a.constNum(d); ok {
		return a.bool(holds(o, v.sign()))
	}
	if v, ok := a.decide(o, d); ok {
		return a.bool(v)
	}
	if x, ok := a.clearDivision(o, d); ok {
		return a.compare(o, x)
	}
	return a.plain(o, Index, d)
}

// clearDivision takes a rounded quotient out of d >= 0: for c >= 1,
// u div c >= k is u >= c*k, and u div c <= k is u <= c*k + c-1.
func (a *Arena) clearDivision(o op, d Expr) (Expr, bool) {
	l := a.linOf(d)
	at := slices.IndexFunc(l.t, func(t term) bool { return a.op(t.m) == opDiv })
	if o != opGE || at < 0 || a.nodes[d].typ != Index || !integral(l) {
		return 0, false
	}
	t := l.t[at]
	u, c := a.kid(t.m, 0), a.kid(t.m, 1)
	rest := lin{c: l.c}
	for i, x := range l.t {
		if i != at {
			rest.t = append(rest.t, x)
		}
		if i != at && a.hasDivision(x.m) {
			return 0, false
		}
	}
	switch k := a.Mul(c, a.build(rest)); {
	case a.nodes[c].rng.lo < 1:
		return 0, false
	case t.k.isOne():
		return a.Add(u, k), true
	case t.k.cmp(minus1) == 0:
		return a.Add(k, c, a.Int(-1), a.Neg(u)), true
	}
	return 0, false
}

// hasDivision tells whether a product has a rounded quotient as a factor.
func (a *Arena) hasDivision(m Expr) bool {
	found := false
	a.eachFactor(m, func(b Expr, _ int32) { found = found || a.op(b) == opDiv })
	return found
}

// decide settles a test by the range of d, or by proof.
func (a *Arena) decide(o op, d Expr) (value, ok bool) {
	if v, ok := decided(o, a.nodes[d].rng); ok {
		return v, true
	}
	l := a.linOf(d)
	if len(l.t) < 2 && len(a.open) == 0 && a.op(d) != opMax {
		return false, false
	}
	minus := a.linOf(d)
	minus.scale(minus1)
	margin := zero // how far from zero the other side is known to be
	if a.nodes[d].typ == Index {
		margin = one
	}
	below := lin{c: minus.c.sub(margin), t: minus.t}
	above := lin{c: l.c.sub(margin), t: l.t}
	switch {
	case o == opGE && a.provenNonNegative(l):
		return true, true
	case o == opGE && margin.isOne() && a.provenNonNegative(below):
		return false, true
	case o == opGT && a.provenNonNegative(minus):
		return false, true
	case (o == opEQ || o == opNE) && margin.isOne() && (a.provenNonNegative(below) || a.provenNonNegative(above)):
		return o == opNE, true
	}
	return false, false
}

// decided tells the truth of a test when the range of d settles it.
func decided(o op, r interval) (value, ok bool) {
	switch {
	case r.lo > 0:
		return o != opEQ, true
	case r.hi < 0:
		return o == opNE, true
	case r.lo == 0 && r.hi == 0:
		return holds(o, 0), true
	case r.lo >= 0 && o == opGE:
		return true, true
	case r.hi <= 0 && o == opGT:
		return false, true
	}
	return false, false
}

func holds(o op, sign int) bool {
	switch o {
	case opEQ:
		return sign == 0
	case opNE:
		return sign != 0
	case opGT:
		return sign > 0
	}
	return sign >= 0
}

// primitive divides a difference by a positive factor (any factor for = and
// /=). For integers, g*u + k >= 0 is u + floor(k/g) >= 0.
func (a *Arena) primitive(o op, d Expr) Expr {
	l := a.linOf(d)
	if len(l.t) == 0 {
		return d
	}
	whole := a.nodes[d].typ == Index && integral(l)
	k := l.c
	if whole && o == opGE {
		l.c = zero
	}
	g := l.content()
	if o != opEQ && o != opNE && g.sign() < 0 {
		g = g.neg()
	}
	l.scale(g.inv())
	if whole && o == opGE {
		l.c = k.mul(g.inv()).floor()
	}
	return a.build(l)
}

func (a *Arena) bool(v bool) Expr {
	if v {
		return a.Int(1)
	}
	return a.Int(0)
}

// Not is 1 if x is 0.
func (a *Arena) Not(x Expr) Expr {
	if u, ok := a.undef(x); ok {
		return u
	}
	switch a.op(x) {
	case opEQ:
		return a.compare(opNE, a.kid(x, 0))
	case opNE:
		return a.compare(opEQ, a.kid(x, 0))
	case opGE:
		return a.compare(opGT, a.Neg(a.kid(x, 0)))
	case opGT:
		return a.compare(opGE, a.Neg(a.kid(x, 0)))
	case opAnd:
		return a.Or(a.notAll(a.kidsOf(x))...)
	case opOr:
		return a.And(a.notAll(a.kidsOf(x))...)
	}
	return a.compare(opEQ, x)
}

func (a *Arena) notAll(xs []Expr) []Expr {
	out := make([]Expr, len(xs))
	for i, x := range slices.Clone(xs) {
		out[i] = a.Not(x)
	}
	return out
}

// truth makes a 0/1 expression of any value: 0 is false.
func (a *Arena) truth(x Expr) Expr {
	switch a.op(x) {
	case opEQ, opNE, opGE, opGT, opAnd, opOr:
		return x
	}
	return a.compare(opNE, x)
}

// And is 1 if all of xs are true; 1 for none.
func (a *Arena) And(xs ...Expr) Expr { return a.logic(opAnd, 1, xs) }

// Or is 1 if one of xs is true; 0 for none.
func (a *Arena) Or(xs ...Expr) Expr { return a.logic(opOr, 0, xs) }

func (a *Arena) logic(o op, unit int64, xs []Expr) Expr {
	if u, ok := a.undef(xs...); ok {
		return u
	}
	ks := make([]Expr, len(xs))
	for i, x := range xs {
		ks[i] = a.truth(x)
	}
	out := make([]Expr, 0, len(ks))
	for _, k := range a.flatten(o, ks) {
		if v, ok := a.ConstInt(k); !ok {
			out = append(out, k)
		} else if v != unit {
			return k
		}
	}
	switch len(out) {
	case 0:
		return a.Int(unit)
	case 1:
		return out[0]
	}
	return a.plain(o, Index, out...)
}

// Cond is then where c is true (not 0), els elsewhere. Only the chosen side is
// evaluated.
func (a *Arena) Cond(c, then, els Expr) Expr {
	if u, ok := a.undef(c); ok {
		return u
	}
	if c = a.truth(c); a.op(c) == opConst {
		if v, _ := a.ConstInt(c); v != 0 {
			return a.present(then)
		}
		return a.present(els)
	}
	then, els = a.present(then), a.present(els)
	if then == els {
		return then
	}
	if a.op(c) == opNE {
		c, then, els = a.Not(c), els, then
	}
	if x, ok := a.indicator(c, then, els); ok {
		return x
	}
	return a.plain(opCond, a.join(then, els), c, then, els)
}

// indicator writes a choice between two integers as an affine function of c.
func (a *Arena) indicator(c, then, els Expr) (Expr, bool) {
	x, ok1 := a.ConstInt(then)
	y, ok2 := a.ConstInt(els)
	if !ok1 || !ok2 {
		return 0, false
	}
	if y == 1 && x == 0 {
		return a.Not(c), true
	}
	return a.Add(a.Mul(a.Sub(then, els), c), els), true
}

// present turns "none" into an undefined expression.
func (a *Arena) present(x Expr) Expr {
	if x == 0 {
		return a.Undefined("missing expression")
	}
	return x
}
