package symbolic

// Simplify rewrites e beyond what construction does: products are multiplied
// out and factored again, maxima get their max-plus normal form, sums and
// maxima over indices another chance to close. It is idempotent.
func (a *Arena) Simplify(e Expr) Expr {
	if e == 0 {
		return 0
	}
	defer func(old bool) { a.eager = old }(a.eager)
	a.eager = true
	x := e
	for range maxPasses {
		s := a.simplify(x)
		if s == x {
			return x
		}
		x = s
	}
	return e
}

// maxPasses bounds the repetitions: closing a sum can enable another rule. An
// expression that is not settled by then stays as it was built.
const maxPasses = 6

func (a *Arena) simplify(e Expr) Expr {
	memo := a.memos[len(a.open)]
	if s, ok := memo[e]; ok {
		return s
	}
	parts := a.simplifyParts(e)
	s := a.simplifyNode(parts)
	if a.nodes[s].typ == Real && a.nodes[parts].typ == Index {
		s = parts // a rule hid that the value is an integer
	}
	memo[e] = s
	return s
}

// simplifyParts rebuilds e from simplified parts.
func (a *Arena) simplifyParts(e Expr) Expr {
	r := rebuilder{a: a, from: a, done: map[Expr]Expr{}}
	switch o := a.op(e); o {
	case opSum, opMaxO:
		return a.simplifyLoop(e)
	case opConst, opSym, opBound, opUndef:
		return e
	}
	for _, k := range a.kidsOf(e) {
		r.done[k] = a.simplify(k)
	}
	return r.rebuild(e)
}

func (a *Arena) simplifyLoop(e Expr) Expr {
	ks := a.kidsOf(e)
	lo, hi := a.simplify(ks[0]), a.simplify(ks[1])
	i := a.openIndex(lo, hi)
	defer a.closeIndex()
	body := a.simplify(a.replace(ks[2], map[Expr]Expr{ks[3]: i}))
	return a.close(a.op(e), i, lo, hi, body)
}

// simplifyNode treats a node whose parts are simple.
func (a *Arena) simplifyNode(e Expr) Expr {
	switch a.op(e) {
	case opAdd, opMul:
		l, ok := a.expand(e)
		if !ok {
			return e
		}
		if integral(l) || !a.pureIndex(l) {
			a.joinDivMod(&l)
		}
		a.underTests(&l)
		return a.sumOfMaxima(l)
	case opMax:
		return a.maxPlus(a.kidsOf(e))
	}
	return e
}

// maxPolynomial bounds the terms of an expanded expression; larger ones stay as
// they were built.
const maxPolynomial = 256

// expand multiplies everything out that is not under a function.
func (a *Arena) expand(e Expr) (lin, bool) {
	switch a.op(e) {
	case opAdd:
		l := a.linOf(e)
		out := lin{c: l.c}
		for _, t := range l.t {
			x, ok := a.expand(t.m)
			if !ok || len(out.t)+len(x.t) > maxPolynomial {
				return lin{}, false
			}
			x.scale(t.k)
			out.c = out.c.add(x.c)
			out.t = append(out.t, x.t...)
		}
		a.collect(&out)
		return out, true
	case opMul:
		return a.expandMul(e)
	}
	return a.linOf(e), true
}

func (a *Arena) expandMul(e Expr) (lin, bool) {
	out := lin{c: one}
	rest := prod{k: one}
	exps := a.expsOf(e)
	for i, b := range a.kidsOf(e) {
		if exps[i] < 0 || a.op(b) != opAdd {
			rest.f = append(rest.f, factor{b, exps[i]})
			continue
		}
		x, ok := a.expand(b)
		if !ok || powTerms(1, len(x.t)+1, exps[i]) > MaxExpand && exps[i] > 1 {
			return lin{}, false
		}
		for range exps[i] {
			if (len(out.t)+1)*(len(x.t)+1) > maxPolynomial {
				return lin{}, false
			}
			out = a.mulLin(out, x)
		}
	}
	if len(rest.f) == 0 {
		return out, true
	}
	return a.mulLin(out, a.linOf(a.monomial(rest))), true
}

// joinDivMod uses z*y*(x div y) + z*(x mod y) = z*x.
func (a *Arena) joinDivMod(l *lin) {
	for i := 0; i < len(l.t); i++ {
		whole, x, ok := a.divPartner(l.t[i].m)
		if !ok {
			continue
		}
		w := a.linOf(whole)
		j := a.findTerm(*l, w.t[0].m)
		if j < 0 || l.t[j].k.cmp(l.t[i].k.mul(w.t[0].k)) != 0 {
			continue
		}
		out := lin{c: l.c}
		for n, t := range l.t {
			if n != i && n != j {
				out.t = append(out.t, t)
			}
		}
		a.addTo(&out, l.t[i].k, x)
		a.collect(&out)
		*l = out
		i = -1
	}
}

// divPartner gives z*y*(x div y) and z*x for a term z*(x mod y).
func (a *Arena) divPartner(m Expr) (whole, x Expr, ok bool) {
	a.eachFactor(m, func(b Expr, e int32) {
		if ok || a.op(b) != opMod || e != 1 {
			return
		}
		z := a.Quo(m, b)
		ks := a.kidsOf(b)
		whole, x = a.Mul(z, ks[1], a.FloorDiv(ks[0], ks[1])), a.Mul(z, ks[0])
		l := a.linOf(whole)
		ok = len(l.t) == 1 && l.c.isZero()
	})
	return whole, x, ok
}

func (a *Arena) findTerm(l lin, m Expr) int {
	for i, t := range l.t {
		if t.m == m {
			return i
		}
	}
	return -1
}
