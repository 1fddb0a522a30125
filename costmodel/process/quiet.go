package process

import (
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// quiet is how a loop passes iterations in which no message comes to anybody:
// what the processors do in those from one message to the next is a sum. A loop
// over the rows of blocks has messages in the first row of each block only; around
// it is one over columns, which finds the same sums again.
type quiet struct {
	id        int
	exchanges []*exchange
	work      *segment
	from, to  int // slots: the iterations

	parts []op  // of the body, in order
	plain bool  // the exchanges are such as chain.go knows
	slots []int // of loops that something in the body depends on
}

const (
	fewTrips   = 2       // iterations of a loop that are all executed
	longTrips  = 64      // from which on it pays to look for polynomials where messages come in most
	manyTrips  = 1 << 15 // beyond which sums take too long
	sumTerms   = 16      // terms of a sum that take as long as a step
	mostDelays = 64      // of a loop that is passed like that
	mostSteps  = 4096    // of the tape of such a delay
)

// quiet returns the sums of a loop whose body has been compiled, nil where some
// exchange may take place in any iteration or the sums are too much work.
func (c *compiler) quiet(l *Loop, body op) *quiet {
	if v, ok := c.arena.ConstInt(l.Step); l.Step != 0 && (!ok || v != 1) {
		return nil
	}
	q := &quiet{plain: true}
	if !q.gather(body) || len(q.exchanges) == 0 {
		return nil
	}
	delays, ok := c.delaysOf(l)
	if !ok {
		return nil
	}
	var work *segment
	var err error
	from, to := l.Index+"#from", l.Index+"#to"
	q.from, err = c.within(from, func() (err error) {
		q.to, err = c.within(to, func() error {
			bounds := &Loop{Index: l.Index, Lo: c.arena.Sym(from, symbolic.Index), Hi: c.arena.Sym(to, symbolic.Index), Body: delays}
			sums, err := c.flattenLoop(bounds)
			if err == nil {
				work = c.segment(sums)
			}
			return err
		})
		return err
	})
	if err != nil || work == nil {
		return nil
	}
	q.work, q.id = work, c.p.quiets
	c.p.quiets++
	return q
}

// gather collects the exchanges of a body; false where something else in it
// synchronises, or an exchange that takes place whoever receives.
func (q *quiet) gather(body op) bool {
	switch o := body.(type) {
	case ops:
		for _, x := range o {
			if !q.gather(x) {
				return false
			}
		}
		return true
	case *exchange:
		q.exchanges, q.parts = append(q.exchanges, o), append(q.parts, o)
		q.plain = q.plain && o.call == nil && o.since == 0 && !o.queues && o.ranges.outputs > 0
		q.depends(&o.flags, &o.ranges)
		if o.message != nil {
			q.depends(&o.message.uniform.bound, &o.message.each.bound)
		}
		return o.mayBeQuiet
	case *segment:
		q.parts = append(q.parts, o)
		q.depends(&o.uniform.bound, &o.each.bound)
		return true
	}
	return false
}

// depends notes the loops that expressions mention.
func (q *quiet) depends(bs ...*bound) {
	for _, b := range bs {
		for _, slot := range b.indices {
			if !slices.Contains(q.slots, slot) {
				q.slots = append(q.slots, slot)
			}
		}
	}
}

// delaysOf is what a processor does in an iteration without messages, when that
// is little enough to look for its sum.
func (c *compiler) delaysOf(l *Loop) (Series, bool) {
	var out Series
	for _, t := range c.spread(l.Body, nil) {
		var delays []*Delay
		if x, ok := t.(*Exchange); ok {
			delays = x.Cost
		} else if flat, err := c.flatten(t); err == nil {
			delays = flat
		}
		for _, delay := range delays {
			if delay.Amount == 0 {
				continue
			}
			if tape := c.tapes.Compile(c.arena, delay.Amount); tape.Len() > mostSteps || tape.Loops() > 0 {
				return nil, false
			}
			out = append(out, delay)
		}
	}
	return out, len(out) <= mostDelays
}

// passable reports whether quiet iterations may be added up: only where all would
// be executed, since representatives do not tell whether messages come to others.
func (l *loop) passable(r *run, trips float64) bool {
	if l.quiet == nil || trips <= fewTrips || trips >= manyTrips || r.grid.sampled {
		return false
	}
	return r.reading == Clock || !r.beyond(trips)
}

// pass executes the iterations in which messages come, and adds up the others.
func (l *loop) pass(r *run, lo, trips float64) error {
	loud, err := l.loud(r, lo, trips)
	if err != nil {
		return err
	}
	if trips >= longTrips && 2*float64(len(loud.list)) > trips { // leaps over iterations with messages save more
		return l.iterate(r, lo, 1, trips)
	}
	outer := r.nest
	defer func() { r.nest = outer }()
	r.nest *= trips
	next := lo
	for k, i := range loud.list {
		if err := r.lost.lose(l.sum(r, &loud.gaps[k], next, i-1)); err != nil {
			return err
		}
		r.vals[l.slot] = i
		if err := l.body.run(r); err != nil {
			return err
		}
		next = i + 1
	}
	return l.sum(r, &loud.gaps[len(loud.list)], next, lo+trips-1)
}

// sum does what is to be done in quiet iterations.
func (l *loop) sum(r *run, gap *segmentState, from, to float64) error {
	if to < from {
		return nil
	}
	w := l.quiet.work
	r.vals[l.quiet.from], r.vals[l.quiet.to] = from, to
	if !w.valid(r, gap) {
		if err := r.step(int(to-from+1) * len(r.clock) / sumTerms); err != nil {
			return err
		}
	}
	if _, err := w.in(r, gap); err != nil {
		return err
	}
	return w.spend(r, gap)
}

// louds are the iterations of a loop in which messages come, and what is to be
// done before, between and after them.
type louds struct {
	key  []float64
	list []float64
	gaps []segmentState
	work *segment
}

// settle brings what is pending into the sums.
func (l *louds) settle(r *run) {
	if l == nil {
		return
	}
	for i := range l.gaps {
		l.work.settle(r, &l.gaps[i])
	}
}

// loud lists them, remembered for the same bounds and loops around.
func (l *loop) loud(r *run, lo, trips float64) (*louds, error) {
	key := []float64{lo, trips}
	for _, x := range l.quiet.exchanges {
		for _, slot := range x.flags.indices {
			if slot != l.slot {
				key = append(key, r.vals[slot])
			}
		}
	}
	known := r.louds[l.quiet.id]
	if known != nil && slices.Equal(known.key, key) {
		return known, nil
	}
	known.settle(r)
	found := &louds{key: key, work: l.quiet.work}
	for i := lo; i < lo+trips; i++ {
		r.vals[l.slot] = i
		loud, err := l.quiet.loud(r)
		if err != nil {
			return nil, err
		}
		if loud {
			found.list = append(found.list, i)
		}
	}
	found.gaps = make([]segmentState, len(found.list)+1)
	r.louds[l.quiet.id] = found
	return found, nil
}

// loud reports whether a message comes in the current iteration.
func (q *quiet) loud(r *run) (bool, error) {
	for _, x := range q.exchanges {
		f, err := x.flagsOf(r)
		if err != nil {
			return false, err
		}
		if f.some() {
			return true, nil
		}
	}
	return false, r.step(1)
}

// some reports whether a message comes to anybody.
func (f *flags) some() bool {
	return slices.Contains(f.receives, true)
}
