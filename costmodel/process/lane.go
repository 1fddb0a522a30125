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
	until, before []float64 // weights of what the lanes add, in how far the clocks have moved until the step, and until the first one
	began, moved  []float64 // how far they have moved there, seconds
	added         []float64 // by the step to the clocks
	spent         []tally   // by item of the extent
	off           float64   // how far the clocks may be off by it
}

// try executes body from the clocks in start, which it overwrites, as many seconds
// later as it says. Everything but the lane is left as it was.
func (r *run) try(e *extent, l *lane, start []float64, later float64, body func() error) error {
	clock, sums, marks, off := r.clock, r.sums, r.marks, r.off
	r.clock, r.off = start, 0
	r.sums = make([]tally, len(sums))
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
	before := r.copyOf(r.clock)
	err := body()
	r.settle(e)
	l.added = slices.Clone(r.clock)
	for p, c := range before {
		l.added[p] -= c
	}
	l.spent = r.sums[e.items[0]:e.items[1]]
	r.release(before)
	for _, at := range r.marks {
		if at != nil {
			r.release(at)
		}
	}
	l.off = r.off
	r.clock, r.sums, r.marks, r.off = clock, sums, marks, off
	return err
}
