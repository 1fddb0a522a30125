package generate

import (
	"fmt"
	"slices"
	"strings"
)

// deepest is the nesting of constructs.
const deepest = 3

// statement returns a statement, or a construct with what it contains, where
// the indices have values; sometimes twice, so that what it fetches may be there
// already.
func (g *generator) statement(indices []index, depth int) []*statement {
	s := g.one(indices, depth)
	if g.chance(8) {
		return slices.Concat(s, s)
	}
	return s
}

func (g *generator) one(indices []index, depth int) []*statement {
	if depth >= deepest || len(indices) > 1 && g.chance(2) {
		return g.simple(indices)
	}
	switch g.below(10) {
	case 8, 9:
		if len(indices) == 0 {
			return g.nest()
		}
	case 7:
		if len(indices) == 0 {
			return g.stencil()
		}
	case 0, 1, 2:
		return g.loop(indices, depth)
	case 3:
		return g.forall(indices)
	case 4:
		if depth > 0 || g.chance(4) {
			return g.condition(indices, depth)
		}
	case 5:
		if len(indices) == 0 {
			return g.accumulation()
		}
	}
	return g.simple(indices)
}

func line(format string, args ...any) []*statement {
	return []*statement{{before: []string{fmt.Sprintf(format, args...)}}}
}

// simple returns an assignment: of an element, a section or a scalar.
func (g *generator) simple(indices []index) []*statement {
	switch g.below(8) {
	case 0, 1:
		return g.section(indices)
	case 3:
		return g.routine(indices)
	case 2:
		return g.scalar(indices)
	}
	return line("%s = %s", g.target(indices), g.sum(indices))
}

// target is an element on the left side: its subscripts run with the indices,
// innermost first, as far as there are any.
func (g *generator) target(indices []index) string {
	defer g.decides()()
	x := g.arrays[g.below(3)]
	var subs []string
	rest := slices.Clone(indices)
	for _, d := range x.dims {
		if len(rest) == 0 || g.chance(12) {
			subs = append(subs, g.subscriptOf(d, indices))
			continue
		}
		k := len(rest) - 1
		if g.chance(4) {
			k = g.below(len(rest))
		}
		subs = append(subs, g.straight(d, rest[k]))
		rest = slices.Delete(rest, k, k+1)
	}
	return x.name + "(" + strings.Join(subs, ",") + ")"
}

func (g *generator) element(indices []index) string {
	x := g.arrays[g.below(len(g.arrays))]
	var subs []string
	for _, d := range x.dims {
		subs = append(subs, g.subscriptOf(d, indices))
	}
	return x.name + "(" + strings.Join(subs, ",") + ")"
}

// sum is an expression of one to three terms.
func (g *generator) sum(indices []index) string {
	term := func() string {
		switch g.below(8) {
		case 0:
			return "s"
		case 1:
			return "0.5 * " + g.element(indices)
		case 2:
			return "abs(" + g.element(indices) + ")"
		case 3:
			if r := g.reduced(indices); r != "" && g.chance(2) {
				return r
			}
		}
		return g.element(indices)
	}
	e := term()
	for range g.below(3) {
		e += pick(g, " + ", " - ") + term()
	}
	return e
}

// scalar assigns to a scalar: an expression, or a reduction of sections.
func (g *generator) scalar(indices []index) []*statement {
	if len(indices) > 0 || g.chance(2) {
		return line("%s = %s", pick(g, "q", "w"), g.sum(indices))
	}
	var arrays []array
	for _, x := range g.arrays {
		if len(x.dims) == len(g.arrays[0].dims) {
			arrays = append(arrays, x)
		}
	}
	x, y := arrays[g.below(len(arrays))], arrays[g.below(len(arrays))]
	lengths := g.lengths(x)
	left, right := g.sectionOf(x, lengths, indices), g.sectionOf(y, lengths, indices)
	switch g.below(3) {
	case 0:
		return line("q = maxval(abs(%s - %s))", left, right)
	case 1:
		return line("q = sum(%s)", left)
	}
	return line("q = 0.5 * sum(%s * %s) + w", left, right)
}

// section assigns sections of one shape.
func (g *generator) section(indices []index) []*statement {
	x := g.arrays[g.below(3)]
	if g.chance(8) {
		return line("%s = %d.0", x.name, g.below(3))
	}
	lengths := g.lengths(x)
	decided := g.decides()
	left := g.sectionOf(x, lengths, indices)
	decided()
	var right []string
	for range 1 + g.below(2) {
		var fitting []array
		for _, y := range g.arrays {
			if len(y.dims) >= ranks(lengths) {
				fitting = append(fitting, y)
			}
		}
		right = append(right, g.sectionOf(fitting[g.below(len(fitting))], lengths, indices))
	}
	assignment := fmt.Sprintf("%s = %s", left, strings.Join(right, " + "))
	switch {
	case g.chance(8):
		return line("where (%s < 1.0e30) %s", right[0], assignment)
	case g.chance(12) && len(indices) == 0 && x.dealt:
		return line("%s / (2.0 + maxval(abs(%s)))", assignment, x.name)
	}
	return line("%s", assignment)
}

// lengths returns the extents of a section's dimensions; 0 for a subscript.
func (g *generator) lengths(x array) []int {
	lengths := make([]int, len(x.dims))
	some := false
	for d := range lengths {
		if !g.chance(4) {
			lengths[d] = g.between(1, g.n)
			if g.chance(2) {
				lengths[d] = g.between(g.n-3, g.n)
			}
			some = true
		}
	}
	if !some {
		lengths[0] = g.n - 2
	}
	return lengths
}

func ranks(lengths []int) int {
	n := 0
	for _, l := range lengths {
		if l > 0 {
			n++
		}
	}
	return n
}

// sectionOf returns a section of x with those extents in order; its other
// dimensions get subscripts.
func (g *generator) sectionOf(x array, lengths []int, indices []index) string {
	var extents []int
	for _, l := range lengths {
		if l > 0 {
			extents = append(extents, l)
		}
	}
	spare := len(x.dims) - len(extents)
	var subs []string
	for _, d := range x.dims {
		if len(extents) == 0 || spare > 0 && g.chance(2) {
			subs = append(subs, g.subscriptOf(d, indices))
			spare--
			continue
		}
		subs = append(subs, g.triplet(d, extents[0]))
		extents = extents[1:]
	}
	return x.name + "(" + strings.Join(subs, ",") + ")"
}

// triplet returns lo:hi or lo:hi:stride with the given number of elements.
func (g *generator) triplet(d extent, length int) string {
	bounds := extentOf(g, d)
	size := bounds.hi - bounds.lo + 1
	stride := 1
	if length > 1 {
		stride = min(g.between(1, 3), (size-1)/(length-1))
	}
	if length == size && g.chance(2) {
		return ":"
	}
	lo := bounds.lo + g.below(size-(length-1)*stride)
	hi := lo + (length-1)*stride
	switch {
	case g.chance(8):
		return fmt.Sprintf("%v:%d:%d", linear{1, hi - g.n}, lo, -stride)
	case stride > 1:
		return fmt.Sprintf("%d:%d:%d", lo, hi, stride)
	case g.chance(2): // relative to n
		return fmt.Sprintf("%d:%v", lo, linear{1, hi - g.n})
	}
	return fmt.Sprintf("%d:%d", lo, hi)
}
