package comm

import (
	"slices"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Share is the part of a loop's iterations that a processor executes because
// of one grid dimension: those x whose template index Scale*x + Offset lies on
// its coordinate. For BLOCK it is the interval First..Last.
type Share struct {
	Axis        int
	Place       place
	First, Last symbolic.Expr // 0 where the share is not an interval
	Count       symbolic.Expr
	Any         bool // which Count iterations they are is not known before run time
}

// Same reports whether two shares are the same iterations of a loop.
func (s Share) Same(t Share) bool {
	if s.First == 0 && keyOf(s.Place) != keyOf(t.Place) {
		return false
	}
	return s.Axis == t.Axis && s.First == t.First && s.Last == t.Last && s.Count == t.Count && s.Any == t.Any
}

// Partition says which iterations of a nest a processor executes: shares of
// its loops, and guards (0/1) for what one coordinate owns alone or a subscript
// of several loops decides. Loops without a share are executed whole.
type Partition struct {
	Home   Home    // nil: every processor executes everything
	Ranges []*Loop // all loops that are ranges here, outermost first
	Shares Shares
	Order  []*Loop // the loops that have shares, by grid dimension
	Guards []symbolic.Expr
	Bound  bool // an upper bound: the owner is not known before run time
}

// Shares are the shares of loops, as Order has them.
type Shares []loopShares

type loopShares struct {
	of  *Loop
	all []Share
}

// Of returns the shares of a loop, one for each grid dimension that has one.
func (s Shares) Of(l *Loop) []Share {
	for i := range s {
		if s[i].of == l {
			return s[i].all
		}
	}
	return nil
}

// partition gives the iterations of the loops in scope to the owners; all
// other loops are fixed.
func (b *Builder) partition(home Home, scope Scope) *Partition {
	p := &Partition{Home: home, Ranges: scope}
	if !home.Shared() {
		p.Home = nil
		return p
	}
	for g, x := range home {
		if x == nil {
			continue
		}
		at := b.Place(x, g)
		switch {
		case at.Irregular && at.Sub.Offset == 0:
			b.evenShare(p, g, scope, b.deciding(scope, x))
		case at.Kind == mapping.Fixed || at.Irregular:
			p.Guards = append(p.Guards, b.here(at))
		default:
			p.Add(at.Sub.Loop, b.share(at, g))
		}
	}
	return p
}

// evenShare spreads a left side whose owner only the run time knows evenly over
// its grid dimension: ceil(trip/p) of the innermost range that moves it, marked as a bound.
func (b *Builder) evenShare(p *Partition, g int, scope, deciding Scope) {
	p.Bound = true
	if len(scope) == 0 {
		return
	}
	if len(deciding) == 0 {
		deciding = scope
	}
	l := deciding[len(deciding)-1]
	trip, shares := l.Trip(b.A), p.Shares.Of(l)
	switch {
	case len(shares) == 1 && shares[0].Any: // of another dimension that it decides about
		trip = shares[0].Count
		p.drop(l)
	case len(shares) > 0:
		return
	}
	count := b.A.CeilDiv(trip, b.Joint.Extents[g])
	p.Add(l, Share{Axis: g, First: l.Lo, Last: b.A.Add(l.Lo, count, b.A.Int(-1)), Count: count, Any: true})
}

// Add gives a processor its share of a loop.
func (p *Partition) Add(l *Loop, s Share) {
	if len(p.Shares.Of(l)) == 0 {
		p.Order = append(p.Order, l)
	}
	i := slices.Index(p.Order, l)
	if i == len(p.Shares) {
		p.Shares = append(p.Shares, loopShares{of: l})
	}
	p.Shares[i].all = append(p.Shares[i].all, s)
}

// drop takes a loop's shares away.
func (p *Partition) drop(l *Loop) {
	i := slices.Index(p.Order, l)
	p.Order, p.Shares = slices.Delete(p.Order, i, i+1), slices.Delete(p.Shares, i, i+1)
}

// shareOf returns the share of the loop because of grid dimension g, else any
// other.
func (p *Partition) shareOf(l *Loop, g int) (Share, bool) {
	shares := p.Shares.Of(l)
	if i := slices.IndexFunc(shares, func(s Share) bool { return s.Axis == g }); i >= 0 {
		return shares[i], true
	}
	if len(shares) == 0 {
		return Share{}, false
	}
	return shares[0], true
}

// whole reports whether the shares of the loops are all there is to know: no
// loop has two, and no guard depends on a range.
func (b *Builder) whole(p *Partition) bool {
	for _, l := range p.Order {
		if len(p.Shares.Of(l)) > 1 {
			return false
		}
	}
	names := Scope(p.Ranges).Names()
	return !slices.ContainsFunc(p.Guards, func(g symbolic.Expr) bool { return b.MentionsAny(g, names) })
}

// ShareKey is what a share depends on.
type ShareKey struct {
	moved movedKey
	axis  int
}

// Key returns what the share depends on.
func (s Share) Key() ShareKey { return ShareKey{keyOf(s.Place), s.Axis} }

// movedKey is what the intersection of a loop with a distribution depends on.
type movedKey struct {
	name          string
	lo, hi        symbolic.Expr
	scale         int64
	offset, coord symbolic.Expr
	dim           mapping.Dim
}

func keyOf(at place) movedKey {
	k := movedKey{scale: at.Sub.Scale, offset: at.Sub.Offset, coord: at.Coord, dim: at.Dim}
	if l := at.Sub.Loop; l != nil {
		k.name, k.lo, k.hi = l.Name, l.Lo, l.Hi
	}
	return k
}

// share returns the share of the place's loop because of grid dimension g.
func (b *Builder) share(at place, g int) Share {
	key := ShareKey{keyOf(at), g}
	s, known := b.shares[key]
	if !known {
		s = b.newShare(at, g)
		b.shares[key] = s
	}
	s.Place = at
	return s
}

func (b *Builder) newShare(at place, g int) Share {
	s := Share{Axis: g}
	l, d := at.Sub.Loop, at.Dim
	switch {
	case d.Contiguous():
		s.First, s.Last = b.BlockInterval(at)
		s.Count = mapping.Length(b.A, s.First, s.Last)
		return s
	case tabled(d):
		t0, _ := b.templateRange(at.Sub, l.Lo, l.Hi)
		s.Count = b.heldOf(at, t0, l.Trip(b.A))
		return s
	}
	s.Count = b.window(at, l.Lo, l.Hi, b.A.Int(0), d.BlockSize())
	return s
}

// window counts the x of first..last whose template index lies on the place's
// coordinate of a CYCLIC(k) dimension, at the places from..to-1 of its block.
func (b *Builder) window(at place, first, last, from, to symbolic.Expr) symbolic.Expr {
	a, d := b.A, at.Dim
	if abs(at.Sub.Scale) == 1 {
		t0, t1 := b.templateRange(at.Sub, first, last)
		return d.Window(at.Coord, from, to, t0, t1)
	}
	t := a.Add(a.Mul(a.Int(at.Sub.Scale), first), at.Sub.Offset)
	return d.Strided(at.Coord, from, to, t, at.Sub.Scale, mapping.Length(a, first, last))
}

// BlockInterval returns the x of lo..hi whose template index lies in the
// coordinate's block: the inverse image of an interval under Scale*x + Offset.
func (b *Builder) BlockInterval(at place) (first, last symbolic.Expr) {
	b0, b1 := at.Dim.Block(at.Coord)
	if at.Sub.Scale < 0 {
		b0, b1 = b1, b0
	}
	scale := at.Sub.Scale
	up := func(t symbolic.Expr) symbolic.Expr { return b.divide(b.A.Sub(t, at.Sub.Offset), scale, true) }
	down := func(t symbolic.Expr) symbolic.Expr { return b.divide(b.A.Sub(t, at.Sub.Offset), scale, false) }
	return b.A.Max(at.Sub.Loop.Lo, up(b0)), b.A.Min(at.Sub.Loop.Hi, down(b1))
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

func abs(x int64) int64 { return max(x, -x) }
