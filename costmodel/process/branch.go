package process

import "github.com/parlens/parlens/analysis/source"

// branch is an If around synchronisation. Every branch starts from the same
// clocks; the clocks after it are the mean of the branches by share.
type branch struct {
	shares bound // one output per branch
	bodies []op
	span   source.Span
	extent extent // of all bodies
}

func (c *compiler) branch(f *If) (op, error) {
	o := &branch{shares: c.bind(f.Span, c.shares(f)...), span: f.Span, extent: c.begin()}
	for _, b := range f.Branches {
		body, err := c.term(b.Body)
		if err != nil {
			return nil, err
		}
		o.bodies = append(o.bodies, body)
	}
	o.extent.end(c)
	return o, nil
}

func (b *branch) run(r *run) error {
	shares, err := b.eval(r)
	if err != nil {
		return err
	}
	defer r.release(shares...)
	if taken := surely(shares); taken >= 0 {
		return r.lost.lose(b.bodies[taken].run(r))
	}
	if r.trace.on() {
		return r.summed(Slice{What: Expected, Span: b.span}, &b.extent, func() error { return b.mixed(r, shares) })
	}
	return b.mixed(r, shares)
}

// mixed executes the branches one after the other from the same clocks.
func (b *branch) mixed(r *run, shares [][]float64) error {
	before, outer := r.now(), r.mask
	mean := r.copyOf(r.clock)
	defer r.release(before.clock, mean)
	for i, body := range b.bodies {
		if largest(shares[i]) <= 0 {
			continue
		}
		r.mask = within(r, outer, shares[i])
		copy(r.clock, before.clock)
		err := r.lost.lose(body.run(r))
		r.release(r.mask)
		r.mask = outer
		if err != nil {
			return err
		}
		all, each := r.since(before)
		for p, share := range shares[i] {
			mean[p] += share * (all.value() + each[p])
		}
		r.later(before.base.minus(r.base))
	}
	copy(r.clock, mean)
	return nil
}

// eval is the share of every branch and processor.
func (b *branch) eval(r *run) ([][]float64, error) {
	shares := make([][]float64, len(b.bodies))
	for i := range shares {
		shares[i] = r.vector()
	}
	out := make([]float64, len(b.bodies))
	for p := range r.clock {
		if p == 0 || b.shares.varied {
			r.grid.at(p, r.vals)
			if err := r.step(1); err != nil {
				return nil, err
			}
			if err := b.shares.eval(r, out); err != nil {
				return nil, err
			}
		}
		for i, v := range out {
			shares[i][p] = max(0, min(v, 1))
		}
	}
	return shares, nil
}

// surely is the branch that every processor takes whole, or -1.
func surely(shares [][]float64) int {
	for i, share := range shares {
		whole := true
		for _, s := range share {
			whole = whole && s == 1
		}
		if whole {
			return i
		}
	}
	return -1
}

// within is the product of two masks.
func within(r *run, outer, share []float64) []float64 {
	m := r.copyOf(share)
	for p, s := range outer {
		m[p] *= s
	}
	return m
}
