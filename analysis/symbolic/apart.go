package symbolic

import "slices"

// Apart lists the largest parts of e that mention an index and none of some others;
// false where e sees the index elsewhere too, or as it is. While those parts keep their
// values, so does e, whatever the others are. Of a part inside a remainder it is the part's own
// remainder that e sees: of i in (100*i + j) mod 8, (100*i) mod 8.
func (a *Arena) Apart(e Expr, index string, others []string) ([]Expr, bool) {
	i, ok := a.syms[index]
	if !ok {
		return nil, true
	}
	var list []Expr
	for _, name := range others {
		if x, ok := a.syms[name]; ok && name != index {
			list = append(list, x)
		}
	}
	var out []Expr
	var visit func(e Expr) bool
	visit = func(e Expr) bool {
		switch o := a.op(e); {
		case !a.mentions(e, i):
			return true
		case e == i:
			return false
		case !slices.ContainsFunc(list, func(x Expr) bool { return a.mentions(e, x) }):
			out = append(out, e)
			return true
		case o == opSum || o == opMaxO:
			return false
		case o == opMod:
			if x, ok := a.remainderOf(e, i, list); ok {
				out = append(out, x)
				return true
			}
		}
		return !slices.ContainsFunc(a.kidsOf(e), func(k Expr) bool { return !visit(k) })
	}
	return out, visit(e)
}

// remainderOf is what x mod m, or (x div k) mod m, sees of the terms of x that mention i and none of
// some others.
func (a *Arena) remainderOf(e, i Expr, others []Expr) (Expr, bool) {
	x, m := a.kid(e, 0), a.kid(e, 1)
	if a.op(x) == opDiv && a.nodes[a.kid(x, 1)].rng.lo >= 1 {
		x, m = a.kid(x, 0), a.Mul(a.kid(x, 1), m)
	}
	var part lin
	for _, t := range a.linOf(x).t {
		if !a.mentions(t.m, i) {
			continue
		}
		if slices.ContainsFunc(others, func(x Expr) bool { return a.mentions(t.m, x) }) {
			return 0, false
		}
		part.t = append(part.t, t)
	}
	if a.mentions(m, i) || slices.ContainsFunc(others, func(x Expr) bool { return a.mentions(m, x) }) {
		return 0, false
	}
	of := a.build(part)
	return a.Mod(of, m), a.nodes[of].typ == Index
}

// Without lists the largest parts of e that mention symbols but none of some others, in
// sums and maxima the symbols alone: e is a function of them and of the others.
func (a *Arena) Without(e Expr, others []string) []Expr {
	var list, out []Expr
	for _, name := range others {
		if x, ok := a.syms[name]; ok {
			list = append(list, x)
		}
	}
	seen := map[Expr]bool{}
	var visit func(e Expr)
	visit = func(e Expr) {
		if e == 0 || seen[e] || a.nodes[e].names == 0 || slices.Contains(list, e) {
			return
		}
		seen[e] = true
		if a.nodes[e].bound == 0 && !slices.ContainsFunc(list, func(x Expr) bool { return a.mentions(e, x) }) {
			out = append(out, e)
			return
		}
		for _, k := range a.kidsOf(e) {
			visit(k)
		}
	}
	visit(e)
	return out
}
