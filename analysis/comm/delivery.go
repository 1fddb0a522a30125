package comm

import "github.com/parlens/parlens/analysis/symbolic"

// deliveryVolume returns what the owners of the left side, who take the
// iterations of p, receive from where home computes it: one element for every
// iteration that home executes elsewhere.
func (b *Builder) deliveryVolume(p *Partition, e *Element) volume {
	f := b.newFactors(p)
	v := volume{local: true}
	for g := range b.Joint.Extents {
		n := b.localNeed(b.A.Int(1), b.Coords[g])
		if x := e.Home.Of(g); x != nil {
			n = b.meet(p, x, g, spread{})
			f.bound = f.bound || b.Place(x, g).Irregular
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
			n := b.CountOf(p, l)
			f.elements, f.own = b.A.Mul(f.elements, n), b.A.Mul(f.own, n)
		}
	}
	v.elements, v.messages, _ = f.volume(e.Left)
	v.bound = f.bound || e.Masked || widened(p)
	if b.scatters(e.Left) {
		others := b.A.Sub(b.size(), b.A.Int(1))
		v.elements = b.A.Mul(b.some(others), b.A.Min(b.allOf(p), b.heldBy(e.Left)))
		v.messages, v.from = b.A.Min(v.elements, others), b.everybody()
	}
	return v
}

// scatters reports whether only the run time knows whose an element is.
func (b *Builder) scatters(x *Access) bool {
	for g := range x.Layout.Axes {
		if at := b.Place(x, g); at.Irregular && at.Sub.Offset == 0 {
			return true
		}
	}
	return false
}

// heldBy returns how many elements of an array the processor has: no more come to it where
// iterations that may run in any order store to each once.
func (b *Builder) heldBy(x *Access) symbolic.Expr {
	n := b.A.Int(1)
	for d := range x.Sym.Dims {
		g := x.Layout.AxisOf(d)
		if g < 0 {
			n = b.A.Mul(n, b.extent(x.Sym, d))
			continue
		}
		first, last := b.DeclaredBounds(x.Sym, d)
		n = b.A.Mul(n, x.Layout.Axes[g].Held(x.Layout.DimOf(b.A, g), b.Coords[g], first, last))
	}
	return n
}

// allOf returns the iterations of all processors: any of their results may be
// another's.
func (b *Builder) allOf(p *Partition) symbolic.Expr {
	n := b.A.Int(1)
	for _, l := range p.Ranges {
		n = b.A.Mul(n, l.Trip(b.A))
	}
	return n
}

// Delivered is what a write-back brings home: the left side, computed by the
// iterations of a partition.
type Delivered struct {
	Partition *Partition
	Left      *Access
	element   *Element
}
