package comm

import (
	"slices"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/symbolic"
)

// References in different directions have messages of their own. What two of them need may be
// the same all the same: b(i-1) and b(i+1) under CYCLIC lie on one processor where there are two,
// and on the own one along a dimension of the arrangement that has one.

// again is 1 where messages of groups before may bring some of what one of a group brings; none
// where that is never so.
func (b *Builder) again(before []*group, g *group) symbolic.Expr {
	var out symbolic.Expr
	for _, x := range before {
		v := b.overlap(x, g)
		if zero, constant := b.A.ConstInt(v); v == 0 || constant && zero == 0 {
			continue
		}
		if out != 0 {
			v = b.A.Or(out, v)
		}
		out = v
	}
	return out
}

// overlap is 1 where two groups may need the same elements of others; none where they never do.
func (b *Builder) overlap(x, y *group) symbolic.Expr {
	first := x.members[0]
	if x.place == "" || x.place != y.place || !slices.Equal(x.forms[:1], y.forms[:1]) || y.members[0].Routine {
		return 0
	}
	a := b.A
	both, elsewhere := a.Int(1), a.Int(0)
	for g := range first.Layout.Axes {
		at := b.Place(first.Access, g)
		if _, moves := b.shift(first.Partition, at, g); !moves {
			if at.Kind != mapping.Replicated && !b.atHome(first.Partition, at, g) {
				elsewhere = a.Int(1)
			}
			continue
		}
		s, t := x.offsets[0][g], y.offsets[0][g]
		switch {
		case at.Dim.Format.Kind == mapping.Cyclic:
			k := at.Dim.BlockSize()
			period := a.Mul(at.Dim.P, k)
			apart := a.Mod(a.Int(t-s), period)
			both = a.And(both, a.Or(a.Lt(apart, k), a.Lt(a.Sub(period, k), apart)))
			elsewhere = a.Or(elsewhere, a.And(a.Mod(a.Int(s), period), a.Mod(a.Int(t), period)))
		case at.Dim.Contiguous():
			if s > 0 && t > 0 || s < 0 && t < 0 {
				elsewhere = a.Or(elsewhere, a.Lt(a.Int(1), at.Dim.P))
			}
		case s != t:
			return 0
		case s != 0:
			elsewhere = a.Int(1)
		}
	}
	return a.And(both, elsewhere)
}
