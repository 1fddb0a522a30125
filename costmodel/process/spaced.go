package process

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Where there are too many processors to follow all of them, some are followed, at even
// distances, as if those between them were not there: who waits for a neighbour waits
// for the next one that is looked at. What each passes on to the next, or does while the
// others wait, then comes as often as processors are looked at. How much longer it takes
// with all of them is what it takes longer with more of them, as long as that is a line.

const (
	fewCoordinates = 8    // a dimension that has no more of them is not divided
	fewInLine      = 64   // nor is one that has no more of them, where the others have few
	straightLine   = 0.02 // of what more processors add: what may be beside the line
)

// division is how few of the processors of a grid are looked at.
type division struct {
	dims  []int // that are divided; none: there are too few processors
	parts int64 // of each, before more are looked at
	kept  int   // coordinates that others are like, beside the ends of parts, if there are no more
}

// divided looks at fewer coordinates of each dimension where several are divided.
func (g *grid) divided() division {
	var long []int
	for d, n := range g.looked {
		if n > fewCoordinates {
			long = append(long, d)
		}
	}
	switch {
	case len(long) > 1:
		return division{long, 1, 32}
	case len(long) == 1 && g.looked[long[0]] > fewInLine:
		return division{long, 8, 256}
	}
	return division{}
}

// someClocks are the clocks of some processors, and the time that all surely take if theirs are
// exact.
type someClocks struct {
	run *run
	T   float64
}

// someClocks follows some processors, once; nil where they do not tell what the others do.
func (r *run) someClocks(opt Options) (*someClocks, error) {
	by := r.grid.divided()
	if by.dims == nil || r.triedSome {
		return nil, nil
	}
	r.triedSome = true
	parts := make([]int64, len(r.grid.looked))
	for _, d := range by.dims {
		parts[d] = by.parts
	}
	var err error
	among := func(more int64, in ...int) *run {
		if err != nil {
			return nil
		}
		for _, d := range in {
			parts[d] *= more
			defer func() { parts[d] /= more }()
		}
		var some *run
		some, err = r.among(opt, r.grid.spaced(opt, parts, by.kept))
		return some
	}
	first, last := among(1), among(4, by.dims...)
	if first == nil || last == nil {
		return nil, err
	}
	expected, T := first.end(), last.end()
	for _, d := range by.dims {
		more := among(2, d)
		if more == nil {
			return nil, err
		}
		count := func(r *run) float64 { return float64(len(r.grid.coords[d])) }
		rate := (more.end() - first.end()) / (count(more) - count(first))
		expected += rate * (count(last) - count(first))
		T += rate * (float64(r.grid.looked[d]) - count(last))
	}
	if off := math.Abs(expected - last.end()); off > straightLine*math.Abs(last.end()-first.end()) && off > narrow*expected {
		return nil, nil
	}
	return &someClocks{last, T}, nil
}

// among follows the processors of a grid; nil where that takes too many steps.
func (r *run) among(opt Options, g *grid) (*run, error) {
	inner := &run{p: r.p, ctx: r.ctx, most: exactTrips, limit: opt.StepLimit, wanted: r.wanted, tracing: r.tracing, vals: slices.Clone(r.vals), grid: g}
	defer inner.count()
	err := inner.execute(Clock)
	if errors.Is(err, errTooManySteps) {
		inner.loose = estimates[1]
		err = inner.execute(Clock)
	}
	if err != nil {
		return nil, r.ctx.Err()
	}
	return inner, nil
}

// exact reports whether nothing but the number of processors is estimated.
func (s *someClocks) exact() bool { return s != nil && !s.run.sampled && s.run.off == 0 }

// alone is the result where nothing else is known of the others.
func (s *someClocks) alone(r *run, opt Options) (*Result, error) {
	if !s.exact() {
		return nil, nil
	}
	l, err := r.limits(opt)
	if err != nil {
		return nil, err
	}
	return s.result(r, l)
}

// result is that of all processors, within limits; nil where the clocks are estimates.
func (s *someClocks) result(r *run, l limits) (*Result, error) {
	if !s.exact() {
		return nil, nil
	}
	T, last := s.T, s.run
	if l.known {
		T = max(l.low, min(T, l.high))
	}
	if !last.waitLonger(T - last.end()) {
		return nil, nil
	}
	last.sampled, last.haste = true, r.haste
	return l.around(last.finish(nil, fmt.Sprintf("clock: %d of %.0f processors, which stand for the others", last.grid.count, r.grid.size)))
}

// spaced is the grid of some processors at even distances, and those at the ends of what they
// do alike where those are no more than most, in the dimensions that are divided into parts.
func (g *grid) spaced(opt Options, parts []int64, most int) *grid {
	s := &grid{extents: g.extents, looked: g.looked, size: g.size, beyond: make([]int64, len(g.extents)), skips: true}
	s.keep(func(d int) []int64 {
		n := g.looked[d]
		if parts[d] == 0 {
			return upTo(n)
		}
		var at []int64
		if opt.Representatives != nil {
			at = slices.DeleteFunc(opt.Representatives(d), func(c int64) bool { return c >= n })
		}
		if len(at) > most {
			at = nil
		}
		for j := range parts[d] + 1 {
			at = append(at, j*(n-1)/parts[d])
		}
		return edges(n, at)
	})
	s.sampled = false
	return s
}

// end is when the last clock ends.
func (r *run) end() float64 { return r.base.value() + largest(r.clock) }

// waitLonger lets all processors wait some seconds longer, where the last of them waits
// most; false where nothing waits.
func (r *run) waitLonger(seconds float64) bool {
	if seconds == 0 {
		return true
	}
	item, most, ref := -1, -1.0, r.reference()
	for i := range r.sums {
		if wait := r.sums[i].of(ref); r.p.items[i].kind == Wait && wait > most {
			item, most = i, wait
		}
	}
	if item < 0 || most+seconds < 0 {
		return false
	}
	r.sums[item].all += seconds
	for p := range r.clock {
		r.clock[p] += seconds
	}
	return true
}
