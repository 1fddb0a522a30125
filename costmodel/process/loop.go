package process

import "math"

// loop is a Loop whose body synchronises.
type loop struct {
	bounds bound // lo, step, trips
	slot   int   // of the index
	fixed  bool  // the body does not mention the index
	body   op
	quiet  *quiet // nil: all iterations are executed
}

func (c *compiler) loop(l *Loop) (op, error) {
	if c.mentionsCoordinate(l.Lo, l.Hi, l.Step) {
		return nil, errorAt(l.Span, "the bounds of a loop around a communication differ between processors")
	}
	step := l.Step
	if step == 0 {
		step = c.arena.Int(1)
	}
	o := &loop{bounds: c.bind(l.Span, l.Lo, step, c.trips(l))}
	slot, err := c.within(l.Index, func() (err error) {
		o.body, err = c.term(l.Body)
		return err
	})
	if err != nil {
		return nil, err
	}
	o.slot, o.fixed = slot, !c.used[slot]
	if !o.fixed {
		o.quiet = c.quiet(l, o.body)
	}
	return o, nil
}

const (
	exactTrips   = 65536 // iterations that the barrier reading executes one by one, unless that takes too long
	sampledTrips = 1024  // of a longer loop that it executes
	fewestTrips  = 16    // of a longer loop inside others
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
	if l.fixed {
		return r.repeat(trips, l.body)
	}
	if l.passable(r, trips) {
		return l.pass(r, lo, trips)
	}
	return l.iterate(r, lo, step, trips)
}

// iterate executes all iterations, or evenly spaced ones that count for their
// neighbours: only in the barrier reading, which cannot skip otherwise.
func (l *loop) iterate(r *run, lo, step, trips float64) error {
	outer := r.nest
	defer func() { r.nest = outer }()
	n, every := trips, 1.0
	if r.reading == Barrier && outer*trips > r.exact {
		n = math.Floor(min(trips, max(r.fewest(), min(sampledTrips, r.exact/outer))))
		every = trips / n
		r.sampled = r.sampled || n < trips
	}
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

// fewest is how many iterations of a longer loop inside others are executed.
func (r *run) fewest() float64 { return max(4, min(fewestTrips, r.exact/fewestTrips)) }

// middle is the iteration in the middle of the j-th interval of a length.
func middle(j, every float64) float64 { return float64(int64((j + 0.5) * every)) }

// scaled executes body once and counts it times times.
func (r *run) scaled(times float64, body op) error {
	if times == 1 {
		return body.run(r)
	}
	before := r.copyOf(r.clock)
	defer r.release(before)
	r.weight *= times
	err := body.run(r)
	r.weight /= times
	for p, c := range r.clock {
		r.clock[p] = before[p] + times*(c-before[p])
	}
	return err
}
