package process

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
	mayWait, waits := func(int) bool { return true }, func(int) bool { return true }
	if s.awaits != nil {
		awaits, err := b.amounts(s.awaits)
		if err != nil {
			return err
		}
		mayWait, waits = func(p int) bool { return awaits.high[p] > 0 }, func(p int) bool { return awaits.low[p] > 0 }
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
		if b.apart != nil && b.apart[p] {
			continue
		}
		from, best, late := -1, b.low.at[p], b.high[p]
		for d := range s.order {
			if q := s.before(b.grid, p, d); q >= 0 && mayWait(p) {
				late = max(late, b.high[q]+message.high[p])
				if at := b.low.at[q] + message.low[p]; at > best && !b.alone && waits(p) {
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
