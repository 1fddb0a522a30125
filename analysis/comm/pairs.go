package comm

import (
	"fmt"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/symbolic"
)

// ownAt counts the x of first..last whose template index lies on coordinate q.
func (b *Builder) ownAt(at place, first, last, q symbolic.Expr) symbolic.Expr {
	at.Coord = q
	t0, t1 := b.templateRange(at.Sub, first, last)
	return b.ownOf(at, first, last, t0, t1)
}

// between counts the iterations of a share whose place lies on coordinate q of
// the place's grid dimension; false where no formula is short enough.
func (b *Builder) between(s Share, at place, q symbolic.Expr) (symbolic.Expr, bool) {
	home := s.Place
	switch {
	case s.First != 0:
		return b.ownAt(at, s.First, s.Last, q), true
	case home.Coord == 0 || tabled(home.Dim) || tabled(at.Dim):
		return 0, false
	case at.Dim.Format.Kind == mapping.Block:
		at.Coord = q
		first, last := b.BlockInterval(at)
		l := home.Sub.Loop
		return b.window(home, b.A.Max(l.Lo, first), b.A.Min(l.Hi, last), b.A.Int(0), home.Dim.BlockSize()), true
	case home.Dim.Format.Kind != mapping.Cyclic || at.Dim.Format.Kind != mapping.Cyclic:
		return 0, false
	case abs(home.Sub.Scale) == 1:
		return b.roundByRound(s, at, q), true
	}
	return 0, false
}

// roundByRound counts the same for two CYCLIC dimensions: each round of the
// home's is an interval.
func (b *Builder) roundByRound(s Share, at place, q symbolic.Expr) symbolic.Expr {
	a, home := b.A, s.Place
	l, k := home.Sub.Loop, home.Dim.BlockSize()
	name := fmt.Sprintf("_round%d", s.Axis+1)
	round := a.Sym(name, symbolic.Index)
	t0 := a.Add(home.Dim.Lower, a.Mul(round, k, home.Dim.P), a.Mul(home.Coord, k))
	t1 := a.Add(t0, k, a.Int(-1))
	if home.Sub.Scale < 0 {
		t0, t1 = t1, t0
	}
	x := func(t symbolic.Expr) symbolic.Expr { return a.Mul(a.Int(home.Sub.Scale), a.Sub(t, home.Sub.Offset)) }
	inside := b.ownAt(at, a.Max(l.Lo, x(t0)), a.Min(l.Hi, x(t1)), q)
	rounds := a.CeilDiv(home.Dim.Extent, a.Mul(k, home.Dim.P))
	return a.Sum(name, a.Int(0), a.Sub(rounds, a.Int(1)), inside)
}

// countOwners counts the coordinates of a dimension that hold something of a
// need; where the count on each is not known it is a bound.
func (b *Builder) countOwners(d mapping.Dim, on func(q symbolic.Expr) (symbolic.Expr, bool), n need) (owners symbolic.Expr, bound bool) {
	a := b.A
	q := a.Sym("_q", symbolic.Index)
	count, ok := on(q)
	if !ok {
		return a.Min(n.Owners, d.P), true
	}
	return a.Sum("_q", a.Int(0), a.Sub(d.P, a.Int(1)), b.some(count)), n.Bound
}

// elsewhere returns the need of a share of a CYCLIC dimension for a place that
// is mapped otherwise: exact where the elements on every coordinate can be
// counted.
func (b *Builder) elsewhere(s Share, at place) need {
	a := b.A
	n := b.scattered(s.Count, at.Dim)
	own, ok := b.between(s, at, at.Coord)
	if !ok {
		return n
	}
	n.Own, n.Self, n.Bound = own, b.some(own), false
	n.Owners, n.Bound = b.countOwners(at.Dim, func(q symbolic.Expr) (symbolic.Expr, bool) { return b.between(s, at, q) }, n)
	n.Owners = a.Min(n.Owners, n.Elements)
	return n
}
