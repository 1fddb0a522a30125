package process

// part of a program: what a loop's body may change.
type extent struct{ items, segments, quiets, marks [2]int }

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

// lane is one execution of an iteration out of its order: from clocks that are
// given, and with the times that it spends apart.
type lane struct {
	added []float64 // to the clocks, in seconds
	spent []tally   // by item of the extent
}

// try executes body from the clocks in start, which it overwrites, as many seconds
// later as it says. Everything else is left as it was.
func (r *run) try(e *extent, start []float64, later float64, body func() error) (*lane, error) {
	clock, sums, marks := r.clock, r.sums, r.marks
	r.clock = start
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
	l := &lane{added: r.copyOf(r.clock)}
	err := body()
	r.settle(e)
	for p, c := range r.clock {
		l.added[p] = c - l.added[p]
	}
	l.spent = r.sums[e.items[0]:e.items[1]]
	for _, at := range r.marks {
		if at != nil {
			r.release(at)
		}
	}
	r.clock, r.sums, r.marks = clock, sums, marks
	return l, err
}
