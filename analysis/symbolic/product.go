package symbolic

import "slices"

// MaxExpand is the number of terms up to which a product of index sums is
// multiplied out when it is built.
const MaxExpand = 64

// maxFactors is the number of factors up to which nested products are merged into one. The
// branches of a long chain of ELSE IF each have the share of those before them as factors:
// merged, they would be quadratic.
const maxFactors = 16

type factor struct {
	base Expr
	exp  int32
}

// prod is a product under construction.
type prod struct {
	k   num
	f   []factor
	bad string // why it has no value
}

// Mul is the product of xs; 1 for none.
func (a *Arena) Mul(xs ...Expr) Expr {
	if u, ok := a.undef(xs...); ok {
		return u
	}
	return a.remember(func() Expr {
		p := prod{k: one, f: make([]factor, 0, 8)}
		for _, x := range xs {
			a.mulTo(&p, x, 1)
		}
		return a.buildProd(p)
	}, opMul, xs...)
}

// Quo is the real quotient x / y.
func (a *Arena) Quo(x, y Expr) Expr {
	if u, ok := a.undef(x, y); ok {
		return u
	}
	return a.remember(func() Expr {
		p := prod{k: one}
		a.mulTo(&p, x, 1)
		a.mulTo(&p, y, -1)
		return a.buildProd(p)
	}, callQuo, x, y)
}

// mulTo multiplies p by e to the power exp, flattening products and taking the
// numeric content out of sums.
func (a *Arena) mulTo(p *prod, e Expr, exp int32) {
	switch a.op(e) {
	case opConst:
		k := a.coefsOf(e)[0]
		if k.isZero() && exp < 0 {
			p.bad = "division by zero"
			return
		}
		p.k = p.k.mul(k.pow(exp))
	case opMul:
		if a.nodes[e].n > maxFactors {
			p.f = append(p.f, factor{e, exp})
			return
		}
		exps := a.expsOf(e)
		for i, b := range a.kidsOf(e) {
			if x, ok := mulInt(int64(exps[i]), int64(exp)); !ok || x > maxExponent || x < -maxExponent {
				p.bad = "exponent too large"
			} else {
				p.f = append(p.f, factor{b, int32(x)})
			}
		}
	case opAdd:
		c := a.contentOf(e)
		p.k = p.k.mul(c.pow(exp))
		if !c.isOne() {
			l := a.linOf(e)
			l.scale(c.inv())
			if e = a.build(l); a.op(e) != opAdd {
				a.mulTo(p, e, exp)
				return
			}
		}
		p.f = append(p.f, factor{e, exp})
	default:
		p.f = append(p.f, factor{e, exp})
	}
}

const maxExponent = 1 << 20

// buildProd interns a product.
func (a *Arena) buildProd(p prod) Expr {
	switch {
	case p.bad != "":
		return a.Undefined(p.bad)
	case p.k.bad():
		return a.Undefined("number too large")
	case p.k.isZero():
		return a.num(zero)
	}
	a.collectFactors(&p)
	if a.joinIndexSums(&p) {
		a.collectFactors(&p)
	}
	if l, ok := a.expandIndex(p); ok {
		return a.build(l)
	}
	return a.monomial(p)
}

// collectFactors sorts the factors by hash and merges equal bases. A base that
// cancels disappears, with its removable division by zero.
func (a *Arena) collectFactors(p *prod) {
	slices.SortFunc(p.f, func(x, y factor) int { return a.byHash(x.base, y.base) })
	out := p.f[:0]
	for _, f := range p.f {
		if n := len(out); n > 0 && out[n-1].base == f.base {
			out[n-1].exp += f.exp
			continue
		}
		out = append(out, f)
	}
	p.f = slices.DeleteFunc(out, func(f factor) bool { return f.exp == 0 })
}

// monomial interns k times a product of powers.
func (a *Arena) monomial(p prod) Expr {
	if len(p.f) == 0 {
		return a.num(p.k)
	}
	if len(p.f) == 1 && p.f[0].exp == 1 {
		return a.scaled(p.k, p.f[0].base)
	}
	m := a.internMul(p.f)
	if p.k.isOne() {
		return m
	}
	return a.internLin(lin{c: zero, t: []term{{p.k, m}}})
}

func (a *Arena) internMul(fs []factor) Expr {
	h := seedHash(uint64(opMul))
	typ := Index
	var buf [16]Expr
	kids := buf[:0]
	for _, f := range fs {
		h = h.mixHash(a.nodes[f.base].hash).mix(uint64(f.exp))
		kids = append(kids, f.base)
		if f.exp < 0 || a.nodes[f.base].typ == Real {
			typ = Real
		}
	}
	return a.intern(node{op: opMul, typ: typ, hash: h}, kids, func() int {
		for _, f := range fs {
			a.exps = append(a.exps, f.exp)
		}
		return len(a.exps) - len(fs)
	})
}
