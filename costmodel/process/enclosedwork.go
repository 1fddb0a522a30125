package process

import (
	"errors"
	"math"
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// errEndless is about amounts that nothing is known of.
var errEndless = errors.New("an amount without bounds")

// enclosedAmounts is what the delays of a segment take together, at least and at most,
// by processor.
type enclosedAmounts struct {
	key       []float64
	low, high []float64
}

// segment advances the clocks by a segment.
func (b *encloser) segment(s *segment) error {
	st, err := b.amounts(s)
	if err != nil {
		return err
	}
	for p := range b.high {
		b.low.set(p, &b.low, p, st.low[p])
		b.high[p] += st.high[p]
	}
	return b.step(1 + len(b.high)/atOnce)
}

// amounts evaluates a segment, unless it is known for these values.
func (b *encloser) amounts(s *segment) (*enclosedAmounts, error) {
	st := &b.amountsOf[s.id]
	key := b.key(b.key(nil, s.uniform.indices), s.each.indices)
	if st.low != nil && slices.Equal(key, st.key) {
		return st, nil
	}
	if st.low == nil {
		st.low, st.high = make([]float64, len(b.high)), make([]float64, len(b.high))
	}
	st.key = key
	low, high, err := b.total(&s.uniform)
	if err != nil {
		return nil, err
	}
	for p := range st.low {
		st.low[p], st.high[p] = low, high
		if len(s.each.items) == 0 {
			continue
		}
		if err := b.step(len(s.each.items)); err != nil {
			return nil, err
		}
		b.place(p)
		l, h, err := b.total(&s.each)
		if err != nil {
			return nil, err
		}
		st.low[p], st.high[p] = low+l, high+h
	}
	return st, nil
}

// total is what the delays of a part take together.
func (b *encloser) total(p *part) (low, high float64, err error) {
	if len(p.items) == 0 {
		return 0, 0, nil
	}
	out := make([]symbolic.Hull, p.outputs)
	if err := b.hulls(&p.bound, out); err != nil {
		return 0, 0, err
	}
	for _, h := range out {
		low += max(0, h.Lo)
		high += max(0, h.Hi)
	}
	if math.IsInf(high, 0) || math.IsNaN(high) {
		return 0, 0, errEndless
	}
	return low, high, nil
}

// branch runs what processors may go through.
func (b *encloser) branch(o *branch) error {
	shares, err := b.shares(o)
	if err != nil {
		return err
	}
	for i := range o.bodies {
		if surelyTaken(shares[i]) {
			return b.execute(o.bodies[i])
		}
	}
	before := b.save()
	whole := true // each processor goes through one of them
	for i := range shares {
		for _, h := range shares[i] {
			whole = whole && (h.Lo == 1 || h.Hi == 0)
		}
	}
	low, high := before.low.clone(), slices.Clone(before.high)
	rest := make([]float64, len(high)) // surely taken by nobody else
	for p := range rest {
		rest[p] = 1
	}
	var marks []marked
	alone, apart := b.alone, b.apart
	for i, body := range o.bodies {
		if !slices.ContainsFunc(shares[i], func(h symbolic.Hull) bool { return h.Hi > 0 }) {
			continue
		}
		b.restore(before)
		b.alone, b.apart = alone || !whole, elsewhere(apart, shares[i])
		err := b.execute(body)
		if b.alone, b.apart = alone, apart; err != nil {
			return err
		}
		for p, h := range shares[i] {
			if whole && h.Lo == 1 {
				low.set(p, &b.low, p, 0)
			} else if !whole {
				low.set(p, &low, p, h.Lo*(b.low.at[p]-before.low.at[p]))
			}
			if h.Lo == h.Hi {
				high[p] += h.Hi * (b.high[p] - before.high[p])
			} else if h.Hi > 0 {
				high[p] += b.high[p] - before.high[p] // whichever it is, it is no later than after all
			}
		}
		marks = latestMarks(marks, b.marks)
	}
	b.restore(before)
	b.low, b.high = low, high
	for i := range marks {
		if marks[i].high != nil {
			b.marks[i].high = marks[i].high
			if b.marks[i].low.at == nil {
				b.marks[i].low, b.marks[i].epoch = before.low.clone(), -1
			}
		}
	}
	return nil
}

// latestMarks are marks that are no earlier than those of two ways.
func latestMarks(x, y []marked) []marked {
	if x == nil {
		x = make([]marked, len(y))
	}
	for i := range y {
		switch {
		case y[i].high == nil:
		case x[i].high == nil:
			x[i].high = slices.Clone(y[i].high)
		default:
			for p, at := range y[i].high {
				x[i].high[p] = max(x[i].high[p], at)
			}
		}
	}
	return x
}

// elsewhere are the processors that surely do not come to a branch, nor to one around it.
func elsewhere(outer []bool, shares []symbolic.Hull) []bool {
	out := make([]bool, len(shares))
	for p, h := range shares {
		out[p] = h.Hi == 0 || outer != nil && outer[p]
	}
	return out
}

func surelyTaken(shares []symbolic.Hull) bool {
	for _, h := range shares {
		if h.Lo < 1 {
			return false
		}
	}
	return true
}

// shares are what the shares of the branches lie between, by branch and processor.
func (b *encloser) shares(o *branch) ([][]symbolic.Hull, error) {
	shares := make([][]symbolic.Hull, len(o.bodies))
	out := make([]symbolic.Hull, len(o.bodies))
	for p := range b.high {
		if p == 0 || o.shares.varied {
			b.place(p)
			if err := b.step(1); err != nil {
				return nil, err
			}
			if err := b.hulls(&o.shares, out); err != nil {
				return nil, err
			}
		}
		for i, h := range out {
			shares[i] = append(shares[i], symbolic.Hull{Lo: max(0, min(h.Lo, 1)), Hi: max(0, min(h.Hi, 1))})
		}
	}
	return shares, nil
}

// state is everything that an execution goes on from.
type state struct {
	low   below
	high  []float64
	marks []marked
	links marked
	epoch int
}

func (b *encloser) save() *state {
	s := &state{low: b.low.clone(), high: slices.Clone(b.high), links: b.links.clone(), epoch: b.epoch}
	for i := range b.marks {
		s.marks = append(s.marks, b.marks[i].clone())
	}
	return s
}

// restore goes back to a state, which stays as it is.
func (b *encloser) restore(s *state) {
	b.low, b.high, b.links, b.epoch = s.low.clone(), slices.Clone(s.high), s.links.clone(), s.epoch
	for i := range s.marks {
		b.marks[i] = s.marks[i].clone()
	}
}
