package symbolic

import "slices"

// term is k * m, with m neither a constant nor a sum.
type term struct {
	k num
	m Expr
}

// lin is a linear combination under construction: c + sum of terms.
type lin struct {
	c num
	t []term
}

// addTo adds k*e to l, flattening sums.
func (a *Arena) addTo(l *lin, k num, e Expr) {
	switch a.op(e) {
	case opConst:
		l.c = l.c.add(k.mul(a.coefsOf(e)[0]))
	case opAdd:
		if a.nodes[e].n <= MaxFlat {
			a.spread(l, k, e)
			return
		}
		fallthrough
	default:
		l.t = append(l.t, term{k, e})
	}
}

// spread adds k times a sum term by term.
func (a *Arena) spread(l *lin, k num, e Expr) {
	cs := a.coefsOf(e)
	l.c = l.c.add(k.mul(cs[0]))
	for i, m := range a.kidsOf(e) {
		l.t = append(l.t, term{k.mul(cs[i+1]), m})
	}
}

// linOf is e as a linear combination.
func (a *Arena) linOf(e Expr) lin {
	switch n := &a.nodes[e]; n.op {
	case opConst:
		return lin{c: a.coefs[n.aux]}
	case opAdd:
		cs := a.coefsOf(e)
		l := lin{c: cs[0], t: make([]term, n.n)}
		for i, m := range a.kidsOf(e) {
			l.t[i] = term{cs[i+1], m}
		}
		return l
	}
	return lin{c: zero, t: []term{{one, e}}}
}

// collect sorts the terms by hash and merges equal ones.
func (a *Arena) collect(l *lin) {
	slices.SortFunc(l.t, func(x, y term) int { return a.byHash(x.m, y.m) })
	out := l.t[:0]
	for _, t := range l.t {
		if n := len(out); n > 0 && out[n-1].m == t.m {
			out[n-1].k = out[n-1].k.add(t.k)
			continue
		}
		out = append(out, t)
	}
	l.t = slices.DeleteFunc(out, func(t term) bool { return t.k.isZero() })
}

func (a *Arena) byHash(x, y Expr) int {
	switch hx, hy := a.nodes[x].hash, a.nodes[y].hash; {
	case x == y:
		return 0
	case hx.Less(hy):
		return -1
	}
	return 1
}

// build interns a linear combination.
func (a *Arena) build(l lin) Expr {
	a.collect(&l)
	if l.c.bad() || slices.ContainsFunc(l.t, func(t term) bool { return t.k.bad() }) {
		return a.Undefined("number too large")
	}
	if len(l.t) == 0 {
		return a.num(l.c)
	}
	if len(l.t) == 1 && l.c.isZero() && l.t[0].k.isOne() {
		return l.t[0].m
	}
	return a.internLin(l)
}

func (a *Arena) internLin(l lin) Expr {
	h := seedHash(uint64(opAdd)).mixNum(l.c)
	var buf [16]Expr
	kids := buf[:0]
	for _, t := range l.t {
		h = h.mixNum(t.k).mixHash(a.nodes[t.m].hash)
		kids = append(kids, t.m)
	}
	if e, ok := a.lookup(h); ok {
		return e
	}
	return a.intern(node{op: opAdd, typ: a.linType(l), hash: h}, kids, func() int {
		a.coefs = append(grown(a.coefs, len(l.t)+1), l.c)
		for _, t := range l.t {
			a.coefs = append(a.coefs, t.k)
		}
		return len(a.coefs) - len(l.t) - 1
	})
}

// scale multiplies l by k.
func (l *lin) scale(k num) {
	l.c = l.c.mul(k)
	for i := range l.t {
		l.t[i].k = l.t[i].k.mul(k)
	}
}

// content is the largest rational c, signed like the first term, such that
// l/c has integer coefficients without a common divisor.
func (l lin) content() num {
	if len(l.t) == 0 {
		return one
	}
	g := l.c
	for _, t := range l.t {
		g = gcdNum(g, t.k)
	}
	if l.t[0].k.sign() < 0 {
		g = g.neg()
	}
	return g
}

// contentOf is the content of a sum.
func (a *Arena) contentOf(e Expr) num {
	cs := a.coefsOf(e)
	g := cs[0]
	for _, k := range cs[1:] {
		g = gcdNum(g, k)
	}
	if cs[1].sign() < 0 {
		g = g.neg()
	}
	return g
}

// Add is the sum of xs; 0 for none.
func (a *Arena) Add(xs ...Expr) Expr {
	if u, ok := a.undef(xs...); ok {
		return u
	}
	if len(xs) == 1 {
		return xs[0]
	}
	return a.remember(func() Expr {
		n := 0
		for _, x := range xs {
			n += a.terms(x)
		}
		l := lin{c: zero, t: make([]term, 0, n)}
		for _, x := range xs {
			a.addTo(&l, one, x)
		}
		return a.build(l)
	}, opAdd, xs...)
}

// terms is the number of terms that addTo adds at most.
func (a *Arena) terms(e Expr) int {
	if a.op(e) == opAdd {
		return int(a.nodes[e].n)
	}
	return 1
}

// Sub is x - y.
func (a *Arena) Sub(x, y Expr) Expr {
	if u, ok := a.undef(x, y); ok {
		return u
	}
	return a.remember(func() Expr { return a.build(a.difference(x, y)) }, callSub, x, y)
}

// difference is x - y, not collected.
func (a *Arena) difference(x, y Expr) lin {
	l := lin{c: zero, t: make([]term, 0, a.terms(x)+a.terms(y))}
	a.addTo(&l, one, x)
	a.addTo(&l, minus1, y)
	return l
}

// Neg is -x.
func (a *Arena) Neg(x Expr) Expr { return a.scaled(minus1, x) }

func (a *Arena) scaled(k num, x Expr) Expr {
	if u, ok := a.undef(x); ok {
		return u
	}
	if k.isOne() {
		return x
	}
	l := a.linOf(x)
	l.scale(k)
	return a.build(l)
}
