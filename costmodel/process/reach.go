package process

import "math"

// all replaces v(p) by the maximum of v over the box of p, minus infinity when it
// is empty.
func (w *window) all(r *run, v []float64) error {
	from := r.copyOf(v)
	defer r.release(from)
	if !w.separable {
		for p := range v {
			v[p] = math.Inf(-1)
		}
		return w.visitAll(r, func(p, q int) { v[p] = max(v[p], from[q]) })
	}
	for d := range w.lo {
		copy(from, v)
		if err := r.lines(d, w.lo[d], w.hi[d], from, v, false); err != nil {
			return err
		}
	}
	return nil
}

// others replaces v(p) by the maximum of v over the box of p without p itself,
// minus infinity when nobody is left.
func (w *window) others(r *run, v []float64) error {
	from := r.copyOf(v)
	for p := range v {
		v[p] = math.Inf(-1)
	}
	if !w.separable {
		defer r.release(from)
		return w.visitAll(r, func(p, q int) {
			if q != p {
				v[p] = max(v[p], from[q])
			}
		})
	}
	// The box without p: those that differ in the first dimension, those that do
	// not and differ in the second, and so on.
	within := [][]float64{from} // over the dimensions after d, d descending
	for d := len(w.lo) - 1; d > 0; d-- {
		over := r.vector()
		if err := r.lines(d, w.lo[d], w.hi[d], within[len(within)-1], over, false); err != nil {
			return err
		}
		within = append(within, over)
	}
	defer r.release(within...)
	beside := r.vector()
	defer r.release(beside)
	for d := range w.lo {
		if err := r.lines(d, w.lo[d], w.hi[d], within[len(within)-1-d], beside, true); err != nil {
			return err
		}
		for p := range v {
			if w.holds(r.grid, p, d) {
				v[p] = max(v[p], beside[p])
			}
		}
	}
	return nil
}

// scatter replaces v(p) by the combination of v(q) over all q that have p in
// their box; none is the value of no one.
func (w *window) scatter(r *run, v []float64, none float64, combine func(x, y float64) float64) error {
	from := r.copyOf(v)
	defer r.release(from)
	reset := func() {
		for p := range v {
			v[p] = none
		}
	}
	if !w.separable {
		reset()
		return w.visitAll(r, func(p, q int) { v[q] = combine(v[q], from[p]) })
	}
	for d := range w.lo {
		copy(from, v)
		reset()
		if err := w.scatterLines(r, d, from, v, combine); err != nil {
			return err
		}
	}
	return nil
}

// visitAll calls f for every processor p and all q in its box.
func (w *window) visitAll(r *run, f func(p, q int)) error {
	for p := range r.clock {
		if err := w.visit(r, p, func(q int) { f(p, q) }); err != nil {
			return err
		}
	}
	return nil
}

// scatterLines is scatter along dimension d.
func (w *window) scatterLines(r *run, d int, from, to []float64, combine func(x, y float64) float64) error {
	n, stride := len(w.lo[d]), r.grid.stride(d)
	for p, x := range from {
		c := p / stride % n
		lo, hi := int(w.lo[d][c]), int(w.hi[d][c])
		if err := r.step(1 + max(0, hi-lo+1)/atOnce); err != nil {
			return err
		}
		for q := lo; q <= hi; q++ {
			at := p + (q-c)*stride
			to[at] = combine(to[at], x)
		}
	}
	return nil
}

// side returns the box of p along dimension d, and the coordinate of p there.
func (w *window) side(g *grid, p, d int) (lo, hi, own int64) {
	c := p / g.stride(d) % len(g.coords[d])
	i := p
	if w.separable {
		i = c
	}
	return w.lo[d][i], w.hi[d][i], int64(c)
}

// holds reports whether the box of p holds the coordinates of p in the first
// dimensions.
func (w *window) holds(g *grid, p, dimensions int) bool {
	for d := range dimensions {
		if lo, hi, own := w.side(g, p, d); own < lo || own > hi {
			return false
		}
	}
	return true
}

// partners is the number of processors in the box of p, without p itself.
func (w *window) partners(g *grid, p int) int {
	n := 1
	for d := range w.lo {
		lo, hi, _ := w.side(g, p, d)
		n *= int(max(0, hi-lo+1))
	}
	if w.holds(g, p, len(w.lo)) {
		n--
	}
	return n
}
