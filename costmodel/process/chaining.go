package process

import (
	"cmp"
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// chaining builds a chain for the iterations lo..hi.
type chaining struct {
	r      *run
	l      *loop
	lo, hi float64
	c      *chain

	done  []done  // between the exchanges
	at    []place // of each processor: where it last had a part
	found []arrival
	in    []symbolic.Poly
}

// done is what is done in a part of the body.
type done struct {
	part int
	all  []piece   // what all processors do
	each [][]piece // what each does besides
}

// piece is a stretch of iterations in which the delays of a segment are polynomials.
type piece struct {
	from, to float64
	items    []int
	amounts  []symbolic.Poly
}

func (b *chaining) build() error {
	// Messages first: one that too many send is seen at once.
	for k, part := range b.l.quiet.parts {
		if x, ok := part.(*exchange); ok {
			if err := b.exchanged(k, x); err != nil || b.c.bad {
				return err
			}
		}
	}
	for k, part := range b.l.quiet.parts {
		if s, ok := part.(*segment); ok {
			if err := b.worked(k, s); err != nil || b.c.bad {
				return err
			}
		}
	}
	slices.SortFunc(b.found, func(x, y arrival) int {
		return cmp.Or(cmp.Compare(x.i, y.i), cmp.Compare(x.part, y.part), cmp.Compare(x.p, y.p))
	})
	b.at = make([]place, b.r.grid.count)
	for p := range b.at {
		b.at[p] = place{b.lo, -1}
	}
	for first := 0; first < len(b.found); {
		last := first
		for last < len(b.found) && b.found[last].place == b.found[first].place {
			last++
		}
		b.meeting(b.found[first:last])
		first = last
	}
	b.finish()
	return nil
}

// finish adds what is done to the end of the loop.
func (b *chaining) finish() {
	begin, end := place{b.lo, -1}, place{b.hi, len(b.l.quiet.parts)}
	for p, at := range b.at {
		if at != begin || slices.ContainsFunc(b.done, func(d done) bool { return d.each[p] != nil }) {
			b.c.rest = b.until(b.c.rest, p, end)
			continue
		}
		if b.c.others == nil {
			if all := b.until(nil, p, end); all != nil {
				b.c.idle = all[0]
			}
		}
		b.c.others = append(b.c.others, int32(p))
	}
	if b.c.idle.items == nil {
		b.c.others = nil
	}
}

// exchanged finds what comes to whom in the k-th part.
func (b *chaining) exchanged(k int, x *exchange) error {
	return b.busy(&x.flags, 1, func(p int) error { return b.arrivals(k, p, x) })
}

// busy calls do for the processors for which some of the first outputs may be above zero
// in some iteration.
func (b *chaining) busy(x *bound, outputs int, do func(p int) error) error {
	if outputs == 0 {
		return nil
	}
	here := way{b.l.slot, symbolic.Ranging{From: b.lo, By: 1, Steps: b.hi - b.lo}}
	boxes := busyBoxes{run: b.r, x: x, outputs: outputs, indices: []way{here}, do: func(p int) error {
		if b.c.bad {
			return nil
		}
		return do(p)
	}}
	return boxes.all()
}

// worked finds what is done in the k-th part.
func (b *chaining) worked(k int, s *segment) (err error) {
	d := done{part: k, each: make([][]piece, b.r.grid.count)}
	if d.all, err = b.work(&s.uniform); err != nil || b.c.bad {
		return err
	}
	err = b.busy(&s.each.bound, s.each.outputs, func(p int) (err error) {
		b.r.grid.at(p, b.r.vals)
		d.each[p], err = b.work(&s.each)
		return err
	})
	if err != nil || b.c.bad {
		return err
	}
	b.done = append(b.done, d)
	return nil
}

// along follows a tape from iteration i on, for the processor that is set.
func (b *chaining) along(x *bound, i float64) (symbolic.Segment, error) {
	in := slices.Grow(b.in[:0], len(x.slot))[:len(x.slot)]
	b.in = in
	for k, slot := range x.slot {
		if in[k] = (symbolic.Poly{b.r.vals[slot]}); slot == b.l.slot {
			in[k] = symbolic.Poly{i, 1}
		}
	}
	c := x.tape.Along(in, max(1, b.hi-i))
	if c.Steps < 1 { // this one alone
		out := make([]float64, x.outputs)
		b.r.vals[b.l.slot] = i
		if err := x.eval(b.r, out); err != nil {
			return c, err
		}
		c.Out = make([]symbolic.Poly, len(out))
		for k, v := range out {
			c.Out[k] = symbolic.Poly{v}
		}
	}
	return c, b.r.step(alongSteps)
}

// work follows the delays of a part, for the processor that is set.
func (b *chaining) work(of *part) ([]piece, error) {
	var out []piece
	if len(of.items) == 0 {
		return nil, nil
	}
	for i := b.lo; i <= b.hi; {
		c, err := b.along(&of.bound, i)
		if err != nil {
			return nil, err
		}
		to := min(b.hi, i+c.Steps)
		if b.c.bad = len(out) > mostPieces || !above(c.Out, to-i); b.c.bad {
			return nil, nil
		}
		out = append(out, piece{i, to, of.items, c.Out})
		i = to + 1
	}
	return out, nil
}

// above reports whether times are not below zero at both ends.
func above(times []symbolic.Poly, steps float64) bool {
	for _, t := range times {
		if t[0] < 0 || t.At(steps) < 0 || t.Degree() > 1 {
			return false
		}
	}
	return true
}

// until appends what p does from where it last had a part to a place, if it does anything.
func (b *chaining) until(all []work, p int, to place) []work {
	w := work{p: p}
	from := b.at[p]
	for _, d := range b.done {
		i, j := from.i, to.i
		if d.part <= from.part {
			i++
		}
		if d.part >= to.part {
			j--
		}
		for _, s := range d.all {
			w.add(s, i, j)
		}
		for _, s := range d.each[p] {
			w.add(s, i, j)
		}
	}
	if len(w.items) == 0 {
		return all
	}
	return append(all, w)
}

// add adds what a piece takes in the iterations i to j.
func (w *work) add(s piece, i, j float64) {
	first, last := max(i, s.from), min(j, s.to)
	if first > last {
		return
	}
	for n, t := range s.amounts {
		if seconds := t[0]*(last-first+1) + t[1]*(symbolic.PowerSum(last-s.from+1, 1)-symbolic.PowerSum(first-s.from, 1)); seconds > 0 {
			w.seconds += seconds
			w.items = append(w.items, spent{s.items[n], seconds})
		}
	}
}
