package comm

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// Levels returns, in ascending order and each once, the levels at which the
// messages for the elements' reads are paid.
func (n Nest) Levels(elements ...*Element) []int {
	at := make([]bool, len(n.Loops)+1)
	for _, e := range elements {
		for _, x := range e.Reads {
			if level, _ := n.Level(x); n.mayMove(x) {
				at[level] = true
			}
		}
	}
	var levels []int
	for level, paid := range at {
		if paid {
			levels = append(levels, level)
		}
	}
	return levels
}

// moves reports whether the access may need a message: it is mapped, no iteration's own, and
// the iteration has not made what it reads.
func (n Nest) moves(x *Access) bool { return x.Mapped() && !n.private(x.Sym) && !n.produced(x.Ref) }

// mayMove reports whether the access may need a message where more loops are
// fixed: how a temporary lies may only be known there.
func (n Nest) mayMove(x *Access) bool { return n.moves(x) || n.B.Temporaries[x.Sym] != nil }

func (n Nest) private(s *program.Symbol) bool {
	return slices.ContainsFunc(n.Loops, func(l *Loop) bool { return l.private(s) })
}

// Fetch returns the communications for the elements' reads that are paid inside
// exactly the first level loops, one per array and direction; the elements are
// built with that many fixed, and share their messages.
func (n Nest) Fetch(level int, elements ...*Element) []*Communication {
	var reads []*Read
	for _, e := range elements {
		p := n.Partition(e, level)
		for _, x := range e.Reads {
			at, why := n.Level(x)
			if at != level || !n.moves(x) {
				continue
			}
			for _, place := range n.B.surroundings(x, p) {
				reads = append(reads, &Read{Access: place, Partition: p, element: e, pinned: why, partly: n.refilled(x.Ref)})
			}
		}
	}
	var out []*Communication
	groups := n.B.groups(reads)
	for i, g := range groups {
		if c := n.B.communication(g); c != nil {
			c.Again = n.B.again(groups[:i], g)
			c.Level, c.Depth = level, len(n.Loops)
			n.byPattern(c, n.Loops[:level])
			out = append(out, c)
		}
	}
	return out
}

// WriteBackLevel returns how many loops stay around the message that brings
// results to their owners: the INDEPENDENT loops next to the statement are
// left.
func (n Nest) WriteBackLevel() int {
	level := len(n.Loops)
	for level > 0 && n.Loops[level-1].Independent && n.B.Scheme.Vectorize {
		level--
	}
	return level
}

// WriteBack returns the communication that brings results from where ON HOME
// computes them to their owners, or nil. It is a fetch turned round: the owners
// of the left side read what the home of the iteration has.
func (n Nest) WriteBack(e *Element, fixed int) *Communication {
	if e.Left == nil || n.private(e.Left.Sym) {
		return nil
	}
	b := n.B
	p := b.partition(OwnerOf(e.Left), append(append(Scope{}, n.Loops[fixed:]...), e.Loops...))
	v := b.deliveryVolume(p, e)
	if v.local {
		return nil
	}
	c := &Communication{Kind: WriteBack, Array: e.Left.Sym, At: e.At, Dim: -1, Level: fixed, Depth: len(n.Loops), Bytes: e.Left.Sym.Bytes, Bound: v.bound}
	c.Elements, c.Messages, c.From = v.elements, b.messages(v), b.onFirst(b.senders(v.from, p))
	c.Delivered = &Delivered{b.partition(e.Home, p.Ranges), e.Left, e}
	n.byPattern(c, n.Loops[:fixed])
	return c
}

// CombineAll returns the communication that combines the partial results of a
// reduction that home executes: values of the given width, over the grid
// dimensions that share the work, for a scalar or all elements of an array; nil
// when every processor has the whole.
func (b *Builder) CombineAll(home Home, at source.Span, operation string, s *program.Symbol) *Communication {
	c := b.Combine(home, at, operation, s.Bytes)
	if c == nil || s.Rank() == 0 {
		return c
	}
	values := b.A.Int(1)
	for d := range s.Dims {
		values = b.A.Mul(values, b.extent(s, d))
	}
	c.Values, c.Elements = values, b.A.Mul(c.Stages, values)
	return c
}

// Combine is CombineAll for one value.
func (b *Builder) Combine(home Home, at source.Span, operation string, bytes int) *Communication {
	if !home.Shared() {
		return nil
	}
	partners := b.A.Int(1)
	c := &Communication{Kind: Reduction, At: at, Dim: -1, Bytes: bytes, Operation: operation}
	for g, extent := range b.Joint.Extents {
		r := Range{b.Coords[g], b.Coords[g]}
		if home.Of(g) != nil {
			partners = b.A.Mul(partners, extent)
			r = Range{b.A.Int(0), b.A.Sub(extent, b.A.Int(1))}
		}
		c.Partly = c.Partly || home.Of(g) == nil
		c.From = append(c.From, r)
	}
	c.From = b.onFirst(c.From)
	c.Partners, c.Stages = partners, b.A.CeilLog2(partners)
	c.Messages, c.Elements = c.Stages, c.Stages
	return c
}
