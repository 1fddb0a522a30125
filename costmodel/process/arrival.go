package process

import (
	"slices"
)

// place is an exchange in an iteration; before the first part of the body it is -1.
type place struct {
	i    float64
	part int
}

// arrival is that something comes to a processor at a place.
type arrival struct {
	place
	receiver
}

// arrivals finds the iterations in which something comes to p.
func (b *chaining) arrivals(k, p int, x *exchange) error {
	n := 0
	for i := b.lo; i <= b.hi; n++ {
		b.r.grid.at(p, b.r.vals)
		c, err := b.along(&x.flags, i)
		if err != nil {
			return err
		}
		to := min(b.hi, i+c.Steps)
		if comes := c.Out[0]; comes.Degree() > 0 || comes[0] > 0 {
			b.c.bad = comes.Degree() > 0 || to-i >= mostPieces
			for j := i; j <= to && !b.c.bad; j++ {
				r, err := b.receiver(x, j, p)
				if err != nil {
					return err
				}
				b.found = append(b.found, arrival{place{j, k}, r})
			}
		}
		if b.c.bad = b.c.bad || n > mostPieces; b.c.bad {
			return nil
		}
		i = to + 1
	}
	return nil
}

// meeting adds what comes at one place.
func (b *chaining) meeting(all []arrival) {
	e := meetingOf{x: b.l.quiet.parts[all[0].part].(*exchange)}
	seen := map[int]bool{}
	join := func(p int) {
		if !seen[p] {
			seen[p] = true
			e.first = b.until(e.first, p, all[0].place)
			b.at[p] = all[0].place
		}
	}
	for _, a := range all {
		join(a.p)
		for _, q := range a.from {
			join(q)
		}
		e.receivers = append(e.receivers, a.receiver)
	}
	b.c.events = append(b.c.events, e)
}

// receiver evaluates what comes to p in iteration i.
func (b *chaining) receiver(x *exchange, i float64, p int) (receiver, error) {
	r := b.r
	r.vals[b.l.slot] = i
	r.grid.at(p, r.vals)
	to := receiver{p: p}
	var flags [4]float64
	if err := x.flags.eval(r, flags[:]); err != nil {
		return to, err
	}
	to.early = x.sends == Asynchronous && flags[1] != 0
	if x.sends == Blocking || x.sends == Asynchronous && !to.early {
		b.c.bad = true // those who send wait too
		return to, nil
	}
	if m := x.message; m != nil {
		for _, part := range []*part{&m.uniform, &m.each} {
			out := make([]float64, len(part.items))
			if len(out) == 0 {
				continue
			}
			if err := part.amounts(r, out); err != nil {
				return to, err
			}
			for _, t := range out {
				to.message += t
			}
		}
	}
	return to, b.senders(x, &to)
}

// senders lists the others in the range of a receiver.
func (b *chaining) senders(x *exchange, to *receiver) error {
	r := b.r
	out := make([]float64, x.ranges.outputs)
	if err := x.ranges.eval(r, out); err != nil {
		return err
	}
	all := []int{0}
	for d := range r.grid.extents {
		n := int64(len(r.grid.coords[d]))
		lo, hi := x.clip(r, out[2*d:], d)
		if b.c.bad = int64(len(all))*(hi-lo+1) > mostSenders; b.c.bad {
			return nil
		}
		var next []int
		for _, q := range all {
			for c := lo; c <= hi; c++ {
				next = append(next, q*int(n)+int(c))
			}
		}
		all = next
	}
	to.from = slices.DeleteFunc(all, func(q int) bool { return q == to.p })
	return nil
}
