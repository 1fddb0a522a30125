package place

import (
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/symbolic"
)

// coord is the coordinate that an index form gives.
func (b *builder) coord(f *spar.Form, extent symbolic.Expr, with, size map[string]symbolic.Expr) Coord {
	if f == nil || f.Kind == spar.SymbolForm && f.Text == "_all" {
		return Coord{Kind: all}
	}
	if f.Kind == spar.SymbolForm && f.Text == "_" {
		return Coord{Kind: anyone}
	}
	head, args := f.Head(), f.Items
	switch head {
	case "block", "cyclic", "blockcyclic", "local":
		if len(args) < 2 || len(args) > 4 {
			b.report(f.Span, source.Error, "spar-map", head+" is followed by an index, then by its sizes")
			return Coord{Kind: all}
		}
	default:
		return Coord{Kind: at, E: b.within(b.formNumber(f, with), extent)}
	}
	i := b.formNumber(args[1], with)
	var given []symbolic.Expr
	for _, x := range args[2:] {
		given = append(given, b.formNumber(x, with))
	}
	return Coord{Kind: at, E: b.dealt(f, i, given, extent, size[args[1].Text])}
}

// dealt is the coordinate of value i under a distribution function. The
// formulas are those of package mapping; the last processor keeps what fits no block
// when Options.Clamp asks for it.
func (b *builder) dealt(f *spar.Form, i symbolic.Expr, given []symbolic.Expr, extent, size symbolic.Expr) symbolic.Expr {
	a := b.arena
	d := mapping.Dim{A: a, Lower: a.Int(0), Extent: size, P: extent}
	switch f.Head() {
	case "local":
		return b.within(i, extent)
	case "block":
		d.Format.Kind = mapping.Block
		switch {
		case len(given) > 0:
			d.Format.Param = given[0]
		case size == 0:
			b.report(f.Span, source.Warning, "spar-map", "the block size is not known here: write (block i size)")
			d.Extent = b.unknownExtent(f)
		}
		return b.within(d.Owner(i), extent)
	case "cyclic":
		d.Format.Kind = mapping.Cyclic
		if len(given) > 0 && given[0] != extent && !b.sameExtent(given[0], extent) {
			b.report(f.Span, source.Hint, "spar-map", "the number behind (cyclic i) differs from the extent of the processors: taken as a block size, as the language says; the Timber compiler takes it as the extent")
			d.Format.Param = given[0]
		}
		return d.Owner(i)
	}
	d.Format.Kind = mapping.Cyclic // blockcyclic
	if len(given) > 0 {
		d.Format.Param = given[0]
	}
	if len(given) > 1 {
		d.P = given[1]
	}
	return d.Owner(i)
}

// within is a coordinate, or the last one there is when Options.Clamp asks for it.
func (b *builder) within(c, extent symbolic.Expr) symbolic.Expr {
	if !b.options.Clamp {
		return c
	}
	return b.arena.Min(c, b.arena.Sub(extent, b.arena.Int(1)))
}

// unknownExtent is the extent of a dimension that is dealt out by a form and
// of which nothing else is known.
func (b *builder) unknownExtent(f *spar.Form) symbolic.Expr {
	if e, ok := b.extents[f]; ok {
		return e
	}
	e := b.critical("n", "the extent of this dimension is not known", f.Span, assumedCount, NoAnswer)
	b.extents[f] = e
	return e
}

// sameExtent tells whether a number is the declared extent of the processors.
func (b *builder) sameExtent(e, extent symbolic.Expr) bool {
	n, ok := b.arena.ConstInt(e)
	for _, g := range b.grids {
		for d, x := range g.Extents {
			if x == extent && ok && d < len(g.Sizes) && int64(g.Sizes[d]) == n {
				return true
			}
		}
	}
	return false
}
