package generate

import (
	"fmt"
	"strings"
)

// subscript is scale*index + offset.
type subscript struct {
	scale  int
	index  string
	offset linear
}

// String writes "2*i-1", "n+1-i", "7".
func (s subscript) String() string {
	if s.scale == 0 {
		return s.offset.String()
	}
	x := s.index
	if abs(s.scale) != 1 {
		x = fmt.Sprintf("%d*%s", abs(s.scale), s.index)
	}
	switch {
	case s.scale < 0:
		return s.offset.String() + "-" + x
	case s.offset.n != 0:
		return x + "+" + s.offset.String()
	case s.offset.c != 0:
		return fmt.Sprintf("%s%+d", x, s.offset.c)
	}
	return x
}

func abs(x int) int { return max(x, -x) }

// interval is a range of numbers.
type interval struct{ lo, hi int }

func extentOf(g *generator, e extent) interval { return interval{g.value(e.lo), g.value(e.hi)} }

// fits reports whether the subscript stays inside the bounds while its index
// runs over the range.
func (s subscript) fits(g *generator, index, bounds interval) bool {
	x, y := s.scale*index.lo+g.value(s.offset), s.scale*index.hi+g.value(s.offset)
	return min(x, y) >= bounds.lo && max(x, y) <= bounds.hi
}

// index is a loop's index with the hull of its values.
type index struct {
	name string
	interval
}

// subscriptOf returns a subscript of the dimension, mostly of one of the
// indices.
func (g *generator) subscriptOf(d extent, indices []index) string {
	bounds := extentOf(g, d)
	for range 6 {
		if len(indices) == 0 || g.chance(9) {
			break
		}
		x := indices[g.below(len(indices))]
		if len(indices) > 1 && g.chance(40) {
			if s, ok := g.twoIndices(bounds, indices); ok {
				return s
			}
		}
		if !g.deciding && g.chance(30) { // within all bounds: they take in 1 to n
			g.lookups = true
			return pick(g, "ix", "jx") + "(" + x.name + ")"
		}
		s := subscript{scale: pick(g, 1, 1, 1, 1, 1, 1, 1, 2, -1), index: x.name, offset: linear{0, pick(g, 0, 0, 0, -1, 1, -2, 2, 3)}}
		if s.scale == 2 {
			s.offset.c -= g.between(1, g.n)
		}
		if s.scale < 0 {
			s.offset = linear{1, g.between(0, 2)}
		}
		if s.fits(g, x.interval, bounds) {
			return s.String()
		}
	}
	if g.chance(4) {
		return d.hi.String()
	}
	return fmt.Sprint(g.between(bounds.lo, 7)) // below all that is near n
}

// decides says that what is made decides who executes something, until the function is called that
// it returns: nothing is looked up in index arrays, since how many iterations a processor has would
// be a bound then.
func (g *generator) decides() func() {
	before := g.deciding
	g.deciding = true
	return func() { g.deciding = before }
}

// lookup declares an index array: any indices from 1 to 10, as all arrays have them.
func (g *generator) lookup(name string) string {
	values := make([]string, g.n+2)
	for i := range values {
		values[i] = fmt.Sprint(g.between(1, 10))
	}
	return fmt.Sprintf("  integer, parameter :: %s(%d) = [%s]", name, len(values), strings.Join(values, ", "))
}

// twoIndices returns a subscript of the first two indices.
func (g *generator) twoIndices(bounds interval, indices []index) (string, bool) {
	x, y := indices[0], indices[1]
	switch {
	case x.lo+y.lo >= bounds.lo && x.hi+y.hi <= bounds.hi:
		return x.name + "+" + y.name, true
	case x.lo-y.hi+5 >= bounds.lo && x.hi-y.lo+5 <= bounds.hi:
		return x.name + "-" + y.name + "+5", true
	}
	return fmt.Sprintf("mod(%s*%s, 7) + 1", x.name, y.name), bounds.lo <= 1
}

// straight returns a subscript that runs with the index: x + c.
func (g *generator) straight(d extent, x index) string {
	s := subscript{scale: 1, index: x.name, offset: linear{0, pick(g, 0, 0, 0, 1, -1)}}
	if s.fits(g, x.interval, extentOf(g, d)) {
		return s.String()
	}
	return x.name
}
