package symbolic

import (
	"slices"
)

// Subst replaces free symbols and simplifies again. Bound indices are never
// captured.
func (a *Arena) Subst(e Expr, with map[string]Expr) Expr {
	if len(with) == 0 {
		return e
	}
	m := make(map[Expr]Expr, len(with))
	for name, x := range with {
		if s, ok := a.syms[name]; ok {
			m[s] = x
		}
	}
	return a.replace(e, m)
}

// Replace rebuilds e with some of its parts replaced, and simplifies again. It
// is for parts outside of sums and maxima, whose indices have no name.
func (a *Arena) Replace(e Expr, with map[Expr]Expr) Expr { return a.replace(e, with) }

// replace rebuilds e with some of its nodes replaced.
func (a *Arena) replace(e Expr, m map[Expr]Expr) Expr {
	r := rebuilder{a: a, from: a, done: make(map[Expr]Expr, len(m)+16)}
	for k, v := range m {
		r.done[k] = v
	}
	return r.walk(e)
}

// Import copies e, its symbols' ranges, tables and functions from another arena.
func (a *Arena) Import(from *Arena, e Expr) Expr {
	if e == 0 || from == a {
		return e
	}
	r := rebuilder{a: a, from: from, done: map[Expr]Expr{}}
	return r.walk(e)
}

// ImportAs is Import with other expressions of a in the place of symbols. What is
// known of those symbols in either arena is not used, so that a name may mean
// one thing there and another one here.
func (a *Arena) ImportAs(from *Arena, e Expr, with map[string]Expr) Expr {
	r := rebuilder{a: a, from: from, done: map[Expr]Expr{}, with: with}
	return r.walk(e)
}

// rebuilder constructs an expression of one arena again, in the same or another
// arena.
type rebuilder struct {
	a, from *Arena
	done    map[Expr]Expr
	with    map[string]Expr // what stands for symbols
}

func (r *rebuilder) walk(e Expr) Expr {
	if x, ok := r.done[e]; ok {
		return x
	}
	r.a.effort--
	x := r.rebuild(e)
	r.done[e] = x
	return x
}

func (r *rebuilder) walkAll(es []Expr) []Expr {
	out := make([]Expr, len(es))
	for i := range es {
		out[i] = r.walk(es[i])
	}
	return out
}

func (r *rebuilder) rebuild(e Expr) Expr {
	a, f := r.a, r.from
	n := f.nodes[e]
	switch n.op {
	case opNone:
		return 0
	case opConst:
		return a.num(f.coefsOf(e)[0])
	case opUndef:
		return a.Undefined(f.text(e))
	case opSym:
		return r.symbol(e)
	case opBound:
		return a.boundVar(uint8(n.aux), n.rng)
	case opAdd:
		l := lin{c: f.coefs[n.aux], t: make([]term, 0, n.n)}
		for i := range n.n {
			a.addTo(&l, f.coefs[n.aux+1+i], r.present(f.kids[n.kids+i]))
		}
		if u, ok := a.undefLin(l); ok {
			return u
		}
		return a.build(l)
	case opMul:
		return r.product(e)
	}
	if n.op == opSum || n.op == opMaxO {
		return r.loop(e)
	}
	return r.apply(n, r.walkAll(f.kids[n.kids:n.kids+n.n]))
}

func (r *rebuilder) present(e Expr) Expr { return r.a.present(r.walk(e)) }

func (a *Arena) undefLin(l lin) (Expr, bool) {
	if !slices.ContainsFunc(l.t, func(t term) bool { return a.op(t.m) == opUndef }) {
		return 0, false
	}
	xs := make([]Expr, 0, len(l.t))
	for _, t := range l.t {
		xs = append(xs, t.m)
	}
	return a.undef(xs...)
}

func (r *rebuilder) symbol(e Expr) Expr {
	if r.a == r.from {
		return e
	}
	name := r.from.text(e)
	if x, ok := r.with[name]; ok {
		return x
	}
	if _, known := r.a.facts[name]; !known {
		if rng, ok := r.from.facts[name]; ok {
			r.a.setFact(name, rng)
		}
	}
	return r.a.Sym(name, r.from.nodes[e].typ)
}

func (r *rebuilder) product(e Expr) Expr {
	exps := r.from.expsOf(e) // the arena grows, but what is in it stays
	p := prod{k: one, f: make([]factor, 0, len(exps))}
	for i, b := range r.from.kidsOf(e) {
		x := r.present(b)
		if u, ok := r.a.undef(x); ok {
			return u
		}
		r.a.mulTo(&p, x, exps[i])
	}
	return r.a.buildProd(p)
}

// loop rebuilds a loop under a fresh name, so that what replaces a symbol of the
// body meets no bound variable.
func (r *rebuilder) loop(e Expr) Expr {
	f, n := r.from, r.from.nodes[e]
	lo, hi := r.walk(f.kids[n.kids]), r.walk(f.kids[n.kids+1])
	inner := rebuilder{a: r.a, from: f, done: make(map[Expr]Expr, len(r.done))}
	for k, v := range r.done {
		if f.nodes[k].bound&(1<<uint(n.aux)) == 0 {
			inner.done[k] = v
		}
	}
	a := r.a
	fresh := a.openIndex(lo, hi)
	defer a.closeIndex()
	inner.done[f.kids[n.kids+3]] = fresh
	body := inner.walk(f.kids[n.kids+2])
	return a.close(n.op, fresh, lo, hi, body)
}

// apply constructs a node of the same operation with other kids.
func (r *rebuilder) apply(n node, ks []Expr) Expr {
	a := r.a
	switch n.op {
	case opMax:
		return a.Max(ks...)
	case opDiv:
		return a.FloorDiv(ks[0], ks[1])
	case opMod:
		return a.Mod(ks[0], ks[1])
	case opFloor:
		return a.Floor(ks[0])
	case opLog2:
		return a.Log2(ks[0])
	case opCLog2:
		return a.CeilLog2(ks[0])
	case opPow:
		return a.Pow(ks[0], ks[1])
	case opEQ, opNE, opGE, opGT:
		return a.compare(n.op, a.present(ks[0]))
	case opAnd:
		return a.And(ks...)
	case opOr:
		return a.Or(ks...)
	case opCond:
		return a.Cond(ks[0], ks[1], ks[2])
	case opTable:
		return a.Table(r.from.tables[n.aux], ks[0])
	}
	return a.Opaque(r.from.funcs[n.aux], ks...)
}
