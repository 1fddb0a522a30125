package symbolic

import "slices"

// Max is the largest of xs; undefined for none.
func (a *Arena) Max(xs ...Expr) Expr {
	if len(xs) == 0 {
		return a.Undefined("maximum of nothing")
	}
	if u, ok := a.undef(xs...); ok {
		return u
	}
	ks := a.flatten(opMax, xs)
	return a.remember(func() Expr {
		if ks = a.undominated(ks); len(ks) == 1 {
			return ks[0]
		}
		return a.plain(opMax, a.join(ks...), ks...)
	}, opMax, ks...)
}

// Min is the smallest of xs, -max(-xs); undefined for none.
func (a *Arena) Min(xs ...Expr) Expr {
	if len(xs) == 0 {
		return a.Undefined("minimum of nothing")
	}
	ks := make([]Expr, len(xs))
	for i, x := range xs {
		ks[i] = a.Neg(x)
	}
	return a.Neg(a.Max(ks...))
}

// flatten merges nested kids of the same operation, sorts them by hash and
// drops duplicates.
func (a *Arena) flatten(o op, xs []Expr) []Expr {
	ks := make([]Expr, 0, len(xs)+4)
	for _, x := range xs {
		if a.op(x) == o && a.nodes[x].n <= MaxFlat {
			ks = append(ks, a.kidsOf(x)...)
		} else {
			ks = append(ks, x)
		}
	}
	slices.SortFunc(ks, a.byHash)
	return slices.Compact(ks)
}

// maxPairs bounds the operands among which dominance is looked for.
const maxPairs = 24

// undominated drops operands that another operand is never below.
func (a *Arena) undominated(ks []Expr) []Expr {
	ks = a.bestConstant(ks)
	if len(ks) > maxPairs {
		return ks
	}
	out := ks[:0:0]
	for i, x := range ks {
		if !slices.ContainsFunc(ks, func(y Expr) bool { return x != y && a.dominates(y, x, slices.Index(ks, y) < i) }) {
			out = append(out, x)
		}
	}
	return out
}

// bestConstant keeps only the largest constant.
func (a *Arena) bestConstant(ks []Expr) []Expr {
	best := Expr(0)
	for _, k := range ks {
		v, ok := a.constNum(k)
		if !ok {
			continue
		}
		if best == 0 {
			best = k
		} else if w, _ := a.constNum(best); v.cmp(w) > 0 {
			best = k
		}
	}
	return slices.DeleteFunc(slices.Clone(ks), func(k Expr) bool { return a.op(k) == opConst && k != best })
}

// dominates tells whether y >= x always. Among equals the first wins.
func (a *Arena) dominates(y, x Expr, first bool) bool {
	return a.AtLeast(y, x) && (first || !a.AtLeast(x, y))
}

func (a *Arena) join(xs ...Expr) Type {
	for _, x := range xs {
		if a.nodes[x].typ == Real {
			return Real
		}
	}
	return Index
}
