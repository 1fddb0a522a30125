package symbolic

import "slices"

// joinIndexSums multiplies the index sums of a product into one sum without a
// common monomial, so that t*(N-1)*(M-1) is one node whatever was multiplied
// first. It reports whether the factors changed.
func (a *Arena) joinIndexSums(p *prod) bool {
	isSum := func(f factor) bool { return f.exp > 0 && a.op(f.base) == opAdd && a.nodes[f.base].typ == Index }
	sums, terms := 0, 1
	for _, f := range p.f {
		if isSum(f) {
			sums++
			terms = powTerms(terms, int(a.nodes[f.base].n)+1, f.exp)
		}
	}
	if sums == 0 || terms > MaxExpand {
		return false
	}
	l := lin{c: one}
	rest := make([]factor, 0, len(p.f)+2)
	for _, f := range p.f {
		if !isSum(f) {
			rest = append(rest, f)
			continue
		}
		for range f.exp {
			l = a.mulLin(l, a.linOf(f.base))
		}
	}
	p.f = append(rest, a.monomialContent(&l)...)
	switch e := a.build(l); a.op(e) {
	case opAdd:
		c := a.linOf(e).content()
		if !c.isOne() {
			p.k = p.k.mul(c)
			e = a.scaled(c.inv(), e)
		}
		p.f = append(p.f, factor{e, 1})
	default:
		a.mulTo(p, e, 1)
	}
	return true
}

// powTerms is n times the number of terms of a sum of t terms to the power exp,
// C(t-1+exp, exp), cut off above MaxExpand.
func powTerms(n, t int, exp int32) int {
	terms := 1
	for k := 1; k <= int(exp) && n*terms <= MaxExpand; k++ {
		terms = terms * (t - 1 + k) / k
	}
	return n * terms
}

// expandIndex multiplies a pure index product out when it contains a sum.
func (a *Arena) expandIndex(p prod) (lin, bool) {
	terms, sums := 1, false
	for _, f := range p.f {
		if f.exp < 0 || a.nodes[f.base].typ != Index {
			return lin{}, false
		}
		if a.op(f.base) == opAdd {
			sums = true
			terms = powTerms(terms, int(a.nodes[f.base].n)+1, f.exp)
		}
	}
	if !sums || terms > MaxExpand {
		return lin{}, false
	}
	return a.expandProd(p), true
}

// expandProd multiplies every sum with a positive exponent out.
func (a *Arena) expandProd(p prod) lin {
	l := lin{c: one}
	rest := prod{k: p.k}
	for _, f := range p.f {
		if f.exp < 0 || a.op(f.base) != opAdd {
			rest.f = append(rest.f, f)
			continue
		}
		for range f.exp {
			l = a.mulLin(l, a.linOf(f.base))
		}
	}
	if len(rest.f) == 0 {
		l.scale(rest.k)
		return l
	}
	return a.mulLin(l, lin{c: zero, t: []term{{rest.k, a.monomial(prod{k: one, f: rest.f})}}})
}

// mulLin is the product of two linear combinations, collected.
func (a *Arena) mulLin(x, y lin) lin {
	out := lin{c: x.c.mul(y.c), t: make([]term, 0, (len(x.t)+1)*(len(y.t)+1))}
	for _, s := range x.t {
		if !y.c.isZero() {
			out.t = append(out.t, term{s.k.mul(y.c), s.m})
		}
	}
	for _, t := range y.t {
		if !x.c.isZero() {
			out.t = append(out.t, term{t.k.mul(x.c), t.m})
		}
		for _, s := range x.t {
			a.addTo(&out, s.k.mul(t.k), a.mulMono(s.m, t.m))
		}
	}
	a.collect(&out)
	return out
}

// mulMono multiplies two monomials without multiplying sums out.
func (a *Arena) mulMono(x, y Expr) Expr {
	p := prod{k: one, f: make([]factor, 0, 8)}
	a.eachFactor(x, func(b Expr, e int32) { p.f = append(p.f, factor{b, e}) })
	a.eachFactor(y, func(b Expr, e int32) { p.f = append(p.f, factor{b, e}) })
	a.collectFactors(&p)
	return a.monomial(p)
}

// monomialContent divides l by the largest product of powers that divides every
// term and returns it.
func (a *Arena) monomialContent(l *lin) []factor {
	if !l.c.isZero() || len(l.t) == 0 {
		return nil
	}
	var common []factor
	a.eachFactor(l.t[0].m, func(b Expr, e int32) {
		if e > 0 {
			common = append(common, factor{b, e})
		}
	})
	for _, t := range l.t[1:] {
		for i := range common {
			common[i].exp = min(common[i].exp, a.exponent(t.m, common[i].base))
		}
	}
	common = slices.DeleteFunc(common, func(f factor) bool { return f.exp <= 0 })
	if len(common) > 0 {
		a.divideTerms(l, common)
	}
	return common
}

// divideTerms divides every term by a monomial.
func (a *Arena) divideTerms(l *lin, by []factor) {
	out := lin{c: l.c}
	for _, t := range l.t {
		p := prod{k: one}
		a.eachFactor(t.m, func(b Expr, e int32) { p.f = append(p.f, factor{b, e}) })
		for _, f := range by {
			p.f = append(p.f, factor{f.base, -f.exp})
		}
		a.collectFactors(&p)
		a.addTo(&out, t.k, a.monomial(p))
	}
	a.collect(&out)
	*l = out
}

// exponent is the power of base in a monomial.
func (a *Arena) exponent(m, base Expr) int32 {
	var x int32
	a.eachFactor(m, func(b Expr, e int32) {
		if b == base {
			x = e
		}
	})
	return x
}
