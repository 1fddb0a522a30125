package generate

import (
	"fmt"
	"strings"
)

// stencil assigns from the neighbours of each element, mostly with corners: all
// of a box, or all but one.
func (g *generator) stencil() []*statement {
	var arrays []array
	for _, x := range g.arrays {
		if n := len(x.dims); n == 2 || n == 3 {
			arrays = append(arrays, x)
		}
	}
	if len(arrays) == 0 {
		return g.section(nil)
	}
	y := pick(g, arrays...)
	x := y
	if other := pick(g, arrays...); len(other.dims) == len(y.dims) && g.chance(2) {
		x = other
	}
	step := pick(g, 1, 1, 1, 1, 2)
	places := g.box(len(y.dims))
	if g.chance(4) && len(places) > 1 {
		places = places[1:]
	}
	names := []string{"i", "j", "k"}
	var ranges, left, right []string
	all := g.chance(2) // as array syntax
	for d := range x.dims {
		from := fmt.Sprintf("2:%v:%d", linear{1, -1}, step)
		ranges = append(ranges, names[d]+"="+from)
		if !all {
			from = names[d]
		}
		left = append(left, from)
	}
	for _, at := range places {
		var subs []string
		for d, by := range at {
			sub := linearOf(names[d], by)
			if all {
				sub = fmt.Sprintf("%d:%v:%d", 2+by, linear{1, by - 1}, step)
			}
			subs = append(subs, sub)
		}
		right = append(right, y.name+"("+strings.Join(subs, ",")+")")
	}
	text := fmt.Sprintf("%s(%s) = %s", x.name, strings.Join(left, ","), strings.Join(right, " &\n      + "))
	if !all {
		text = fmt.Sprintf("forall (%s) %s", strings.Join(ranges, ", "), text)
	}
	return line("%s", text)
}

func linearOf(name string, by int) string {
	if by == 0 {
		return name
	}
	return fmt.Sprintf("%s%+d", name, by)
}

// box returns the places around an element in the first two or all dimensions,
// in a random order, with or without its own.
func (g *generator) box(rank int) [][]int {
	low, high := pick(g, -1, -1, 0), pick(g, 1, 1, 0)
	out := [][]int{make([]int, rank)}
	for d := range rank {
		if d > 1 && g.chance(2) {
			continue
		}
		var next [][]int
		for _, at := range out {
			for by := low; by <= high; by++ {
				place := append([]int(nil), at...)
				place[d] = by
				next = append(next, place)
			}
		}
		out = next
	}
	g.r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}
