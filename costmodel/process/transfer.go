package process

import "math"

// transfer is the messages of one exchange: an entry for each processor in the
// communication table (paper 003, section 2.3). What the clocks after it are for
// the clocks before it is a maximum of sums.
type transfer struct {
	*flags
	w       *window // nil: all meet
	sends   Sends
	message []float64 // transmission times
	sent    []float64 // clocks at which the messages have left; nil: those at the exchange
	delay   []float64 // with what their senders have to transmit before
	link    []float64 // when the messages of the exchange before came to each, and now these; nil: nobody asks
}

// transfer evaluates the exchange for the current loop indices.
func (x *exchange) transfer(r *run) (*transfer, error) {
	f, err := x.flagsOf(r)
	if err != nil {
		return nil, err
	}
	t := &transfer{flags: f, sends: x.sends}
	if x.since > 0 {
		t.sent, t.link = r.marks[x.since-1], r.links(x.behind)
	}
	if x.message == nil {
		t.message = r.nothing()
	} else if st, err := x.message.state(r); err != nil {
		return nil, err
	} else {
		t.message = st.total
	}
	t.delay = t.message
	if x.ranges.outputs == 0 {
		return t, nil
	}
	if r.reading == Clock {
		t.w, err = x.window(r)
	}
	if err == nil && x.queues && !r.grid.sampled {
		err = x.queue(r, t)
	}
	return t, err
}

// queue adds the wait for the senders' links: a message leaves when those are on
// their way that its sender has for processors before; of several senders the one
// with most of them counts, whenever it calls.
func (x *exchange) queue(r *run, t *transfer) error {
	w, err := x.window(r)
	if err != nil {
		return err
	}
	ahead := r.vector() // of what each sends next
	defer r.release(ahead)
	clear(ahead)
	t.delay = make([]float64, len(t.message))
	for p, m := range t.message {
		if !t.receives[p] {
			continue
		}
		longest, part := 0.0, t.follows[p]*m/max(1, float64(w.partners(r.grid, p)))
		if err := w.visit(r, p, func(q int) {
			if q != p {
				longest = max(longest, ahead[q])
				ahead[q] += part
			}
		}); err != nil {
			return err
		}
		t.delay[p] = longest + m
	}
	return nil
}

// early reports whether the messages of p travel before it asks for them.
func (t *transfer) early(p int) bool { return t.sends == Asynchronous && t.fits[p] }

// releases returns the clocks at which the processors go on, and how long each
// is busy with transmissions of its own.
func (t *transfer) releases(r *run, clock []float64) (release, travel []float64, err error) {
	release, travel = r.copyOf(clock), r.vector()
	clear(travel)
	others := r.copyOf(t.left(clock))
	defer r.release(others)
	latest := t.w.others
	if t.sends == Matched {
		latest = t.w.all // its own clock makes no difference
	}
	if err := latest(r, others); err != nil {
		return nil, nil, err
	}
	held := false
	for p, sent := range others {
		if !t.receives[p] {
			others[p] = math.Inf(-1)
			continue
		}
		travel[p] = t.message[p]
		if t.early(p) && !math.IsInf(sent, -1) {
			release[p] = max(clock[p], t.arrival(p, sent))
			continue
		}
		release[p] = max(clock[p], sent) + t.delay[p]
		held = held || t.sends != Matched
	}
	if held {
		err = t.hold(r, clock, others, release, travel)
	}
	return release, travel, err
}

// arrival is when the messages of p have come that were sent at a clock, whether p
// asks for them or not: no sooner than their transmission takes, and as far as
// they share the link with those before, after them.
func (t *transfer) arrival(p int, sent float64) float64 {
	at := sent + t.delay[p]
	if t.link != nil {
		at = max(at, max(t.link[p], sent)+t.behind[p]*t.message[p])
		t.link[p] = at
	}
	return at
}

// links is when messages have come to each processor at the exchange before; never,
// for one whose messages are the first.
func (r *run) links(behind bool) []float64 {
	if r.link == nil {
		r.link = make([]float64, len(r.clock))
	}
	if !behind {
		for p := range r.link {
			r.link[p] = math.Inf(-1)
		}
	}
	return r.link
}

// hold keeps those who send until their messages, which travel when both ends
// have called, are there. Nothing comes to a processor whose sent is minus
// infinity.
func (t *transfer) hold(r *run, clock, sent, release, travel []float64) error {
	longest, arrival := r.vector(), r.vector()
	defer r.release(longest, arrival)
	for p := range clock {
		longest[p], arrival[p] = math.Inf(-1), math.Inf(-1)
		if !math.IsInf(sent[p], -1) && !t.early(p) {
			longest[p], arrival[p] = t.delay[p], clock[p]+t.delay[p]
		}
	}
	for _, v := range [][]float64{longest, arrival} {
		if err := t.w.scatter(r, v, math.Inf(-1), larger); err != nil {
			return err
		}
	}
	for p := range release {
		travel[p] = max(travel[p], longest[p])
		release[p] = max(release[p], clock[p]+longest[p], arrival[p])
	}
	return nil
}

// nothing is a vector of zeros, one per processor, that nobody changes.
func (r *run) nothing() []float64 {
	if r.zeros == nil {
		r.zeros = make([]float64, len(r.clock))
	}
	return r.zeros
}

func larger(x, y float64) float64 { return max(x, y) }
