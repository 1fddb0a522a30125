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

// lower is the clocks at which the processors go on at the earliest.
func (t *post) lower() (below, error) {
	b := t.encloser
	out := b.low.clone()
	if t.x.since > 0 {
		t.openLinks()
	}
	latest, err := b.latest(t.w.surely, t.sentLow.at, t.x.sends != Matched)
	if err != nil {
		return out, err
	}
	for p, q := range latest {
		if !t.f.receives[p].surely {
			continue
		}
		usable := q >= 0 && !t.unknown && !b.alone
		if !t.early(p).maybe {
			if usable && t.sentLow.at[q] > b.low.at[p] {
				out.set(p, t.sentLow, int(q), t.lowWait[p])
			} else {
				out.set(p, &b.low, p, t.lowWait[p])
			}
			continue
		}
		if q < 0 && t.w.definite && t.early(p).surely { // from nobody that is known
			out.set(p, &b.low, p, t.lowWait[p])
			continue
		}
		if usable && t.sentLow.at[q]+t.lowWait[p] > b.low.at[p] {
			out.set(p, t.sentLow, int(q), t.lowWait[p])
		}
		if t.x.since > 0 && usable {
			t.linkLower(p, int(q), &out)
		}
	}
	return out, t.holdLower(&out)
}

// openLinks forgets when messages have come before, unless those of this exchange
// follow them.
func (t *post) openLinks() {
	b, n := t.encloser, len(t.encloser.high)
	never := func() []float64 { return slices.Repeat([]float64{noTime}, n) }
	if b.links.high == nil || !t.x.behind {
		b.links.high = never()
		b.links.epoch = -1
	}
	if b.links.epoch != b.epoch { // what they follow from is not known here
		b.links.low, b.links.epoch = identity(n), b.epoch
		b.links.low.at = never()
	}
}

// linkLower keeps a message back until the one before has come.
func (t *post) linkLower(p, q int, out *below) {
	l := &t.links
	behind := t.f.behind[p].Lo * t.low[p]
	source, at, seconds := t.sentLow, q, t.lowWait[p]
	if s := t.sentLow.at[q] + behind; s > source.at[at]+seconds {
		seconds = behind
	}
	if l.low.at[p]+behind > source.at[at]+seconds {
		source, at, seconds = &l.low, p, behind
	}
	arrival := source.at[at] + seconds
	if arrival > out.at[p] {
		out.set(p, source, at, seconds)
	}
	l.low.set(p, source, at, seconds)
}

// holdLower keeps those who send until their messages are there.
func (t *post) holdLower(out *below) error {
	b := t.encloser
	if t.x.sends == Matched {
		return nil
	}
	for p, r := range t.f.receives {
		if !r.surely || t.early(p).maybe {
			continue
		}
		someone := false
		hold := func(q int) {
			someone = someone || q != p
			if b.low.at[q]+t.lowWait[p] > out.at[q] {
				out.set(q, &b.low, q, t.lowWait[p])
			}
			if !b.alone && b.low.at[p]+t.lowWait[p] > out.at[q] {
				out.set(q, &b.low, p, t.lowWait[p])
			}
		}
		if err := t.w.surely.visit(b.run, p, hold); err != nil {
			return err
		}
	}
	return nil
}

// upper is the clocks at which they go on at the latest.
func (t *post) upper() ([]float64, error) {
	b := t.encloser
	out := slices.Clone(b.high)
	latest, err := b.latest(t.w.maybe, t.sentHigh, t.x.sends != Matched && !b.grid.sampled)
	if err != nil {
		return nil, err
	}
	for p, q := range latest {
		if !t.f.receives[p].maybe {
			continue
		}
		sent := noTime
		if q >= 0 {
			sent = t.sentHigh[q]
		}
		early := t.early(p)
		if early.maybe && q >= 0 {
			at := sent + t.highWait[p]
			if t.x.since > 0 {
				at = max(at, max(b.links.high[p], sent)+t.f.behind[p].Hi*t.high[p])
				b.links.high[p] = max(b.links.high[p], at)
			}
			out[p] = max(out[p], at)
		}
		if !early.surely || q < 0 || !t.w.definite {
			out[p] = max(out[p], max(b.high[p], sent)+t.highWait[p])
		}
	}
	return out, t.holdUpper(out)
}

func (t *post) holdUpper(out []float64) error {
	b := t.encloser
	if t.x.sends == Matched {
		return nil
	}
	for p, r := range t.f.receives {
		if !r.maybe || t.early(p).surely {
			continue
		}
		if err := t.w.maybe.visit(b.run, p, func(q int) {
			out[q] = max(out[q], max(b.high[q], b.high[p])+t.highWait[p])
		}); err != nil {
			return err
		}
	}
	return nil
}

// queue adds the wait for the senders' links, as transfer.queue does where everything
// is known; else at most all messages there are.
func (t *post) queue() error {
	b := t.encloser
	n := len(b.high)
	t.lowWait, t.highWait = slices.Clone(t.low), slices.Clone(t.high)
	known := t.w.definite
	all := 0.0
	for p := range n {
		r := t.f.receives[p]
		known = known && r.surely == r.maybe
		if r.maybe {
			all += t.f.follows[p].Hi * t.high[p] * b.grid.share(p)
		}
	}
	if !known {
		for p := range t.highWait {
			t.highWait[p] += all
		}
		return nil
	}
	lowAhead, highAhead := make([]float64, n), make([]float64, n)
	for p := range n {
		if !t.f.receives[p].surely {
			continue
		}
		low, high, partners := 0.0, 0.0, max(1, float64(t.w.surely.partners(b.grid, p)))
		if err := t.w.surely.visit(b.run, p, func(q int) {
			if q != p {
				low, high = max(low, lowAhead[q]), max(high, highAhead[q])
				lowAhead[q] += t.f.follows[p].Lo * t.low[p] / partners
				highAhead[q] += t.f.follows[p].Hi * t.high[p] / partners
			}
		}); err != nil {
			return err
		}
		t.lowWait[p], t.highWait[p] = low+t.low[p], high+t.high[p]
	}
	return nil
}

// calls lets every processor spend its part of what sending takes: where it is not
// known who sends what, nobody at least, and everybody all at most.
func (t *post) calls() error {
	b := t.encloser
	if t.x.call == nil {
		return nil
	}
	st, err := b.amounts(t.x.call)
	if err != nil {
		return err
	}
	low, high := slices.Clone(st.low), slices.Clone(st.high)
	known := t.w == nil || t.w.definite
	all := 0.0
	for p, r := range t.f.receives {
		known = known && r.surely == r.maybe
		if !r.maybe {
			low[p], high[p] = 0, 0
		}
		all += high[p] * b.grid.share(p)
	}
	switch {
	case t.w == nil:
		for p, r := range t.f.receives {
			if !r.surely {
				low[p] = 0
			}
		}
	case known:
		for _, v := range [][]float64{low, high} {
			if err := t.divide(v); err != nil {
				return err
			}
		}
	default:
		for p := range high {
			low[p], high[p] = 0, all
		}
	}
	for p := range high {
		b.low.set(p, &b.low, p, low[p])
		b.high[p] += high[p]
	}
	return nil
}

// divide splits the time of each processor's messages among those that send them.
func (t *post) divide(times []float64) error {
	b, w := t.encloser, t.w.surely
	sums := make([]float64, len(times))
	for p, all := range times {
		part := all / max(1, float64(w.partners(b.grid, p)))
		if err := w.visit(b.run, p, func(q int) {
			if q != p {
				sums[q] += part
			}
		}); err != nil {
			return err
		}
	}
	copy(times, sums)
	return nil
}

// sweep bounds the strips of a wavefront. Between cells of many processors the way
// through them counts: the upper clocks pass the slowest body of every strip, and one
// more with a message for every further stage.
func (b *encloser) sweep(s *sweep) error {
	if !b.grid.sampled {
		return b.strips(s, func() error { return b.strip(s.strip, nil) })
	}
	stages := 0.0
	for d, o := range s.order {
		if o != 0 {
			stages += float64(b.grid.extents[d] - 1)
		}
	}
	slow := &slowest{}
	if err := b.strips(s, func() error { return b.strip(s.strip, slow) }); err != nil {
		return err
	}
	for p := range b.high {
		b.high[p] += stages * (slow.body + slow.message)
	}
	return nil
}

func (b *encloser) strips(s *sweep, strip func() error) error {
	l := *s.strips
	l.body = opFunc(strip)
	return b.loop(&l)
}

// opFunc is a step of the encloser as a compiled one.
type opFunc func() error

func (f opFunc) run(*run) error { return f() }

// slowest is the most that a strip takes anywhere.
type slowest struct{ body, message float64 }

// strip advances the clocks by one strip; of cells the upper ones by the slowest body.
func (b *encloser) strip(s *strip, slow *slowest) error {
	message, err := b.amounts(s.message)
	if err != nil {
		return err
	}
	body, err := b.amounts(s.body)
	if err != nil {
		return err
	}
	if err := b.step(len(b.high)); err != nil {
		return err
	}
	if slow != nil {
		slow.body, slow.message = max(slow.body, largest(body.high)), max(slow.message, largest(message.high))
		latest := largest(b.high) + largest(body.high)
		for p := range b.high {
			b.high[p] = latest
			b.low.set(p, &b.low, p, body.low[p])
		}
		return nil
	}
	for i := range b.high {
		p := s.nth(b.grid, i)
		from, best, late := -1, b.low.at[p], b.high[p]
		for d := range s.order {
			if q := s.before(b.grid, p, d); q >= 0 {
				late = max(late, b.high[q]+message.high[p])
				if at := b.low.at[q] + message.low[p]; at > best && !b.alone {
					from, best = q, at
				}
			}
		}
		if from >= 0 {
			b.low.set(p, &b.low, from, message.low[p])
		}
		b.low.set(p, &b.low, p, body.low[p])
		b.high[p] = late + body.high[p]
	}
	return nil
}
