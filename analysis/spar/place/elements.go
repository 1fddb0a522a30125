package place

import "github.com/parlens/parlens/analysis/symbolic"

// share is how many elements an array has on the processor with the most, where its extents are
// known and its map deals them out evenly; none for any other, and for arrays of arrays.
func (b *builder) share(e *Element) symbolic.Expr {
	a, n := b.arena, b.arena.Int(1)
	extents := e.Var.extents
	if e.Layout != e.Var.Layout || len(extents) != len(e.Subs) || e.Layout.Grid == nil {
		return 0
	}
	for _, x := range extents {
		n = a.Mul(n, x)
	}
	for d, x := range e.Layout.Index {
		switch {
		case x == nil:
		case (x.Head() == "block" || x.Head() == "cyclic") && len(x.Items) == 2:
			n = a.CeilDiv(n, e.Layout.Grid.Extents[d])
		default:
			return 0
		}
	}
	if b.isUnknown(n) {
		return 0
	}
	return n
}

// Bytes is how much memory an array of a class takes on the processor with the largest
// part, in the arena of the program; false where its size is not known. Of an array of
// arrays the inner ones are not counted.
func (p *Program) Bytes(v *Variable) (symbolic.Expr, bool) {
	a := p.Arena
	if len(v.extents) != v.Rank() || len(v.Type.Dims) > 1 {
		return 0, false
	}
	n := a.Int(1)
	for _, e := range v.extents {
		n = a.Mul(n, e)
	}
	size := baseBytes[v.Type.Base]
	switch {
	case v.Type.Base == "" && len(v.Type.Tuple) > 0:
		return 0, false
	case size == 0:
		size = 8
	}
	if l := v.Layout; l != nil && l.Grid != nil && !l.Everywhere() {
		for d, x := range l.Index {
			if x != nil && x.Head() != "local" {
				n = a.CeilDiv(n, l.Grid.Extents[d])
			}
		}
	}
	return a.Mul(n, a.Int(int64(size))), true
}
