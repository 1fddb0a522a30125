package symbolic

import (
	"cmp"
	"slices"
	"strings"
)

// signedView is one term of a sum.
type signedView struct {
	neg    bool
	v      *view
	degree int32
	number bool
}

// sum shows a linear combination, common factors of index polynomials pulled
// out.
func (w *viewer) sum(l lin) *view {
	if !w.plain && len(l.t) > 1 && w.a.pureIndex(l) && w.factorable(l) {
		return w.joinTerms(zero, w.poly(w.monomials(l)))
	}
	return w.joinTerms(w.sumTerms(l))
}

// sumTerms shows the terms; a quotient that is rounded up reads as one.
func (w *viewer) sumTerms(l lin) (num, []signedView) {
	var ts []signedView
	c := l.c
	for _, t := range l.t {
		if x, y, by, less, ok := w.ceiling(t.m); ok {
			c = c.sub(t.k.mul(less))
			k := t.k.mul(by)
			v := w.keyed(&view{kind: viewCeilQuo, parts: []*view{w.sum(x), w.of(y)}})
			ts = append(ts, signedView{k.sign() < 0, w.product(k.abs(), []*view{v}, nil), 1, false})
			continue
		}
		neg, v := w.term(t)
		ts = append(ts, signedView{neg, v, w.degree(t.m), false})
	}
	return c, ts
}

// ceiling reads a quotient as by*ceil(x/y) - less: (x-1) div y as ceil(x/y) - 1,
// (x+d-1) div d as ceil(x/d), and -c div y, of a constant c, as -ceil(c/y).
func (w *viewer) ceiling(m Expr) (x lin, y Expr, by, less num, ok bool) {
	if w.plain || w.a.op(m) != opDiv {
		return lin{}, 0, zero, zero, false
	}
	a := w.a
	y = a.kid(m, 1)
	l := a.linOf(a.kid(m, 0))
	if len(l.t) == 0 && l.c.sign() < 0 {
		return lin{c: zero.sub(l.c)}, y, minus1, zero, true
	}
	if d, isConst := a.ConstInt(y); isConst && d > 1 && l.c.cmp(intNum(d-1)) == 0 {
		return lin{c: zero, t: l.t}, y, one, zero, true
	}
	if l.c.cmp(minus1) == 0 && a.nodes[y].rng.lo >= 1 {
		return lin{c: zero, t: l.t}, y, one, one, true
	}
	return lin{}, 0, zero, zero, false
}

// joinTerms puts the terms in reading order: high degrees first, the constant
// last, positive before negative, then by text; a positive term leads if there
// is one.
func (w *viewer) joinTerms(c num, ts []signedView) *view {
	if !c.isZero() || len(ts) == 0 {
		v := w.number(c)
		if c.sign() < 0 {
			v = v.parts[0]
		}
		ts = append(ts, signedView{neg: c.sign() < 0, v: v, number: true})
	}
	slices.SortFunc(ts, func(x, y signedView) int {
		return cmp.Or(cmpBool(x.number, y.number), cmp.Compare(y.degree, x.degree),
			cmpBool(x.neg, y.neg), strings.Compare(x.v.key, y.v.key))
	})
	if lead := slices.IndexFunc(ts, func(t signedView) bool { return !t.neg }); lead > 0 {
		t := ts[lead]
		ts = slices.Insert(slices.Delete(ts, lead, lead+1), 0, t)
	}
	if len(ts) == 1 {
		return negatedIf(ts[0].neg, ts[0].v)
	}
	v := &view{kind: viewSum}
	for _, t := range ts {
		v.parts = append(v.parts, t.v)
		v.minus = append(v.minus, t.neg)
	}
	return w.keyed(v)
}

func (w *viewer) degree(m Expr) int32 {
	var d int32
	w.a.eachFactor(m, func(_ Expr, e int32) { d += e })
	return d
}
