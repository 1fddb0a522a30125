package comm

import (
	"fmt"
	"strings"

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
	Dim        int             // array dimension (from 0) of a shift, or -1
	Offset     int64           // of a shift: the widest of its direction
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

// group collects the references that one message per partner serves.
type group struct {
	members []*Access // in source order; the first needs it first
	off     []offsets // per grid dimension
}

// fetch returns the communications that bring the right side's elements to the
// processors that execute, one per array and direction.
func (b *Builder) fetch(p *Partition, reads []*Access, scope scope) []*Communication {
	var groups []*group
	byKey := map[string]*group{}
	for _, x := range reads {
		if !x.Mapped() {
			continue
		}
		key, off := b.direction(p, x)
		if g, ok := byKey[key]; ok {
			g.join(x, off)
			continue
		}
		byKey[key] = &group{members: []*Access{x}, off: off}
		groups = append(groups, byKey[key])
	}
	var out []*Communication
	for _, g := range groups {
		if c := b.communication(p, g, scope); c != nil {
			out = append(out, c)
		}
	}
	return out
}

func (g *group) join(x *Access, off []offsets) {
	g.members = append(g.members, x)
	for i, o := range off {
		g.off[i] = offsets{min(g.off[i].min, o.min), max(g.off[i].max, o.max)}
	}
}

// direction returns what references must have in common to share a message:
// the array and, per grid dimension, the sign of a shift along a BLOCK
// dimension and the whole offset otherwise.
func (b *Builder) direction(p *Partition, x *Access) (string, []offsets) {
	parts := []string{x.Sym.Name}
	off := make([]offsets, len(x.Layout.Axes))
	for g := range x.Layout.Axes {
		at := b.place(x, g)
		delta, ok := b.delta(p, at, g)
		switch {
		case !ok:
			parts = append(parts, b.placeKey(at))
		case at.dim.Format.Kind == mapping.Block && b.Scheme.OverlapAreas:
			parts = append(parts, sign(delta))
		default:
			parts = append(parts, fmt.Sprint(delta))
		}
		off[g] = offsets{delta, delta}
	}
	for d, s := range x.Subs { // collapsed dimensions: the same section or another message
		if x.Layout.AxisOf(d) < 0 && s.Loop == nil {
			parts = append(parts, b.subKey(s))
		}
	}
	return strings.Join(parts, " "), off
}

// delta returns the constant shift of the place relative to home along grid
// dimension g; false when it is no constant shift.
func (b *Builder) delta(p *Partition, at place, g int) (int64, bool) {
	if at.sub.Loop == nil || at.irregular {
		return 0, false
	}
	shares := p.Shares[at.sub.Loop]
	if len(shares) == 0 || shares[0].Axis != g || shares[0].Place.coord == 0 {
		return 0, false
	}
	s := shares[0]
	if !s.Place.dim.Same(at.dim) || s.Place.sub.Scale != at.sub.Scale {
		return 0, false
	}
	return b.A.ConstInt(b.A.Sub(at.sub.Offset, s.Place.sub.Offset))
}

func (b *Builder) placeKey(at place) string {
	if at.kind == mapping.Replicated {
		return "*"
	}
	return b.subKey(at.sub)
}

func (b *Builder) subKey(s Affine) string {
	switch {
	case s.Irregular:
		return "?"
	case s.Loop == nil:
		return b.A.String(s.Offset)
	}
	return b.A.String(b.at(s))
}

func sign(d int64) string {
	switch {
	case d > 0:
		return "+"
	case d < 0:
		return "-"
	}
	return "0"
}

// communication builds the message of a group, or nil when everything is local.
func (b *Builder) communication(p *Partition, g *group, scope scope) *Communication {
	x := g.members[0]
	c := &Communication{Array: x.Sym, Dim: -1, Bytes: x.Sym.Bytes, Bound: p.Bound}
	whole := b.collapsed(p, g.members)
	elements, own := whole, whole
	owners, self := b.A.Int(1), b.A.Int(1)
	local := true
	for axis := range x.Layout.Axes {
		n := b.meet(p, x, axis, g.off[axis])
		elements, own = b.A.Mul(elements, n.Elements), b.A.Mul(own, n.Own)
		owners, self = b.A.Mul(owners, n.Owners), b.A.Mul(self, n.Self)
		c.From = append(c.From, Range{n.First, n.Last})
		c.Bound = c.Bound || n.Bound
		local = local && n.Local
	}
	if local {
		return nil
	}
	active := b.active(p, x)
	c.Elements = b.A.Mul(active, b.A.Sub(elements, own))
	c.Messages = b.A.Mul(active, b.A.Sub(owners, self))
	b.classify(c, p, x, g.off)
	b.unroll(c, scope)
	return c
}

// collapsed returns how many elements the section has along the dimensions
// that are not distributed: the iterations of their loops, widened by how far
// the group's references lie apart.
func (b *Builder) collapsed(p *Partition, members []*Access) symbolic.Expr {
	n := b.A.Int(1)
	x := members[0]
	for d, s := range x.Subs {
		switch {
		case x.Layout.AxisOf(d) >= 0:
		case s.Loop != nil:
			count := b.countOf(p, s.Loop)
			n = b.A.Mul(n, b.A.Add(count, b.A.Mul(b.A.Min(b.A.Int(1), count), b.A.Int(b.spread(members, d)))))
		case s.Irregular:
			n = b.A.Mul(n, b.extent(x.Sym, d))
		}
	}
	return n
}

// spread returns how far the members' subscripts of dimension d lie apart.
func (b *Builder) spread(members []*Access, d int) int64 {
	first := members[0].Subs[d]
	var lo, hi int64
	for _, m := range members[1:] {
		s := m.Subs[d]
		if s.Loop != first.Loop || s.Scale != first.Scale {
			continue
		}
		if delta, ok := b.A.ConstInt(b.A.Sub(s.Offset, first.Offset)); ok {
			lo, hi = min(lo, delta), max(hi, delta)
		}
	}
	return hi - lo
}

// active is 0 for a processor that executes nothing, 1 otherwise, as far as
// the needs do not say so themselves.
func (b *Builder) active(p *Partition, x *Access) symbolic.Expr {
	used := map[*Loop]bool{}
	for d, s := range x.Subs {
		if x.Layout.AxisOf(d) >= 0 || s.Loop != nil {
			used[s.Loop] = true
		}
	}
	factors := append([]symbolic.Expr{b.A.Int(1)}, p.Guards...)
	for _, l := range p.Order {
		if !used[l] {
			factors = append(factors, b.A.Min(b.A.Int(1), p.Shares[l][0].Count))
		}
	}
	return b.A.Mul(factors...)
}

// unroll replaces the index of a range that is still in the volumes (bounds
// that depend on another loop) by the worst iteration.
func (b *Builder) unroll(c *Communication, scope scope) {
	worst := func(e symbolic.Expr) symbolic.Expr {
		for i := len(scope) - 1; i >= 0; i-- {
			l := scope[i]
			if b.mentions(e, l.Name) {
				c.Bound = true
				e = b.A.MaxOver(l.Name, l.Lo, l.Hi, e)
			}
		}
		return e
	}
	c.Elements, c.Messages = worst(c.Elements), worst(c.Messages)
	for i, r := range c.From {
		for _, l := range scope {
			if b.mentions(r.First, l.Name) || b.mentions(r.Last, l.Name) {
				c.From[i] = Range{b.A.Int(0), b.A.Sub(b.Grid.Extents[i], b.A.Int(1))}
			}
		}
	}
}

// classify names the communication and says what moves.
func (b *Builder) classify(c *Communication, p *Partition, x *Access, off []offsets) {
	c.Kind = Copy
	for g := range x.Layout.Axes {
		at := b.place(x, g)
		delta, shifted := b.delta(p, at, g)
		switch {
		case at.irregular:
			c.Kind = Irregular
		case at.kind == mapping.Replicated:
		case shifted && delta != 0 && (c.Kind == Copy || c.Kind == Shift):
			c.Kind, c.Dim, c.Offset = Shift, x.Layout.Axes[g].Dim, widest(off[g])
		case shifted:
		case at.sub.Loop != nil && len(p.Shares[at.sub.Loop]) > 0:
			c.Kind = Remap
		case at.sub.Loop != nil:
			c.Kind = max(c.Kind, Gather)
		case !b.pinned(p, g) && c.Kind == Copy:
			c.Kind = Broadcast
		}
	}
	c.Contiguous = c.Kind == Shift && c.Dim == len(x.Subs)-1
	c.Strided = c.Kind == Shift && c.Dim == 0 && len(x.Subs) > 1 && x.Layout.Axes[x.Layout.AxisOf(0)].Format.Kind == mapping.Block
	c.Stages = b.stages(c, x)
}

// pinned reports whether home sits on one coordinate of grid dimension g.
func (b *Builder) pinned(p *Partition, g int) bool {
	if p.Home == nil || g >= len(p.Home.Layout.Axes) {
		return false
	}
	return b.place(p.Home, g).kind == mapping.Fixed
}

func widest(o offsets) int64 {
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
