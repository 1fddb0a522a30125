package process

import (
	"math"
	"slices"

	"github.com/parlens/parlens/analysis/effort"
	"github.com/parlens/parlens/analysis/source"
)

// loop is a Loop whose body synchronises.
type loop struct {
	bounds bound // lo, step, trips
	last   bound // hi
	slot   int   // of the index
	fixed  bool  // the body does not mention the index
	body   op
	quiet  *quiet // nil: all iterations are executed

	extent  extent // of the body
	varying []varying
	around  []int // slots of other loops that these depend on

	span source.Span
	name string // of the index
}

func (c *compiler) loop(l *Loop) (op, error) {
	if c.mentionsCoordinate(l.Lo, l.Hi, l.Step) {
		return nil, helped(errorAt(l.Span, "the bounds of a loop around a communication differ between processors"), sameBounds)
	}
	step := l.Step
	if step == 0 {
		step = c.arena.Int(1)
	}
	o := &loop{bounds: c.bind(l.Span, l.Lo, step, c.trips(l)), last: c.bind(l.Span, l.Hi), span: l.Span, name: l.Index}
	err := c.around(o, l.Index, func() (op, error) { return c.term(l.Body) })
	if err != nil {
		return nil, err
	}
	if !o.fixed {
		if o.quiet = c.quiet(l, o.body); o.quiet != nil {
			o.quiet.slots = slices.DeleteFunc(o.quiet.slots, func(s int) bool { return s == o.slot })
		}
	}
	return o, nil
}

// around compiles the body of a loop.
func (c *compiler) around(o *loop, index string, body func() (op, error)) error {
	o.extent = c.begin()
	slot, err := c.within(index, func() (err error) {
		o.body, err = body()
		return err
	})
	if err != nil {
		return err
	}
	o.extent.end(c)
	if o.slot, o.fixed = slot, !c.used[slot]; !o.fixed {
		o.vary()
	}
	return nil
}

const (
	exactTrips   = 65536 // iterations that the barrier reading executes one by one, unless that takes too long
	roughTrips   = 16    // where it is asked roughly
	sampledTrips = 1024  // of a longer loop that it executes
	fewestTrips  = 16    // of a longer loop inside others
	leastTrips   = 4     // of these, where the others leave no more
)

func (l *loop) run(r *run) error {
	var b [3]float64
	if err := l.bounds.eval(r, b[:]); err != nil {
		return err
	}
	lo, step, trips := b[0], b[1], b[2]
	if trips < 1 {
		return nil
	}
	if r.trace.on() {
		return l.traced(r, lo, step, trips)
	}
	return l.through(r, lo, step, trips)
}

// through executes trips iterations, or derives what they take.
func (l *loop) through(r *run, lo, step, trips float64) error {
	if l.fixed {
		return l.repeat(r, trips)
	}
	r.depth++
	defer func() { r.depth-- }()
	if c, err := l.chained(r, lo, trips); c != nil || err != nil {
		if err = r.lost.lose(err); err != nil {
			return err
		}
		if c != nil {
			return c.run(r)
		}
	}
	if l.passable(r, trips) {
		return l.pass(r, lo, trips)
	}
	return l.iterate(r, lo, step, trips)
}

// iterate executes the iterations, many at a time where the clocks are polynomials.
func (l *loop) iterate(r *run, lo, step, trips float64) error {
	if r.reading == Barrier && r.beyond(trips) {
		return l.sample(r, lo, step, trips)
	}
	r.rebase()
	outer := r.nest
	defer func() { r.nest = outer }()
	r.nest = outer * trips
	leaps, around := &leaps{loop: l, sizes: map[float64]float64{}}, r.cycle
	rest, wait, begun := 1.0, 1.0, r.steps // iterations before the next attempt
	for done := 0.0; done < trips; {
		if rest <= 0 && trips-done > fewestSteps && !r.watched() {
			n, err := leaps.next(r, steps{loop: l, lo: lo, by: step, first: done, stride: 1}, trips-done-1)
			if err != nil {
				return err
			}
			if done += n; n > 0 {
				wait = 1
			} else {
				wait *= 2
			}
			rest = wait
			if n == 0 && leaps.rough && wait > done/2 && r.hopeless(begun, done, trips) {
				return errTooManySteps
			}
			if left := trips - done - 1; n == 0 && r.loose > 0 && left > 0 {
				s := &steps{loop: l, lo: lo, by: step, first: done, stride: 1}
				if err := s.estimate(r, left, l.periodAt(r, s)); err != nil {
					return err
				}
				done += left
			}
		}
		r.cycle = 1
		if err := (&steps{loop: l, lo: lo, by: step, stride: 1}).run(r, done); err != nil {
			return err
		}
		around = lcm(around, r.cycle)
		done++
		r.extend(begun, done, trips)
		rest--
		if outer == 1 && r.mask == nil && r.weight == 1 {
			effort.Above(r.ctx, r.base.value()+largest(r.clock)) // clocks only go on
			if err := r.ctx.Err(); err != nil {
				return err
			}
		}
	}
	r.cycle = around
	return nil
}

// sample executes evenly spaced iterations that count for their neighbours: only
// in the barrier reading, which cannot skip otherwise.
func (l *loop) sample(r *run, lo, step, trips float64) error {
	outer := r.nest
	defer func() { r.nest = outer }()
	n := math.Floor(min(trips, max(r.fewest(), min(sampledTrips, r.exact/outer))))
	every := trips / n
	r.sampled = r.sampled || n < trips
	r.nest = outer * n
	for j := 0.0; j < n; j++ {
		if err := r.step(1); err != nil {
			return err
		}
		r.vals[l.slot] = lo + step*middle(j, every)
		if err := l.body.run(r); err != nil {
			return err
		}
		if every == 1 {
			continue
		}
		// Only now are the clocks apart as they are from one iteration to the
		// next; before, the wait for what came earlier would be multiplied too.
		if err := r.scaled(every-1, l.body); err != nil {
			return err
		}
	}
	return nil
}

// scaled executes body once and counts it times times. What it takes is small beside the
// clocks, and counts so often in deep nests that it must not be rounded as they are.
func (r *run) scaled(times float64, body op) error {
	if times == 1 {
		return body.run(r)
	}
	r.rebase()
	before, off := r.now(), r.off
	defer r.release(before.clock)
	r.weight *= times
	err := body.run(r)
	r.off = off + times*(r.off-off)
	r.weight /= times
	all, each := r.since(before)
	r.base = before.base
	for p, t := range each {
		r.clock[p] = before.clock[p] + times*(all.value()+t)
	}
	return err
}
