package process

import (
	"math"
	"slices"

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

// round is one execution of a body: the upper clocks before it, and the map of the
// lower ones.
type round struct {
	high []float64
	low  below
}

const (
	longestRound = 4 // iterations that may make a period
	settling     = 7 // after which increments are taken as they are
	goodJumps    = 6 // that end before an upper clock would be too late
)

// repeat bounds executing a body n times whose amounts do not change: from its
// increments as soon as they settle.
func (b *encloser) repeat(n float64, body func() error) error {
	if n <= 3 {
		for range int(n) {
			if err := body(); err != nil {
				return err
			}
		}
		return nil
	}
	var rounds []round
	jumps := 0
	for done := 0.0; done < n; {
		if err := b.step(1); err != nil {
			return err
		}
		rd := round{high: slices.Clone(b.high)}
		outer := b.open()
		if err := body(); err != nil {
			return err
		}
		rd.low = b.low
		b.close(outer)
		done++
		if rounds = append(rounds, rd); len(rounds) > 2*longestRound {
			rounds = rounds[1:]
		}
		k, steady := b.period(rounds)
		if !steady && len(rounds) < settling || n-done < float64(k) {
			continue
		}
		m, err := b.jump(rounds, k, math.Floor((n-done)/float64(k)), jumps < goodJumps, body)
		if err != nil {
			return err
		}
		done += m * float64(k)
		rounds, jumps = nil, jumps+1
	}
	return nil
}

// open begins a map of the lower clocks, close puts it behind the one before.
func (b *encloser) open() *marked {
	outer := &marked{low: b.low, epoch: b.epoch}
	at := b.low.at
	b.low = identity(len(at))
	copy(b.low.at, at)
	b.epochs++
	b.epoch = b.epochs
	return outer
}

func (b *encloser) close(outer *marked) {
	b.epoch = outer.epoch
	b.low = outer.low.then(b.low)
}

// then is the map of one and then another; its clocks are those of the other.
func (b below) then(next below) below {
	out := identity(len(b.at))
	for p, q := range next.from {
		out.from[p], out.plus[p] = b.from[q], b.plus[q]+next.plus[p]
	}
	copy(out.at, next.at)
	return out
}

// power is the map executed so many times.
func (b below) power(m float64) below {
	out := identity(len(b.at))
	for ; m >= 1; m = math.Floor(m / 2) {
		if math.Mod(m, 2) == 1 {
			out = out.then(b)
		}
		b = b.then(b)
	}
	return out
}

// period is after how many iterations the increments of the upper clocks come again.
func (b *encloser) period(rounds []round) (k int, steady bool) {
	at := func(back int) []float64 {
		if back == 0 {
			return b.high
		}
		return rounds[len(rounds)-back].high
	}
	for k := 1; 2*k <= len(rounds); k++ {
		if again(at(0), at(k), at(2*k)) {
			return k, true
		}
	}
	return min(longestRound, len(rounds)), false
}

func again(now, before, first []float64) bool {
	for p, x := range now {
		if math.Abs((x-before[p])-(before[p]-first[p])) > sameTime*(x-first[p])+sameClock*x {
			return false
		}
	}
	return true
}

// jump passes at most m times the last k iterations, and returns how many times. With
// v the upper clocks before these iterations and r what they have added, the clocks
// after the body begun at v + j r, less v + (j+1) r, are convex functions of j (maxima
// of sums), 0 for j = 0, hence no more than a line through their value for some m at
// all j up to m. What they are above 0 makes all clocks later by no more, since the
// body adds what all clocks are later by. The lower clocks follow the same way through
// the maxima each time.
func (b *encloser) jump(rounds []round, k int, m float64, choosy bool, body func() error) (float64, error) {
	first := len(rounds) - k
	v, now := rounds[first].high, slices.Clone(b.high)
	low := rounds[first].low
	for _, r := range rounds[first+1:] {
		low = low.then(r.low)
	}
	most := 0.0
	for p, x := range now {
		most = max(most, x-v[p])
	}
	later := 0.0
	for {
		var err error
		if later, err = b.later(v, now, k, m, body); err != nil {
			return 0, err
		}
		if later <= sameTime*most*m || !choosy || m < 16 {
			break
		}
		m = math.Floor(m / 4)
	}
	for p, x := range now {
		b.high[p] = min(x+m*(x-v[p])+(m+1)/2*later, x+m*most)
	}
	way := low.power(m)
	at := b.low.at
	b.low = b.low.then(way)
	for p, q := range way.from {
		b.low.at[p] = max(at[q]+way.plus[p], at[p])
	}
	return m, nil
}

// later is by how much the upper clocks are later after k iterations than they would
// be if all of m times k had added as much as those from v to now.
func (b *encloser) later(v, now []float64, k int, m float64, body func() error) (float64, error) {
	s := b.save()
	defer b.restore(s)
	for p, x := range now {
		b.high[p] = x + (m-1)*(x-v[p])
	}
	for range k {
		if err := body(); err != nil {
			return 0, err
		}
	}
	most := 0.0
	for p, x := range now {
		most = max(most, b.high[p]-(x+m*(x-v[p])))
	}
	return most, nil
}
