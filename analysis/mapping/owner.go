package mapping

import "github.com/parlens/parlens/analysis/symbolic"

// Dim is one grid dimension as one axis sees it: the template dimension, its
// format and the number of processors, in one arena. All formulas of ownership
// start from it. (HPF 1.1 section 3.3: BLOCK is BLOCK(ceil(n/p)), CYCLIC is
// CYCLIC(1).)
type Dim struct {
	A             *symbolic.Arena
	Lower, Extent symbolic.Expr
	Format        Format
	P             symbolic.Expr // processors along this grid dimension
}

// DimOf returns the grid dimension g of the layout as axis g sees it.
func (l Layout) DimOf(a *symbolic.Arena, g int) Dim {
	x := l.Axes[g]
	return Dim{A: a, Lower: x.Lower, Extent: x.Extent, Format: x.Format, P: l.Grid.Extents[g]}
}

// In returns the dimension for building in an overlay of its arena.
func (d Dim) In(overlay *symbolic.Arena) Dim {
	d.A = overlay
	return d
}

// Same reports whether both distribute alike: equal bounds, format and
// processors, so that equal template indices have equal owners.
func (d Dim) Same(e Dim) bool {
	switch {
	case d.Lower != e.Lower || d.P != e.P || d.Format.Kind != e.Format.Kind:
		return false
	case d.tabled() || e.tabled():
		return d.Format.Numbers.Same(e.Format.Numbers)
	}
	return d.BlockSize() == e.BlockSize() && d.Format.Table == e.Format.Table
}

// Contiguous reports whether every coordinate holds an interval: BLOCK and
// GEN_BLOCK. A table without values is read as BLOCK.
func (d Dim) Contiguous() bool {
	return d.Format.Kind == Block || d.Format.Kind == GenBlock || d.Assumed()
}

// Assumed reports whether the format has a table whose values are not known:
// then the indices count as spread evenly, in blocks.
func (d Dim) Assumed() bool { return d.Format.Tabled() && d.Format.Numbers == nil }

func (d Dim) tabled() bool { return d.Format.Tabled() && d.Format.Numbers != nil }

// BlockSize returns m of BLOCK or k of CYCLIC, at least 1; a table has none.
func (d Dim) BlockSize() symbolic.Expr {
	switch {
	case d.Format.Param != 0:
		return d.Format.Param
	case d.Format.Kind == Cyclic:
		return d.A.Int(1)
	}
	return d.A.CeilDiv(d.Extent, d.P)
}

// Owner returns the coordinate that owns template index t.
func (d Dim) Owner(t symbolic.Expr) symbolic.Expr {
	if d.tabled() {
		return d.Format.Numbers.ownerOf(d.A, d.A.Sub(t, d.Lower))
	}
	block := d.A.FloorDiv(d.A.Sub(t, d.Lower), d.BlockSize())
	if d.Contiguous() {
		return block
	}
	return d.A.Mod(block, d.P)
}

// Local returns the place of template index t among those of its owner, from 0.
func (d Dim) Local(t symbolic.Expr) symbolic.Expr {
	a, k := d.A, d.BlockSize()
	o := a.Sub(t, d.Lower)
	switch {
	case d.tabled():
		return d.Format.Numbers.belowOf(a, d.Owner(t), o)
	case d.Contiguous():
		return a.Mod(o, k)
	}
	round := a.FloorDiv(o, a.Mul(k, d.P))
	return a.Add(a.Mul(round, k), a.Mod(o, k))
}

// Global is the inverse of Owner and Local: the template index at place j, from
// 0, of coordinate c.
func (d Dim) Global(c, j symbolic.Expr) symbolic.Expr {
	a, k := d.A, d.BlockSize()
	switch {
	case d.tabled():
		return a.Add(d.Lower, d.Format.Numbers.atOf(a, c, j))
	case d.Contiguous():
		return a.Add(d.Lower, a.Mul(c, k), j)
	}
	round := a.Mul(a.FloorDiv(j, k), k, d.P)
	return a.Add(d.Lower, round, a.Mul(c, k), a.Mod(j, k))
}

// Held returns how many template indices coordinate c holds.
func (d Dim) Held(c symbolic.Expr) symbolic.Expr {
	return d.Count(c, d.Lower, d.A.Add(d.Lower, d.Extent, d.A.Int(-1)))
}

// Block returns the first and last template index of coordinate c's block.
// Only where blocks are contiguous; the last one may reach past the template.
func (d Dim) Block(c symbolic.Expr) (first, last symbolic.Expr) {
	if d.tabled() {
		start := func(c symbolic.Expr) symbolic.Expr { return d.A.Add(d.Lower, d.Format.Numbers.startOf(d.A, c)) }
		return start(c), d.A.Sub(start(d.A.Add(c, d.A.Int(1))), d.A.Int(1))
	}
	m := d.BlockSize()
	first = d.A.Add(d.Lower, d.A.Mul(c, m))
	return first, d.A.Add(first, m, d.A.Int(-1))
}

// Count returns how many template indices of first..last lie on coordinate c;
// 0 when the range is empty.
func (d Dim) Count(c, first, last symbolic.Expr) symbolic.Expr {
	switch {
	case d.Contiguous():
		b0, b1 := d.Block(c)
		return Length(d.A, d.A.Max(first, b0), d.A.Min(last, b1))
	case d.tabled():
		below := func(t symbolic.Expr) symbolic.Expr { return d.Format.Numbers.belowOf(d.A, c, d.A.Sub(t, d.Lower)) }
		return d.A.Max(d.A.Int(0), d.A.Sub(below(d.A.Add(last, d.A.Int(1))), below(first)))
	}
	return d.Window(c, d.A.Int(0), d.BlockSize(), first, last)
}

// Window returns how many template indices of first..last lie on coordinate c
// of a CYCLIC(k) dimension at the places from..to-1 of their block of k.
func (d Dim) Window(c, from, to, first, last symbolic.Expr) symbolic.Expr {
	a := d.A
	k := d.BlockSize()
	round := a.Mul(k, d.P)
	width := a.Sub(to, from)
	below := func(x symbolic.Expr) symbolic.Expr { // in 0..x-1, counted from the template's lower bound
		partial := a.Sub(a.Mod(x, round), a.Add(a.Mul(c, k), from))
		return a.Add(a.Mul(a.FloorDiv(x, round), width), a.Min(width, a.Max(a.Int(0), partial)))
	}
	count := a.Sub(below(a.Add(a.Sub(last, d.Lower), a.Int(1))), below(a.Sub(first, d.Lower)))
	return a.Max(a.Int(0), count)
}

// Strided is Window for n template indices that lie step apart, from t on.
func (d Dim) Strided(c, from, to, t symbolic.Expr, step int64, n symbolic.Expr) symbolic.Expr {
	a, k := d.A, d.BlockSize()
	start := a.Sub(a.Sub(t, d.Lower), a.Add(a.Mul(c, k), from))
	return Hits(a, n, a.Int(step), start, a.Sub(to, from), a.Mul(k, d.P))
}

// Length returns the number of integers in first..last, 0 when it is empty.
func Length(a *symbolic.Arena, first, last symbolic.Expr) symbolic.Expr {
	return a.Max(a.Int(0), a.Add(a.Sub(last, first), a.Int(1)))
}
