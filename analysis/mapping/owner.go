package mapping

import "github.com/parlens/parlens/costmodel/symbolic"

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

// Same reports whether both distribute alike: equal bounds, format and
// processors, so that equal template indices have equal owners.
func (d Dim) Same(e Dim) bool {
	return d.Lower == e.Lower && d.P == e.P && d.Format.Kind == e.Format.Kind && d.BlockSize() == e.BlockSize()
}

// BlockSize returns m of BLOCK or k of CYCLIC, at least 1.
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
	block := d.A.FloorDiv(d.A.Sub(t, d.Lower), d.BlockSize())
	if d.Format.Kind == Block {
		return block
	}
	return d.A.Mod(block, d.P)
}

// Local returns the place of template index t among those of its owner, from 0.
func (d Dim) Local(t symbolic.Expr) symbolic.Expr {
	a, k := d.A, d.BlockSize()
	o := a.Sub(t, d.Lower)
	if d.Format.Kind == Block {
		return a.Mod(o, k)
	}
	round := a.FloorDiv(o, a.Mul(k, d.P))
	return a.Add(a.Mul(round, k), a.Mod(o, k))
}

// Global is the inverse of Owner and Local: the template index at place j, from
// 0, of coordinate c.
func (d Dim) Global(c, j symbolic.Expr) symbolic.Expr {
	a, k := d.A, d.BlockSize()
	if d.Format.Kind == Block {
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
// Only for BLOCK; the last block may reach past the template.
func (d Dim) Block(c symbolic.Expr) (first, last symbolic.Expr) {
	m := d.BlockSize()
	first = d.A.Add(d.Lower, d.A.Mul(c, m))
	return first, d.A.Add(first, m, d.A.Int(-1))
}

// Count returns how many template indices of first..last lie on coordinate c;
// 0 when the range is empty.
func (d Dim) Count(c, first, last symbolic.Expr) symbolic.Expr {
	if d.Format.Kind == Block {
		b0, b1 := d.Block(c)
		return Length(d.A, d.A.Max(first, b0), d.A.Min(last, b1))
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

// Length returns the number of integers in first..last, 0 when it is empty.
func Length(a *symbolic.Arena, first, last symbolic.Expr) symbolic.Expr {
	return a.Max(a.Int(0), a.Add(a.Sub(last, first), a.Int(1)))
}
