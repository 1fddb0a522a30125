package comm

import "github.com/parlens/parlens/analysis/symbolic"

// Sum adds amount (which may mention the loops' x) over the iterations that a
// processor executes of the loops, innermost last. A guard that depends on a
// range outside the loops is taken as open.
func (b *Builder) Sum(p *Partition, loops []*Loop, amount symbolic.Expr) symbolic.Expr {
	others := Scope(p.Ranges).Names()
	for _, l := range loops {
		delete(others, l.Name)
	}
	for _, guard := range p.Guards {
		if !b.MentionsAny(guard, others) {
			amount = b.A.Mul(amount, guard)
		}
	}
	for i := len(loops) - 1; i >= 0; i-- {
		amount = b.sumLoop(p.Shares.Of(loops[i]), loops[i], amount)
	}
	return amount
}

// sumKey is what a sum over a loop with at most one share depends on.
type sumKey struct {
	name                             string
	lo, hi, first, last, count, what symbolic.Expr
}

func (b *Builder) sumLoop(shares []Share, l *Loop, amount symbolic.Expr) symbolic.Expr {
	if len(shares) > 1 || len(shares) == 1 && shares[0].First == 0 {
		return b.newSum(shares, l, amount)
	}
	key := sumKey{name: l.Name, lo: l.Lo, hi: l.Hi, what: amount}
	if len(shares) == 1 {
		key.first, key.last, key.count = shares[0].First, shares[0].Last, shares[0].Count
	}
	sum, known := b.sums[key]
	if !known {
		sum = b.newSum(shares, l, amount)
		b.sums[key] = sum
	}
	return sum
}

func (b *Builder) newSum(shares []Share, l *Loop, amount symbolic.Expr) symbolic.Expr {
	varies := b.mentions(amount, l.Name)
	switch {
	case len(shares) == 0 && !varies:
		return b.A.Mul(l.Trip(b.A), amount)
	case len(shares) == 0:
		return b.A.Sum(l.Name, l.Lo, l.Hi, amount)
	case len(shares) == 1 && !varies:
		return b.A.Mul(shares[0].Count, amount)
	case len(shares) == 1 && shares[0].First != 0:
		return b.A.Sum(l.Name, shares[0].First, shares[0].Last, amount)
	}
	for _, s := range shares {
		if s.Place.Coord != 0 {
			amount = b.A.Mul(amount, b.here(s.Place))
		}
	}
	return b.A.Sum(l.Name, l.Lo, l.Hi, amount)
}

// Total adds amount over all iterations of the loops, as the sequential
// program executes them.
func (b *Builder) Total(loops []*Loop, amount symbolic.Expr) symbolic.Expr {
	for i := len(loops) - 1; i >= 0; i-- {
		amount = b.sumLoop(nil, loops[i], amount)
	}
	return amount
}

// CountOf returns how many iterations of l the partition gives a processor.
func (b *Builder) CountOf(p *Partition, l *Loop) symbolic.Expr {
	return b.sumLoop(p.Shares.Of(l), l, b.A.Int(1))
}

// some is 1 where the count is positive, else 0.
func (b *Builder) some(count symbolic.Expr) symbolic.Expr { return b.A.Min(b.A.Int(1), count) }
