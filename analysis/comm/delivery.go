package comm

// deliveryVolume returns what the owners of the left side, who take the
// iterations of p, receive from where home computes it: one element for every
// iteration that home executes elsewhere.
func (b *Builder) deliveryVolume(p *Partition, e *Element) volume {
	f := b.newFactors(p)
	v := volume{local: true}
	for g := range b.Grid.Extents {
		n := b.localNeed(b.A.Int(1), b.Coords[g])
		if x := e.Home.of(g); x != nil {
			n = b.meet(p, x, g, spread{})
			f.bound = f.bound || b.place(x, g).irregular
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
			n := b.countOf(p, l)
			f.elements, f.own = b.A.Mul(f.elements, n), b.A.Mul(f.own, n)
		}
	}
	v.elements, v.messages = f.volume(e.Left)
	v.bound = f.bound || e.Masked || widened(p)
	return v
}
