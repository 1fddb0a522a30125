package process

import (
	"cmp"
	"math"
	"slices"
)

// Where the clocks follow no polynomial and executing all iterations takes too
// long, some stretches of a loop are executed and stand for those between them:
// the clocks go on as the stretch before and the stretch after say (projective
// integration; Gear and Kevrekidis, 2003). What they say differently is how far the
// result may be off. Max-plus maps let no such difference grow.

const (
	warmingUp = 3    // iterations of a stretch before those that count
	farthest  = 13   // steps from neighbour to neighbour that are waited for
	measured  = 4    // that count
	safety    = 2    // times the bends that are seen: there may be sharper ones between
	nearly    = 0.05 // of a rate: processors that go on together
	longest   = 32   // of those, where divisions repeat with a period
)

// estimates are the numbers of stretches per loop that are tried, until the steps are
// few enough.
var estimates = []int{9, 5, 3}

// measure executes body and returns what it adds to the clocks and spends.
func (r *run) measure(e *extent, body func() error) (*lane, error) {
	r.settle(e)
	sums, off := r.sums, r.off
	r.sums, r.off = make([]tally, len(sums)), 0
	before := r.now()
	err := body()
	r.settle(e)
	l := &lane{added: r.passed(before)}
	r.release(before.clock)
	l.spent, l.off = r.sums[e.items[0]:e.items[1]], r.off
	r.sums, r.off = sums, off
	return l, err
}

// passed is how far each clock has gone on since a moment.
func (r *run) passed(m moment) []float64 {
	all, each := r.since(m)
	for p := range each {
		each[p] += all.value()
	}
	return each
}

// gatherSpent adds what a lane has spent, so many times.
func (r *run) gatherSpent(e *extent, times float64, l *lane) {
	for i := range l.spent {
		r.sums[e.items[0]+i].gather(r, times, &l.spent[i])
	}
}

// estimate passes count iterations, of which it executes r.loose stretches.
func (s *steps) estimate(r *run, count, period float64) error {
	counted := float64(measured)
	if period > counted && period <= longest {
		counted = period
	}
	stretch, stretches := s.warming(r)+counted, float64(r.loose)
	if count < 2*stretch*stretches {
		return s.through(r, 0, count)
	}
	r.sampled = true
	var lanes []*lane
	var gaps []float64 // behind each but the last, in units of what is counted
	at := 0.0
	for k := range r.loose {
		next := math.Floor((count - stretch) * float64(k+1) / (stretches - 1))
		l, err := s.stretch(r, at, counted)
		if err != nil {
			return err
		}
		if k > 0 { // what is between is half like this one
			half := gaps[k-1] / 2
			s.gather(r, half, l)
			s.gather(r, -half, lanes[k-1])
		}
		if k > 0 && k%2 == 0 {
			s.bend(r, (gaps[k-2]+gaps[k-1])/12, lanes[k-2], lanes[k-1], l)
		}
		if k < r.loose-1 {
			gaps = append(gaps, (next-at-stretch)/counted)
			s.gather(r, gaps[k], l)
		}
		lanes = append(lanes, l)
		at = next
	}
	r.off += safety * curvature(lanes, gaps)
	return nil
}

// warming is how many iterations those who wait for each other need, from neighbour
// to neighbour, before they go on together.
func (s *steps) warming(r *run) float64 {
	far := 0.0
	for _, all := range r.grid.coords {
		far += float64(len(all) - 1)
	}
	return warmingUp + min(far, farthest)
}

// stretch executes some iterations, and measures those after the first ones.
func (s *steps) stretch(r *run, at, counted float64) (*lane, error) {
	before, warm := r.now(), s.warming(r)
	if err := s.through(r, at, warm); err != nil {
		return nil, err
	}
	first := r.passed(before)
	l, err := r.measure(&s.loop.extent, func() error { return s.through(r, at+warm, counted) })
	if err != nil {
		return nil, err
	}
	r.gatherSpent(&s.loop.extent, 1, l)
	r.off += l.off + unsettled(first, l.added, warm/counted)
	if err := s.cap(r, at+warm, counted, l); err != nil {
		return nil, err
	}
	l.level()
	return l, nil
}

// cap keeps the rates to what a step adds at most when all begin it together: what
// takes longer has only caught up with others, and goes on no faster than they.
func (s *steps) cap(r *run, from, counted float64, l *lane) error {
	together, most := &lane{}, 0.0
	for m := from; m < from+counted; m++ {
		err := r.try(&s.loop.extent, together, make([]float64, len(r.clock)), 0, func() error { return s.through(r, m, 1) })
		if err != nil {
			return err
		}
		most += together.most()
	}
	for p, t := range l.added {
		if t > most {
			l.rescale(p, most/t)
		}
	}
	return nil
}

// gather adds what a stretch has added and spent, so many times.
func (s *steps) gather(r *run, times float64, l *lane) {
	r.gatherSpent(&s.loop.extent, times, l)
	r.off += times * l.off
	for p, t := range l.added {
		r.clock[p] += times * t
	}
}

// level lets processors go on at one rate whose rates are nearly the same: those
// who wait for each other must not be driven apart. What each spends follows.
func (l *lane) level() {
	order := make([]int, len(l.added))
	for p := range order {
		order[p] = p
	}
	slices.SortFunc(order, func(x, y int) int { return cmp.Compare(l.added[x], l.added[y]) })
	for first := 0; first < len(order); {
		n, sum := first, 0.0
		for n < len(order) && l.added[order[n]] <= l.added[order[first]]*(1+nearly) {
			sum += l.added[order[n]]
			n++
		}
		for _, p := range order[first:n] {
			if mean := sum / float64(n-first); l.added[p] > 0 && mean != l.added[p] {
				l.rescale(p, mean/l.added[p])
			}
		}
		first = n
	}
}

func (l *lane) rescale(p int, by float64) {
	l.added[p] *= by
	for i := range l.spent {
		if t := &l.spent[i]; t.of(p) != 0 {
			if t.each == nil {
				t.each = make([]float64, len(l.added))
			}
			t.each[p] = by*t.of(p) - t.all
		}
	}
}

// bend lets the way through three stretches bend as they do, by a twelfth of what is
// between the first and the last: Simpson's rule, which is exact for loops over
// triangles and pyramids.
func (s *steps) bend(r *run, twelfth float64, first, middle, last *lane) {
	most := 0.0
	for p, t := range middle.added {
		most = max(most, math.Abs(2*t-first.added[p]-last.added[p]))
	}
	off := r.off
	s.gather(r, -twelfth, first)
	s.gather(r, 2*twelfth, middle)
	s.gather(r, -twelfth, last)
	r.off = off + twelfth*most // the way may as well be straight
}

// curvature is by how much the way between the stretches may differ from a
// straight line, if it bends as it does around them.
func curvature(lanes []*lane, gaps []float64) float64 {
	bend := make([]float64, len(lanes))
	for k := 1; k+1 < len(lanes); k++ {
		for p, t := range lanes[k].added {
			bend[k] = max(bend[k], math.Abs(lanes[k+1].added[p]-2*t+lanes[k-1].added[p]))
		}
	}
	off := 0.0
	for k, gap := range gaps {
		off += gap / 2 * max(bend[k], bend[k+1])
	}
	return off
}

// through executes iterations one by one.
func (s *steps) through(r *run, from, count float64) error {
	one := *s
	one.stride = 1
	for m := from; m < from+count; m++ {
		if err := one.run(r, m); err != nil {
			return err
		}
	}
	return nil
}

// unsettled is how much more the first iterations of a stretch have taken than those
// after them: clocks that had been apart too far.
func unsettled(first, then []float64, share float64) float64 {
	most := 0.0
	for p, t := range first {
		most = max(most, math.Abs(t-share*then[p]))
	}
	return most
}
