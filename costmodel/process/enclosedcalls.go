package process

import (
	"math"
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// calls lets every processor spend its part of what sending takes: where it is not
// known who sends what, nobody at least, and at most all that may be asked of it.
func (t *post) calls() error {
	b := t.encloser
	if t.x.call == nil {
		return nil
	}
	st, err := b.amounts(t.x.call)
	if err != nil {
		return err
	}
	low, high := slices.Clone(st.low), slices.Clone(st.high)
	known := t.w == nil || t.w.definite
	for p, r := range t.f.receives {
		known = known && r.surely == r.maybe
		if !r.maybe {
			low[p], high[p] = 0, 0
		}
	}
	switch {
	case t.w == nil:
		for p, r := range t.f.receives {
			if !r.surely {
				low[p] = 0
			}
		}
	case known:
		for _, v := range [][]float64{low, high} {
			if err := t.divide(v); err != nil {
				return err
			}
		}
	default:
		clear(low)
		if high, err = t.asked(high); err != nil {
			return err
		}
	}
	for p := range high {
		b.low.set(p, &b.low, p, low[p])
		b.high[p] += high[p]
	}
	return nil
}

// divide splits the time of each processor's messages among those that send them.
func (t *post) divide(times []float64) error {
	b, w := t.encloser, t.w.surely
	sums := make([]float64, len(times))
	for p, all := range times {
		part := all / max(1, float64(w.partners(b.grid, p)))
		if err := w.visit(b.run, p, func(q int) {
			if q != p {
				sums[q] += part
			}
		}); err != nil {
			return err
		}
	}
	copy(times, sums)
	return nil
}

// asked is at most what each processor spends on the messages of all, which take these times.
func (t *post) asked(times []float64) ([]float64, error) {
	b := t.encloser
	sums := make([]float64, len(times))
	for p, each := range times {
		if each == 0 {
			continue
		}
		alone := b.grid.share(p) == 1
		each *= t.naming(p)
		if err := t.w.maybe.visit(b.run, p, func(q int) {
			if !alone || q != p {
				sums[q] += each
			}
		}); err != nil {
			return nil, err
		}
	}
	return sums, nil
}

// naming is at most how many receivers of a cell have the same processor in their ranges.
func (t *post) naming(p int) float64 {
	b, most := t.encloser, 1.0
	b.place(p)
	for d := range b.grid.extents {
		if share := b.ways[d].Steps + 1; share > 1 {
			most *= min(share, t.width(d))
		}
	}
	return most
}

// width is how many coordinates the ranges of the cell that is set have in a dimension, where
// from each of its coordinates to the next they move on by one, but for some; without end elsewhere.
func (t *post) width(d int) float64 {
	b, x := t.encloser, t.x
	for _, slot := range x.ranges.slot {
		if slot >= b.known && b.ways[slot].Steps > 0 {
			return math.Inf(1)
		}
	}
	all := 0.0
	if x.full[2*d] || x.full[2*d+1] || !x.own[d] || !b.lines(&x.ranges, d, func(line []symbolic.Poly, steps float64) bool {
		lo, hi := line[2*d], line[2*d+1]
		all += max(0, hi[0]-lo[0]+1)
		return steps == 0 || lo.Degree() == 1 && hi.Degree() == 1 && math.Abs(lo[1]) == 1 && hi[1] == lo[1]
	}) {
		return math.Inf(1)
	}
	return all
}
