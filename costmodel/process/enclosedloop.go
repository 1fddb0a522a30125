package process

import (
	"math"

	"github.com/parlens/parlens/analysis/symbolic"
)

// loop bounds all iterations of a loop: those that are surely executed, and for the
// upper clocks those that may be.
func (b *encloser) loop(l *loop) error {
	var bounds [3]symbolic.Hull
	if err := b.hulls(&l.bounds, bounds[:]); err != nil {
		return err
	}
	from, by, trips := bounds[0], bounds[1].Lo, bounds[2]
	if math.IsInf(from.Hi-from.Lo, 0) || bounds[1].Lo != bounds[1].Hi || math.IsInf(trips.Hi, 0) {
		return errEndless
	}
	if trips.Hi < 1 {
		return nil
	}
	defer func() { b.ways[l.slot] = symbolic.Ranging{} }()
	s := &steps{loop: l, lo: from.Lo, by: by}
	if from.Lo < from.Hi && math.Abs(by) == 1 && !l.fixed {
		done, err := b.byIndex(s, from, trips)
		if done || err != nil {
			return err
		}
	}
	surely := max(0, trips.Lo)
	if err := b.pass(s, from.Hi-from.Lo, 0, surely); err != nil {
		return err
	}
	return b.maybe(func() error { return b.pass(s, from.Hi-from.Lo, surely, trips.Hi) })
}

// byIndex is the loop when it is not known where it begins but which values its index
// surely has, and may have; false where those are more than its iterations.
func (b *encloser) byIndex(s *steps, from, trips symbolic.Hull) (bool, error) {
	var last [1]symbolic.Hull
	if err := b.hulls(&s.loop.last, last[:]); err != nil {
		return false, err
	}
	first, end := from, last[0]
	if s.by < 0 { // as if it counted upwards from minus the index
		first, end = symbolic.Hull{Lo: -from.Hi, Hi: -from.Lo}, symbolic.Hull{Lo: -end.Hi, Hi: -end.Lo}
	}
	if !(end.Hi-first.Lo+1 <= trips.Hi) {
		return false, nil
	}
	s.lo = s.by * first.Lo
	surely, after := first.Hi-first.Lo, max(0, end.Lo-first.Lo+1)
	if after <= surely {
		return true, b.maybe(func() error { return b.pass(s, 0, 0, end.Hi-first.Lo+1) })
	}
	if err := b.maybe(func() error { return b.pass(s, 0, 0, surely) }); err != nil {
		return true, err
	}
	if err := b.pass(s, 0, surely, after); err != nil {
		return true, err
	}
	return true, b.maybe(func() error { return b.pass(s, 0, after, end.Hi-first.Lo+1) })
}

// pass executes iterations first to end-1.
func (b *encloser) pass(s *steps, vague, first, end float64) error {
	if first >= end {
		return nil
	}
	if s.loop.fixed {
		return b.repeat(end-first, func() error { return b.execute(s.loop.body) })
	}
	return b.stretches(s, vague, first, end)
}

// maybe executes what may not be: the lower clocks stay.
func (b *encloser) maybe(body func() error) error {
	low, links := b.low.clone(), b.links.clone()
	err := body()
	b.low = low
	if links.high != nil {
		b.links.low, b.links.epoch = links.low, links.epoch
	}
	return err
}

// stretches passes the iterations of a loop that depend on its index, some at a time.
// Its first index is off by up to vague.
func (b *encloser) stretches(s *steps, vague, first, end float64) error {
	longest := math.Ceil((end - first) / b.parts)
	for first < end {
		s.first, s.stride = first, 1
		count := min(longest, end-first)
		if count > mostApart {
			var err error
			if count, err = b.stretch(s, count, end-first); err != nil {
				return err
			}
		}
		if count <= mostApart { // as little work as passing them together
			count, s.stride = 1, 1
		}
		err := b.repeat(count, func() error {
			for j := 0.0; j < s.stride; j++ {
				b.ranges(s, j, vague, count)
				if err := b.lost.lose(b.execute(s.loop.body)); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		first += count * s.stride
	}
	return nil
}

const mostApart = 4 // iterations

// ranges gives the index the values that it has in the iterations at a place of their
// period.
func (b *encloser) ranges(s *steps, place, vague, count float64) {
	way := symbolic.Ranging{From: s.lo + s.by*(s.first+place), By: s.by * s.stride, Steps: count - 1}
	if vague > 0 {
		far := way.By * way.Steps
		way = symbolic.Ranging{From: way.From + min(0, far), By: 1, Steps: vague + math.Abs(far)}
	}
	b.vals[s.loop.slot], b.ways[s.loop.slot] = way.From, way
}

// stretch finds how many steps to pass together, best so many iterations: no further
// than to where amounts jump, as far as that is known, and from one iteration to the
// one that is like it, of those that are left.
func (b *encloser) stretch(s *steps, best, left float64) (float64, error) {
	b.ways[s.loop.slot] = symbolic.Ranging{}
	c, err := s.reach(b.run, best)
	if err != nil || c.steps+1 > mostApart {
		return min(best, math.Floor(c.steps)+1), err
	}
	if c.period > 1 {
		s.stride = c.period
		most := math.Floor(min(max(best, (mostApart+1)*s.stride), left) / s.stride)
		c, err = s.reach(b.run, most)
		if n := min(most, math.Floor(c.steps)+1); n > mostApart || err != nil {
			return n, err
		}
		s.stride = 1
	}
	return best, nil
}

const (
	longestRound = 4 // iterations that may make a period
	settling     = 7 // after which increments are taken as they are
	goodJumps    = 6 // that end before an upper clock would be too late
)
