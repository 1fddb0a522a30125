package process

import (
	"cmp"
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
	degree int // of what an iteration adds to the clocks
}

// run executes step m.
func (s *steps) run(r *run, m float64) error {
	for j := 0.0; j < s.stride; j++ {
		if err := r.step(1); err != nil {
			return err
		}
		r.vals[s.loop.slot] = s.lo + s.by*(s.first+m*s.stride+j)
		if err := s.loop.body.run(r); err != nil {
			return err
		}
	}
	return nil
}

const (
	fewestSteps = 4     // that are worth it
	passes      = 4     // until the clocks agree with what they are derived from
	sameTime    = 1e-10 // of the largest: times that differ by less are equal
	sameDrift   = 1e-12 // of the way: clocks that have moved by the same
	sameClock   = 1e-15 // of the clock: as far as that is rounded
)

// many advances over count steps, the first of which added about guess to the
// clocks. It reports false, and leaves everything as it was, where they follow
// no polynomial.
func (s *steps) many(r *run, count float64, guess []float64) (bool, error) {
	n := newNodes(s.degree+3, count)
	e := &s.loop.extent
	r.settle(e)
	partial := make([][]float64, len(n.at))
	moved := make([][]float64, len(n.at)) // the clocks at the nodes less those now
	for l, m := range n.at {
		partial[l] = n.sumTo(m)
		moved[l] = r.copyOf(guess)
		for p := range moved[l] {
			moved[l][p] *= m
		}
		snap(moved[l], sameDrift*largest(moved[l]))
	}
	defer r.release(moved...)
	lanes := make([]*lane, len(n.at))
	for range passes {
		for l, m := range n.at {
			start, all := r.copyOf(r.clock), slices.Min(moved[l])
			for p, by := range moved[l] {
				start[p] += by - all
			}
			lane, err := r.try(e, start, all, func() error { return s.run(r, m) })
			r.release(start)
			if err != nil {
				return false, err
			}
			lanes[l] = lane
		}
		if !agree(moved, partial, lanes) {
			continue
		}
		if !s.smooth(n, lanes, moved) {
			return false, nil
		}
		r.take(e, n.sumTo(count), lanes)
		return true, nil
	}
	return false, nil
}

// agree derives the clocks at the nodes from what the lanes have added, and
// reports whether the lanes have started from those, but for a time that is the
// same for all processors.
func agree(moved, partial [][]float64, lanes []*lane) bool {
	same := true
	for l := range moved {
		low, high, scale, most := math.Inf(1), math.Inf(-1), 0.0, 0.0
		before := slices.Clone(moved[l])
		for p := range before {
			moved[l][p] = weigh(partial[l], lanes, p)
			scale, most = max(scale, math.Abs(moved[l][p])), max(most, lanes[l].added[p])
		}
		snap(moved[l], sameDrift*scale)
		for p, now := range moved[l] {
			low, high = min(low, now-before[p]), max(high, now-before[p])
		}
		same = same && high-low <= sameTime*most+sameClock*scale
	}
	return same
}

// snap makes values equal that differ by less than rounding: what goes on at the
// same rate must not drift apart over many iterations.
func snap(v []float64, within float64) {
	order := make([]int, len(v))
	for p := range order {
		order[p] = p
	}
	slices.SortFunc(order, func(x, y int) int { return cmp.Compare(v[x], v[y]) })
	first := 0
	for i, p := range order {
		if v[p]-v[order[first]] > within {
			first = i
		}
		v[p] = v[order[first]]
	}
}

// weigh is the weighted sum of what the lanes add to the clock of p. What all add
// is multiplied only once: so it stays exact.
func weigh(weights []float64, lanes []*lane, p int) float64 {
	all, first, rest := 0.0, lanes[0].added[p], 0.0
	for l, w := range weights {
		all += w
		rest += w * (lanes[l].added[p] - first)
	}
	return math.Round(all)*first + rest
}

// smooth reports whether what the lanes add is a polynomial of the degree that
// is expected: there are two nodes more than that takes, and each of two follows
// from the others. What is spent on each item may be one degree higher.
func (s *steps) smooth(n *nodes, lanes []*lane, moved [][]float64) bool {
	last := len(lanes) - 1
	i, j := 1, max(2, last-1)
	return follows(n.without(i, j), i, lanes, moved[last]) && follows(n.without(j, i), j, lanes, moved[last]) &&
		itemsFollow(n.without(1, -1), 1, lanes, moved[last])
}

func follows(weights []float64, i int, lanes []*lane, moved []float64) bool {
	for p, t := range lanes[i].added {
		if math.Abs(weigh(weights, lanes, p)-t) > tolerance(lanes, p)+sameClock*math.Abs(moved[p]) {
			return false
		}
	}
	return true
}

// tolerance is how far the times of p in a step may differ and be equal.
func tolerance(lanes []*lane, p int) float64 {
	most := 0.0
	for _, l := range lanes {
		most = max(most, l.added[p])
	}
	return sameTime * most
}

func itemsFollow(weights []float64, i int, lanes []*lane, moved []float64) bool {
	for p := range moved {
		allowed := tolerance(lanes, p) + sameClock*math.Abs(moved[p])
		for item := range lanes[i].spent {
			off := -lanes[i].spent[item].of(p)
			for l, w := range weights {
				off += w * lanes[l].spent[item].of(p)
			}
			if math.Abs(off) > allowed {
				return false
			}
		}
	}
	return true
}

// take adds what all steps together add.
func (r *run) take(e *extent, weights []float64, lanes []*lane) {
	for p := range r.clock {
		r.clock[p] += weigh(weights, lanes, p)
	}
	for l, lane := range lanes {
		for i := range lane.spent {
			r.sums[e.items[0]+i].gather(r, weights[l], &lane.spent[i])
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
