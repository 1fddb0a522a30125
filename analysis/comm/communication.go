package comm

import (
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/symbolic"
)

// Kind is a class of communication.
type Kind uint8

// The classes, in the field's terms.
const (
	Shift     Kind = iota // neighbours along a grid dimension
	Broadcast             // one coordinate's section to all coordinates of a grid dimension
	Copy                  // one owner to another
	Gather                // everything of a dimension to whoever needs it
	Remap                 // another format, stride or grid dimension
	Irregular             // subscripts known at run time only
	WriteBack             // results to their owners
	Reduction             // partial results of all processors combined
)

var kindNames = [...]string{"shift", "broadcast", "copy", "gather", "remap", "irregular", "write-back", "reduction"}

// String returns the name used in reports.
func (k Kind) String() string { return kindNames[k] }

// Range is an inclusive range of coordinates along one grid dimension.
type Range struct{ First, Last symbolic.Expr }

// Communication is one communication that the compiler inserts: what each
// processor receives in one execution of it, as functions of its coordinates.
type Communication struct {
	Kind       Kind
	Array      *program.Symbol // nil for a reduction of a scalar expression
	At         source.Span     // the statement that needs it first
	Dim        int             // array dimension (from 0) of a shift, the first of several, or -1
	Offset     int64           // of a shift along Dim: the widest of its direction
	Moves      []Move          // of a shift: all dimensions that it goes along
	Level      int             // DO loops around it; the others were hoisted out of
	Depth      int             // DO loops around the reference
	Pinned     string          // why it could not leave the loop at Level, or ""
	Elements   symbolic.Expr
	Messages   symbolic.Expr
	From       []Range // per grid dimension, the coordinates received from
	Bytes      int     // of one element
	Stages     symbolic.Expr
	Contiguous bool // sections need no packing
	Strided    bool // the first array dimension is not traversed
	Bound      bool // volumes are upper bounds
	Operation  string
	Reason     string
}

// Move is what a shift does along one array dimension (from 0).
type Move struct {
	Dim    int
	Offset int64
}

// communication builds the message of a group, or nil when everything is local.
func (b *Builder) communication(g *group) *Communication {
	first := g.members[0]
	v := b.groupVolume(g)
	if v.local {
		return nil
	}
	c := &Communication{Array: first.Sym, Dim: -1, Bytes: first.Sym.Bytes, Bound: v.bound, Pinned: first.pinned}
	c.Elements, c.Messages, c.At = v.elements, v.messages, first.element.At
	b.classify(c, g)
	c.From = b.senders(v.from, first.partition)
	return c
}

// senders frees the ranges of coordinates from the loops that run inside the
// message.
func (b *Builder) senders(from []Range, p *Partition) []Range {
	names := scope(p.Ranges).names()
	for g, r := range from {
		if b.mentionsAny(r.First, names) || b.mentionsAny(r.Last, names) {
			from[g] = Range{b.A.Int(0), b.A.Sub(b.Grid.Extents[g], b.A.Int(1))}
		}
	}
	return from
}

// classify names the communication.
func (b *Builder) classify(c *Communication, g *group) {
	p, x := g.members[0].partition, g.members[0].Access
	sides, _ := box(g.offsets)
	c.Kind = Copy
	for axis := range x.Layout.Axes {
		at := b.place(x, axis)
		shift, constant := b.shift(p, at, axis)
		switch {
		case b.atHome(p, at, axis):
		case at.irregular:
			c.Kind = Irregular
		case at.kind == mapping.Replicated:
		case constant && shift != 0 && (c.Kind == Copy || c.Kind == Shift):
			c.Kind = Shift
			c.Moves = append(c.Moves, Move{x.Layout.Axes[axis].Dim, widest(sides[axis])})
		case constant:
		case at.sub.Loop != nil && len(p.Shares[at.sub.Loop]) > 0:
			c.Kind = max(c.Kind, Remap)
		case at.sub.Loop != nil:
			c.Kind = max(c.Kind, Gather)
		case p.Home.of(axis) == nil && c.Kind == Copy:
			c.Kind = Broadcast
		case c.Kind == Copy && b.place(p.Home.of(axis), axis).kind != mapping.Fixed:
			c.Kind = Broadcast
		}
	}
	c.Stages = b.stages(c, x)
	if c.Kind != Shift {
		c.Moves = nil
		return
	}
	c.Dim, c.Offset = c.Moves[0].Dim, c.Moves[0].Offset
	c.Contiguous = len(c.Moves) == 1 && c.Dim == len(x.Subs)-1
	c.Strided = len(c.Moves) == 1 && c.Dim == 0 && len(x.Subs) > 1 && x.Layout.Axes[x.Layout.AxisOf(0)].Format.Kind == mapping.Block
}

func widest(o spread) int64 {
	if abs(o.min) > abs(o.max) {
		return o.min
	}
	return o.max
}

// stages is the depth of a broadcast's tree, 0 for other kinds.
func (b *Builder) stages(c *Communication, x *Access) symbolic.Expr {
	if c.Kind != Broadcast {
		return 0
	}
	n := b.A.Int(1)
	for g, axis := range x.Layout.Axes {
		if axis.Kind != mapping.Replicated {
			n = b.A.Mul(n, b.Grid.Extents[g])
		}
	}
	return b.A.CeilLog2(n)
}
