package comm

import (
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/symbolic"
)

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
	at := f.b.Place(x, g)
	if at.Kind == mapping.Aligned && !at.Irregular {
		if len(f.needs[at.Sub.Loop]) == 0 {
			f.order = append(f.order, at.Sub.Loop)
		}
		f.needs[at.Sub.Loop] = append(f.needs[at.Sub.Loop], n)
		f.places[at.Sub.Loop] = append(f.places[at.Sub.Loop], at)
		return
	}
	if at.Irregular && f.b.sharesLoops(f.p, x, g) {
		n.Self = f.b.A.Mul(n.Self, f.b.A.Eq(n.Elements, n.Own))
	}
	f.times(n)
}

// sharesLoops reports whether a loop moves a subscript that only the run time knows and another
// one along the arrangement: then some elements being here in both dimensions does not mean that
// one of the iterations has both.
func (b *Builder) sharesLoops(p *Partition, x *Access, g int) bool {
	moved := func(l *Loop, g int) bool {
		d := x.Layout.Axes[g]
		return d.Kind == mapping.Aligned && d.Dim < len(x.Ref.Subs) && Scope(p.Ranges).moves(l, x.Ref.Subs[d.Dim])
	}
	for _, l := range p.Ranges {
		for other := range x.Layout.Axes {
			if other != g && moved(l, g) && moved(l, other) {
				return true
			}
		}
	}
	return false
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
		if !joint.Local && (len(f.p.Shares.Of(l)) > 1 || len(f.needs[l]) > 1 && joint.Bound) {
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
	for _, s := range f.p.Shares.Of(l) {
		if intervals = intervals && s.First != 0; intervals {
			first, last = a.Max(first, s.First), a.Min(last, s.Last)
		}
	}
	all, own = b.CountOf(f.p, l), a.Int(1)
	ownFirst, ownLast := first, last
	for _, at := range f.places[l] {
		own = a.Mul(own, a.Eq(at.Dim.P, a.Int(1)))
		if intervals = intervals && at.Dim.Contiguous(); intervals {
			x0, x1 := b.BlockInterval(at)
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
			n := b.values(f.p, x, d)
			f.elements, f.own = a.Mul(f.elements, n), a.Mul(f.own, n)
			continue
		case s.Loop == nil:
			continue
		case counted[s.Loop] || len(f.needs[s.Loop]) > 0:
			f.bound = f.bound || apart != 0
			if apart == 0 {
				continue
			}
		}
		counted[s.Loop] = true
		n := b.CountOf(f.p, s.Loop)
		switch {
		case apart == 0:
		case sides[d].common:
			n = a.Max(a.Int(0), a.Sub(n, a.Int(apart)))
		default:
			n = a.Mul(b.some(n), a.Add(n, a.Int(apart)))
		}
		f.elements, f.own = a.Mul(f.elements, n), a.Mul(f.own, n)
	}
}

// volume returns elements, messages, and how many there are others between the ends of what is
// needed: nothing for a processor that executes nothing.
func (f *factors) volume(x *Access) (elements, messages, partners symbolic.Expr) {
	a := f.b.A
	executes := a.Int(1)
	names := Scope(f.p.Ranges).Names()
	for _, g := range f.p.Guards {
		if !f.b.MentionsAny(g, names) {
			executes = a.Mul(executes, g)
		}
	}
	elements, messages = a.Sub(f.elements, f.own), a.Sub(f.owners, f.self)
	for _, l := range f.p.Ranges {
		if len(f.needs[l]) > 0 {
			continue
		}
		some := f.b.some(f.b.CountOf(f.p, l))
		messages = a.Mul(messages, some)
		if !x.follows(l) {
			elements = a.Mul(elements, some)
		}
	}
	partners = messages
	if f.bound {
		elements = a.Min(elements, a.Mul(a.Int(f.moved), f.b.iterations(f.p)))
		messages = a.Min(messages, elements, a.Sub(f.b.size(), a.Int(1)))
	}
	return a.Mul(executes, elements), a.Mul(executes, messages), a.Mul(executes, partners)
}
