package process

import (
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// enclosedFlags is what an exchange says about the messages of each processor, as far
// as it is known.
type enclosedFlags struct {
	key      []float64
	receives []possible
	fits     []possible
	follows  []symbolic.Hull
	behind   []symbolic.Hull
}

// possible is whether something is so surely, and whether it may be.
type possible struct{ surely, maybe bool }

func (b *encloser) flagsOf(x *exchange) (*enclosedFlags, error) {
	f := b.flagged[x.id]
	key := b.key(nil, x.flags.indices)
	if f != nil && slices.Equal(f.key, key) {
		return f, nil
	}
	n := len(b.high)
	f = &enclosedFlags{key: key, receives: make([]possible, n), fits: make([]possible, n), follows: make([]symbolic.Hull, n), behind: make([]symbolic.Hull, n)}
	b.flagged[x.id] = f
	var out [4]symbolic.Hull
	for p := range n {
		if p == 0 || x.flags.varied {
			if err := b.step(1); err != nil {
				return nil, err
			}
			b.place(p)
			if err := b.hulls(&x.flags, out[:]); err != nil {
				return nil, err
			}
		}
		f.receives[p] = possible{out[0].Lo > 0, out[0].Hi > 0}
		f.fits[p] = possible{out[1].Lo > 0 || out[1].Hi < 0, out[1].Lo != 0 || out[1].Hi != 0}
		f.follows[p], f.behind[p] = clipped(out[2], 0, 1), clipped(out[3], 0, 1)
	}
	return f, nil
}

// post is an exchange whose parts have been evaluated.
type post struct {
	*encloser
	x        *exchange
	f        *enclosedFlags
	w        *boxes    // nil: all meet
	low      []float64 // transmission
	high     []float64
	lowWait  []float64 // with what its senders have to send before
	highWait []float64
	sentLow  *below // when the messages have left
	sentHigh []float64
	unknown  bool // the lower clocks do not know what they follow from
}

// exchange lets every processor send, and wait for those that it surely, or maybe,
// waits for.
func (b *encloser) exchange(x *exchange) error {
	if err := b.step(len(b.high)); err != nil {
		return err
	}
	f, err := b.flagsOf(x)
	if err != nil {
		return err
	}
	t := &post{encloser: b, x: x, f: f}
	if x.ranges.outputs > 0 {
		if t.w, err = b.boxesOf(x); err != nil {
			return err
		}
	}
	if err := t.calls(); err != nil {
		return err
	}
	if x.mayBeQuiet && !slices.ContainsFunc(f.receives, func(r possible) bool { return r.maybe }) {
		return nil
	}
	t.low, t.high = make([]float64, len(b.high)), make([]float64, len(b.high))
	if x.message != nil {
		st, err := b.amounts(x.message)
		if err != nil {
			return err
		}
		t.low, t.high = st.low, st.high
	}
	t.lowWait, t.highWait = t.low, t.high
	if t.w == nil {
		t.meet()
		return nil
	}
	if x.queues {
		if err := t.queue(); err != nil {
			return err
		}
	}
	t.sentLow, t.sentHigh = &b.low, b.high
	if x.since > 0 {
		if m := &b.marks[x.since-1]; m.high != nil {
			t.sentLow, t.sentHigh, t.unknown = &m.low, m.high, m.epoch != b.epoch
		}
	}
	low, err := t.lower()
	if err != nil {
		return err
	}
	high, err := t.upper()
	if err != nil {
		return err
	}
	b.low, b.high = low, high
	return nil
}

// meet lets every processor wait for all.
func (t *post) meet() {
	b := t.encloser
	latest, longestLow, longestHigh := 0, 0.0, 0.0
	for p, c := range b.low.at {
		if c > b.low.at[latest] {
			latest = p
		}
		if t.x.sends == Matched {
			continue
		}
		late := t.x.sends != Asynchronous
		if r, f := t.f.receives[p], t.f.fits[p]; r.surely && (late || !f.maybe) {
			longestLow = max(longestLow, t.low[p])
		}
		if r, f := t.f.receives[p], t.f.fits[p]; r.maybe && (late || !f.surely) {
			longestHigh = max(longestHigh, t.high[p])
		}
	}
	before, last := b.low.clone(), largest(b.high)
	for p := range b.high {
		low, high := longestLow, longestHigh
		if t.f.receives[p].surely {
			low = max(low, t.low[p])
		}
		if t.f.receives[p].maybe {
			high = max(high, t.high[p])
		}
		if b.alone || before.at[latest] <= before.at[p] {
			b.low.set(p, &before, p, low)
		} else {
			b.low.set(p, &before, latest, low)
		}
		b.high[p] = last + high
	}
}

// early reports whether the messages of p surely, or maybe, travel before it asks for
// them.
func (t *post) early(p int) possible {
	if t.x.sends != Asynchronous {
		return possible{}
	}
	return t.f.fits[p]
}
