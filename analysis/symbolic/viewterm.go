package symbolic

import (
	"cmp"
	"slices"
	"strings"
)

// term shows k times a monomial, without its sign.
func (w *viewer) term(t term) (neg bool, v *view) {
	return w.mono(w.monomial(t))
}

func (w *viewer) monomial(t term) monoTerm {
	m := monoTerm{k: t.k}
	w.a.eachFactor(t.m, func(b Expr, e int32) { m.f = append(m.f, factor{b, e}) })
	return m
}

func (w *viewer) monomials(l lin) []monoTerm {
	ms := make([]monoTerm, 0, len(l.t)+1)
	for _, t := range l.t {
		ms = append(ms, w.monomial(t))
	}
	if !l.c.isZero() {
		ms = append(ms, monoTerm{k: l.c})
	}
	return ms
}

// mono shows a product. Signs move: a maximum of negated operands becomes a
// minimum, and a negative product with a sum in it is written with that sum
// turned round.
func (w *viewer) mono(m monoTerm) (neg bool, v *view) {
	neg = m.k.sign() < 0
	for _, f := range m.f {
		if f.exp%2 != 0 && w.turned(f.base) {
			neg = !neg
		}
	}
	turn := Expr(0)
	for _, f := range m.f {
		if neg && len(m.f) > 1 && f.exp%2 != 0 && w.a.op(f.base) == opAdd {
			turn, neg = f.base, false
		}
	}
	k := m.k.abs()
	var above, below []*view
	for _, f := range m.f {
		b := w.factor(f.base, f.base == turn)
		if !k.isOne() && f.exp == 1 && w.a.op(f.base) == opAdd && slices.ContainsFunc(w.a.coefsOf(f.base), num.long) {
			b, k = w.scaled(k, f.base, f.base == turn), one
		}
		if f.exp > 0 {
			above = append(above, w.power(b, f.exp))
		} else {
			below = append(below, w.power(b, -f.exp))
		}
	}
	return neg, w.product(k, above, below)
}

// scaled is the view of k times a sum, or of its negation.
func (w *viewer) scaled(k num, e Expr, turn bool) *view {
	if turn {
		k = k.neg()
	}
	l := w.a.linOf(e)
	l.scale(k)
	return w.sum(l)
}

// turned tells whether a factor reads better negated.
func (w *viewer) turned(e Expr) bool {
	switch w.a.op(e) {
	case opMax:
		return w.mostlyNegative(w.a.kidsOf(e))
	case opFloor:
		return w.mostlyNegative(w.a.kidsOf(e))
	}
	return false
}

func (w *viewer) mostlyNegative(xs []Expr) bool {
	balance := 0
	for _, x := range xs {
		l := w.a.linOf(x)
		if len(l.t) == 0 && l.c.sign() >= 0 { // max(0, x) stays
			return false
		}
		if len(l.t) == 0 {
			balance--
		}
		for _, t := range l.t {
			balance += t.k.sign()
		}
	}
	return balance < 0
}

// factor shows one base of a product; its negation where that was moved out.
func (w *viewer) factor(b Expr, turn bool) *view {
	switch {
	case turn:
		return w.negation(b)
	case !w.turned(b):
		return w.of(b)
	}
	name := "min"
	if w.a.op(b) == opFloor {
		name = "ceil"
	}
	parts := make([]*view, 0, w.a.nodes[b].n)
	for _, k := range w.a.kidsOf(b) {
		parts = append(parts, w.negation(k))
	}
	return w.call(name, inOrder(parts))
}

func (w *viewer) negation(e Expr) *view { return w.scaled(minus1, e, false) }

func (w *viewer) power(b *view, e int32) *view {
	if e == 1 {
		return b
	}
	return w.keyed(&view{kind: viewPower, parts: []*view{b, w.number(intNum(int64(e)))}})
}

// product puts numbers first, then names, then what needs parentheses.
func (w *viewer) product(k num, above, below []*view) *view {
	n, d := k, one
	if v := w.number(k); len(v.below) > 0 {
		d = lcmDenominators(lin{c: k})
		n = k.mul(d)
	}
	above, below = inProduct(above), inProduct(below)
	if !n.isOne() || len(above) == 0 {
		above = append([]*view{w.number(n)}, above...)
	}
	if !d.isOne() {
		below = append([]*view{w.number(d)}, below...)
	}
	if len(above) == 1 && len(below) == 0 {
		return above[0]
	}
	return w.keyed(&view{kind: viewProduct, parts: above, below: below})
}

func inProduct(vs []*view) []*view {
	var flat []*view
	for _, v := range vs {
		if v.kind == viewProduct && len(v.below) == 0 {
			flat = append(flat, v.parts...)
		} else {
			flat = append(flat, v)
		}
	}
	slices.SortStableFunc(flat, func(x, y *view) int {
		return cmp.Or(cmp.Compare(x.rank(), y.rank()), strings.Compare(x.key, y.key))
	})
	return flat
}

// rank is the place of a factor in a product.
func (v *view) rank() int {
	switch {
	case isNumber(v):
		return 0
	case v.kind == viewAtom:
		return 1
	case v.kind == viewPower:
		return v.parts[0].rank()
	case v.kind == viewSum:
		return 4
	case v.prec() == precAtom:
		return 2
	}
	return 3
}

// test shows d ? 0 with the negative terms on the other side.
func (w *viewer) test(o op, d lin) *view {
	left, right := lin{c: zero}, lin{c: zero}
	for _, t := range d.t {
		if neg, _ := w.term(t); neg {
			right.t = append(right.t, term{t.k.neg(), t.m})
		} else {
			left.t = append(left.t, t)
		}
	}
	if len(left.t) > 0 && d.c.sign() < 0 || len(right.t) == 0 {
		right.c = d.c.neg()
	} else {
		left.c = d.c
	}
	name := map[op]string{opEQ: "=", opNE: "/=", opGE: ">=", opGT: ">"}[o]
	if len(left.t) == 0 {
		left, right = right, left
		name = map[op]string{opEQ: "=", opNE: "/=", opGE: "<=", opGT: "<"}[o]
	}
	parts := []*view{w.sum(left), w.sum(right)}
	if o == opEQ || o == opNE {
		parts = inOrder(parts)
		if isNumber(parts[0]) {
			slices.Reverse(parts)
		}
	}
	return w.keyed(&view{kind: viewTest, text: name, parts: parts})
}
