package core

import "github.com/parlens/parlens/analysis/symbolic"

// Zeros returns so many zeros.
func Zeros(a *symbolic.Arena, n int) []symbolic.Expr {
	out := make([]symbolic.Expr, n)
	for i := range out {
		out[i] = a.Real(0)
	}
	return out
}

// Compose joins the terms of the core and those of the memory hierarchy as the
// machine has it: each for itself, or all transfers one after the other, between
// registers and the first cache too.
func (m Model) Compose(inCore, transfers []Term) []Term {
	if m.M.Composition != "transfers-added" || len(transfers) == 0 {
		return append(inCore, transfers...)
	}
	sum := Term{Name: "transfers", Of: append([]symbolic.Expr(nil), transfers[0].Of...)}
	for _, t := range transfers[1:] {
		sum.add(m.A, t)
	}
	var out []Term
	for _, t := range inCore {
		switch t.Name {
		case "loads", "stores":
			sum.add(m.A, t)
		default:
			out = append(out, t)
		}
	}
	return append(out, sum)
}

func (t *Term) add(a *symbolic.Arena, other Term) {
	for n := range t.Of {
		t.Of[n] = a.Add(t.Of[n], other.Of[n])
	}
}

// Sum is the seconds of a term in an iteration in which each statement is executed
// in its share.
func (t Term) Sum(a *symbolic.Arena, shares []symbolic.Expr) symbolic.Expr {
	total := a.Real(0)
	for n, e := range t.Of {
		if shares[n] != 0 {
			e = a.Mul(e, shares[n])
		}
		total = a.Add(total, e)
	}
	return total
}

// Total is the seconds of an iteration, the largest term, and those of each term.
func (m Model) Total(terms []Term, shares []symbolic.Expr) (total symbolic.Expr, sums []symbolic.Expr) {
	for _, t := range terms {
		sums = append(sums, t.Sum(m.A, shares))
	}
	return m.A.Max(append([]symbolic.Expr{m.A.Real(0)}, sums...)...), sums
}

// Part is what a statement has of the term that is the total.
func (m Model) Part(terms []Term, sums []symbolic.Expr, total symbolic.Expr, statement int) symbolic.Expr {
	a := m.A
	part := a.Real(0)
	for n := len(terms) - 1; n >= 0; n-- {
		// a sum that was rounded otherwise is still the largest
		largest := a.Le(total, a.Mul(a.Real(1+1e-9), sums[n]))
		part = a.Cond(largest, terms[n].Of[statement], part)
	}
	return part
}
