package symbolic

import "slices"

// Limits of the max-plus normal form.
const (
	MaxAlternatives = 64 // operands of one maximum
	maxMerged       = 3  // symbols up to which sums of maxima are multiplied out
)

// maxPlus brings a maximum into normal form: the operands flat and expanded,
// those never needed dropped, what they share taken out. Two maxima of
// non-negative combinations of the same symbols that are equal as functions
// become the same node.
func (a *Arena) maxPlus(ops []Expr) Expr {
	var alts []lin
	for _, x := range ops {
		more, ok := a.alternatives(x)
		if !ok || len(alts)+len(more) > MaxAlternatives {
			return a.Max(ops...)
		}
		alts = append(alts, more...)
	}
	return a.buildMax(alts)
}

// alternatives writes x as a maximum of polynomials. A single maximum in x is
// always opened; several only when few symbols are involved.
func (a *Arena) alternatives(x Expr) ([]lin, bool) {
	l, ok := a.expand(x)
	if !ok {
		return nil, false
	}
	at := a.maximaOf(l)
	if len(l.t) == 1 && l.c.isZero() && a.isScaledMax(l) {
		at = []int{0}
	}
	if len(at) == 0 || len(at) > 1 && !a.fewAtoms(l) || !a.allPositive(l, at) {
		return []lin{l}, true
	}
	return a.openMaxima(l, at), true
}

// isScaledMax recognises z * max(...) with z >= 0.
func (a *Arena) isScaledMax(l lin) bool {
	_, _, ok := a.maxFactor(l.t[0].m)
	return ok && (integral(l) || !a.pureIndex(l))
}

// maximaOf lists the terms that are a multiple of a maximum. An index
// combination with fractions, integral only as a whole, has none.
func (a *Arena) maximaOf(l lin) []int {
	if a.pureIndex(l) && !integral(l) {
		return nil
	}
	var at []int
	for i, t := range l.t {
		if a.op(t.m) == opMax {
			at = append(at, i)
		}
	}
	return at
}

// maxFactor splits a monomial into a maximum and a non-negative rest.
func (a *Arena) maxFactor(m Expr) (maximum, rest Expr, ok bool) {
	r := prod{k: one}
	a.eachFactor(m, func(b Expr, e int32) {
		if maximum == 0 && e == 1 && a.op(b) == opMax {
			maximum = b
		} else {
			r.f = append(r.f, factor{b, e})
		}
	})
	if maximum == 0 {
		return 0, 0, false
	}
	rest = a.monomial(r)
	return maximum, rest, a.nodes[rest].rng.lo >= 0
}

func (a *Arena) allPositive(l lin, at []int) bool {
	return !slices.ContainsFunc(at, func(i int) bool { return l.t[i].k.sign() < 0 })
}

// openMaxima distributes + and * over the maxima of l, dropping alternatives
// that are never needed on the way. The result is empty when there are too
// many.
func (a *Arena) openMaxima(l lin, at []int) []lin {
	base := lin{c: l.c}
	for i, t := range l.t {
		if !slices.Contains(at, i) {
			base.t = append(base.t, t)
		}
	}
	alts := []lin{base}
	for _, i := range at {
		m, rest, _ := a.maxFactor(l.t[i].m)
		var next []lin
		for _, z := range a.kidsOf(m) {
			x, ok := a.expand(a.Mul(rest, z))
			if !ok {
				return []lin{l}
			}
			x.scale(l.t[i].k)
			for _, y := range alts {
				next = append(next, a.addLins(x, y))
			}
		}
		if len(next) > 4*MaxAlternatives {
			return []lin{l}
		}
		if alts = a.essential(next); len(alts) > MaxAlternatives {
			return []lin{l}
		}
	}
	var flat []lin
	for _, x := range alts {
		if n := a.maximaOf(x); len(n) == 0 || !a.allPositive(x, n) || len(n) > 1 && !a.fewAtoms(x) {
			flat = append(flat, x)
		} else {
			flat = append(flat, a.openMaxima(x, n)...)
		}
	}
	return flat
}

func (a *Arena) addLins(x, y lin) lin {
	out := lin{c: x.c.add(y.c), t: append(slices.Clone(x.t), y.t...)}
	a.collect(&out)
	return out
}

// fewAtoms tells whether at most maxMerged different monomials occur under the
// maxima of l and beside them.
func (a *Arena) fewAtoms(l lin) bool {
	seen := map[Expr]bool{}
	for _, t := range l.t {
		if a.atomsOf(t.m, seen); len(seen) > maxMerged {
			return false
		}
	}
	return true
}

func (a *Arena) atomsOf(m Expr, seen map[Expr]bool) {
	maximum, rest, ok := a.maxFactor(m)
	if !ok {
		seen[m] = true
		return
	}
	for _, z := range a.kidsOf(maximum) {
		for _, t := range a.linOf(z).t {
			a.atomsOf(a.mulMono(rest, t.m), seen)
		}
	}
}

// sumOfMaxima builds an expanded sum; its maxima are merged into one where that
// is the normal form.
func (a *Arena) sumOfMaxima(l lin) Expr {
	at := a.maximaOf(l)
	if len(at) == 0 {
		return a.factored(l)
	}
	if a.allPositive(l, at) {
		if x, ok := a.mergeMaxima(l, at); ok {
			return x
		}
		return a.factored(l)
	}
	minus := lin{c: l.c, t: slices.Clone(l.t)}
	minus.scale(minus1)
	if a.allPositive(minus, at) {
		if x, ok := a.mergeMaxima(minus, at); ok {
			return a.Neg(x)
		}
	}
	return a.factored(l)
}

// mergeMaxima opens the maxima of a sum together with the terms that they
// share a monomial with.
func (a *Arena) mergeMaxima(l lin, at []int) (Expr, bool) {
	if len(at) > 1 && !a.fewAtoms(l) {
		return 0, false
	}
	inside := map[Expr]bool{}
	for _, i := range at {
		a.atomsOf(l.t[i].m, inside)
	}
	shared, beside := lin{c: l.c}, lin{c: zero}
	for i, t := range l.t {
		if slices.Contains(at, i) || inside[t.m] {
			shared.t = append(shared.t, t)
		} else {
			beside.t = append(beside.t, t)
		}
	}
	return a.addFactored(beside, a.openMaxima(shared, a.maximaOf(shared)))
}

func (a *Arena) addFactored(beside lin, alts []lin) (Expr, bool) {
	if len(alts) == 1 && len(a.maximaOf(alts[0])) > 0 {
		return 0, false
	}
	a.addTo(&beside, one, a.buildMax(alts))
	l, ok := a.expand(a.build(beside))
	if !ok {
		return 0, false
	}
	return a.factored(l), true
}

// buildMax builds the maximum of polynomials: common terms and factors out.
func (a *Arena) buildMax(alts []lin) Expr {
	alts = a.essential(alts)
	if len(alts) == 1 {
		return a.factored(alts[0])
	}
	common, scale := lin{c: zero}, a.Int(1)
	if !slices.ContainsFunc(alts, func(l lin) bool { return a.pureIndex(l) && !integral(l) }) {
		common = a.takeCommon(alts)
		scale = a.takeScale(alts)
	}
	ops := make([]Expr, len(alts))
	for i, l := range alts {
		ops[i] = a.factored(l)
	}
	return a.Add(a.factored(common), a.Mul(scale, a.Max(ops...)))
}
