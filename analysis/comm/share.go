package comm

import (
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/costmodel/symbolic"
)

// Access is a reference to an array whose subscripts are all scalar, as the
// compiler's loops make it.
type Access struct {
	Ref    *program.Ref
	Sym    *program.Symbol
	Layout mapping.Layout // without axes for an array that nothing maps
	Subs   []Affine
}

// Mapped reports whether some grid dimension distributes or pins the array.
func (x *Access) Mapped() bool { return x != nil && !x.Layout.Replicated() }

// place is where an access falls on the template of one grid dimension.
type place struct {
	kind      mapping.AxisKind
	sub       Affine // template index, as a function of a loop
	dim       mapping.Dim
	coord     symbolic.Expr
	irregular bool
}

// place composes the subscript with the array's alignment: template index =
// axis.Scale * subscript + axis.Offset.
func (b *Builder) place(x *Access, g int) place {
	axis := x.Layout.Axes[g]
	p := place{kind: axis.Kind, coord: b.Coords[g]}
	if axis.Kind == mapping.Replicated {
		return p
	}
	p.dim = x.Layout.DimOf(b.A, g)
	if axis.Kind == mapping.Fixed {
		p.sub = Affine{Offset: axis.Offset}
		return p
	}
	sub := b.scaled(x.Subs[axis.Dim], axis.Scale)
	p.sub = b.plus(sub, Affine{Offset: axis.Offset})
	p.irregular = p.sub.Irregular
	if p.sub.Loop == nil {
		p.kind = mapping.Fixed
	}
	return p
}

// Share is the part of a loop's iterations that a processor executes because
// of one grid dimension: those x whose template index Scale*x + Offset lies on
// its coordinate. For BLOCK it is the interval First..Last.
type Share struct {
	Axis        int
	Place       place
	First, Last symbolic.Expr // 0 where the share is not an interval
	Count       symbolic.Expr
}

// Partition says which iterations of a nest a processor executes: shares of
// its loops, and guards (0/1 in the coordinates) for what one coordinate owns
// alone. Loops without a share are executed whole.
type Partition struct {
	Home   *Access // nil: every processor executes everything
	Ranges []*Loop // all loops that are ranges here, outermost first
	Shares map[*Loop][]Share
	Order  []*Loop // the loops that have shares, by grid dimension
	Guards []symbolic.Expr
	Bound  bool // an upper bound: the owner is not known before run time
}

// partition applies owner computes: the owner of home executes. The loops in
// scope are ranges, all others are fixed.
func (b *Builder) partition(home *Access, scope scope) *Partition {
	p := &Partition{Home: home, Ranges: scope, Shares: map[*Loop][]Share{}}
	if !home.Mapped() {
		p.Home = nil
		return p
	}
	for g := range home.Layout.Axes {
		at := b.place(home, g)
		switch {
		case at.kind == mapping.Replicated:
		case at.irregular:
			b.irregularShare(p, home, g, scope)
		case at.kind == mapping.Fixed:
			p.Guards = append(p.Guards, b.A.Eq(at.dim.Owner(at.sub.Offset), at.coord))
		default:
			p.add(at.sub.Loop, b.share(at, g))
		}
	}
	return p
}

// irregularShare spreads an irregular left side evenly over its grid
// dimension: ceil(trip/p) of the innermost range, marked as a bound.
func (b *Builder) irregularShare(p *Partition, home *Access, g int, scope scope) {
	p.Bound = true
	if len(scope) == 0 {
		return
	}
	l := scope[len(scope)-1]
	if len(p.Shares[l]) > 0 {
		return
	}
	count := b.A.CeilDiv(l.Trip(b.A), home.Layout.Grid.Extents[g])
	p.add(l, Share{Axis: g, First: l.Lo, Last: b.A.Add(l.Lo, count, b.A.Int(-1)), Count: count})
}

func (p *Partition) add(l *Loop, s Share) {
	if len(p.Shares[l]) == 0 {
		p.Order = append(p.Order, l)
	}
	p.Shares[l] = append(p.Shares[l], s)
}

func (b *Builder) share(at place, g int) Share {
	s := Share{Axis: g, Place: at}
	l, d := at.sub.Loop, at.dim
	if d.Format.Kind == mapping.Block {
		s.First, s.Last = b.blockInterval(at)
		s.Count = d.Length(s.First, s.Last)
		return s
	}
	if at.sub.Scale == 1 || at.sub.Scale == -1 {
		t0, t1 := b.templateRange(at.sub, l.Lo, l.Hi)
		s.Count = d.Count(at.coord, t0, t1)
		return s
	}
	mine := b.A.Eq(d.Owner(b.at(at.sub)), at.coord)
	s.Count = b.A.Sum(l.Name, l.Lo, l.Hi, mine)
	return s
}

// blockInterval returns the x of lo..hi whose template index lies in the
// coordinate's block: the inverse image of an interval under Scale*x + Offset.
func (b *Builder) blockInterval(at place) (first, last symbolic.Expr) {
	b0, b1 := at.dim.Block(at.coord)
	if at.sub.Scale < 0 {
		b0, b1 = b1, b0
	}
	scale := at.sub.Scale
	up := func(t symbolic.Expr) symbolic.Expr { return b.divide(b.A.Sub(t, at.sub.Offset), scale, true) }
	down := func(t symbolic.Expr) symbolic.Expr { return b.divide(b.A.Sub(t, at.sub.Offset), scale, false) }
	return b.A.Max(at.sub.Loop.Lo, up(b0)), b.A.Min(at.sub.Loop.Hi, down(b1))
}

// divide returns e/by rounded up or down, for any non-zero constant.
func (b *Builder) divide(e symbolic.Expr, by int64, up bool) symbolic.Expr {
	if by < 0 {
		e, by = b.A.Neg(e), -by
	}
	switch {
	case by == 1:
		return e
	case up:
		return b.A.CeilDiv(e, b.A.Int(by))
	}
	return b.A.FloorDiv(e, b.A.Int(by))
}

// templateRange returns the smallest and largest template index for x in
// lo..hi.
func (b *Builder) templateRange(sub Affine, lo, hi symbolic.Expr) (first, last symbolic.Expr) {
	if sub.Scale < 0 {
		lo, hi = hi, lo
	}
	value := func(x symbolic.Expr) symbolic.Expr {
		return b.A.Add(b.A.Mul(b.A.Int(sub.Scale), x), sub.Offset)
	}
	return value(lo), value(hi)
}

// Sum adds amount (which may mention the loops' x) over the iterations that a
// processor executes of the loops, innermost last.
func (b *Builder) Sum(p *Partition, loops []*Loop, amount symbolic.Expr) symbolic.Expr {
	for i := len(loops) - 1; i >= 0; i-- {
		amount = b.sumLoop(p.Shares[loops[i]], loops[i], amount)
	}
	return b.A.Mul(append([]symbolic.Expr{amount}, p.Guards...)...)
}

func (b *Builder) sumLoop(shares []Share, l *Loop, amount symbolic.Expr) symbolic.Expr {
	varies := b.mentions(amount, l.Name)
	switch {
	case len(shares) == 0 && !varies:
		return b.A.Mul(l.Trip(b.A), amount)
	case len(shares) == 0:
		return b.A.Sum(l.Name, l.Lo, l.Hi, amount)
	case len(shares) == 1 && !varies:
		return b.A.Mul(shares[0].Count, amount)
	case len(shares) == 1 && shares[0].First != 0:
		return b.A.Sum(l.Name, shares[0].First, shares[0].Last, amount)
	}
	for _, s := range shares {
		if s.Place.coord != 0 {
			amount = b.A.Mul(amount, b.A.Eq(s.Place.dim.Owner(b.at(s.Place.sub)), s.Place.coord))
		}
	}
	return b.A.Sum(l.Name, l.Lo, l.Hi, amount)
}

// Total adds amount over all iterations of the loops, as the sequential
// program executes them.
func (b *Builder) Total(loops []*Loop, amount symbolic.Expr) symbolic.Expr {
	for i := len(loops) - 1; i >= 0; i-- {
		amount = b.sumLoop(nil, loops[i], amount)
	}
	return amount
}

func (b *Builder) mentions(e symbolic.Expr, name string) bool {
	for _, s := range b.A.Free(e) {
		if s.Name == name {
			return true
		}
	}
	return false
}
