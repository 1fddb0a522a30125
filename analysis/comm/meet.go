package comm

import (
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/costmodel/symbolic"
)

// need is what one grid dimension contributes to the section that a processor
// must have: Elements indices in all, Own of them on its own coordinate, held
// by Owners coordinates (Self: whether its own is among them), which are
// First..Last. Sections are products over the grid dimensions, so elements to
// fetch are the product of Elements less the product of Own, and messages the
// product of Owners less the product of Self.
type need struct {
	Elements, Own, Owners, Self symbolic.Expr
	First, Last                 symbolic.Expr
	Local                       bool // everything needed is on the own coordinate
	Bound                       bool // an upper bound
}

// offsets is the range of constant shifts that one message covers.
type offsets struct{ min, max int64 }

func (b *Builder) localNeed(count, coord symbolic.Expr) need {
	some := b.A.Min(b.A.Int(1), count)
	return need{Elements: count, Own: count, Owners: some, Self: some, First: coord, Last: coord, Local: true}
}

// one returns the need of the single template index t.
func (b *Builder) one(at place, t symbolic.Expr) need {
	owner := at.dim.Owner(t)
	self := b.A.Eq(owner, at.coord)
	return need{Elements: b.A.Int(1), Own: self, Owners: b.A.Int(1), Self: self, First: owner, Last: owner}
}

// interval returns the need of the template indices that the place takes for x
// in first..last, of which there are count, widened by the message's offsets.
func (b *Builder) interval(at place, count, first, last symbolic.Expr, widen offsets) need {
	a, d := b.A, at.dim
	t0, t1 := b.templateRange(at.sub, first, last)
	t0, t1 = a.Add(t0, a.Int(widen.min)), a.Add(t1, a.Int(widen.max))
	n := need{Elements: count, Bound: abs(at.sub.Scale) != 1}
	m := d.BlockSize()
	n.First, n.Last = a.FloorDiv(a.Sub(t0, d.Lower), m), a.FloorDiv(a.Sub(t1, d.Lower), m)
	n.Owners = a.Mul(a.Min(a.Int(1), count), a.Min(count, a.Add(a.Sub(n.Last, n.First), a.Int(1))))
	n.Own = a.Min(count, b.ownOf(at, first, last, t0, t1))
	n.Self = a.Min(a.Int(1), n.Own)
	if d.Format.Kind == mapping.Cyclic {
		n.Owners = a.Min(n.Owners, d.P)
		n.First, n.Last = a.Int(0), a.Sub(d.P, a.Int(1))
	}
	return n
}

// ownOf counts the x in first..last whose template index, in t0..t1, lies on
// the place's own coordinate.
func (b *Builder) ownOf(at place, first, last, t0, t1 symbolic.Expr) symbolic.Expr {
	switch {
	case abs(at.sub.Scale) == 1:
		return at.dim.Count(at.coord, t0, t1)
	case at.dim.Format.Kind == mapping.Block:
		x0, x1 := b.blockInterval(at)
		return at.dim.Length(b.A.Max(first, x0), b.A.Min(last, x1))
	}
	return b.A.Sum(at.sub.Loop.Name, first, last, b.A.Eq(at.dim.Owner(b.at(at.sub)), at.coord))
}

// meet returns what grid dimension g needs when the partition's processor
// reads access x over the loops in scope, at template indices moved by the
// message's offsets.
func (b *Builder) meet(p *Partition, x *Access, g int, off offsets) need {
	at := b.place(x, g)
	switch {
	case at.kind == mapping.Replicated:
		return b.localNeed(b.A.Int(1), b.Coords[g])
	case at.irregular:
		return b.unknownNeed(p, x, g)
	case at.kind == mapping.Fixed:
		if b.homeHas(p, g, at) {
			return b.localNeed(b.A.Int(1), at.coord)
		}
		return b.one(at, at.sub.Offset)
	}
	shares := p.Shares[at.sub.Loop]
	if len(shares) == 0 {
		l := at.sub.Loop
		return b.interval(at, l.Trip(b.A), l.Lo, l.Hi, offsets{})
	}
	return b.meetShare(shares[0], at, g, off)
}

// homeHas reports whether the guard of home already pins the same template
// index on grid dimension g, so that whoever executes owns it.
func (b *Builder) homeHas(p *Partition, g int, at place) bool {
	if p.Home == nil || g >= len(p.Home.Layout.Axes) {
		return false
	}
	home := b.place(p.Home, g)
	return home.kind == mapping.Fixed && !home.irregular && home.dim.Same(at.dim) && home.sub.Offset == at.sub.Offset
}

func (b *Builder) meetShare(s Share, at place, g int, off offsets) need {
	if s.Axis == g && s.Place.coord != 0 && s.Place.dim.Same(at.dim) && s.Place.sub.Scale == at.sub.Scale {
		delta := b.A.Sub(at.sub.Offset, s.Place.sub.Offset)
		if c, ok := b.A.ConstInt(delta); ok && c == 0 {
			return b.localNeed(s.Count, at.coord)
		}
		if at.dim.Format.Kind == mapping.Cyclic && abs(at.sub.Scale) == 1 {
			return b.cyclicShift(s, at, delta)
		}
	}
	if s.First != 0 {
		count, widen := s.Count, offsets{}
		if c, ok := b.A.ConstInt(b.offsetOf(s, at)); ok && s.Axis == g && abs(at.sub.Scale) == 1 {
			// One message covers all offsets of its direction: the overlap area.
			widen = offsets{off.min - c, off.max - c}
			count = b.A.Mul(b.A.Min(b.A.Int(1), s.Count), b.A.Add(s.Count, b.A.Int(off.max-off.min)))
		}
		return b.interval(at, count, s.First, s.Last, widen)
	}
	return b.enumerated(s, at)
}

// offsetOf returns how far the read template index is from the home's.
func (b *Builder) offsetOf(s Share, at place) symbolic.Expr {
	if s.Place.coord == 0 {
		return at.sub.Offset
	}
	return b.A.Sub(at.sub.Offset, s.Place.sub.Offset)
}

// cyclicShift is the shift by delta of a CYCLIC(k) dimension: with q and r the
// quotient and remainder of delta mod kP by k, the places below k-r of each
// block come from the coordinate q further on, the others from the next one.
func (b *Builder) cyclicShift(s Share, at place, delta symbolic.Expr) need {
	a, d := b.A, at.dim
	k := d.BlockSize()
	turn := a.Mod(delta, a.Mul(k, d.P))
	q, r := a.FloorDiv(turn, k), a.Mod(turn, k)
	l := s.Place.sub.Loop
	t0, t1 := b.templateRange(s.Place.sub, l.Lo, l.Hi)
	near := d.Window(at.coord, a.Int(0), a.Sub(k, r), t0, t1)
	far := d.Window(at.coord, a.Sub(k, r), k, t0, t1)
	nearHere, farHere := a.Eq(q, a.Int(0)), a.Eq(a.Mod(a.Add(q, a.Int(1)), d.P), a.Int(0))
	some := func(e symbolic.Expr) symbolic.Expr { return a.Min(a.Int(1), e) }
	n := need{Elements: s.Count}
	n.Own = a.Add(a.Mul(nearHere, near), a.Mul(farHere, far))
	n.Self = some(n.Own)
	n.Owners = a.Cond(a.Eq(d.P, a.Int(1)), some(s.Count), a.Add(some(near), some(far)))
	source := a.Mod(a.Add(at.coord, q), d.P)
	wraps := a.And(a.Ne(r, a.Int(0)), a.Eq(source, a.Sub(d.P, a.Int(1))))
	n.First = a.Cond(wraps, a.Int(0), source)
	n.Last = a.Cond(wraps, source, a.Add(source, a.Min(a.Int(1), r)))
	return n
}

// enumerated counts by a sum over the loop where no closed form is known: the
// own elements exactly, the owners as a bound.
func (b *Builder) enumerated(s Share, at place) need {
	a, l := b.A, at.sub.Loop
	mine := a.Eq(s.Place.dim.Owner(b.at(s.Place.sub)), s.Place.coord)
	here := a.Eq(at.dim.Owner(b.at(at.sub)), at.coord)
	n := need{Elements: s.Count, Bound: true}
	n.Own = a.Sum(l.Name, l.Lo, l.Hi, a.And(mine, here))
	n.Self = a.Min(a.Int(1), n.Own)
	n.Owners = a.Min(s.Count, at.dim.P)
	n.First, n.Last = a.Int(0), a.Sub(at.dim.P, a.Int(1))
	return n
}

// unknownNeed is a subscript that only the run time knows: all of the ranges'
// elements may lie anywhere, spread evenly.
func (b *Builder) unknownNeed(p *Partition, x *Access, g int) need {
	a := b.A
	axis := x.Layout.Axes[g]
	d := x.Layout.DimOf(a, g)
	count := a.Int(1)
	for _, l := range p.Ranges {
		count = a.Mul(count, b.countOf(p, l))
	}
	count = a.Min(count, axis.Extent)
	n := need{Elements: count, Bound: true, Owners: a.Min(count, d.P)}
	n.Own = a.FloorDiv(count, d.P)
	n.Self = a.Min(a.Int(1), n.Own)
	n.First, n.Last = a.Int(0), a.Sub(d.P, a.Int(1))
	return n
}

// countOf returns how many iterations of l the partition gives a processor.
func (b *Builder) countOf(p *Partition, l *Loop) symbolic.Expr {
	if s := p.Shares[l]; len(s) > 0 {
		return s[0].Count
	}
	return l.Trip(b.A)
}

func abs(x int64) int64 {
	if x < 0 {
		return -x
	}
	return x
}
