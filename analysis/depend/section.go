package depend

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// section is what of an actual argument a reference to its dummy may touch: no more than
// what is passed, and in a dimension with a subscript that the caller knows, that one.
// It is nil where something else may be touched.
func (m *match) section(d *program.Symbol, x, touch *program.Ref) *program.Ref {
	if x.Sym.Rank() == 0 {
		return nil
	}
	subs := m.subscripts(d, x)
	if subs == nil {
		return nil
	}
	var along []int // dimensions of the actual argument that those of the dummy follow
	for k, s := range subs {
		if s.Triplet {
			along = append(along, k)
		} else if program.RankOf(s.Lo) > 0 { // a vector
			return program.NewRef(m.at.At, x.Sym, subs...)
		}
	}
	if len(along) != d.Rank() || len(touch.Subs) != d.Rank() {
		return program.NewRef(m.at.At, x.Sym, subs...)
	}
	for k, dim := range along {
		aligned := d.Dims[k].Upper == nil || whole(subs[dim]) && m.sameExtent(d.Dims[k], x.Sym.Dims[dim])
		if !aligned && k < d.Rank()-1 {
			break // the elements lie otherwise: an index of the dummy is many of the actual argument
		}
		if sub := m.known(touch.Subs[k]); sub != nil && m.sameIndex(d.Dims[k], x.Sym, dim, subs[dim]) {
			subs[dim] = program.Element(sub)
		}
	}
	return program.NewRef(m.at.At, x.Sym, subs...)
}

func whole(s program.Subscript) bool {
	return s.Triplet && s.Lo == nil && s.Hi == nil && s.Stride == nil
}

// sameElements tells whether the elements of a dummy are those of its actual argument, as
// they are not where one is REAL and the other COMPLEX.
func sameElements(d, x *program.Symbol) bool {
	return d.Type == x.Type && (d.Bytes == x.Bytes || d.Type == program.Character && d.Rank() == 0)
}

// sameIndex tells whether a subscript of the dummy means the same in the actual argument.
func (m *match) sameIndex(d program.Bounds, x *program.Symbol, dim int, s program.Subscript) bool {
	of := x.Dims[dim]
	if !whole(s) || len(x.Extents) > 0 || of.Upper == nil && !x.Dummy {
		return false
	}
	low, okLow := program.ConstInt(d.Lower, nil)
	first, okFirst := program.ConstInt(of.Lower, nil)
	return okLow && okFirst && low == first
}

// behind are the subscripts of what a dummy gets by sequence association from an element
// on that begins columns: these, as far as the dummy is made of them.
func (m *match) behind(d *program.Symbol, x *program.Ref) []program.Subscript {
	rank := d.Rank()
	if rank > x.Sym.Rank() || len(x.Sym.Extents) > 0 {
		return nil
	}
	subs := slices.Clone(x.Subs)
	for k := range rank {
		first, okFirst := program.ConstInt(subs[k].Lo, nil)
		low, okLow := program.ConstInt(x.Sym.Dims[k].Lower, nil)
		fits := m.sameExtent(d.Dims[k], x.Sym.Dims[k]) || k == rank-1 && m.shorter(d.Dims[k], x.Sym.Dims[k])
		if !okFirst || !okLow || first != low || !fits {
			return nil
		}
		subs[k] = program.Subscript{Triplet: true}
	}
	return subs
}

// extent is a constant number of elements.
func extent(b program.Bounds) (int64, bool) {
	low, okLow := program.ConstInt(b.Lower, nil)
	high, okHigh := program.ConstInt(b.Upper, nil)
	return high - low + 1, b.Upper != nil && okLow && okHigh
}

// inCaller are the bounds of a dummy in names of the caller.
func (m *match) inCaller(b program.Bounds) program.Bounds {
	if b.Upper == nil {
		return b
	}
	return program.Bounds{Lower: m.known(program.Element(b.Lower)), Upper: m.known(program.Element(b.Upper))}
}

// sameExtent compares a dimension of a dummy with one of the actual argument.
func (m *match) sameExtent(d, x program.Bounds) bool {
	d = m.inCaller(d)
	if n, ok := extent(d); ok {
		e, known := extent(x)
		return known && n == e
	}
	low, okLow := program.ConstInt(d.Lower, nil)
	first, okFirst := program.ConstInt(x.Lower, nil)
	if d.Upper == nil || x.Upper == nil || !okLow || !okFirst || low != first {
		return false
	}
	r, named := d.Upper.(*program.Ref)
	e, also := x.Upper.(*program.Ref)
	return named && also && r.Sym == e.Sym && len(r.Subs) == 0 && m.kept[r.Sym.Name]
}

// shorter tells whether a dimension of a dummy surely has no more elements.
func (m *match) shorter(d, x program.Bounds) bool {
	n, ok := extent(m.inCaller(d))
	e, known := extent(x)
	return ok && known && n <= e
}

// known is a subscript of the procedure in names of the caller; nil where it varies.
func (m *match) known(s program.Subscript) program.Expr {
	if s.Triplet || s.Lo == nil || program.RankOf(s.Lo) > 0 {
		return nil
	}
	fixed := true
	out := program.Replace(s.Lo, m.at.At, func(v *program.Symbol) *program.Symbol { return v }, func(e program.Expr) program.Expr {
		switch e := e.(type) {
		case *program.Ref:
			if x, ok := program.ConstInt(e, nil); ok {
				return program.IntConst(m.at.At, x)
			}
			x := m.actual[e.Sym]
			if x == nil || e.Sym.Rank() > 0 || m.assigns(e.Sym) {
				fixed = false
			}
			return x
		case *program.Call, *program.Opaque:
			fixed = false
		}
		return nil
	})
	if !fixed {
		return nil
	}
	return out
}

// subscripts are those of what is passed for an array: of a whole one all, of an element what
// lies behind it; nil where that is not known.
func (m *match) subscripts(d *program.Symbol, x *program.Ref) []program.Subscript {
	switch {
	case len(x.Subs) == 0:
		all := make([]program.Subscript, x.Sym.Rank())
		for k := range all {
			all[k].Triplet = true
		}
		return all
	case x.Rank() == 0:
		return m.behind(d, x)
	}
	return slices.Clone(x.Subs)
}
