package process

import (
	"math"
	"slices"
)

// leaps are how a loop goes on in which the amounts are polynomials, from one event
// to the next. How far it is to an event, nobody knows: what was too far is divided
// until it is not, and from there the leaps grow again.
type leaps struct {
	loop  *loop
	sizes map[float64]float64 // by stride: steps of the next one at most
	last  float64             // stride of the last one; 0: there was none
	rough bool                // some amount is no polynomial here, with none of the strides
}

const (
	shorter = 16 // times, where an event lies ahead
	longer  = 16 // times, where none did
)

// next passes iterations in which all amounts are polynomials, at most left of
// them, and returns how many. They may be polynomials only from every so many
// iterations to the next: those after which divisions have the same outcome, or the
// loops within come to the same place in what they repeat.
func (l *leaps) next(r *run, at steps, left float64) (float64, error) {
	c, err := at.reach(r, left-1)
	if err != nil {
		return 0, err
	}
	l.rough = c.steps < 1
	divided := 1.0
	if c.period > 1 && c.steps < left/2 && c.period*worthStride < left {
		divided = c.period
	}
	strides := []float64{divided}
	if cycle := lcm(divided, r.cycle); cycle > divided && cycle*worthStride < left {
		if strides = append(strides, cycle); cycle == l.last {
			slices.Reverse(strides)
		}
	}
	for _, stride := range strides {
		s := at
		if s.stride = stride; stride > 1 {
			if c, err = s.reach(r, math.Floor(left/stride)-1); err != nil {
				return 0, err
			}
			l.rough = l.rough && c.steps < 1
		}
		if n, err := l.within(r, &s, c); n > 0 || err != nil {
			return n, err
		}
	}
	return 0, nil
}

// within passes as many steps of a regime as it can in one leap.
func (l *leaps) within(r *run, s *steps, c regime) (float64, error) {
	s.degree, s.warm = min(c.degree, mostDegree), math.Ceil(warming/s.stride)
	least, size := worth(s.degree), c.steps+1
	if known, ok := l.sizes[s.stride]; ok {
		size = min(size, max(known, least))
	}
	for n := size; n >= least; n = math.Floor(n / shorter) {
		cycle := r.cycle
		ok, err := s.many(r, n, r.nothing())
		if r.cycle = cycle; err != nil {
			return 0, err
		}
		if ok {
			l.sizes[s.stride], l.last, r.cycle = n*longer, s.stride, lcm(r.cycle, s.stride)
			return n * s.stride, nil
		}
		l.sizes[s.stride] = n / shorter
		if n > least && (n < least*shorter || n == c.steps+1) {
			n = least * shorter // behind an event it is mostly the first iterations that differ
		}
	}
	return 0, nil
}

// periodAt is the period of the divisions in the body from some iteration on.
func (l *loop) periodAt(r *run, s *steps) float64 {
	c, err := s.reach(r, 1)
	if err != nil {
		return 0
	}
	return c.period
}

const (
	mostDegree  = 4 // two nodes more make sums of sixth powers
	warming     = 4
	worthStride = 16 // strides that are left
)

// worth is the number of steps from which on passing them takes less than
// executing them.
func worth(degree int) float64 { return 4 * float64(degree+3) }

// hopeless reports whether the iterations of a loop that are left take far more steps than
// there are, if they take as many as those done. It is asked where the last half of these have
// been executed one by one, and amounts are no polynomials with any stride; where only the clocks
// are none, a leap may well succeed later.
func (r *run) hopeless(begun int, done, trips float64) bool {
	took, limit := float64(r.steps-begun), float64(r.limit)
	most := farTooMany * limit
	if r.extensible {
		most = lastFactor * limit
	}
	return r.loose == 0 && r.reading == Clock && took > limit/tried && took/done*(trips-done) > most
}

// extend allows more steps, once, where an outermost loop, or one that is only repeated, has taken
// half of them and will be through with not many more: estimates take as many.
func (r *run) extend(begun int, done, trips float64) {
	all := float64(begun) + float64(r.steps-begun)/done*trips
	if r.extensible && r.depth == 1 && r.steps > r.limit/2 && all < lastFactor*float64(r.limit) {
		r.limit, r.extensible = lastFactor*r.limit, false
	}
}

const (
	tried      = 16 // part of the steps after which what is left can be told
	farTooMany = 2  // times the steps that there are
)
