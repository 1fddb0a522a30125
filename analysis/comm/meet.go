package comm

import (
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/symbolic"
)

// need is what one grid dimension contributes to the section that a processor
// must have: Elements indices in all, Own of them on its own coordinate, held
// by Owners coordinates (Self: whether its own is among them), which are
// First..Last. Sections are products over the dimensions, so elements to fetch
// are the product of Elements less the product of Own, and messages the product
// of Owners less the product of Self. A bound has no less Elements and Owners,
// and no more Own and Self, than there are.
type need struct {
	Elements, Own, Owners, Self symbolic.Expr
	First, Last                 symbolic.Expr
	Local                       bool // everything needed is on the own coordinate
	Bound                       bool
}

// meet returns what grid dimension g needs when the partition's processor
// reads access x, at template indices moved by the group's offsets.
func (b *Builder) meet(p *Partition, x *Access, g int, moved spread) need {
	at := b.Place(x, g)
	switch {
	case at.Kind == mapping.Replicated:
		return b.localNeed(b.A.Int(1), b.Coords[g])
	case x.Turn != nil && at.Kind == mapping.Aligned && x.Layout.Axes[g].Dim == x.Turn.Dim && !at.Irregular:
		return b.turned(p, x, g)
	case b.atHome(p, at, g):
		return b.localNeed(b.A.Int(1), at.Coord)
	case at.Irregular:
		return b.unknownNeed(p, x, g)
	case at.Kind == mapping.Fixed:
		return b.oneNeed(at)
	}
	s, shared := p.shareOf(at.Sub.Loop, g)
	key := needKey{at: keyOf(at), moved: moved}
	if shared {
		key.share, key.first, key.count = keyOf(s.Place), s.First, s.Count
		key.sameWay, key.any = sameWay(s, at, g), s.Any
	}
	n, known := b.needs[key]
	if !known {
		n = b.moving(s, shared, at, g, moved)
		b.needs[key] = n
	}
	return n
}

// needKey is what the need of a place that moves with a loop depends on.
type needKey struct {
	at, share    movedKey
	first, count symbolic.Expr
	sameWay, any bool
	moved        spread
}

func (b *Builder) moving(s Share, shared bool, at place, g int, moved spread) need {
	if !shared {
		l := at.Sub.Loop
		return b.interval(at, l.Trip(b.A), l.Lo, l.Hi)
	}
	return b.meetShare(s, at, g, moved)
}

func (b *Builder) localNeed(count, coord symbolic.Expr) need {
	some := b.some(count)
	return need{Elements: count, Own: count, Owners: some, Self: some, First: coord, Last: coord, Local: true}
}

// oneNeed is a single template index.
func (b *Builder) oneNeed(at place) need {
	anywhere, offset := b.anywhere(at.Sub.Offset)
	owner := at.Dim.Owner(offset)
	self := b.here(at)
	n := need{Elements: b.A.Int(1), Own: self, Owners: b.A.Int(1), Self: self, First: owner, Last: owner}
	if anywhere != 0 {
		a, last := b.A, b.A.Sub(at.Dim.P, b.A.Int(1))
		self = a.Cond(anywhere, a.Eq(last, a.Int(0)), self)
		n.Own, n.Self, n.First, n.Last = self, self, a.Cond(anywhere, a.Int(0), owner), a.Cond(anywhere, last, owner)
	}
	return n
}

// atHome reports whether a guard of home already pins the place's template
// index on grid dimension g, so that whoever executes owns it.
func (b *Builder) atHome(p *Partition, at place, g int) bool {
	x := p.Home.Of(g)
	if x == nil || at.Kind == mapping.Aligned && !at.Irregular {
		return false
	}
	home := b.Place(x, g)
	return home.Irregular == at.Irregular && (home.Irregular || home.Kind == mapping.Fixed) &&
		home.Dim.Same(at.Dim) && home.Sub.Offset == at.Sub.Offset && at.Sub.Offset != 0
}

func (b *Builder) meetShare(s Share, at place, g int, moved spread) need {
	if s.Any {
		return b.anyOf(s.Count, at)
	}
	if sameWay(s, at, g) {
		distance := b.A.Sub(at.Sub.Offset, s.Place.Sub.Offset)
		c, constant := b.A.ConstInt(distance)
		switch {
		case constant && (c == 0 && moved == (spread{}) || moved == (spread{common: true})):
			return b.localNeed(s.Count, at.Coord)
		case at.Dim.Format.Kind == mapping.Cyclic:
			return b.cyclicShift(s, at, distance)
		case constant && at.Dim.Contiguous():
			return b.blockShift(s, at, spread{moved.min - c, moved.max - c, moved.common})
		}
	}
	if s.First != 0 {
		return b.interval(at, s.Count, s.First, s.Last)
	}
	if s.Place.Coord != 0 && (tabled(s.Place.Dim) || tabled(at.Dim)) {
		return b.tableNeed(s, at)
	}
	return b.elsewhere(s, at)
}

// anyOf is a bound of what iterations need that only the run time knows: each another element
// of another processor's, where there are others.
func (b *Builder) anyOf(count symbolic.Expr, at place) need {
	a, others := b.A, b.A.Sub(at.Dim.P, b.A.Int(1))
	alone := a.Eq(others, a.Int(0))
	self := a.Mul(alone, b.some(count))
	return need{
		Elements: count, Own: a.Mul(alone, count), Owners: a.Add(self, a.Min(count, others)), Self: self,
		First: a.Int(0), Last: others, Bound: true,
	}
}

// interval returns the need of the template indices that the place takes for x
// in first..last, of which there are count.
func (b *Builder) interval(at place, count, first, last symbolic.Expr) need {
	t0, t1 := b.templateRange(at.Sub, first, last)
	n := need{Elements: count, Own: b.A.Min(count, b.ownOf(at, first, last, t0, t1))}
	return b.span(n, at, t0, t1)
}

// blockShift is an interval of a BLOCK dimension moved by each of the offsets:
// one message per neighbour covers the whole overlap area. For a stride above 1 the
// offsets are one, or the volume is counted otherwise.
func (b *Builder) blockShift(s Share, at place, moved spread) need {
	a := b.A
	if moved.min == moved.max {
		if moved.common { // copies that lie together: one of them, which another reference may stand for here
			at.Sub.Offset = a.Add(at.Sub.Offset, a.Int(moved.min))
		}
		return b.interval(at, s.Count, s.First, s.Last)
	}
	t0, t1 := b.templateRange(at.Sub, s.First, s.Last)
	if moved.common {
		t0, t1 = a.Add(t0, a.Int(moved.max)), a.Add(t1, a.Int(moved.min))
		n := b.span(need{Elements: a.Mul(b.some(s.Count), mapping.Length(a, t0, t1)), Own: at.Dim.Count(at.Coord, t0, t1)}, at, t0, t1)
		// copies may have owners in common where they have no element
		n.Owners = a.Mul(b.some(s.Count), mapping.Length(a, n.First, n.Last))
		return n
	}
	t0, t1 = a.Add(t0, a.Int(moved.min)), a.Add(t1, a.Int(moved.max))
	count := a.Mul(b.some(s.Count), a.Add(s.Count, a.Int(moved.max-moved.min)))
	n := need{Elements: count, Own: a.Min(count, at.Dim.Count(at.Coord, t0, t1))}
	return b.span(n, at, t0, t1)
}

// span adds the coordinates that hold the need, whose template indices are
// evenly spaced from t0 to t1. On a BLOCK dimension they hit every block
// between the ends, or, where they lie further apart than a block is long, each
// another.
func (b *Builder) span(n need, at place, t0, t1 symbolic.Expr) need {
	a, d := b.A, at.Dim
	if tabled(d) {
		n.First, n.Last = a.Int(0), a.Sub(d.P, a.Int(1))
		n.Owners, n.Self = b.reachedOf(at, t0, n.Elements), b.some(n.Own)
		return n
	}
	m := d.BlockSize()
	n.First, n.Last = a.FloorDiv(a.Sub(t0, d.Lower), m), a.FloorDiv(a.Sub(t1, d.Lower), m)
	n.Owners = a.Mul(b.some(n.Elements), a.Min(n.Elements, a.Add(a.Sub(n.Last, n.First), a.Int(1))))
	n.Self = b.some(n.Own)
	if d.Format.Kind == mapping.Cyclic {
		n.First, n.Last = a.Int(0), a.Sub(d.P, a.Int(1))
		n.Owners, n.Bound = b.cyclicOwners(n, at)
	}
	return n
}

// cyclicOwners returns how many coordinates of a CYCLIC(k) dimension hold an
// evenly spaced need: all of its blocks up to P, when every block in between is
// hit; with a stride of s blocks every P/gcd(s,P)-th comes round again.
func (b *Builder) cyclicOwners(n need, at place) (owners symbolic.Expr, bound bool) {
	a, d := b.A, at.Dim
	stride := abs(at.Sub.Scale)
	k, constant := a.ConstInt(d.BlockSize())
	switch {
	case stride == 1 || constant && stride <= k:
		return a.Min(n.Owners, d.P), false
	case constant && stride%k == 0:
		return a.Min(n.Elements, a.FloorDiv(d.P, b.gcd(stride/k, d.P))), false
	}
	return a.Min(n.Elements, d.P), true
}

// gcd returns the greatest common divisor of a constant and an expression.
func (b *Builder) gcd(s int64, p symbolic.Expr) symbolic.Expr {
	greatest := b.A.Int(1)
	for d := int64(2); d <= s; d++ {
		if s%d == 0 {
			divides := b.A.Eq(b.A.Mod(p, b.A.Int(d)), b.A.Int(0))
			greatest = b.A.Max(greatest, b.A.Mul(b.A.Int(d), divides))
		}
	}
	return greatest
}

// ownOf counts the x in first..last whose template index, in t0..t1, lies on
// the place's own coordinate.
func (b *Builder) ownOf(at place, first, last, t0, t1 symbolic.Expr) symbolic.Expr {
	switch {
	case abs(at.Sub.Scale) == 1:
		return at.Dim.Count(at.Coord, t0, t1)
	case at.Dim.Contiguous():
		x0, x1 := b.BlockInterval(at)
		return mapping.Length(b.A, b.A.Max(first, x0), b.A.Min(last, x1))
	}
	if tabled(at.Dim) {
		return b.heldOf(at, t0, mapping.Length(b.A, first, last))
	}
	return b.window(at, first, last, b.A.Int(0), at.Dim.BlockSize())
}

// cyclicShift is the shift by a distance of a CYCLIC(k) dimension: with q and r
// the quotient and remainder of the distance mod kP by k, the places below k-r
// of each block come from the coordinate q further on, the others from the next
// one.
func (b *Builder) cyclicShift(s Share, at place, distance symbolic.Expr) need {
	a, d := b.A, at.Dim
	k := d.BlockSize()
	turn := a.Mod(distance, a.Mul(k, d.P))
	q, r := a.FloorDiv(turn, k), a.Mod(turn, k)
	l := s.Place.Sub.Loop
	near := b.window(s.Place, l.Lo, l.Hi, a.Int(0), a.Sub(k, r))
	far := b.window(s.Place, l.Lo, l.Hi, a.Sub(k, r), k)
	nearHere, farHere := a.Eq(q, a.Int(0)), a.Eq(a.Mod(a.Add(q, a.Int(1)), d.P), a.Int(0))
	n := need{Elements: s.Count}
	n.Own = a.Add(a.Mul(nearHere, near), a.Mul(farHere, far))
	n.Self = b.some(n.Own)
	n.Owners = a.Cond(a.Eq(d.P, a.Int(1)), b.some(s.Count), a.Add(b.some(near), b.some(far)))
	source := a.Mod(a.Add(at.Coord, q), d.P)
	wraps := a.And(a.Ne(r, a.Int(0)), a.Eq(source, a.Sub(d.P, a.Int(1))))
	n.First = a.Cond(wraps, a.Int(0), source)
	n.Last = a.Cond(wraps, source, a.Add(source, b.some(r)))
	return n
}

// unknownNeed is a subscript that only the run time knows, or of several loops:
// every iteration that moves it may need another element, and first those that others have.
func (b *Builder) unknownNeed(p *Partition, x *Access, g int) need {
	axis, dim := x.Layout.Axes[g], x.Layout.DimOf(b.A, g)
	first, last := b.DeclaredBounds(x.Sym, axis.Dim)
	elsewhere := b.A.Sub(b.extent(x.Sym, axis.Dim), axis.Held(dim, b.Place(x, g).Coord, first, last))
	n := b.scattered(b.values(p, x, axis.Dim), dim)
	n.Own = b.A.Sub(n.Elements, b.A.Min(n.Elements, elsewhere))
	n.Self = b.some(n.Own)
	return n
}

// scattered is a need that may lie on any coordinates, and none of it here
// unless there is one coordinate only.
func (b *Builder) scattered(count symbolic.Expr, d mapping.Dim) need {
	a := b.A
	alone := a.Eq(d.P, a.Int(1))
	return need{
		Elements: count, Own: a.Mul(alone, count), Owners: a.Min(count, d.P), Self: a.Mul(alone, b.some(count)),
		First: a.Int(0), Last: a.Sub(d.P, a.Int(1)), Bound: true,
	}
}

// values returns how many values a subscript that only the run time knows, or of several
// loops, takes on a processor, or more: one in each iteration of the loops that move it.
func (b *Builder) values(p *Partition, x *Access, d int) symbolic.Expr {
	n := b.A.Int(1)
	for _, l := range p.Ranges {
		if d >= len(x.Ref.Subs) || Scope(p.Ranges).moves(l, x.Ref.Subs[d]) {
			n = b.A.Mul(n, b.CountOf(p, l))
		}
	}
	return b.A.Min(n, b.extent(x.Sym, d))
}

// iterations returns how many iterations of all ranges a processor executes, or
// more.
func (b *Builder) iterations(p *Partition) symbolic.Expr {
	n := b.A.Int(1)
	for _, l := range p.Ranges {
		n = b.A.Mul(n, b.CountOf(p, l))
	}
	return n
}
