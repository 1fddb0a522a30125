package symbolic

import "math"

// FloorDiv is floor(x / y), index only.
func (a *Arena) FloorDiv(x, y Expr) Expr {
	if u, ok := a.undefDiv(x, y); ok {
		return u
	}
	return a.remember(func() Expr { return a.quotient(x, y) }, opDiv, x, y)
}

func (a *Arena) quotient(x, y Expr) Expr {
	d, ok := a.ConstInt(y)
	if ok && d < 0 {
		return a.FloorDiv(a.Neg(x), a.Int(-d))
	}
	whole, rest := a.splitMultiples(x, y)
	if ok {
		rest, d = a.reduceDivisor(rest, d)
		y = a.Int(d)
	}
	return a.Add(whole, a.floorDiv(rest, y))
}

// CeilDiv is ceil(x / y) = -floor(-x / y), index only.
func (a *Arena) CeilDiv(x, y Expr) Expr { return a.Neg(a.FloorDiv(a.Neg(x), y)) }

func (a *Arena) undefDiv(x, y Expr) (Expr, bool) {
	if u, ok := a.undef(x, y); ok {
		return u, true
	}
	if v, ok := a.constNum(y); ok && v.isZero() {
		return a.Undefined("division by zero"), true
	}
	if a.join(x, y) == Real {
		return a.Undefined("div and mod need index operands"), true
	}
	return 0, false
}

// floorDiv builds the division after the multiples of y were taken out.
func (a *Arena) floorDiv(x, y Expr) Expr {
	d, isConst := a.ConstInt(y)
	if v, ok := a.constNum(x); ok && isConst {
		return a.num(v.mul(intNum(d).inv()).floor())
	}
	if v, ok := a.ConstInt(x); ok && v == 0 || isConst && d == 1 {
		return x
	}
	if q, ok := a.knownQuotient(x, y); ok {
		return q
	}
	if isConst && a.op(x) == opDiv {
		if inner, ok := a.ConstInt(a.kid(x, 1)); ok {
			if p, ok := mulInt(inner, d); ok {
				return a.FloorDiv(a.kid(x, 0), a.Int(p))
			}
		}
	}
	x, y = a.commonContent(x, y)
	if v, ok := a.ConstInt(y); ok && v == 1 {
		return x
	}
	if a.nodes[y].rng.lo >= 1 && a.leadsNegative(x) { // floor(-x/y) = -1 - floor((x-1)/y)
		return a.Sub(a.Int(-1), a.FloorDiv(a.Sub(a.Int(-1), x), y))
	}
	return a.plain(opDiv, Index, x, y)
}

// leadsNegative tells whether the first term of x has a negative coefficient.
// It decides between the two ways to write a rounded quotient or remainder, so
// that ceil(x/y) = -floor(-x/y) and floor((x+y-1)/y) are the same node.
func (a *Arena) leadsNegative(x Expr) bool {
	l := a.linOf(x)
	return len(l.t) > 0 && l.t[0].k.sign() < 0 && integral(l)
}

// knownQuotient is the quotient when the ranges leave only one.
func (a *Arena) knownQuotient(x, y Expr) (Expr, bool) {
	r := a.nodes[x].rng
	if r.lo >= 0 && a.AtLeast(y, a.Add(x, a.Int(1))) {
		return a.Int(0), true
	}
	if r.hi < 0 && a.nodes[y].rng.lo >= 1 && a.nodes[a.Add(x, y)].rng.lo >= 0 {
		return a.Int(-1), true
	}
	if d, ok := a.ConstInt(y); ok && math.Abs(r.lo) < 1<<52 && math.Abs(r.hi) < 1<<52 {
		lo, hi := floorDivInt(int64(math.Ceil(r.lo)), d), floorDivInt(int64(math.Floor(r.hi)), d)
		return a.Int(lo), lo == hi
	}
	return 0, false
}

// splitMultiples writes x as y*whole + rest with every term that is a multiple
// of y in whole.
func (a *Arena) splitMultiples(x, y Expr) (whole, rest Expr) {
	l := a.linOf(x)
	if !integral(l) {
		return a.Int(0), x
	}
	d, isConst := a.constNum(y)
	w, r := lin{c: zero}, lin{c: l.c}
	if isConst {
		q := l.c.mul(d.inv()).floor()
		w.c, r.c = q, l.c.sub(q.mul(d))
	}
	for _, t := range l.t {
		if isConst {
			q := t.k.mul(d.inv()).floor()
			if left := t.k.sub(q.mul(d)); left.isZero() {
				w.t = append(w.t, term{q, t.m})
				continue
			}
			r.t = append(r.t, t)
		} else if q, ok := a.divideExactly(t, y); ok {
			a.addTo(&w, one, q)
		} else {
			r.t = append(r.t, t)
		}
	}
	return a.build(w), a.build(r)
}

func integral(l lin) bool {
	ok := fitsIndex(l.c)
	for _, t := range l.t {
		ok = ok && fitsIndex(t.k)
	}
	return ok
}

// divideExactly divides one term by a symbolic y, when the result is integral.
func (a *Arena) divideExactly(t term, y Expr) (Expr, bool) {
	k := one
	if l := a.linOf(y); len(l.t) == 1 && l.c.isZero() {
		k, y = l.t[0].k, l.t[0].m
	}
	if a.op(y) == opAdd {
		return 0, false
	}
	k = t.k.mul(k.inv())
	ok := k.isInt()
	a.eachFactor(y, func(b Expr, e int32) { ok = ok && a.exponent(t.m, b) >= e })
	if !ok {
		return 0, false
	}
	p := prod{k: k}
	a.mulTo(&p, t.m, 1)
	a.mulTo(&p, y, -1)
	return a.buildProd(p), true
}

// reduceDivisor uses floor((g*u + k) / (g*c)) = floor((u + floor(k/g)) / c).
func (a *Arena) reduceDivisor(x Expr, d int64) (Expr, int64) {
	l := a.linOf(x)
	if len(l.t) == 0 || !integral(l) {
		return x, d
	}
	g := intNum(d)
	for _, t := range l.t {
		g = gcdNum(g, t.k)
	}
	v, ok := g.int64()
	if !ok || v <= 1 {
		return x, d
	}
	inv := g.inv()
	c := l.c.mul(inv).floor()
	l.c = zero
	l.scale(inv)
	l.c = c
	return a.build(l), d / v
}

// commonContent divides numerator and denominator by their common factor when
// the denominator is symbolic.
func (a *Arena) commonContent(x, y Expr) (Expr, Expr) {
	lx, ly := a.linOf(x), a.linOf(y)
	if len(ly.t) == 0 || !integral(lx) || !integral(ly) || a.nodes[y].rng.lo < 1 {
		return x, y
	}
	cx, cy := lx.content(), ly.content()
	if g := gcdNum(cx, cy); !g.isOne() && g.sign() > 0 {
		lx.scale(g.inv())
		ly.scale(g.inv())
		return a.build(lx), a.build(ly)
	}
	return x, y
}

// Mod is x - y*floor(x/y): in 0..y-1 for positive y; index only.
func (a *Arena) Mod(x, y Expr) Expr {
	if u, ok := a.undefDiv(x, y); ok {
		return u
	}
	return a.remember(func() Expr { return a.remainder(x, y) }, opMod, x, y)
}

func (a *Arena) remainder(x, y Expr) Expr {
	if d, ok := a.ConstInt(y); ok {
		return a.modConst(x, d)
	}
	_, rest := a.splitMultiples(x, y)
	if v, ok := a.ConstInt(rest); ok && v == 0 {
		return rest
	}
	if q, ok := a.knownQuotient(rest, y); ok {
		return a.Sub(rest, a.Mul(y, q))
	}
	if a.nodes[y].rng.lo >= 1 && a.leadsNegative(rest) { // -x mod y = y-1 - (x-1) mod y
		return a.Add(y, a.Int(-1), a.Neg(a.Mod(a.Sub(a.Int(-1), rest), y)))
	}
	return a.plain(opMod, Index, rest, y)
}

func (a *Arena) modConst(x Expr, d int64) Expr {
	if d < 0 {
		return a.Neg(a.modConst(a.Neg(x), -d))
	}
	y := intNum(d)
	l := a.linOf(x)
	if !integral(l) {
		if d == 1 {
			return a.Int(0)
		}
		return a.plain(opMod, Index, x, a.Int(d))
	}
	reduce := func(k num) num { return k.sub(k.mul(y.inv()).floor().mul(y)) }
	r := lin{c: reduce(l.c)}
	g := y
	for _, t := range l.t {
		if k := reduce(t.k); !k.isZero() {
			r.t = append(r.t, term{k, t.m})
			g = gcdNum(g, k)
		}
	}
	return a.modReduced(r, g, d)
}

// modReduced uses (g*u + k) mod (g*c) = g*((u + k div g) mod c) + k mod g.
func (a *Arena) modReduced(r lin, g num, d int64) Expr {
	if len(r.t) == 0 {
		return a.num(r.c)
	}
	k := r.c.mul(g.inv()).floor()
	low := r.c.sub(k.mul(g))
	r.c = zero
	r.scale(g.inv())
	r.c = k
	x, c := a.build(r), a.num(intNum(d).mul(g.inv()))
	if q, ok := a.knownQuotient(x, c); ok {
		x = a.Sub(x, a.Mul(c, q))
	} else if v, _ := a.ConstInt(c); v == 1 {
		x = a.Int(0)
	} else {
		x = a.plain(opMod, Index, x, c)
	}
	return a.Add(a.scaled(g, x), a.num(low))
}
