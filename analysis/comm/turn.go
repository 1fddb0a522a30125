package comm

import (
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
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

// circular is CSHIFT: the result at position i is the array's element at
// (i+shift) mod n.
func (r *reader) circular(c *program.Call) (mapping.Layout, error) {
	o, d, shift, err := r.shifted(c, 2)
	if err != nil {
		return mapping.Layout{}, err
	}
	at, err := r.result(c, len(o.extent))
	if err != nil {
		return mapping.Layout{}, err
	}
	a := r.b.A
	if shift == 0 {
		at[d] = irregular
		r.take(o, at)
		return r.mapped(o), nil
	}
	r.take(o, at)
	x := r.element.Reads[len(r.element.Reads)-1]
	for dim, s := range o.subs {
		if s.dim == d {
			constant, _ := a.ConstInt(shift)
			x.Turn = &Turn{Dim: dim, By: a.Mod(shift, a.Max(o.extent[d], a.Int(1))), N: o.extent[d], Shift: constant}
		}
	}
	return r.mapped(o), nil
}

// shifted reads the arguments that CSHIFT and EOSHIFT have in common: the
// array, the dimension (from 0), and the shift; 0 (no expression) for one that
// only the run time knows, or another one for every line of the array.
func (r *reader) shifted(c *program.Call, dimAt int) (o *operand, d int, shift symbolic.Expr, err error) {
	if o, err = r.argument(c, "array", 0); err != nil {
		return
	}
	if d, err = r.dimension(c, dimAt, len(o.extent)); err != nil {
		return
	}
	e, err := needed(c, "shift", 1)
	if err != nil {
		return o, d, 0, err
	}
	if v, ok := r.b.value(e, r.scope); ok && program.RankOf(e) == 0 {
		shift = v
	}
	if program.RankOf(e) > 0 {
		return o, d, 0, nil
	}
	return o, d, shift, r.subscripts(program.NewRef(c.Span(), nil, program.Element(e)))
}

// endOff is EOSHIFT: a part reads what stays inside, the rest is filled from
// the boundary.
func (r *reader) endOff(c *program.Call) (mapping.Layout, error) {
	o, d, shift, err := r.shifted(c, 3)
	if err != nil {
		return mapping.Layout{}, err
	}
	at, err := r.result(c, len(o.extent))
	if err != nil {
		return mapping.Layout{}, err
	}
	if shift == 0 {
		at[d] = irregular
		r.take(o, at)
		return r.mapped(o), nil
	}
	a, l := r.b.A, r.section[d]
	first := a.Add(l.Lo, a.Max(a.Int(0), a.Neg(shift)))
	last := a.Sub(l.Hi, a.Max(a.Int(0), shift))
	at[d].Offset = a.Add(at[d].Offset, shift)
	inside := l.narrow(first, last)
	r.along(d, inside, r.from(o, at))
	if b := c.Argument("boundary", 2); b != nil && program.RankOf(b) > 0 {
		return mapping.Layout{}, r.filled(b, d, shift)
	}
	return r.mapped(o), nil
}

// along adds a part that reads over a range of its own in dimension d of the
// section.
func (r *reader) along(d int, within *Loop, x *Access) {
	on := map[*Loop]*Loop{r.section[d]: within}
	loops := append([]*Loop{}, r.element.Loops...)
	loops[loopAt(loops, r.section[d])] = within
	r.parts = append(r.parts, part{loops: loops, on: on, reads: []*Access{x.on(on)}, ops: Operations{"load": 1}})
}

// filled reads the boundary, an array of one dimension less, at the end that
// the shift leaves free.
func (r *reader) filled(boundary program.Expr, d int, shift symbolic.Expr) error {
	o, err := r.operandOf(boundary)
	if err != nil {
		return err
	}
	a, l := r.b.A, r.section[d]
	n := l.Trip(a)
	free := a.Min(n, a.Max(shift, a.Neg(shift)))
	first := a.Cond(a.Lt(a.Int(0), shift), a.Add(l.Hi, a.Neg(free), a.Int(1)), l.Lo)
	edge := l.narrow(first, a.Add(first, free, a.Int(-1)))
	r.along(d, edge, r.from(o, without(r.b.positions(r.section), d)))
	return nil
}

// narrow returns the loop over a part of its range.
func (l *Loop) narrow(first, last symbolic.Expr) *Loop {
	part := *l
	part.Lo, part.Hi = first, last
	return &part
}

// turned returns what grid dimension g needs for a circular reference: what
// lies By further on as far as that goes, and the rest from the beginning. The
// owners are those of either.
func (b *Builder) turned(p *Partition, x *Access, g int) need {
	a := b.A
	at := b.place(x, g)
	l := at.sub.Loop
	by := a.Mul(a.Int(at.sub.Scale), x.Turn.By)
	wrap := a.Mul(a.Int(at.sub.Scale), x.Turn.N)
	split := a.Sub(l.Hi, x.Turn.By)
	on, back := at, at
	on.sub.Loop, back.sub.Loop = l.narrow(l.Lo, split), l.narrow(a.Add(split, a.Int(1)), l.Hi)
	on.sub.Offset = a.Add(at.sub.Offset, by)
	back.sub.Offset = a.Sub(on.sub.Offset, wrap)
	return b.either(b.over(p, on, l, g), b.over(p, back, l, g), at.dim)
}

// over returns the need of a place over a part of the loop l, and how many of
// its elements lie on each coordinate.
func (b *Builder) over(p *Partition, at place, l *Loop, g int) partNeed {
	s, shared := p.shareOf(l, g)
	if !shared {
		n := b.interval(at, at.sub.Loop.Trip(b.A), at.sub.Loop.Lo, at.sub.Loop.Hi)
		on := func(q symbolic.Expr) (symbolic.Expr, bool) {
			return b.ownAt(at, at.sub.Loop.Lo, at.sub.Loop.Hi, q), true
		}
		return partNeed{n, on, abs(at.sub.Scale) == 1}
	}
	if s.Place.coord == 0 {
		return partNeed{need: b.scattered(s.Count, at.dim)}
	}
	home := s.Place
	home.sub.Loop = at.sub.Loop
	axis := s.Axis
	s = b.newShare(home, axis)
	s.Place = home
	n := b.meetShare(s, at, g, spread{})
	on := func(q symbolic.Expr) (symbolic.Expr, bool) { return b.between(s, at, q) }
	return partNeed{n, on, s.First != 0 && abs(at.sub.Scale) == 1}
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
	if at.kind != mapping.Aligned || at.irregular || at.sub.Loop == nil {
		return false
	}
	s, shared := p.shareOf(at.sub.Loop, g)
	if !shared || !sameWay(s, at, g) {
		return false
	}
	if x.Turn != nil && x.Turn.Dim == x.Layout.Axes[g].Dim {
		return true
	}
	_, constant := b.A.ConstInt(b.A.Sub(at.sub.Offset, s.Place.sub.Offset))
	return !constant
}

func (x *Access) move(g int) Move {
	m := Move{Dim: x.Layout.Axes[g].Dim}
	if x.Turn != nil && x.Turn.Dim == m.Dim {
		m.Circular, m.Offset = true, x.Turn.Shift
	}
	return m
}
