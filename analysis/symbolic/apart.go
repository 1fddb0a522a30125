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
