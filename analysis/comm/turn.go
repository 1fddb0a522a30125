package comm

import (
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Turn makes a reference a circular one: along array dimension Dim it reads By
// positions further on (0 <= By < N), and from the beginning where that is
// beyond the last of N (CSHIFT).
type Turn struct {
	Dim   int
	By, N symbolic.Expr
	Shift int64 // as the program says it, 0 where it is no constant
}

func (x *Access) move(g int) Move {
	m := Move{Dim: x.Layout.Axes[g].Dim}
	if x.Turn != nil && x.Turn.Dim == m.Dim {
		m.Circular, m.Offset = true, x.Turn.Shift
	}
	return m
}

// turned returns what grid dimension g needs for a circular reference: what
// lies By further on as far as that goes, and the rest from the beginning. The
// owners are those of either.
func (b *Builder) turned(p *Partition, x *Access, g int) need {
	a := b.A
	at := b.Place(x, g)
	l := at.Sub.Loop
	by := a.Mul(a.Int(at.Sub.Scale), x.Turn.By)
	wrap := a.Mul(a.Int(at.Sub.Scale), x.Turn.N)
	split := a.Sub(l.Hi, x.Turn.By)
	on, back := at, at
	on.Sub.Loop, back.Sub.Loop = l.Narrow(l.Lo, split), l.Narrow(a.Add(split, a.Int(1)), l.Hi)
	on.Sub.Offset = a.Add(at.Sub.Offset, by)
	back.Sub.Offset = a.Sub(on.Sub.Offset, wrap)
	return b.either(b.over(p, on, l, g), b.over(p, back, l, g), at.Dim)
}

// over returns the need of a place over a part of the loop l, and how many of
// its elements lie on each coordinate.
func (b *Builder) over(p *Partition, at place, l *Loop, g int) partNeed {
	s, shared := p.shareOf(l, g)
	if !shared {
		n := b.interval(at, at.Sub.Loop.Trip(b.A), at.Sub.Loop.Lo, at.Sub.Loop.Hi)
		on := func(q symbolic.Expr) (symbolic.Expr, bool) {
			return b.ownAt(at, at.Sub.Loop.Lo, at.Sub.Loop.Hi, q), true
		}
		return partNeed{n, on, abs(at.Sub.Scale) == 1}
	}
	if s.Place.Coord == 0 {
		return partNeed{need: b.scattered(s.Count, at.Dim)}
	}
	home := s.Place
	home.Sub.Loop = at.Sub.Loop
	axis := s.Axis
	s = b.newShare(home, axis)
	s.Place = home
	n := b.meetShare(s, at, g, spread{})
	on := func(q symbolic.Expr) (symbolic.Expr, bool) { return b.between(s, at, q) }
	return partNeed{n, on, s.First != 0 && abs(at.Sub.Scale) == 1}
}

// partNeed is the need of one of the two parts.
type partNeed struct {
	need
	on  func(q symbolic.Expr) (symbolic.Expr, bool) // elements that coordinate q holds; nil: not known
	run bool                                        // the elements are consecutive: so are the blocks that hold them
}

// either joins the needs of the two parts of a turn. A part that the processor
// has itself comes from nobody.
func (b *Builder) either(x, y partNeed, d mapping.Dim) need {
	a := b.A
	n := need{Elements: a.Add(x.Elements, y.Elements), Own: a.Add(x.Own, y.Own), Bound: x.Bound || y.Bound, Local: x.Local && y.Local}
	n.Self = b.some(n.Own)
	pick := func(onlyX, onlyY, both symbolic.Expr) symbolic.Expr {
		return a.Cond(a.Eq(y.Elements, y.Own), onlyX, a.Cond(a.Eq(x.Elements, x.Own), onlyY, both))
	}
	n.First, n.Last = pick(x.First, y.First, a.Int(0)), pick(x.Last, y.Last, a.Sub(d.P, a.Int(1)))
	n.Owners = a.Min(d.P, a.Add(x.Owners, y.Owners))
	switch {
	case x.on == nil || y.on == nil:
		n.Bound = true
	case d.Format.Kind == mapping.Block && x.run && y.run && !n.Bound:
		both := a.Mul(b.some(x.Elements), b.some(y.Elements), mapping.Length(a, a.Max(x.First, y.First), a.Min(x.Last, y.Last)))
		n.Owners = a.Sub(a.Add(x.Owners, y.Owners), both)
	default:
		n.Owners, n.Bound = b.countOwners(d, func(q symbolic.Expr) (symbolic.Expr, bool) {
			m, ok1 := x.on(q)
			k, ok2 := y.on(q)
			return a.Add(m, k), ok1 && ok2
		}, n)
	}
	return n
}

// slides reports whether a reference moves along grid dimension g as its reader
// does, by a distance that is no constant or comes round.
func (b *Builder) slides(p *Partition, x *Access, at place, g int) bool {
	if at.Kind != mapping.Aligned || at.Irregular || at.Sub.Loop == nil {
		return false
	}
	s, shared := p.shareOf(at.Sub.Loop, g)
	if !shared || !sameWay(s, at, g) {
		return false
	}
	if x.Turn != nil && x.Turn.Dim == x.Layout.Axes[g].Dim {
		return true
	}
	_, constant := b.A.ConstInt(b.A.Sub(at.Sub.Offset, s.Place.Sub.Offset))
	return !constant
}

// Narrow returns the loop over a part of its range.
func (l *Loop) Narrow(first, last symbolic.Expr) *Loop {
	part := *l
	part.Lo, part.Hi = first, last
	return &part
}
