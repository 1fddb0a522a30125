package process

import (
	"slices"
)

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
	known, follow := t.w.definite, make([]float64, n)
	for p := range n {
		r := t.f.receives[p]
		known = known && r.surely == r.maybe
		if r.maybe {
			follow[p] = t.f.follows[p].Hi * t.high[p]
		}
	}
	if !known {
		return t.afterAll(follow)
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

// afterAll lets each message wait for all that its senders may have to send, which take these times.
func (t *post) afterAll(times []float64) error {
	before, err := t.asked(times)
	if err != nil {
		return err
	}
	for p := range t.highWait {
		most := 0.0
		if err := t.w.maybe.visit(t.encloser.run, p, func(q int) { most = max(most, before[q]) }); err != nil {
			return err
		}
		t.highWait[p] += most
	}
	return nil
}
