package symbolic

// maxGrid bounds the points that decide whether a polynomial with fractional
// coefficients is integer-valued.
const maxGrid = 1024

// linType is Index when every value of the combination is an integer.
func (a *Arena) linType(l lin) Type {
	fractions := !fitsIndex(l.c)
	for _, t := range l.t {
		if a.nodes[t.m].typ != Index {
			return Real
		}
		fractions = fractions || !fitsIndex(t.k)
	}
	if fractions && !a.integerValued(l) {
		return Real
	}
	return Index
}

func fitsIndex(x num) bool { _, ok := x.int64(); return ok }

// integerValued tells whether a polynomial such as (N*N + N)/2 is an integer
// for all integers: it is if and only if it is one on the grid 0..degree of
// every variable (Newton's forward differences).
func (a *Arena) integerValued(l lin) bool {
	l = l.fractions()
	degree := map[Expr]int32{}
	points := 1
	for _, t := range l.t {
		a.eachFactor(t.m, func(base Expr, exp int32) { degree[base] = max(degree[base], exp) })
	}
	vars := make([]Expr, 0, len(degree))
	for v, d := range degree {
		vars = append(vars, v)
		if points *= int(d) + 1; points > maxGrid {
			return false
		}
	}
	at := map[Expr]int64{}
	for p := range points {
		for _, v := range vars {
			at[v] = int64(p % int(degree[v]+1))
			p /= int(degree[v] + 1)
		}
		if !a.linAt(l, at).isInt() {
			return false
		}
	}
	return true
}

// fractions drops the whole part of every coefficient.
func (l lin) fractions() lin {
	out := lin{c: l.c.sub(l.c.floor())}
	for _, t := range l.t {
		if k := t.k.sub(t.k.floor()); !k.isZero() {
			out.t = append(out.t, term{k, t.m})
		}
	}
	return out
}

// linAt evaluates a polynomial exactly, its atoms given.
func (a *Arena) linAt(l lin, at map[Expr]int64) num {
	sum := l.c
	for _, t := range l.t {
		p := t.k
		a.eachFactor(t.m, func(base Expr, exp int32) { p = p.mul(intNum(at[base]).pow(exp)) })
		sum = sum.add(p)
	}
	return sum
}

// eachFactor calls f for every base of a monomial.
func (a *Arena) eachFactor(m Expr, f func(base Expr, exp int32)) {
	if a.op(m) != opMul {
		f(m, 1)
		return
	}
	exps := a.expsOf(m)
	for i, b := range a.kidsOf(m) {
		f(b, exps[i])
	}
}
