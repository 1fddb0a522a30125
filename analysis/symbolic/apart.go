package symbolic

import "slices"

// Apart lists the largest parts of e that mention an index and none of some others;
// false where e sees the index elsewhere too, or as it is. While those parts keep their
// values, so does e, whatever the others are.
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
		}
		return !slices.ContainsFunc(a.kidsOf(e), func(k Expr) bool { return !visit(k) })
	}
	return out, visit(e)
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
