package process

// exchange is the wait of an Exchange; its cost belongs to the segment after it.
type exchange struct {
	item   int
	id     int   // of its window
	ranges bound // lo and hi of every dimension; no outputs: all processors
	full   []bool
	own    []bool // per dimension: the range depends on no other coordinate
}

func (c *compiler) exchange(x *Exchange) (op, error) {
	o := &exchange{item: c.item(x.Span, Wait, x.Tag)}
	if len(x.From) == 0 || c.p.rank == 0 {
		return o, nil
	}
	if len(x.From) != c.p.rank {
		return nil, errorAt(x.Span, "an exchange over %d dimensions on a grid of %d", len(x.From), c.p.rank)
	}
	o.id = c.p.windows
	c.p.windows++
	o.ranges = c.bind(x.Span, rangeExprs(x.From)...)
	for d, r := range x.From {
		o.full = append(o.full, r.Lo == 0, r.Hi == 0)
		o.own = append(o.own, c.dependsOnOwn(r, d))
	}
	return o, nil
}

// run lets every processor wait for those in its range.
func (x *exchange) run(r *run) error {
	if err := r.step(len(r.clock)); err != nil {
		return err
	}
	if r.reading == Barrier || x.ranges.outputs == 0 {
		r.meet(x.item)
		return nil
	}
	w, err := x.window(r)
	if err != nil {
		return err
	}
	release := r.copyOf(r.clock)
	defer r.release(release)
	if err := w.spread(r, release); err != nil {
		return err
	}
	if r.trace != nil {
		if err := r.trace.check(r, w, release); err != nil {
			return err
		}
	}
	r.releaseAt(x.item, release)
	return nil
}

// meet lets every processor wait for all.
func (r *run) meet(item int) {
	latest := largest(r.clock)
	if r.trace != nil {
		r.trace.checkAll()
	}
	for p, c := range r.clock {
		if c < latest {
			r.sums[item].add(r, p, latest-c)
			r.clock[p] = latest
		}
	}
}

// releaseAt moves the clocks to release and books the difference as a wait.
func (r *run) releaseAt(item int, release []float64) {
	for p, c := range r.clock {
		if c < release[p] {
			r.sums[item].add(r, p, release[p]-c)
			r.clock[p] = release[p]
		}
	}
}
