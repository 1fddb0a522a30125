package comm

import (
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Communications that a program asks for by directives (XcalableMP, DVM).

// Reflect returns what brings the shadow of an array up to date: all elements
// within the widths around a processor's own, or only those of its faces. Nil when
// there are none.
func (b *Builder) Reflect(sym *program.Symbol, widths []program.Width, faces bool, at source.Span) *Communication {
	a, layout := b.A, b.Layouts[sym]
	c := &Communication{Kind: Shift, Array: sym, At: at, Dim: -1, Bytes: sym.Bytes, Operation: "reflect"}
	var sides []side
	from := make([]Range, len(layout.Axes))
	for g := range from {
		from[g] = Range{b.Coords[g], b.Coords[g]}
	}
	for d := range sym.Dims {
		n := b.extent(sym, d)
		s := side{own: n}
		if g := layout.AxisOf(d); g >= 0 {
			s = b.side(layout, g, sym, widths[d])
			from[g] = s.from
			c.move(d, widths[d])
		}
		sides = append(sides, s)
	}
	if len(c.Moves) == 0 {
		return nil
	}
	here := a.Int(1)
	for g, x := range layout.Axes {
		if x.Kind == mapping.Fixed {
			here = a.Mul(here, a.Eq(layout.DimOf(a, g).Owner(x.Offset), b.Coords[g]))
		}
	}
	elements, messages := b.around(sides)
	if faces {
		elements, messages = b.beside(sides)
	}
	c.Elements, c.Messages = a.Mul(here, elements), a.Mul(here, messages)
	c.From = b.onFirst(from)
	c.Dim, c.Offset = c.Moves[0].Dim, c.Moves[0].Offset
	alone := c.Moves[len(c.Moves)-1].Dim == c.Dim
	c.Contiguous = alone && c.Dim == sym.Rank()-1
	c.Strided = alone && c.Dim == 0 && sym.Rank() > 1
	return c
}

// around counts the elements around a processor's own, and the neighbours that have them.
func (b *Builder) around(sides []side) (elements, messages symbolic.Expr) {
	a := b.A
	all, own, owners, self := a.Int(1), a.Int(1), a.Int(1), a.Int(1)
	for _, s := range sides {
		all, own = a.Mul(all, s.all(a)), a.Mul(own, s.own)
		owners, self = a.Mul(owners, s.owners(b)), a.Mul(self, b.some(s.own))
	}
	return a.Sub(all, own), a.Sub(owners, self)
}

// beside is around without the corners.
func (b *Builder) beside(sides []side) (elements, messages symbolic.Expr) {
	a := b.A
	elements, messages = a.Int(0), a.Int(0)
	for d, s := range sides {
		area, some := a.Sub(s.all(a), s.own), a.Sub(s.owners(b), b.some(s.own))
		for e, other := range sides {
			if e != d {
				area, some = a.Mul(area, other.own), a.Mul(some, b.some(other.own))
			}
		}
		elements, messages = a.Add(elements, area), a.Add(messages, some)
	}
	return elements, messages
}

func (c *Communication) move(d int, w program.Width) {
	for _, offset := range []int64{-w.Low, w.High} {
		if offset != 0 {
			c.Moves = append(c.Moves, Move{Dim: d, Offset: offset})
		}
	}
}

// side is one dimension of a reflected array: the processor's own indices, and
// those below and above them.
type side struct {
	own, low, high symbolic.Expr
	from           Range
}

func (s side) all(a *symbolic.Arena) symbolic.Expr {
	if s.low == 0 {
		return s.own
	}
	return a.Add(s.own, s.low, s.high)
}

// owners counts who holds the dimension's part: oneself, and one neighbour on
// each side that is not empty.
func (s side) owners(b *Builder) symbolic.Expr {
	if s.low == 0 {
		return b.some(s.own)
	}
	return b.A.Add(b.some(s.own), b.some(s.low), b.some(s.high))
}

// side intersects the widths with the array's bounds. Shadows wider than the
// neighbour's block, which the languages do not allow, count as one message.
func (b *Builder) side(layout mapping.Layout, g int, sym *program.Symbol, w program.Width) side {
	a, axis, dim := b.A, layout.Axes[g], layout.DimOf(b.A, g)
	first, last := b.DeclaredBounds(sym, axis.Dim)
	own := axis.Held(dim, b.Coords[g], first, last)
	if !dim.Contiguous() { // nothing lies next to another processor's
		return side{own: own, from: Range{b.Coords[g], b.Coords[g]}}
	}
	from, to := axis.Interval(dim, b.Coords[g], first, last)
	some := b.some(own)
	low := mapping.Length(a, a.Max(first, a.Sub(from, a.Int(w.Low))), a.Sub(from, a.Int(1)))
	high := mapping.Length(a, a.Add(to, a.Int(1)), a.Min(last, a.Add(to, a.Int(w.High))))
	if w.Ring {
		others := a.Ne(dim.P, a.Int(1))
		low, high = a.Mul(others, a.Int(w.Low)), a.Mul(others, a.Int(w.High))
	}
	return side{
		own:  own,
		low:  a.Mul(some, low),
		high: a.Mul(some, high),
		from: Range{a.Max(a.Int(0), a.Sub(b.Coords[g], a.Int(1))), a.Min(a.Sub(dim.P, a.Int(1)), a.Add(b.Coords[g], a.Int(1)))},
	}
}

// Bcast returns the broadcast of a variable from the first processor to all.
func (b *Builder) Bcast(sym *program.Symbol, at source.Span) *Communication {
	a := b.A
	c := b.collective(Broadcast, sym, at)
	others := a.Ne(b.number(), a.Int(0))
	c.Elements, c.Messages = a.Mul(others, c.Elements), others
	return c
}

// AllReduce returns the combination of a variable of all processors, element by
// element; of no variable, a barrier.
func (b *Builder) AllReduce(sym *program.Symbol, operation string, at source.Span) *Communication {
	c := b.collective(Reduction, sym, at)
	c.Array, c.Operation = nil, operation
	if sym != nil && sym.Rank() > 0 {
		c.Values = c.Elements
	}
	c.Elements, c.Messages = b.A.Mul(c.Stages, c.Elements), c.Stages
	return c
}

// collective is an operation of all processors.
func (b *Builder) collective(kind Kind, sym *program.Symbol, at source.Span) *Communication {
	c := &Communication{Kind: kind, Array: sym, At: at, Dim: -1, From: b.everybody(), Elements: b.A.Int(1)}
	c.Partners, c.Stages = b.size(), b.A.CeilLog2(b.size())
	if sym == nil {
		return c
	}
	c.Bytes = sym.Bytes
	for d := range sym.Dims {
		c.Elements = b.A.Mul(c.Elements, b.extent(sym, d))
	}
	return c
}
