package mapping

import "github.com/parlens/parlens/analysis/symbolic"

// The part of an array that one coordinate holds, seen from the array: its
// dimension has the indices first..last, and index j lies on template index
// Scale*j + Offset (section 3.4 of the notation of [Dim]: the inverse image of
// what the coordinate holds of the template).

// At returns the template index of array index j; of a Fixed axis, its only
// one.
func (x Axis) At(a *symbolic.Arena, j symbolic.Expr) symbolic.Expr {
	if x.Kind == Fixed {
		return x.Offset
	}
	return a.Add(a.Mul(a.Int(x.Scale), j), x.Offset)
}

// Interval returns the array indices that coordinate c holds, none when the
// first is larger than the last. Only where blocks are contiguous.
func (x Axis) Interval(d Dim, c, first, last symbolic.Expr) (from, to symbolic.Expr) {
	a := d.A
	b0, b1 := d.Block(c)
	if x.Scale < 0 {
		b0, b1 = b1, b0
	}
	by := a.Int(max(x.Scale, -x.Scale))
	over := func(t symbolic.Expr) symbolic.Expr {
		if x.Scale < 0 {
			return a.Sub(x.Offset, t)
		}
		return a.Sub(t, x.Offset)
	}
	return a.Max(first, a.CeilDiv(over(b0), by)), a.Min(last, a.FloorDiv(over(b1), by))
}

// Held returns how many of the array indices first..last coordinate c holds.
func (x Axis) Held(d Dim, c, first, last symbolic.Expr) symbolic.Expr {
	a := d.A
	switch {
	case x.Kind == Replicated:
		return Length(a, first, last)
	case x.Kind == Fixed:
		return a.Mul(a.Eq(d.Owner(x.Offset), c), Length(a, first, last))
	case d.Contiguous():
		from, to := x.Interval(d, c, first, last)
		return Length(a, from, to)
	case x.Scale == 1 || x.Scale == -1:
		t0, t1 := x.At(a, first), x.At(a, last)
		if x.Scale < 0 {
			t0, t1 = t1, t0
		}
		return d.Count(c, t0, t1)
	case d.tabled():
		const j = "index of the array"
		return a.Sum(j, first, last, a.Eq(d.Owner(x.At(a, a.Sym(j, symbolic.Index))), c))
	}
	return x.strided(d, c, first, last)
}

// strided counts on a CYCLIC(k) dimension: template index t, from the lower
// bound, lies on coordinate c when t mod kp is in ck..ck+k-1.
func (x Axis) strided(d Dim, c, first, last symbolic.Expr) symbolic.Expr {
	return d.Strided(c, d.A.Int(0), d.BlockSize(), x.At(d.A, first), x.Scale, Length(d.A, first, last))
}

// LocalOf returns the place, from 0, of array index j among those of its owner,
// in ascending order, where the dimension begins at first.
func (x Axis) LocalOf(d Dim, j, first symbolic.Expr) symbolic.Expr {
	return x.Held(d, d.Owner(x.At(d.A, j)), first, d.A.Sub(j, d.A.Int(1)))
}

// GlobalOf is the inverse of LocalOf for coordinate c; false where it has no
// closed form: strides above 1 of formats that are not contiguous.
func (x Axis) GlobalOf(d Dim, c, place, first, last symbolic.Expr) (symbolic.Expr, bool) {
	a := d.A
	switch {
	case x.Kind != Aligned:
		return a.Add(first, place), true
	case d.Contiguous():
		from, _ := x.Interval(d, c, first, last)
		return a.Add(from, place), true
	case x.Scale == 1: // behind what the coordinate holds of the template before
		before := d.Count(c, d.Lower, a.Sub(x.At(a, first), a.Int(1)))
		return a.Sub(d.Global(c, a.Add(before, place)), x.Offset), true
	case x.Scale == -1: // the largest template index comes first
		upTo := d.Count(c, d.Lower, x.At(a, first))
		return a.Sub(x.Offset, d.Global(c, a.Sub(a.Sub(upTo, place), a.Int(1)))), true
	}
	return 0, false
}
