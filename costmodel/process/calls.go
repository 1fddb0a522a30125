package process

// calls lets every processor spend its part of what sending takes.
func (x *exchange) calls(r *run) error {
	if x.call == nil {
		return nil
	}
	st, err := x.call.state(r)
	if err != nil {
		return err
	}
	spent := r.copyOf(st.total)
	defer r.release(spent)
	if err := x.divide(r, spent); err != nil {
		return err
	}
	for p, t := range spent {
		r.sums[x.called].add(r, p, t)
		r.clock[p] += t
	}
	return nil
}

// divide splits the time of each processor's messages evenly among those that
// send them. Where all meet everybody sends as much as it receives; of
// representatives, which do not name all that they send to, each as much as any.
func (x *exchange) divide(r *run, times []float64) error {
	f, err := x.flagsOf(r)
	if err != nil {
		return err
	}
	for p := range times {
		if !f.receives[p] {
			times[p] = 0
		}
	}
	switch {
	case x.ranges.outputs == 0:
		return nil
	case r.grid.sampled:
		most := largest(times)
		for p := range times {
			times[p] = most
		}
		return nil
	}
	w, err := x.window(r)
	if err != nil {
		return err
	}
	for p := range times {
		times[p] /= max(1, float64(w.partners(r.grid, p)))
	}
	own := r.copyOf(times)
	defer r.release(own)
	if err := w.scatter(r, times, 0, sum); err != nil {
		return err
	}
	for p, t := range own {
		if w.holds(r.grid, p, len(w.lo)) {
			times[p] = max(0, times[p]-t)
		}
	}
	return nil
}

func sum(x, y float64) float64 { return x + y }
