package comm

import "github.com/parlens/parlens/analysis/symbolic"

// OnEach returns the value that an expression has on each of n processors in a row; false where
// that rests on other values than their numbers.
func (b *Builder) OnEach(e symbolic.Expr, n int64) ([]int64, bool) {
	out := make([]int64, n)
	for c := range n {
		v, known := b.A.ConstInt(b.A.Subst(e, b.rowOf(b.A.Int(c), b.A.Int(n-1-c))))
		if !known {
			return nil, false
		}
		out[c] = v
	}
	return out, true
}

// PartnersOf returns the partner that each of n processors in a row has at a statement, -1 for
// one that does not come there or has none; false where that rests on other values than their
// numbers and the indices of the loops around. The outermost index is first, the next one more.
func (b *Builder) PartnersOf(p *Passed, n, first int64) ([]int64, bool) {
	if p.Partner == 0 {
		return nil, false
	}
	there := b.present(p.Partner)
	if p.Taken != 0 {
		there = b.A.And(p.Taken, there)
	}
	at := map[string]symbolic.Expr{}
	for k, l := range p.Loops {
		at[l.Name] = b.A.Int(first + int64(k))
	}
	return b.OnEach(b.A.Subst(b.A.Cond(there, p.Partner, b.A.Int(-1)), at), n)
}

// Mutual reports whether processors that name a range of others at a statement, where it is taken,
// are named there by the first and the last of these; false where that rests on other values than
// their numbers.
func (b *Builder) Mutual(named Range, taken symbolic.Expr) bool {
	for _, n := range []int64{2, 4, 5, 8} {
		first, known := b.OnEach(named.First, n)
		last, also := b.OnEach(named.Last, n)
		there, too := b.OnEach(taken, n)
		if !known || !also || !too {
			return false
		}
		for c := range n {
			for _, q := range []int64{first[c], last[c]} {
				if there[c] != 0 && q >= 0 && q < n && (there[q] == 0 || c < first[q] || c > last[q]) {
					return false
				}
			}
		}
	}
	return true
}

// Sole is the number of the one processor for which a condition holds, counted from either end of
// the row; 0 where it holds for several, or that is not known.
func (b *Builder) Sole(taken symbolic.Expr) symbolic.Expr {
	low, high := int64(-1), int64(-1)
	for i, n := range []int64{4, 5, 8} {
		on, known := b.OnEach(taken, n)
		at, holds := int64(-1), 0
		for c, v := range on {
			if v != 0 {
				at, holds = int64(c), holds+1
			}
		}
		if !known || holds != 1 {
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
		return b.A.Int(low)
	case high >= 0:
		return b.A.Sub(b.size(), b.A.Int(1+high))
	}
	return 0
}
