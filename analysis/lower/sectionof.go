package lower

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// isSection reports whether an expression is a section by triplets.
func isSection(e program.Expr) bool {
	r, ok := e.(*program.Ref)
	return ok && r.Image == nil && r.Rank() > 0 && !slices.ContainsFunc(r.Subs, func(s program.Subscript) bool {
		return !s.Triplet && program.RankOf(s.Lo) > 0
	})
}

// sectionOf is what subscripts of a name mean that stands for a section: subscripts of the array
// itself. The name's own bounds begin with 1. It is nil for vector subscripts.
func sectionOf(section *program.Ref, subs []program.Subscript, at source.Span) program.Expr {
	out := program.Rename(section, at, program.Itself).(*program.Ref)
	k := 0
	for d := range out.Subs {
		of := &out.Subs[d]
		if !of.Triplet {
			continue
		}
		if k == len(subs) {
			return nil
		}
		sub := subs[k]
		k++
		place := func(e program.Expr) program.Expr { return placeIn(*of, section.Sym.Dims[d], e, at) }
		switch {
		case !sub.Triplet && program.RankOf(sub.Lo) > 0:
			return nil
		case !sub.Triplet:
			*of = program.Subscript{Lo: place(sub.Lo)}
			continue
		}
		lo, hi := of.Lo, of.Hi
		if sub.Lo != nil {
			lo = place(sub.Lo)
		}
		if sub.Hi != nil {
			hi = place(sub.Hi)
		}
		*of = program.Subscript{Triplet: true, Lo: lo, Hi: hi, Stride: product(at, of.Stride, sub.Stride)}
	}
	return out
}

// placeIn is the index in an array of the element e of a triplet.
func placeIn(of program.Subscript, b program.Bounds, e program.Expr, at source.Span) program.Expr {
	first := of.Lo
	if first == nil {
		first = b.Lower
	}
	if first == nil {
		first = program.IntConst(at, 1)
	}
	before := product(at, of.Stride, program.NewBinary(at, program.Sub, e, program.IntConst(at, 1)))
	return program.NewBinary(at, program.Add, first, before)
}

// product is x*y, where nil is 1; nil where both are.
func product(at source.Span, x, y program.Expr) program.Expr {
	switch {
	case x == nil:
		return y
	case y == nil:
		return x
	}
	return program.NewBinary(at, program.Mul, x, y)
}
