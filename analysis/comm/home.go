package comm

import (
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Access is a reference to an array whose subscripts are all scalar, as the
// compiler's loops make it.
type Access struct {
	Ref    *program.Ref
	Sym    *program.Symbol
	Layout mapping.Layout // without axes for an array that nothing maps
	Subs   []Affine

	Routine bool  // read by a routine: fetched at every call, in a message of its own
	Turn    *Turn // of CSHIFT
	Perhaps bool  // a mask decides whether it is read

	At    source.Span   // of the statement or condition that makes it
	Along map[int]*Loop // by array dimension: the loops that its vector subscripts follow
}

// Mapped reports whether some grid dimension distributes or pins the array.
func (x *Access) Mapped() bool { return x != nil && !x.Layout.Replicated() }

// Home says who executes: per grid dimension the reference whose owner's
// coordinate does, or nil where every coordinate does.
type Home []*Access

// OwnerOf returns the home of owner computes: the owners of the element. An
// access that is nil or not mapped is everybody's.
func OwnerOf(x *Access) Home {
	if !x.Mapped() {
		return nil
	}
	h := make(Home, len(x.Layout.Axes))
	for g, axis := range x.Layout.Axes {
		if axis.Kind != mapping.Replicated {
			h[g] = x
		}
	}
	return h
}

// Shared reports whether different processors execute different elements.
func (h Home) Shared() bool {
	for _, x := range h {
		if x != nil {
			return true
		}
	}
	return false
}

// Of returns the reference that decides in grid dimension g, or nil.
func (h Home) Of(g int) *Access {
	if g >= len(h) {
		return nil
	}
	return h[g]
}

// place is where an access falls on the template of one grid dimension.
type place struct {
	Kind      mapping.AxisKind
	Sub       Affine // template index, as a function of a loop
	Dim       mapping.Dim
	Coord     symbolic.Expr
	Irregular bool
}

// Place composes the subscript with the array's alignment: template index =
// axis.Scale * subscript + axis.Offset.
func (b *Builder) Place(x *Access, g int) place {
	axis := x.Layout.Axes[g]
	key := placeKey{axis: axis, g: g}
	if axis.Kind == mapping.Aligned {
		key.sub = x.Subs[axis.Dim]
	}
	p, known := b.places[key]
	if !known {
		p = b.newPlace(x, g)
		b.places[key] = p
	}
	return p
}

// placeKey is what a place depends on.
type placeKey struct {
	axis mapping.Axis
	sub  Affine
	g    int
}

func (b *Builder) newPlace(x *Access, g int) place {
	axis := x.Layout.Axes[g]
	p := place{Kind: axis.Kind, Coord: b.Coords[g]}
	if axis.Kind == mapping.Replicated {
		return p
	}
	p.Dim = x.Layout.DimOf(b.A, g)
	if axis.Kind == mapping.Fixed {
		p.Sub = Affine{Offset: axis.Offset}
		return p
	}
	p.Sub = b.Composed(x.Subs[axis.Dim], axis.Scale, axis.Offset)
	p.Irregular = p.Sub.Irregular
	if p.Sub.Loop == nil && !p.Irregular {
		p.Kind = mapping.Fixed
	}
	return p
}

// here is 1 where the place is on the processor's own coordinate, or may be, as nobody knows.
func (b *Builder) here(p place) symbolic.Expr {
	anywhere, at := b.anywhere(b.AffineExpr(p.Sub))
	here := b.A.Eq(p.Dim.Owner(at), p.Coord)
	if anywhere != 0 {
		return b.A.Cond(anywhere, b.A.Int(1), here)
	}
	return here
}
