package process

import (
	"math"
	"slices"
)

// A loop body maps the clocks before it to those after it; it is made of sums
// and maxima (max-plus linear for given amounts). As long as the amounts are
// polynomials in the iteration, and at every wait the same processor stays the
// last, so are the clocks. many finds that polynomial from a few iterations far
// apart, and checks that it is one. Where the amounts are constant that is a
// proof: each clock after the body is then a convex function of the iteration
// (a maximum of affine ones), so that equality at both ends and in between is
// equality everywhere.

// steps is a stretch of iterations: step m is the iterations from first+m*stride
// to first+(m+1)*stride-1.
type steps struct {
	loop   *loop
	lo, by float64 // of the index
	first  float64
	stride float64
	degree int     // of what an iteration adds to the clocks
	warm   float64 // steps that are executed before one that counts: until those who wait for each other do
}

// run executes step m.
func (s *steps) run(r *run, m float64) error {
	for j := 0.0; j < s.stride; j++ {
		if err := r.step(1); err != nil {
			return err
		}
		r.vals[s.loop.slot] = s.lo + s.by*(s.first+m*s.stride+j)
		if err := r.lost.lose(s.loop.body.run(r)); err != nil {
			return err
		}
	}
	return nil
}

const (
	fewestSteps   = 4     // that are worth it
	passes        = 4     // until the clocks agree with what they are derived from
	sameTime      = 1e-11 // of the largest: times that differ by less are equal
	samePace      = 1e-12 // of the largest: times of a step that differ by less are equal
	clockRounding = 1e-15 // of the clocks: as far as rounding sets such times apart
	sameDrift     = 1e-14 // of the way: clocks that have moved by the same
	sameClock     = 1e-15 // of the clock: as far as that is rounded
)

// many advances over count steps, the first of which added about guess to the
// clocks. It reports false, and leaves everything as it was, where they follow
// no polynomial.
func (s *steps) many(r *run, count float64, guess []float64) (bool, error) {
	n := newNodes(s.degree+3, count)
	r.settle(&s.loop.extent)
	lanes := make([]*lane, len(n.at))
	for l, m := range n.at {
		lanes[l] = s.newLane(r, n, m, guess)
	}
	defer func() {
		for _, l := range lanes {
			r.release(l.began, l.moved)
			l.forget(r)
		}
	}()
	off := math.Inf(1)
	for range passes {
		same := true
		for _, l := range lanes {
			before := l.added
			if err := s.lane(r, l); err != nil {
				return false, err
			}
			same = same && slices.Equal(before, l.added)
		}
		before := off
		if off = apart(lanes); off > 1 {
			if same || off > before/2 {
				return false, nil // it comes no closer
			}
			continue
		}
		if !smooth(n, lanes) {
			return false, nil
		}
		r.take(&s.loop.extent, n.sumTo(count), lanes)
		return true, nil
	}
	return false, nil
}

// newLane is a lane for step m; how far the clocks have moved until then is a guess.
func (s *steps) newLane(r *run, n *nodes, m float64, guess []float64) *lane {
	l := &lane{step: m, warm: min(s.warm, m), began: r.vector(), moved: r.vector()}
	l.until, l.before = n.sumTo(m), n.sumTo(m-l.warm)
	all := slices.Min(guess)
	l.later = times(m-l.warm, all)
	for p, t := range guess {
		l.began[p] = (m - l.warm) * (t - all)
	}
	snap(l.began, sameDrift*l.later.value())
	return l
}

// lane executes the step of l, after some steps before it in which the clocks
// forget that where they began is a guess, as far as processors wait for each other.
func (s *steps) lane(r *run, l *lane) error {
	start := r.copyOf(r.clock)
	defer r.release(start)
	for p, by := range l.began {
		start[p] += by
	}
	for w := l.warm; w > 0; w-- {
		at := l.step - w
		if s.degree == 0 { // it has the same amounts, and those of this step are known afterwards
			at = l.step
		}
		if err := r.try(&s.loop.extent, l, slices.Clone(start), l.later.value(), func() error { return s.run(r, at) }); err != nil {
			return err
		}
		least := slices.Min(l.added)
		for p, t := range l.added {
			start[p] += t - least
		}
	}
	for p, c := range start {
		l.moved[p] = c - r.clock[p]
	}
	rounded := clockRounding * (largest(start) - slices.Min(start))
	err := r.try(&s.loop.extent, l, start, l.later.value(), func() error { return s.run(r, l.step) })
	snap(l.added, samePace*l.most()+rounded)
	return err
}

// apart derives how far the clocks have moved until each lane from what the lanes
// add, and returns how far that is from where they were, but for a time that is the
// same for all processors: in units of what is taken for equal.
func apart(lanes []*lane) float64 {
	most := 0.0
	for _, l := range lanes {
		low, high := math.Inf(1), math.Inf(-1)
		was := l.moved
		l.moved = slices.Clone(was)
		derive(lanes, l.until, l.moved)
		l.later = derive(lanes, l.before, l.began)
		for p, now := range l.moved {
			low, high = min(low, now-was[p]), max(high, now-was[p])
		}
		if off := high - low; off > 0 {
			most = max(most, off/(sameTime*l.most()+sameClock*l.later.value()))
		}
	}
	return most
}

// derive sums what the lanes add, with weights: to all processors, and to each
// beside that.
func derive(lanes []*lane, weights []double, each []float64) (all double) {
	sums := make([]double, len(each))
	least := 0
	for p := range sums {
		sums[p] = weigh(weights, lanes, p)
		if sums[p].value() < sums[least].value() {
			least = p
		}
	}
	for p, sum := range sums {
		each[p] = sum.minus(sums[least]).value()
	}
	all = weighAll(weights, lanes).plus(sums[least])
	snap(each, sameDrift*math.Abs(all.value()))
	return all
}

// snap makes values equal that differ by less than rounding: what goes on at the
// same rate must not drift apart over many iterations.
func snap(v []float64, within float64) {
	least, most := slices.Min(v), slices.Max(v)
	if most == least {
		return
	}
	firsts := []float64{least} // of those that are equal
	if most-least > within {
		sorted := slices.Sorted(slices.Values(v))
		for _, x := range sorted {
			if x-firsts[len(firsts)-1] > within {
				firsts = append(firsts, x)
			}
		}
	}
	for p, x := range v {
		i, found := slices.BinarySearch(firsts, x)
		if !found {
			i--
		}
		v[p] = firsts[i]
	}
}

// weigh is the weighted sum of what the lanes add to the clock of p beside what
// they add to all.
func weigh(weights []double, lanes []*lane, p int) double {
	var sum double
	for l, w := range weights {
		sum = sum.plus(w.times(double{lanes[l].added[p], 0}))
	}
	return sum
}

// weighAll is the weighted sum of what the lanes add to all clocks.
func weighAll(weights []double, lanes []*lane) double {
	var sum double
	for l, w := range weights {
		sum = sum.plus(w.times(lanes[l].all))
	}
	return sum
}

// smooth reports whether what the lanes add is a polynomial of the degree that
// is expected: there are two nodes more than that takes, and each of two follows
// from the others. What is spent on each item may be one degree higher.
func smooth(n *nodes, lanes []*lane) bool {
	last := len(lanes) - 1
	i, j := 1, max(2, last-1)
	return follows(n.without(i, j), i, lanes) && follows(n.without(j, i), j, lanes) &&
		itemsFollow(n.without(1, -1), 1, lanes)
}

func follows(weights []double, i int, lanes []*lane) bool {
	all := weighAll(weights, lanes).minus(lanes[i].all)
	for p, t := range lanes[i].added {
		if math.Abs(weigh(weights, lanes, p).plus(all).value()-t) > tolerance(lanes, p) {
			return false
		}
	}
	return true
}

// tolerance is how far the times of p in a step may differ and be equal.
func tolerance(lanes []*lane, p int) float64 {
	most := 0.0
	for _, l := range lanes {
		most = max(most, l.time(p))
	}
	return sameTime*most + sameClock*lanes[len(lanes)-1].later.value()
}

func itemsFollow(weights []double, i int, lanes []*lane) bool {
	for p := range lanes[i].added {
		allowed := tolerance(lanes, p)
		for item := range lanes[i].spent {
			off := -lanes[i].spent[item].of(p)
			for l, w := range weights {
				off += w.hi * lanes[l].spent[item].of(p)
			}
			if math.Abs(off) > allowed {
				return false
			}
		}
	}
	return true
}

// take adds what all steps together add.
func (r *run) take(e *extent, weights []double, lanes []*lane) {
	each := r.vector()
	defer r.release(each)
	all := derive(lanes, weights, each)
	r.base = r.base.plus(all)
	r.shiftPast(-all.value())
	for p, t := range each {
		r.clock[p] += t
	}
	for l, lane := range lanes {
		r.off += math.Abs(weights[l].hi) * lane.off
		for i := range lane.spent {
			r.sums[e.items[0]+i].gather(r, weights[l].hi, &lane.spent[i])
		}
	}
}

// gather adds weight times what another tally holds.
func (t *tally) gather(r *run, weight float64, from *tally) {
	t.all += weight * from.all
	if from.each == nil {
		return
	}
	t.vector(r)
	for p, x := range from.each {
		t.each[p] += weight * x
	}
}
