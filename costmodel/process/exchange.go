package process

import "github.com/parlens/parlens/analysis/symbolic"

// exchange is an Exchange; its cost belongs to the segment after it.
type exchange struct {
	wait       int   // item
	id         int   // of its window and flags
	ranges     bound // lo and hi of every dimension; no outputs: all processors
	full       []bool
	own        []bool // per dimension: the range depends on no other coordinate
	mayBeQuiet bool   // it takes place only where messages come
	flags      bound  // whether messages come, and find room
	queues     bool   // those of one sender follow one another
	behind     bool   // they follow those of the exchange before

	since   int // slot of the mark + 1, or 0
	sends   Sends
	call    *segment // evaluated only; nil: free
	called  int      // item
	message *segment // evaluated only; nil: free
	sent    int      // item
}

func (c *compiler) exchange(x *Exchange) (op, error) {
	o := &exchange{wait: c.item(x.Span, Wait, x.Tag), called: -1, sent: -1, sends: x.Sends, id: c.p.exchanges}
	c.p.exchanges++
	if x.Call != nil {
		o.called = len(c.p.items)
		o.call = c.segment([]*Delay{x.Call})
	}
	if x.Message != nil {
		o.sent = len(c.p.items)
		o.message = c.segment([]*Delay{x.Message})
	}
	o.flags = c.bind(x.Span, c.orOne(x.Receives), c.orOne(x.Fits), x.Follows, x.Behind)
	c.p.each = append(c.p.each, &o.flags)
	o.queues, o.behind = x.Follows != 0, x.Behind != 0
	if x.Since > 0 {
		o.since = c.markSlot(x.Since) + 1
	}
	if len(x.From) == 0 || c.p.rank == 0 {
		return o, nil
	}
	if len(x.From) != c.p.rank {
		return nil, errorAt(x.Span, "an exchange over %d dimensions on a grid of %d", len(x.From), c.p.rank)
	}
	o.ranges = c.bind(x.Span, rangeExprs(x.From)...)
	c.p.ranges = append(c.p.ranges, c.p.bounds[len(c.p.bounds)-1])
	o.mayBeQuiet = x.Receives != 0
	for d, r := range x.From {
		o.full = append(o.full, r.Lo == 0, r.Hi == 0)
		o.own = append(o.own, c.dependsOnOwn(r, d))
	}
	return o, nil
}

func (c *compiler) orOne(e symbolic.Expr) symbolic.Expr {
	if e == 0 {
		return c.arena.Int(1)
	}
	return e
}

// run lets every processor send, and wait for those in its range.
func (x *exchange) run(r *run) error {
	if err := r.step(1 + len(r.clock)/atOnce); err != nil {
		return err
	}
	m := r.arrive(x.wait, x.called, x.sent)
	defer r.close(m)
	if err := x.calls(r); err != nil {
		return err
	}
	m.call(r)
	t, err := x.transfer(r)
	if err != nil {
		return err
	}
	if x.mayBeQuiet && !r.grid.sampled && !t.some() {
		return nil
	}
	if err := x.arrows(r, t, m); err != nil {
		return err
	}
	if t.w == nil {
		r.meet(x.wait, m)
		x.deliver(r, t, m)
		return nil
	}
	release, travel, err := t.releases(r, r.clock)
	if err != nil {
		return err
	}
	defer r.release(release, travel)
	for p, at := range release {
		x.charge(r, p, at-r.clock[p], travel[p], m)
		r.clock[p] = at
	}
	return nil
}

// charge books a gap: the transmission as far as it fills it, the rest as a wait.
func (x *exchange) charge(r *run, p int, gap, travel float64, m *entry) {
	if gap <= 0 {
		return
	}
	travel = min(gap, travel)
	if travel > 0 {
		r.sums[x.sent].add(r, p, travel)
	}
	if gap > travel {
		r.sums[x.wait].add(r, p, gap-travel)
	}
	m.spend(p, gap-travel, travel)
}

// meet lets every processor wait for all.
func (r *run) meet(item int, m *entry) {
	latest := largest(r.clock)
	for p, c := range r.clock {
		if c < latest {
			r.sums[item].add(r, p, latest-c)
			m.spend(p, latest-c, 0)
			r.clock[p] = latest
		}
	}
}

// deliver adds the messages where all have met: in the barrier reading a bound
// from above, since everybody waits for the longest of the messages that are not
// taken early.
func (x *exchange) deliver(r *run, t *transfer, m *entry) {
	longest := 0.0
	for p, time := range t.delay {
		if t.sends != Matched && t.receives[p] && !t.early(p) {
			longest = max(longest, time)
		}
	}
	for p, time := range t.delay {
		gap, travel := longest, longest
		if t.receives[p] {
			gap = max(gap, time)
			travel = gap - (time - t.message[p])
		}
		x.charge(r, p, gap, travel, m)
		r.clock[p] += gap
	}
}
