package comm

import (
	"cmp"
	"slices"
)

// The sections that several references of one form need are moved copies of one
// box. Their union has, by inclusion and exclusion, the elements of all sets of
// them with alternating signs; what the copies of a set have in common depends only
// on how far they lie apart in each dimension, so that sets of equal extents count
// as one term.

// mostTerms bounds the terms of a union; beyond them the box around all copies is
// an upper bound.
const mostTerms = 60

// term is what copies have in common that lie apart by up to the sides, as often as
// it counts.
type term struct {
	count int64
	sides []spread
}

// terms returns the union of copies at the offsets as a sum.
func terms(offsets [][]int64) []term {
	var all []term
	add := func(count int64, sides []spread) {
		i := slices.IndexFunc(all, func(t term) bool { return slices.Equal(t.sides, sides) })
		if i < 0 {
			i = len(all)
			all = append(all, term{sides: sides})
		}
		all[i].count += count
	}
	for _, o := range offsets {
		before := slices.Clone(all)
		one := make([]spread, len(o))
		for d := range o {
			one[d] = spread{o[d], o[d], true}
		}
		add(1, one)
		for _, t := range before {
			apart := slices.Clone(t.sides)
			for d := range o {
				apart[d] = spread{min(apart[d].min, o[d]), max(apart[d].max, o[d]), true}
			}
			add(-t.count, apart)
		}
		all = slices.DeleteFunc(all, func(t term) bool { return t.count == 0 })
	}
	slices.SortFunc(all, func(s, t term) int {
		return slices.CompareFunc(s.sides, t.sides, func(x, y spread) int {
			return cmp.Or(cmp.Compare(x.min, y.min), cmp.Compare(x.max, y.max))
		})
	})
	return all
}

// union returns the volume of references whose offsets leave gaps in their box,
// which is around all that they need.
func (b *Builder) union(g *group, box volume) volume {
	a, first := b.A, g.members[0]
	sum := b.newFactors(first.Partition)
	sum.elements, sum.own, sum.owners = a.Int(0), a.Int(0), a.Int(0)
	parts := terms(g.offsets)
	if len(parts) > mostTerms || box.bound {
		box.bound = true
		return box
	}
	for _, t := range parts {
		f := b.product(first.Partition, first.Access, t.sides, func(need) {})
		n := a.Int(t.count)
		sum.elements, sum.own = a.Add(sum.elements, a.Mul(n, f.elements)), a.Add(sum.own, a.Mul(n, f.own))
		sum.owners = a.Add(sum.owners, a.Mul(n, f.owners))
	}
	sum.self = b.some(sum.own)
	box.elements, box.messages, _ = sum.volume(first.Access)
	return box
}

// fullWithOwn reports whether the offsets fill a box together with the own element,
// which is there already; the first rank of them are along the arrangement.
func fullWithOwn(offsets [][]int64, rank int) bool {
	all := slices.Clone(offsets)
	for _, o := range offsets {
		own := slices.Clone(o)
		clear(own[:rank])
		if !slices.ContainsFunc(all, func(x []int64) bool { return slices.Equal(x, own) }) {
			all = append(all, own)
		}
	}
	_, full := box(all)
	return full
}
