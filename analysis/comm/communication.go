package comm

import (
	"slices"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
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
	Send                  // to another processor, which receives it elsewhere in the program
	Scatter               // a part of one owner's for each
	AllGather             // the parts of all for each
	AllToAll              // another part for each, of each
	Barrier               // nothing: all wait for all
)

var kindNames = [...]string{"shift", "broadcast", "copy", "gather", "remap", "irregular", "write-back", "reduction", "send", "scatter", "allgather", "alltoall", "barrier"}

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
	From       []Range       // per grid dimension, the coordinates received from
	Bytes      int           // of one element
	Partners   symbolic.Expr // of a broadcast or reduction: processors that take part
	Stages     symbolic.Expr // of its tree: log2(Partners), rounded up
	Values     symbolic.Expr // of a reduction: values in each stage; 0 for one
	Partly     bool          // of a reduction: not all processors take part
	Contiguous bool          // sections need no packing
	Reading    bool          // irregular, but not because of a subscript: a routine finds the places
	Strided    bool          // the first array dimension is not traversed
	Bound      bool          // volumes are upper bounds
	Unknown    bool          // for no other reason than that the pattern may not be known
	Loose      []string      // symbols for the values of index arrays: where one is 0 they are bounds
	Again      symbolic.Expr // 1 where another message may bring some of the same elements: volumes are bounds; none is 0
	Traced     bool          // the pattern is known: its index arrays have been traced
	Pattern    string        // the symbol for the number of its pattern, or ""; see AddPattern
	Operation  string
	Reason     string
	Note       string // what else is to be said about it, or ""
	Remapped   string // of a remap by a directive or at a call: from what to what

	Wave       *Wave      // passed on from processor to processor by loops that wait for it; nil for all others
	Passed     *Passed    // of a program that passes messages itself; nil for what a compiler inserts
	During     string     // in peeled loops: the iterations for which it is paid, "in the first iteration over L"; else ""
	Section    string     // of a scheme with Reuse: equal for what brings the same elements to the same processors; "" where that is not known
	Everywhere string     // the Section of what brings the same to all processors, or more; "" where that is not known
	Reads      []*Read    // fetched: what the message serves; see Numbers.Pairs
	Delivered  *Delivered // written back
	rests      *rests     // once it has been asked for; see ChangedBy
}

// Wave is how a loop nest passes new values on.
type Wave struct {
	Along  *Loop         // the loop whose iterations are made, and passed on, in parts; nil where there is one only
	Stages symbolic.Expr // how many parts; none is as many as cost least
}

// Move is what a shift does along one array dimension (from 0): by Offset
// indices of the array, 0 where only the run time knows; a circular one comes
// round at the end.
type Move struct {
	Dim      int
	Offset   int64
	Circular bool
}

// communication builds the message of a group, or nil when everything is local.
func (b *Builder) communication(g *group) *Communication {
	first := g.members[0]
	v := b.groupVolume(g)
	if v.local {
		return nil
	}
	c := &Communication{Array: first.Sym, Dim: -1, Bytes: first.Sym.Bytes, Bound: v.bound, Pinned: first.pinned, Reads: g.members}
	c.Elements, c.Messages, c.At = v.elements, b.messages(v), first.element.At
	c.Section, c.Everywhere = b.section(g), b.everywhere(g)
	b.classify(c, g)
	c.Loose = b.loose(c.touched())
	c.From = b.onFirst(b.senders(v.from, first.Partition))
	return c
}

// messages is how many messages bring the volume: one per element where the
// compiler does not join them.
func (b *Builder) messages(v volume) symbolic.Expr {
	if !b.Scheme.Vectorize {
		return v.elements
	}
	return v.messages
}

// senders frees the ranges of coordinates from the loops that run inside the
// message.
func (b *Builder) senders(from []Range, p *Partition) []Range {
	names := Scope(p.Ranges).Names()
	for g, r := range from {
		if b.MentionsAny(r.First, names) || b.MentionsAny(r.Last, names) {
			from[g] = Range{b.A.Int(0), b.A.Sub(b.Joint.Extents[g], b.A.Int(1))}
		}
	}
	return from
}

// classify names the communication.
func (b *Builder) classify(c *Communication, g *group) {
	p, x := g.members[0].Partition, g.members[0].Access
	sides, _ := box(g.offsets)
	c.Kind = Copy
	for axis := range x.Layout.Axes {
		at := b.Place(x, axis)
		shift, constant := b.shift(p, at, axis)
		switch {
		case b.atHome(p, at, axis):
		case at.Irregular:
			c.Kind = Irregular
		case at.Kind == mapping.Replicated:
		case (c.Kind == Copy || c.Kind == Shift) && b.slides(p, x, at, axis):
			c.Kind = Shift
			c.Moves = append(c.Moves, x.move(axis))
		case constant && shift != 0 && (c.Kind == Copy || c.Kind == Shift):
			c.Kind = Shift
			on := x.Layout.Axes[axis]
			c.Moves = append(c.Moves, Move{Dim: on.Dim, Offset: perIndex(x.distance(shift, sides[axis]), on.Scale)})
		case constant:
		case at.Sub.Loop != nil && len(p.Shares.Of(at.Sub.Loop)) > 0:
			c.Kind = max(c.Kind, Remap)
		case at.Sub.Loop != nil && x.sharedAcross(p, axis):
			c.Kind, c.Operation = max(c.Kind, Remap), "transpose"
		case at.Sub.Loop != nil:
			c.Kind = max(c.Kind, Gather)
		case p.Home.Of(axis) == nil && c.Kind == Copy:
			c.Kind = Broadcast
		case c.Kind == Copy && b.Place(p.Home.Of(axis), axis).Kind != mapping.Fixed:
			c.Kind = Broadcast
		}
	}
	c.Partners, c.Stages = b.stages(c, x)
	if g.area {
		c.Kind, c.Moves = Shift, x.sidesOf(sides)
	}
	if c.Kind != Shift {
		c.Moves = nil
		c.Reading = x.Routine && c.Kind == Irregular
		return
	}
	c.Dim, c.Offset = c.Moves[0].Dim, c.Moves[0].Offset
	c.Contiguous = len(c.Moves) == 1 && c.Dim == len(x.Subs)-1
	c.Strided = len(c.Moves) == 1 && c.Dim == 0 && len(x.Subs) > 1 && x.Layout.DimOf(b.A, x.Layout.AxisOf(0)).Contiguous()
}

// sharedAcross reports whether another dimension of the access runs with a loop that
// the processors of a grid dimension share: then each needs a part of what all have,
// another one than the others.
func (x *Access) sharedAcross(p *Partition, axis int) bool {
	return slices.ContainsFunc(x.Subs, func(s Affine) bool {
		return s.Loop != nil && slices.ContainsFunc(p.Shares.Of(s.Loop), func(s Share) bool { return s.Axis == axis })
	})
}

// distance is how far a shift goes: of a group the widest, of a routine, which
// has no group, its own.
func (x *Access) distance(shift int64, side spread) int64 {
	if x.Routine {
		return shift
	}
	return widest(side)
}

// perIndex returns an offset on the template in indices of an array whose
// indices lie scale apart, rounded away from zero.
func perIndex(offset, scale int64) int64 {
	if scale < 0 {
		offset, scale = -offset, -scale
	}
	if offset < 0 {
		return -((-offset + scale - 1) / scale)
	}
	return (offset + scale - 1) / scale
}

func widest(o spread) int64 {
	if abs(o.min) > abs(o.max) {
		return o.min
	}
	return o.max
}

// stages returns the processors of a broadcast and the depth of its tree, 0 for
// other kinds.
func (b *Builder) stages(c *Communication, x *Access) (partners, stages symbolic.Expr) {
	if c.Kind != Broadcast {
		return 0, 0
	}
	n := b.A.Int(1)
	for g, axis := range x.Layout.Axes {
		if axis.Kind != mapping.Replicated {
			n = b.A.Mul(n, b.Joint.Extents[g])
		}
	}
	return n, b.A.CeilLog2(n)
}
