package place

import "github.com/parlens/parlens/analysis/symbolic"

// Operations on bits are arithmetic where the bits of one operand are known: a number, or a
// power of two such as the distance of partners in a butterfly.

// bits is x op y for &, | and ^; false where neither says which bits it has.
func (b *builder) bits(op string, x, y symbolic.Expr) (symbolic.Expr, bool) {
	a := b.arena
	both, ok := b.masked(x, y)
	if !ok {
		if both, ok = b.masked(y, x); !ok {
			return 0, false
		}
	}
	switch op {
	case "&":
		return both, true
	case "|":
		return a.Sub(a.Add(x, y), both), true
	}
	return a.Sub(a.Add(x, y), a.Mul(a.Int(2), both)), true
}

// masked is x & mask where the bits of the mask are known.
func (b *builder) masked(x, mask symbolic.Expr) (symbolic.Expr, bool) {
	a := b.arena
	n, constant := a.ConstInt(mask)
	switch {
	case constant && n < 0: // all bits but some
		rest, ok := b.masked(x, a.Int(-n-1))
		return a.Sub(x, rest), ok
	case constant:
		return b.runs(x, n), true
	case a.IsPowerOfTwo(mask):
		return a.Mul(mask, a.Mod(a.FloorDiv(x, mask), a.Int(2))), true
	case a.IsPowerOfTwo(a.Add(mask, a.Int(1))):
		return a.Mod(x, a.Add(mask, a.Int(1))), true
	}
	return 0, false
}

// runs is x & mask: each run of ones in the mask takes a digit of x.
func (b *builder) runs(x symbolic.Expr, mask int64) symbolic.Expr {
	a, sum, low := b.arena, b.arena.Int(0), int64(1)
	for ; mask != 0; mask, low = mask>>1, low<<1 {
		if mask&1 == 0 {
			continue
		}
		first, size := low, int64(1)
		for ; mask&1 == 1; mask, low = mask>>1, low<<1 {
			size <<= 1
		}
		sum = a.Add(sum, a.Mul(a.Int(first), a.Mod(a.FloorDiv(x, a.Int(first)), a.Int(size))))
	}
	return sum
}
