package comm

import "github.com/parlens/parlens/analysis/symbolic"

// PartnersOf returns the partner that each of n processors in a row has at a statement, -1 for
// one that does not come there or has none; false where that rests on other values than their
// numbers.
func (b *Builder) PartnersOf(p *Passed, n int64) ([]int64, bool) {
	if p.Partner == 0 {
		return nil, false
	}
	a := b.A
	out := make([]int64, n)
	for c := range n {
		with := b.rowOf(a.Int(c), a.Int(n-1-c))
		out[c] = -1
		if p.Taken != 0 {
			taken, known := a.ConstInt(a.Subst(p.Taken, with))
			if !known {
				return nil, false
			}
			if taken == 0 {
				continue
			}
		}
		partner, known := a.ConstInt(a.Subst(p.Partner, with))
		if !known {
			return nil, false
		}
		if 0 <= partner && partner < n && partner != c {
			out[c] = partner
		}
	}
	return out, true
}

// Sole is the number of the one processor for which a condition holds, counted from either end of
// the row; 0 where it holds for several, or that is not known.
func (b *Builder) Sole(taken symbolic.Expr) symbolic.Expr {
	a := b.A
	var low, high int64
	for i, n := range []int64{4, 5, 8} {
		at, holds := int64(-1), 0
		for c := range n {
			v, known := a.ConstInt(a.Subst(taken, b.rowOf(a.Int(c), a.Int(n-1-c))))
			if !known {
				return 0
			}
			if v != 0 {
				at, holds = c, holds+1
			}
		}
		if holds != 1 {
			return 0
		}
		if i == 0 {
			low, high = at, n-1-at
		}
		if low != at {
			low = -1
		}
		if high != n-1-at {
			high = -1
		}
	}
	switch {
	case low >= 0:
		return a.Int(low)
	case high >= 0:
		return a.Sub(b.size(), a.Int(1+high))
	}
	return 0
}
