package comm

import (
	"slices"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/costmodel/symbolic"
)

// volume is what a processor receives in one execution of a communication.
type volume struct {
	elements, messages symbolic.Expr
	from               []Range
	local, bound       bool
}

// groupVolume returns the volume of a group: one message per partner, with what
// all forms of its references need.
func (b *Builder) groupVolume(g *group) volume {
	parts := g.byForm()
	v := b.partVolume(parts[0])
	for _, part := range parts[1:] {
		w := b.partVolume(part)
		v.elements, v.messages = b.A.Add(v.elements, w.elements), b.A.Max(v.messages, w.messages)
		v.local, v.bound = v.local && w.local, true
	}
	for _, m := range g.members {
		v.bound = v.bound || m.element.Masked
	}
	return v
}

// partVolume returns the volume of references of one form. Where their offsets
// fill a box they need one section; for any others the box is an upper bound,
// and where strides leave holes in it the sum over the references is.
func (b *Builder) partVolume(g *group) volume {
	first := g.members[0]
	sides, full := box(g.offsets)
	v := b.sectionVolume(first.partition, first.Access, sides)
	v.bound = v.bound || !full
	several := len(g.members) > 1
	oblique := several && b.oblique(first.partition, first.Access)
	if dense(first.partition, first.Access, sides) && !oblique {
		return v
	}
	elements, messages := b.A.Int(0), b.A.Int(0)
	for i, m := range g.members {
		side, _ := box(g.offsets[i : i+1])
		w := b.sectionVolume(m.partition, m.Access, side)
		elements, messages = b.A.Add(elements, w.elements), b.A.Add(messages, w.messages)
	}
	v.elements, v.bound = elements, true
	if oblique {
		v.messages = messages
	}
	return v
}

// oblique reports whether one loop moves the access, or shares its work, along
// several grid dimensions.
func (b *Builder) oblique(p *Partition, x *Access) bool {
	seen := map[*Loop]bool{}
	for g := range x.Layout.Axes {
		l := b.place(x, g).sub.Loop
		if l != nil && (seen[l] || len(p.Shares[l]) > 1) {
			return true
		}
		seen[l] = true
	}
	return false
}

// dense reports whether the subscripts take every index between the ends in the
// dimensions in which the offsets differ: they run in steps of 1 over
// iterations without a gap.
func dense(p *Partition, x *Access, sides []spread) bool {
	for d, s := range x.Subs {
		side, scale := sides[len(x.Layout.Axes)+d], s.Scale
		if g := x.Layout.AxisOf(d); g >= 0 {
			side, scale = sides[g], scale*x.Layout.Axes[g].Scale
		}
		gaps := slices.ContainsFunc(p.Shares[s.Loop], func(s Share) bool { return s.First == 0 })
		if side.min != side.max && (abs(scale) != 1 || gaps) {
			return false
		}
	}
	return true
}

// sectionVolume returns the volume of one section: the product over its
// dimensions.
func (b *Builder) sectionVolume(p *Partition, x *Access, sides []spread) volume {
	f := b.newFactors(p)
	for _, side := range sides {
		f.moved *= side.max - side.min + 1
	}
	v := volume{local: true}
	for g := range x.Layout.Axes {
		n := b.meet(p, x, g, sides[g])
		v.from = append(v.from, Range{n.First, n.Last})
		v.local = v.local && n.Local
		f.axis(x, g, n)
	}
	f.shared()
	f.collapsed(x, sides[len(x.Layout.Axes):])
	v.elements, v.messages = f.volume(x)
	v.bound = f.bound || widened(p)
	return v
}

// deliveryVolume returns what the owners of the left side, who take the
// iterations of p, receive from where home computes it: one element for every
// iteration that home executes elsewhere.
func (b *Builder) deliveryVolume(p *Partition, e *Element) volume {
	f := b.newFactors(p)
	v := volume{local: true}
	for g := range b.Grid.Extents {
		n := b.localNeed(b.A.Int(1), b.Coords[g])
		if x := e.Home.of(g); x != nil {
			n = b.meet(p, x, g, spread{})
			f.bound = f.bound || b.place(x, g).irregular
			f.axis(x, g, n)
		}
		v.from = append(v.from, Range{n.First, n.Last})
		v.local = v.local && n.Local
	}
	for _, l := range f.order {
		f.bound = f.bound || !e.Left.follows(l) // written by several
	}
	f.shared()
	for _, l := range p.Ranges {
		if e.Left.follows(l) && len(f.needs[l]) == 0 {
			n := b.countOf(p, l)
			f.elements, f.own = b.A.Mul(f.elements, n), b.A.Mul(f.own, n)
		}
	}
	v.elements, v.messages = f.volume(e.Left)
	v.bound = f.bound || e.Masked || widened(p)
	return v
}

func widened(p *Partition) bool {
	return slices.ContainsFunc(p.Ranges, func(l *Loop) bool { return l.Widened })
}

// follows reports whether a subscript runs with the loop.
func (x *Access) follows(l *Loop) bool {
	return slices.ContainsFunc(x.Subs, func(s Affine) bool { return s.Loop == l })
}

// factors multiplies the needs of the dimensions up.
type factors struct {
	b                           *Builder
	p                           *Partition
	elements, own, owners, self symbolic.Expr
	order                       []*Loop
	needs                       map[*Loop][]need // by the loop that moves the dimension
	places                      map[*Loop][]place
	moved                       int64 // references that the section is for, at most
	bound                       bool
}

func (b *Builder) newFactors(p *Partition) *factors {
	one := b.A.Int(1)
	return &factors{b: b, p: p, moved: 1, elements: one, own: one, owners: one, self: one, needs: map[*Loop][]need{}, places: map[*Loop][]place{}, bound: p.Bound || !b.whole(p)}
}

func (f *factors) axis(x *Access, g int, n need) {
	f.bound = f.bound || n.Bound
	at := f.b.place(x, g)
	if at.kind == mapping.Aligned && !at.irregular {
		if len(f.needs[at.sub.Loop]) == 0 {
			f.order = append(f.order, at.sub.Loop)
		}
		f.needs[at.sub.Loop] = append(f.needs[at.sub.Loop], n)
		f.places[at.sub.Loop] = append(f.places[at.sub.Loop], at)
		return
	}
	f.times(n)
}

func (f *factors) times(n need) {
	a := f.b.A
	f.elements, f.own = a.Mul(f.elements, n.Elements), a.Mul(f.own, n.Own)
	f.owners, f.self = a.Mul(f.owners, n.Owners), a.Mul(f.self, n.Self)
}

// shared multiplies the needs by loop. A loop that moves several grid
// dimensions (a diagonal) takes every element once.
func (f *factors) shared() {
	for _, l := range f.order {
		joint := f.needs[l][0]
		for _, n := range f.needs[l][1:] {
			joint = f.both(joint, n)
		}
		if !joint.Local && (len(f.p.Shares[l]) > 1 || len(f.needs[l]) > 1 && joint.Bound) {
			joint.Elements, joint.Own = f.diagonal(l)
			joint.Owners, joint.Self = f.b.A.Min(joint.Elements, joint.Owners), f.b.some(joint.Own)
			f.bound = true
		}
		f.times(joint)
	}
}

// both joins the needs of two grid dimensions that one loop moves: exact when
// one of them is local.
func (f *factors) both(x, y need) need {
	if x.Local {
		x, y = y, x
	}
	x.Owners, x.Self = f.b.A.Mul(x.Owners, y.Owners), f.b.A.Mul(x.Self, y.Self)
	x.Bound = x.Bound || !y.Local
	return x
}

// diagonal counts the iterations of the loop that the processor executes, and
// those of them whose element it has in every grid dimension: intersections of
// intervals on BLOCK dimensions, else bounds.
func (f *factors) diagonal(l *Loop) (all, own symbolic.Expr) {
	b, a := f.b, f.b.A
	first, last := l.Lo, l.Hi
	intervals := true
	for _, s := range f.p.Shares[l] {
		if intervals = intervals && s.First != 0; intervals {
			first, last = a.Max(first, s.First), a.Min(last, s.Last)
		}
	}
	all, own = b.countOf(f.p, l), a.Int(1)
	ownFirst, ownLast := first, last
	for _, at := range f.places[l] {
		own = a.Mul(own, a.Eq(at.dim.P, a.Int(1)))
		if intervals = intervals && at.dim.Format.Kind == mapping.Block; intervals {
			x0, x1 := b.blockInterval(at)
			ownFirst, ownLast = a.Max(ownFirst, x0), a.Min(ownLast, x1)
		}
	}
	if intervals {
		return mapping.Length(b.A, first, last), mapping.Length(b.A, ownFirst, ownLast)
	}
	return all, a.Mul(own, all)
}

// collapsed multiplies by the section's extent along the dimensions that are
// not distributed: the iterations of their loops, widened by how far the
// group's references lie apart.
func (f *factors) collapsed(x *Access, sides []spread) {
	b, a := f.b, f.b.A
	counted := map[*Loop]bool{}
	for d, s := range x.Subs {
		apart := sides[d].max - sides[d].min
		switch {
		case x.Layout.AxisOf(d) >= 0:
			continue
		case s.Irregular:
			f.bound = true
			n := a.Min(b.iterations(f.p), b.extent(x.Sym, d))
			f.elements, f.own = a.Mul(f.elements, n), a.Mul(f.own, n)
			continue
		case s.Loop == nil:
			continue
		case counted[s.Loop] || len(f.needs[s.Loop]) > 0:
			f.bound = f.bound || apart > 0
			if apart == 0 {
				continue
			}
		}
		counted[s.Loop] = true
		n := b.countOf(f.p, s.Loop)
		if apart > 0 {
			n = a.Mul(b.some(n), a.Add(n, a.Int(apart)))
		}
		f.elements, f.own = a.Mul(f.elements, n), a.Mul(f.own, n)
	}
}

// volume returns elements and messages: nothing for a processor that executes
// nothing.
func (f *factors) volume(x *Access) (elements, messages symbolic.Expr) {
	a := f.b.A
	executes := a.Int(1)
	names := scope(f.p.Ranges).names()
	for _, g := range f.p.Guards {
		if !f.b.mentionsAny(g, names) {
			executes = a.Mul(executes, g)
		}
	}
	elements, messages = a.Sub(f.elements, f.own), a.Sub(f.owners, f.self)
	for _, l := range f.p.Ranges {
		if len(f.needs[l]) > 0 {
			continue
		}
		some := f.b.some(f.b.countOf(f.p, l))
		messages = a.Mul(messages, some)
		if !x.follows(l) {
			elements = a.Mul(elements, some)
		}
	}
	if f.bound {
		elements = a.Min(elements, a.Mul(a.Int(f.moved), f.b.iterations(f.p)))
		messages = a.Min(messages, elements)
	}
	return a.Mul(executes, elements), a.Mul(executes, messages)
}
