package comm

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// importMoves brings what executable mapping directives do into the arena.
func (b *Builder) importMoves(from *symbolic.Arena, remaps []map[*program.Remap][]mapping.Move) {
	b.moves = map[*program.Remap][]mapping.Move{}
	for _, m := range remaps {
		for s, moves := range m {
			for _, x := range moves {
				b.moves[s] = append(b.moves[s], mapping.Move{Array: x.Array, To: b.importLayout(from, x.To)})
			}
		}
	}
}

// allLayouts are the layouts of a unit with those that its directives make
// later, for who asks what arrangements there are.
func allLayouts(layouts map[*program.Symbol]mapping.Layout, remaps []map[*program.Remap][]mapping.Move) map[*program.Symbol]mapping.Layout {
	out := map[*program.Symbol]mapping.Layout{}
	for s, l := range layouts {
		out[s] = l
	}
	for _, m := range remaps {
		for _, moves := range m {
			for _, x := range moves {
				out[&program.Symbol{}] = x.To
			}
		}
	}
	return out
}

// Moves returns what an executable mapping directive does, in the builder's
// arena.
func (b *Builder) Moves(s *program.Remap) []mapping.Move { return b.moves[s] }

// Remaps reports whether the unit has executable mapping directives.
func (b *Builder) Remaps() bool { return len(b.moves) > 0 }

// Moved is the remapping of one array: every processor that does not hold an
// element before and does so afterwards gets it from a holder; where anything
// changes, everybody copies what it then holds.
type Moved struct {
	Element *Element        // the copy, executed by the new holders
	Comm    *Communication  // nil where nothing moves
	Changes symbolic.Expr   // 1 where the new mapping is another one, else 0
	Dummy   *program.Symbol // of the procedure, at a call; nil for directives
}

// Remap returns what bringing an array, or a section that a procedure takes as
// one, from one mapping to another costs inside the nest.
func (n Nest) Remap(array *program.Symbol, extents []symbolic.Expr, from, to mapping.Layout, at source.Span) Moved {
	b := n.B
	e := &Element{At: at, Ops: Operations{"load": 1, "store": 1}}
	left := &Access{Ref: program.NewRef(at, array), Sym: array, Layout: to, Routine: true}
	rank := len(array.Dims)
	if extents != nil {
		rank = len(extents)
	}
	for d := range rank {
		var lo, hi symbolic.Expr
		if extents != nil {
			lo, hi = b.A.Int(1), extents[d]
		} else {
			lo, hi = b.DeclaredBounds(array, d)
		}
		l := NewLoop(b.A, fmt.Sprintf("_%d", d+1), lo, hi, b.A.Int(1))
		e.Loops = append(e.Loops, l)
		left.Subs = append(left.Subs, Affine{Loop: l, Scale: 1, Offset: b.A.Int(0)})
	}
	right := *left
	right.Layout = from
	e.Left, e.Home, e.Reads = left, OwnerOf(left), []*Access{&right}
	m := Moved{Element: e, Changes: b.changes(&right, left)}
	if v, ok := b.A.ConstInt(m.Changes); ok && v == 0 {
		return m
	}
	for _, c := range n.Fetch(len(n.Loops), e) {
		c.Kind, c.Moves, c.Pinned, c.Dim, c.Offset, c.Section = Remap, nil, "", -1, 0, ""
		c.Remapped = fmt.Sprintf("from %s to %s", b.described(from, rank), b.described(to, rank))
		m.Comm = c
	}
	return m
}

// described writes the formats of a layout: "(BLOCK,*)".
func (b *Builder) described(l mapping.Layout, rank int) string {
	if l.Replicated() {
		return "copies everywhere"
	}
	parts := make([]string, rank)
	for d := range parts {
		parts[d] = "*"
		if g := l.AxisOf(d); g >= 0 {
			parts[d] = b.formatted(l.DimOf(b.A, g))
			if x := l.Axes[g]; x.Scale != 1 {
				parts[d] += " strided"
			}
		}
	}
	return "(" + strings.Join(parts, ",") + ")"
}

func (b *Builder) formatted(d mapping.Dim) string {
	switch d.Format.Kind {
	case mapping.Block:
		if d.BlockSize() == b.A.CeilDiv(d.Extent, d.P) {
			return "BLOCK"
		}
		return "BLOCK(" + b.A.String(d.BlockSize()) + ")"
	case mapping.Cyclic:
		if v, ok := b.A.ConstInt(d.BlockSize()); ok && v == 1 {
			return "CYCLIC"
		}
		return "CYCLIC(" + b.A.String(d.BlockSize()) + ")"
	case mapping.GenBlock:
		return "GEN_BLOCK"
	}
	return "INDIRECT"
}

// changes is 1 where some element changes its holders, 0 where none does: that
// the same numbers come out of unlike formats by accident is not seen, except
// where all elements are on one coordinate.
func (b *Builder) changes(before, after *Access) symbolic.Expr {
	from, to := before.Layout, after.Layout
	same := b.A.Int(1)
	if b.Joint == nil {
		return b.A.Int(0)
	}
	for g, p := range b.Joint.Extents {
		alike := b.A.Eq(p, b.A.Int(1))
		x, y := mapping.Axis{}, mapping.Axis{}
		if g < len(from.Axes) {
			x = from.Axes[g]
		}
		if g < len(to.Axes) {
			y = to.Axes[g]
		}
		if v := b.alike(before, after, x, y, g); v != 0 {
			alike = b.A.Or(alike, v)
		}
		if o, single := b.single(before, g); single != 0 {
			if p, also := b.single(after, g); also != 0 {
				alike = b.A.Or(alike, b.A.And(single, also, b.A.Eq(o, p)))
			}
		}
		same = b.A.And(same, alike)
	}
	return b.A.Not(same)
}

// alike is 1 where two axes deal out alike: the same function of the same
// dimension, to blocks of one size that do not come round differently. 0 (no
// expression) where they never do.
func (b *Builder) alike(before, after *Access, x, y mapping.Axis, g int) symbolic.Expr {
	a := b.A
	from, to := before.Layout, after.Layout
	if x.Kind != y.Kind {
		return 0
	}
	if x.Kind == mapping.Replicated {
		return a.Int(1)
	}
	d, e := from.DimOf(a, g), to.DimOf(a, g)
	if x.Kind == mapping.Fixed {
		return a.Eq(d.Owner(x.Offset), e.Owner(y.Offset))
	}
	if d.Format.Kind == e.Format.Kind && d.Same(e) && x == y {
		return a.Int(1)
	}
	if x.Dim != y.Dim {
		return 0
	}
	shift := a.Sub(a.Sub(x.Offset, d.Lower), a.Sub(y.Offset, e.Lower))
	switch aligned := a.Eq(shift, a.Int(0)); {
	case d.Contiguous() && e.Contiguous():
		return b.sameBlocks(b.Place(before, g), b.Place(after, g))
	case x.Scale != y.Scale:
		return 0
	case tabled(d) || tabled(e):
		if x.Format.Table != y.Format.Table || x.Format.Table == "" || x.Format.Kind != y.Format.Kind {
			return 0
		}
		return aligned
	case d.Format.Kind == e.Format.Kind: // both CYCLIC(k)
		turn := a.Mul(d.BlockSize(), d.P)
		return a.And(a.Eq(d.BlockSize(), e.BlockSize()), a.Eq(a.Mod(shift, turn), a.Int(0)))
	default:
		once := a.Le(a.Max(d.Extent, e.Extent), a.Mul(d.BlockSize(), d.P))
		return a.And(a.Eq(d.BlockSize(), e.BlockSize()), aligned, once)
	}
}

// single returns the coordinate of the first element in grid dimension g, and
// 1 where it is that of all elements; no expressions where there are copies.
func (b *Builder) single(x *Access, g int) (owner, all symbolic.Expr) {
	a := b.A
	if g >= len(x.Layout.Axes) || x.Layout.Axes[g].Kind == mapping.Replicated || tabled(x.Layout.DimOf(a, g)) {
		return 0, 0
	}
	at := b.Place(x, g)
	if at.Kind == mapping.Fixed {
		return at.Dim.Owner(at.Sub.Offset), a.Int(1)
	}
	l := at.Sub.Loop
	t0, t1 := b.templateRange(at.Sub, l.Lo, l.Hi)
	owner = at.Dim.Owner(t0)
	switch {
	case at.Dim.Format.Kind == mapping.Block:
		return owner, a.Eq(owner, at.Dim.Owner(t1))
	case abs(at.Sub.Scale) == 1:
		return owner, a.Eq(at.Dim.Count(owner, t0, t1), l.Trip(a))
	}
	return 0, 0
}

// sameBlocks is 1 where the blocks of two places hold the same indices.
func (b *Builder) sameBlocks(x, y place) symbolic.Expr {
	a := b.A
	x.Coord = a.Sym("_q", symbolic.Index)
	y.Coord = x.Coord
	x0, x1 := b.BlockInterval(x)
	y0, y1 := b.BlockInterval(y)
	m, n := mapping.Length(a, x0, x1), mapping.Length(a, y0, y1)
	unlike := a.Or(a.Ne(m, n), a.And(a.Lt(a.Int(0), m), a.Ne(x0, y0)))
	return a.Eq(a.Sum("_q", a.Int(0), a.Sub(x.Dim.P, a.Int(1)), unlike), a.Int(0))
}
