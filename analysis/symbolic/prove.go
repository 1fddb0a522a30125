package symbolic

import "slices"

// Limits of one proof.
const (
	proofDepth = 5  // case distinctions inside each other
	proofSteps = 60 // case distinctions in all
)

// AtLeast reports whether x >= y is proven for all values that the ranges of
// the symbols allow. False means "not proven".
func (a *Arena) AtLeast(x, y Expr) bool {
	if x == y || a.nodes[x].rng.lo >= a.nodes[y].rng.hi {
		return true
	}
	if a.nodes[x].rng.hi < a.nodes[y].rng.lo {
		return false
	}
	if a.frozen {
		return a.proveAtLeast(x, y).holds
	}
	known := a.proofs.among(len(a.open))
	p, ok := known[[2]Expr{x, y}]
	if !ok {
		if p = a.proveAtLeast(x, y); len(known) == mostProofs {
			clear(known)
		}
		known[[2]Expr{x, y}] = p
	}
	a.effort -= p.lines
	return p.holds
}

func (a *Arena) proveAtLeast(x, y Expr) proven {
	l := a.difference(x, y)
	a.collect(&l)
	return a.prove(l)
}

func (a *Arena) provenNonNegative(l lin) bool {
	p := a.prove(l)
	if !a.frozen {
		a.effort -= p.lines
	}
	return p.holds
}

func (a *Arena) prove(l lin) proven {
	p := proof{a: a, steps: proofSteps}
	return proven{p.nonNegative(l, proofDepth), p.lines}
}

// proven is what came of a proof, and how many combinations were looked at.
type proven struct {
	holds bool
	lines int
}

// proofs are those of x >= y, by the number of open loops, whose bounds they rest on: maxima of
// maxima ask the same again and again.
type proofs []map[[2]Expr]proven

// mostProofs bounds those that are kept.
const mostProofs = 1 << 12

func (p *proofs) among(open int) map[[2]Expr]proven {
	for len(*p) <= open {
		*p = append(*p, map[[2]Expr]proven{})
	}
	return (*p)[open]
}

// forget drops those that rest on a loop, or on anything where there is none.
func (p proofs) forget(open int) {
	if open < len(p) {
		clear(p[open])
	}
}

type proof struct {
	a     *Arena
	steps int // case distinctions left
	lines int // combinations looked at
}

// nonNegative tries to prove l >= 0: by intervals, by moving every variable to
// its lower end, and by cases over one term at a time.
func (p *proof) nonNegative(l lin, depth int) bool {
	p.lines++
	r := p.a.linRange(l)
	if r.lo >= 0 || r.hi >= 0 && p.a.shiftedNonNegative(l) {
		return true
	}
	if r.hi < 0 || depth == 0 || p.steps <= 0 {
		return false
	}
	if i := p.downMax(l); i >= 0 {
		p.steps--
		return p.byCases(l, i, l.t[i], depth-1)
	}
	for _, want := range []op{opMax, opDiv, opMod, opMul, opSym} {
		for i, t := range l.t {
			if p.a.op(t.m) != want {
				continue
			}
			if p.steps--; p.byCases(l, i, t, depth-1) {
				return true
			}
		}
	}
	return false
}

// downMax finds a maximum with a negative coefficient: its cases must all hold,
// so nothing is lost by treating it first.
func (p *proof) downMax(l lin) int {
	return slices.IndexFunc(l.t, func(t term) bool { return t.k.sign() < 0 && p.a.op(t.m) == opMax })
}

// byCases replaces one term: a maximum is at least each of its operands and
// equal to one of them; floor(x/d) lies between (x-d+1)/d and x/d, x mod y
// between 0 and y-1, the index of an open loop between its bounds.
func (p *proof) byCases(l lin, i int, t term, depth int) bool {
	a, up := p.a, t.k.sign() > 0
	with := func(k num, z Expr, c num) bool { return p.nonNegative(a.swapTerm(l, i, k, z, c), depth) }
	switch a.op(t.m) {
	case opMax:
		proven := func(z Expr) bool { return with(t.k, z, zero) }
		if up {
			return slices.ContainsFunc(a.kidsOf(t.m), proven)
		}
		return !slices.ContainsFunc(a.kidsOf(t.m), func(z Expr) bool { return !proven(z) })
	case opDiv:
		if j := p.smallerQuotient(l, t); j >= 0 {
			return p.nonNegative(without2(l, i, j), depth)
		}
		if below, ok := p.timesDivisor(l, i, t); ok {
			return p.nonNegative(below, depth)
		}
		if d, ok := a.ConstInt(a.kid(t.m, 1)); ok && d > 0 {
			k := t.k.mul(intNum(d).inv())
			if up {
				return with(k, a.kid(t.m, 0), k.mul(intNum(1-d)))
			}
			return with(k, a.kid(t.m, 0), zero)
		}
	case opMod:
		if y := a.kid(t.m, 1); !up && a.nodes[y].rng.lo >= 1 {
			return with(t.k, y, t.k.neg())
		}
	case opMul:
		if x, y, ok := a.roundedDown(t.m); ok && up {
			below := a.swapTerm(l, i, t.k, x, t.k)
			a.addTo(&below, t.k.neg(), y)
			a.collect(&below)
			return p.nonNegative(below, depth)
		} else if ok {
			return with(t.k, x, zero)
		}
		if x, ok := p.atBound(t.m, up); ok {
			return with(t.k, x, zero)
		}
	case opSym:
		if s, ok := a.boundsOf(t.m); ok && up {
			return with(t.k, s.lo, zero)
		} else if ok {
			return with(t.k, s.hi, zero)
		}
	}
	return false
}

// swapTerm is l with term i replaced by k*z + c.
func (a *Arena) swapTerm(l lin, i int, k num, z Expr, c num) lin {
	out := lin{c: l.c.add(c), t: make([]term, 0, len(l.t)+4)}
	out.t = append(out.t, l.t[:i]...)
	out.t = append(out.t, l.t[i+1:]...)
	a.addTo(&out, k, z)
	a.collect(&out)
	return out
}

// maxShift bounds the terms of a shifted polynomial.
const maxShift = 128

// monoTerm is a monomial as a list of factors, kept apart from the arena so that
// a proof leaves no nodes behind.
type monoTerm struct {
	k num
	f []factor
}

// shiftedNonNegative writes every factor as its lower end plus a non-negative
// rest (or its upper end minus one); l >= 0 follows when no coefficient of the
// result is negative. So N*N - N >= 0 for N >= 1.
func (a *Arena) shiftedNonNegative(l lin) bool {
	if !a.mayShift(l) {
		return false
	}
	all := make([]monoTerm, 0, 2*len(l.t)+1)
	for _, t := range l.t {
		ts, ok := a.shiftTerm(t)
		if !ok || len(all)+len(ts) > maxShift {
			return false
		}
		all = append(all, ts...)
	}
	all = append(all, monoTerm{k: l.c})
	return a.coefficientsNonNegative(all)
}

// mayShift tells whether shifting can prove anything: there are products, every
// factor has an end, and the constant of the result, which is l with every
// factor at that end, is not negative.
func (a *Arena) mayShift(l lin) bool {
	products, constant := false, l.c
	for _, t := range l.t {
		products = products || a.op(t.m) == opMul
		k, ok := t.k, true
		a.eachFactor(t.m, func(b Expr, e int32) {
			end, _, has := a.anchor(b)
			if ok = ok && has && e > 0 && e <= 4; ok && !k.isZero() {
				k = k.mul(end.pow(e))
			}
		})
		if !ok {
			return false
		}
		constant = constant.add(k)
	}
	return products && constant.sign() >= 0
}

// shiftTerm expands k * product (low + x')^e.
func (a *Arena) shiftTerm(t term) ([]monoTerm, bool) {
	out := []monoTerm{{k: t.k}}
	ok := true
	a.eachFactor(t.m, func(b Expr, e int32) {
		low, sgn, has := a.anchor(b)
		if !has || e < 0 || e > 4 || !ok {
			ok = false
			return
		}
		for range e {
			next := make([]monoTerm, 0, 2*len(out))
			for _, m := range out {
				if !low.isZero() {
					next = append(next, monoTerm{m.k.mul(low), m.f})
				}
				next = append(next, monoTerm{m.k.mul(sgn), append(m.f[:len(m.f):len(m.f)], factor{b, 1})})
			}
			out = next
			ok = ok && len(out) <= maxShift
		}
	})
	return out, ok
}

// anchor is the finite end of a base's range and the direction away from it.
func (a *Arena) anchor(b Expr) (end, direction num, ok bool) {
	switch r := a.nodes[b].rng; {
	case exactFloat(r.lo) && r.lo > -1<<53:
		return floatNum(r.lo), one, true
	case exactFloat(r.hi) && r.hi < 1<<53:
		return floatNum(r.hi), minus1, true
	}
	return zero, one, false
}

func (a *Arena) coefficientsNonNegative(all []monoTerm) bool {
	for i := range all {
		slices.SortFunc(all[i].f, func(x, y factor) int { return a.byHash(x.base, y.base) })
	}
	slices.SortFunc(all, func(x, y monoTerm) int {
		return slices.CompareFunc(x.f, y.f, func(p, q factor) int { return a.byHash(p.base, q.base) })
	})
	sum := zero
	for i, m := range all {
		sum = sum.add(m.k)
		if i+1 == len(all) || !slices.Equal(m.f, all[i+1].f) {
			if sum.sign() < 0 {
				return false
			}
			sum = zero
		}
	}
	return true
}
