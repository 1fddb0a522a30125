package process

import "slices"

// part of a program: what a loop's body may change.
type extent struct{ items, segments, quiets [2]int }

// begin and end note what is compiled between them.
func (c *compiler) begin() extent {
	return extent{items: [2]int{len(c.p.items)}, segments: [2]int{len(c.p.segments)}, quiets: [2]int{c.p.quiets}}
}

func (e *extent) end(c *compiler) {
	e.items[1], e.segments[1], e.quiets[1] = len(c.p.items), len(c.p.segments), c.p.quiets
}

// settle brings what is pending in a part of the program into the sums.
func (r *run) settle(e *extent) {
	for id := e.segments[0]; id < e.segments[1]; id++ {
		r.p.segments[id].settle(r, &r.segments[id])
	}
	for id := e.quiets[0]; id < e.quiets[1]; id++ {
		r.louds[id].settle(r)
	}
}

// lane is one step of a loop that is executed out of its order: from clocks that are
// derived, and with the times that it spends apart.
type lane struct {
	step, warm    float64   // which one; those before it that are executed first
	until, before []double  // weights of what the lanes add, in how far the clocks have moved until the step, and until the first one
	later         double    // how far all have moved there, seconds
	began, moved  []float64 // how far each has beside that, until the first one and until the step
	all           double    // what the step adds to all clocks
	added         []float64 // and to each beside that
	spent         []tally   // by item of the extent
	off           float64   // how far the clocks may be off by it
}

// try executes body from the clocks in start, which it overwrites, as many seconds
// later as it says. Everything but the lane is left as it was.
func (r *run) try(e *extent, l *lane, start []float64, later float64, body func() error) error {
	clock, base, marks, off := r.clock, r.base, r.marks, r.off
	r.clock, r.off = start, 0
	own := r.sums[e.items[0]:e.items[1]] // body adds to no others
	sums := slices.Clone(own)
	clear(own)
	r.marks = make([][]float64, len(marks))
	for i, at := range marks {
		if at != nil {
			r.marks[i] = r.copyOf(at)
			for p := range at {
				r.marks[i][p] -= later
			}
		}
	}
	r.rebase()
	before := r.now()
	err := body()
	r.settle(e)
	l.all, l.added = r.since(before)
	l.forget(r)
	l.spent = slices.Clone(own)
	copy(own, sums)
	r.release(before.clock)
	for _, at := range r.marks {
		if at != nil {
			r.release(at)
		}
	}
	l.off = r.off
	r.clock, r.base, r.marks, r.off = clock, base, marks, off
	return err
}

// forget gives back what the lane has spent.
func (l *lane) forget(r *run) {
	for _, t := range l.spent {
		if t.each != nil {
			r.release(t.each)
		}
	}
	l.spent = nil
}

// time is what the step adds to the clock of p.
func (l *lane) time(p int) float64 { return l.all.value() + l.added[p] }

// most is the most that it adds to a clock.
func (l *lane) most() float64 { return l.all.value() + slices.Max(l.added) }
