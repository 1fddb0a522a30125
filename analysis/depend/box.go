package depend

import (
	"slices"
)

// interval is the subscripts of one dimension from low to high; an end that is nil is that
// of the array.
type interval struct{ low, high *linear }

// box is elements of an array: an interval per dimension. It is empty where one of them is.
type box []interval

// bounds are those of the array's dimensions as far as they are what they were when it was
// declared, with what is known of atoms.
type bounds struct {
	dims   []interval
	least  func(atom) (int64, bool)
	around func() []round // the loops whose indices are atoms
}

// atLeast tells whether x >= y whatever the atoms are that may have any value.
func (b bounds) atLeast(x, y *linear) bool {
	if by, ok := x.above(y); ok {
		return by >= 0
	}
	d := x.plus(-1, y)
	if b.around != nil {
		loops := b.around()
		for i := len(loops) - 1; i >= 0; i-- {
			if l := loops[i]; l.names(d) {
				if at := l.extreme(d, true); at != nil {
					d = d.with(l.index, at)
				}
			}
		}
	}
	sum := d.constant
	for a, f := range d.factors {
		if f < 0 {
			return false
		}
		low, known := b.least(a)
		if !known {
			return false
		}
		sum += f * low
	}
	return sum >= 0
}

// within tells whether an interval lies in another one of the same dimension.
func (b bounds) within(x, y interval, dim int) bool { return b.begins(x, y, dim) && b.ends(x, y, dim) }

// begins tells whether y begins where x does, or before it. What a program names lies in the
// array.
func (b bounds) begins(x, y interval, dim int) bool {
	first := b.dims[dim].low
	return y.low == nil || x.low != nil && b.atLeast(x.low, y.low) || first != nil && b.atLeast(first, y.low)
}

func (b bounds) ends(x, y interval, dim int) bool {
	last := b.dims[dim].high
	return y.high == nil || x.high != nil && b.atLeast(y.high, x.high) || last != nil && b.atLeast(y.high, last)
}

// mostSplit bounds the elements of a constant interval that are looked at one by one.
const mostSplit = 16

// inside tells whether the elements of a box lie in some others together: in those that
// follow each other along one dimension and hold all of it in the other ones, or, element by
// element, where an interval has few.
func (b bounds) inside(x box, among []box) bool {
	if len(x) == 0 {
		return len(among) > 0
	}
	for d := range x {
		var along []interval
		for _, y := range among {
			if b.holds(y, x, d) && !slices.ContainsFunc(along, func(z interval) bool { return z.same(y[d]) }) {
				along = append(along, y[d])
			}
		}
		if b.chained(x[d], along, d) {
			return true
		}
	}
	for d := range x {
		low, high, few := b.constant(x[d], d)
		if !few || low == high {
			continue
		}
		for n := low; n <= high; n++ {
			one := slices.Clone(x)
			one[d] = interval{&linear{constant: n}, &linear{constant: n}}
			rest := slices.DeleteFunc(slices.Clone(among), func(y box) bool { return !b.within(one[d], y[d], d) })
			if !b.inside(one, rest) {
				return false
			}
		}
		return true
	}
	return false
}

// holds tells whether a box has all of another one in every dimension but one.
func (b bounds) holds(y, x box, but int) bool {
	for d := range x {
		if d != but && !b.within(x[d], y[d], d) {
			return false
		}
	}
	return true
}

func (x interval) same(y interval) bool {
	return (x.low == y.low || x.low != nil && y.low != nil && x.low.equal(y.low)) && (x.high == y.high || x.high != nil && y.high != nil && x.high.equal(y.high))
}

// chained tells whether intervals follow each other from the beginning of x to its end, each
// beginning behind the end of the one before at the latest: whichever of them are empty, each
// element of x is in the first of those that do not end before it.
func (b bounds) chained(x interval, among []interval, dim int) bool {
	var reached []interval
	for _, y := range among {
		if b.begins(x, y, dim) {
			reached = append(reached, y)
		}
	}
	for i := 0; i < len(reached); i++ {
		at := reached[i]
		if b.ends(x, at, dim) {
			return true
		}
		next := at.high.plus(1, &linear{constant: 1})
		for _, y := range among {
			if y.low != nil && b.atLeast(next, y.low) && !slices.Contains(reached, y) {
				reached = append(reached, y)
			}
		}
	}
	return false
}

// constant are the ends of an interval with few elements.
func (b bounds) constant(x interval, dim int) (low, high int64, few bool) {
	if x.low == nil {
		x.low = b.dims[dim].low
	}
	if x.high == nil {
		x.high = b.dims[dim].high
	}
	if x.low == nil || x.high == nil || len(x.low.factors)+len(x.high.factors) > 0 {
		return 0, 0, false
	}
	return x.low.constant, x.high.constant, x.high.constant-x.low.constant < mostSplit
}
