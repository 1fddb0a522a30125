package comm

import (
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// volume is what a processor receives in one execution of a communication.
type volume struct {
	elements, messages symbolic.Expr
	partners           symbolic.Expr // messages of what lies between the ends, where not all of that is needed
	from               []Range
	local, bound       bool
}

// groupVolume returns the volume of a group: one message per partner, with what
// all forms of its references need.
func (b *Builder) groupVolume(g *group) volume {
	parts, apart := g.byForm(), searched(g.members)
	v := b.partVolume(parts[0])
	for _, part := range parts[1:] {
		w := b.partVolume(part)
		v.elements = b.A.Add(v.elements, w.elements)
		if apart { // each may come from others
			v.messages = b.A.Min(b.A.Add(v.messages, w.messages), b.A.Sub(b.size(), b.A.Int(1)))
		} else {
			v.messages = b.A.Max(v.messages, w.messages)
		}
		v.local, v.bound = v.local && w.local, true
	}
	for _, m := range g.members {
		v.bound = v.bound || m.element.Masked || m.Perhaps || m.partly
	}
	return v
}

// partVolume returns the volume of references of one form. Where their offsets
// fill a box they need one section; any others need the union of moved copies of
// one, and where strides leave holes in it the sum over the references is an upper
// bound.
func (b *Builder) partVolume(g *group) volume {
	first := g.members[0]
	sides, full := box(g.offsets)
	v := b.sectionVolume(first.Partition, first.Access, sides)
	several := len(g.members) > 1
	oblique := several && b.oblique(first.Partition, first.Access)
	if dense(first.Partition, first.Access, sides) && !oblique && !(several && diagonal(first.Access, sides)) {
		if full || g.area && fullWithOwn(g.offsets, len(first.Layout.Axes)) {
			return v
		}
		v.bound = v.bound || !inBlocks(first.Access, sides)
		return b.union(g, v)
	}
	v.bound = v.bound || !full
	elements, messages := b.A.Int(0), b.A.Int(0)
	for i, m := range g.members {
		if slices.ContainsFunc(g.offsets[:i], func(o []int64) bool { return slices.Equal(o, g.offsets[i]) }) {
			continue
		}
		side, _ := box(g.offsets[i : i+1])
		w := b.sectionVolume(m.Partition, m.Access, side)
		elements, messages = b.A.Add(elements, w.elements), b.A.Add(messages, w.messages)
	}
	v.elements, v.bound = elements, true
	if oblique {
		v.messages = messages
	} else {
		v.messages = b.A.Min(v.partners, messages)
	}
	return v
}

// oblique reports whether one loop moves the access, or shares its work, along
// several grid dimensions.
func (b *Builder) oblique(p *Partition, x *Access) bool {
	seen := map[*Loop]bool{}
	for g := range x.Layout.Axes {
		l := b.Place(x, g).Sub.Loop
		if l != nil && (seen[l] || len(p.Shares.Of(l)) > 1) {
			return true
		}
		seen[l] = true
	}
	return false
}

// dense reports whether the subscripts take every index between the ends in the
// dimensions in which the offsets differ: they run in steps of 1 over
// iterations without a gap.
func dense(p *Partition, x *Access, sides []spread) bool {
	for d, s := range x.Subs {
		side, scale := sideOf(x, d, sides), s.Scale
		if s.Loop == nil {
			scale = 1
		}
		if g := x.Layout.AxisOf(d); g >= 0 {
			scale *= x.Layout.Axes[g].Scale
		}
		gaps := slices.ContainsFunc(p.Shares.Of(s.Loop), func(s Share) bool { return s.First == 0 })
		if side.min != side.max && (abs(scale) != 1 || gaps) {
			return false
		}
	}
	return true
}

// sideOf is how far the offsets spread along a dimension of the array.
func sideOf(x *Access, d int, sides []spread) spread {
	if g := x.Layout.AxisOf(d); g >= 0 {
		return sides[g]
	}
	return sides[len(x.Layout.Axes)+d]
}

// diagonal reports whether one loop runs through several dimensions, in one of which the
// offsets differ: the references are lines beside each other, and fill no box.
func diagonal(x *Access, sides []spread) bool {
	along, differ := map[*Loop]int{}, map[*Loop]bool{}
	for d, s := range x.Subs {
		if side := sideOf(x, d, sides); s.Loop != nil {
			along[s.Loop]++
			differ[s.Loop] = differ[s.Loop] || side.min != side.max
		}
	}
	for l, dimensions := range along {
		if dimensions > 1 && differ[l] {
			return true
		}
	}
	return false
}

// sectionVolume returns the volume of one section.
func (b *Builder) sectionVolume(p *Partition, x *Access, sides []spread) volume {
	key, ok := b.VolumeKey(p, x, sides)
	if !ok {
		return b.newVolume(p, x, sides)
	}
	v, known := b.volumes[string(key)]
	if !known {
		v = b.newVolume(p, x, sides)
		b.volumes[string(key)] = v
	}
	v.from = slices.Clone(v.from)
	return v
}

// newVolume is the product over the dimensions of a section.
func (b *Builder) newVolume(p *Partition, x *Access, sides []spread) volume {
	v := volume{local: true}
	f := b.product(p, x, sides, func(n need) {
		v.from = append(v.from, Range{n.First, n.Last})
		v.local = v.local && n.Local
	})
	for _, side := range sides {
		f.moved *= side.max - side.min + 1
	}
	v.elements, v.messages, v.partners = f.volume(x)
	v.bound = f.bound || p.gaps(x)
	return v
}

// product multiplies up what the dimensions of a section need.
func (b *Builder) product(p *Partition, x *Access, sides []spread, each func(need)) *factors {
	f := b.newFactors(p)
	for g := range x.Layout.Axes {
		n := b.meet(p, x, g, sides[g])
		each(n)
		f.axis(x, g, n)
	}
	f.shared()
	f.collapsed(x, sides[len(x.Layout.Axes):])
	return f
}

func widened(p *Partition) bool {
	return slices.ContainsFunc(p.Ranges, func(l *Loop) bool { return l.Widened })
}

// follows reports whether a subscript runs with the loop.
func (x *Access) follows(l *Loop) bool {
	return slices.ContainsFunc(x.Subs, func(s Affine) bool { return s.Loop == l })
}
