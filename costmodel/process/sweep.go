package process

// sweep is a Sweep: an ordinary loop over its strips, so a steady state is
// found like in any other, and what the barrier reading adds for the start and
// the end, when not all processors have work.
type sweep struct {
	strips *loop
	strip  *strip
	order  []int
}

func (c *compiler) sweep(s *Sweep) (op, error) {
	if len(s.Order) != c.p.rank {
		return nil, errorAt(s.Span, "a sweep over %d dimensions on a grid of %d", len(s.Order), c.p.rank)
	}
	if synchronises(s.Body) {
		return nil, helped(errorAt(s.Span, "a communication inside a sweep"), outside)
	}
	one, strips := c.arena.Int(1), s.Strips
	if strips == 0 {
		strips = one
	}
	if c.mentionsCoordinate(strips) {
		return nil, helped(errorAt(s.Span, "the number of strips differs between processors"), sameBounds)
	}
	o := &sweep{order: s.Order, strips: &loop{bounds: c.bind(s.Span, one, one, strips), last: c.bind(s.Span, strips), span: s.Span, name: s.Index}}
	err := c.around(o.strips, s.Index, func() (_ op, err error) {
		o.strip, err = c.strip(s)
		return o.strip, err
	})
	if err != nil {
		return nil, err
	}
	return o, nil
}

// run executes the strips. In the barrier reading all processors meet before
// every strip; a path to the last processor then passes the slowest body of
// every strip, and one more body and message for every further stage.
func (s *sweep) run(r *run) error {
	if r.reading != Clock && r.trace.on() {
		return r.summed(Slice{What: LoopSlice, Span: s.strips.span, Index: s.strips.name}, &s.strips.extent, func() error { return s.run(r) })
	}
	r.slowest, r.latest = 0, 0
	if err := s.strips.run(r); err != nil {
		return err
	}
	if r.reading == Clock {
		return nil
	}
	stages := 0.0
	for d, o := range s.order {
		if o != 0 {
			stages += float64(r.grid.extents[d] - 1)
		}
	}
	sent, wait := stages*r.latest, stages*r.slowest
	s.strip.chargeAll(r, sent, wait)
	r.shift(sent + wait)
	return nil
}

// strip is one strip of a sweep.
type strip struct {
	wait    int      // item
	sent    int      // item of the message; -1: none
	awaits  *segment // evaluated only: who waits for others; nil: all
	message *segment // evaluated only
	body    *segment
	order   []int
}

func (c *compiler) strip(s *Sweep) (*strip, error) {
	o := &strip{wait: c.item(s.Span, Wait, s.Tag), sent: -1, order: s.Order}
	if s.Awaits != 0 {
		o.awaits = c.segment([]*Delay{{Span: s.Span, Kind: Wait, Tag: s.Tag, Amount: s.Awaits}})
	}
	var message []*Delay
	if s.Message != nil {
		o.sent = len(c.p.items)
		message = append(message, s.Message)
	}
	o.message = c.segment(message)
	delays, err := c.flatten(s.Body)
	o.body = c.segment(delays)
	return o, err
}

// run advances the clocks by one strip.
func (s *strip) run(r *run) error {
	message, err := s.message.state(r)
	if err != nil {
		return err
	}
	body, err := s.body.state(r)
	if err != nil {
		return err
	}
	var awaits []float64
	if s.awaits != nil {
		waiting, err := s.awaits.state(r)
		if err != nil {
			return err
		}
		awaits = waiting.total
	}
	if err := r.step(len(r.clock)); err != nil {
		return err
	}
	m := r.arrive(s.wait, -1, s.sent)
	m.call(r)
	if r.reading == Barrier {
		r.meet(s.wait, m)
		r.slowest, r.latest = max(r.slowest, largest(body.total)), max(r.latest, largest(message.total))
	}
	for i := range r.clock {
		p := s.nth(r.grid, i)
		if r.mask != nil && r.mask[p] == 0 {
			continue // it takes another branch, and who comes behind it does not wait for this one
		}
		if r.reading == Clock && (awaits == nil || awaits[p] > 0) {
			s.hold(r, p, message.total[p], m)
		}
		r.clock[p] += body.total[p]
	}
	r.close(m)
	if r.trace.on() {
		r.trace.work(r, s.body, body, func(p int) float64 { return m.Visits[p].Leaves })
	}
	s.body.count(r, body, r.weight)
	return nil
}

// nth is the i-th processor in an order where predecessors come first.
func (s *strip) nth(g *grid, i int) int {
	p, stride := 0, 1
	for d := len(s.order) - 1; d >= 0; d-- {
		n := len(g.coords[d])
		c := i % n
		if s.order[d] < 0 {
			c = n - 1 - c
		}
		p += c * stride
		stride *= n
		i /= n
	}
	return p
}

// hold delays p until what its predecessors sent has arrived.
func (s *strip) hold(r *run, p int, message float64, m *entry) {
	release := r.clock[p]
	for d := range s.order {
		if q := s.before(r.grid, p, d); q >= 0 {
			release = max(release, r.clock[q]+message)
			m.arrow(r, q, p)
		}
	}
	s.charge(r, p, release-r.clock[p], message, m)
	r.clock[p] = release
}

// before is the predecessor of p in dimension d, or -1.
func (s *strip) before(g *grid, p, d int) int {
	stride, n := g.stride(d), len(g.coords[d])
	c := p / stride % n
	if q := c - s.order[d]; s.order[d] != 0 && q >= 0 && q < n {
		return p - s.order[d]*stride
	}
	return -1
}

// charge books a gap: the message as far as it fills it, the rest as a wait.
func (s *strip) charge(r *run, p int, gap, message float64, m *entry) {
	if gap <= 0 {
		return
	}
	sent := min(gap, message)
	if s.sent >= 0 {
		r.sums[s.sent].add(r, p, sent)
	}
	if gap > sent {
		r.sums[s.wait].add(r, p, gap-sent)
	}
	m.spend(p, gap-sent, sent)
}

// chargeAll books the same times for all processors.
func (s *strip) chargeAll(r *run, sent, wait float64) {
	if s.sent >= 0 {
		r.sums[s.sent].addAll(r, r.weight*sent)
	}
	r.sums[s.wait].addAll(r, r.weight*wait)
}
