package symbolic

import (
	"errors"
	"math"
)

// sampler says how a loop with more terms than allowed is evaluated.
type sampler uint8

const (
	exactly sampler = iota // not at all: ErrTooLong
	middle                 // between two sampled terms, their mean
	lowest                 // their minimum
	highest                // their maximum
)

// MaxSamples is about the number of terms that stand for a longer sum.
const MaxSamples = 1024

// Estimate is one output of EvalSampled. The bracket holds the exact value when
// the terms of every sampled sum are monotone between two samples and the
// output grows with them, as times do.
type Estimate struct {
	Value, Lo, Hi float64
	Sampled       bool
}

// maxWhole is how many terms sums may have, in one evaluation, that samples do not do for.
const maxWhole = 1 << 20

// EvalSampled is Eval for sums of any length: those beyond MaxTerms are
// estimated from MaxSamples spaced terms and marked.
func (t *Tape) EvalSampled(in []float64, out []Estimate) error {
	v := make([]float64, len(out))
	err := t.Eval(in, v)
	if err == nil {
		for i := range out {
			out[i] = Estimate{v[i], v[i], v[i], false}
		}
		return nil
	}
	if !errors.Is(err, ErrTooLong) {
		return err
	}
	for _, mode := range []sampler{middle, lowest, highest} {
		if err := t.evalMode(mode, in, v); err != nil {
			return err
		}
		for i := range out {
			out[i].add(mode, v[i])
		}
	}
	return nil
}

// EvalMiddle is the value of EvalSampled without its bracket, at a third of the
// cost, for a tape whose sums are known to be too long.
func (t *Tape) EvalMiddle(in, out []float64) error { return t.evalMode(middle, in, out) }

func (e *Estimate) add(mode sampler, v float64) {
	if mode == middle {
		*e = Estimate{v, v, v, true}
	}
	e.Lo, e.Hi = min(e.Lo, v), max(e.Hi, v)
}

// coarseWork is MaxWork of EvalCoarse: some milliseconds.
const coarseWork = 1 << 23

// EvalCoarse is Eval where what is shown is rounded anyway: sums that take long are
// estimated from fewer terms. It takes the loop bodies that it evaluates from left; where
// they do not suffice there is no value.
func (t *Tape) EvalCoarse(in, out []float64, left *int64) error {
	m := t.scratch()
	m.sample, m.most, m.bound = middle, coarseWork, min(*left, maxSteps)
	err := t.run(m, in, out)
	*left -= m.steps
	t.pool.Put(m)
	return err
}

func (t *Tape) evalMode(mode sampler, in, out []float64) error {
	m := t.scratch()
	m.sample = mode
	err := t.run(m, in, out)
	t.pool.Put(m)
	return err
}

// loop runs a sum or maximum whose body starts at pc.
func (t *Tape) loop(m *machine, in *instr, pc int) (err error) {
	l := &t.loops[in.y]
	lo, hi := m.i[l.lo], m.i[l.hi]
	acc := accumulator{code: in.code}
	if lo <= hi {
		n := hi - lo + 1
		if n <= 0 {
			return ErrOverflow
		}
		if l.whole {
			if m.whole += n; m.whole > maxWhole {
				return ErrTooLong
			}
		}
		if c := t.recalled(m, in.y, n); c != nil {
			if c.holds(m, t.dependsOn(in.y)) {
				if m.steps += c.steps; m.steps > m.bound {
					return ErrTooLong
				}
				return c.acc.store(m, in.dst)
			}
			began := m.steps
			defer func() { c.known, c.acc, c.steps = err == nil, acc, m.steps-began }()
		}
		if n >= fewestPieces {
			done, err := t.pieces(m, l, pc, lo, n, &acc)
			if done || err != nil {
				return errors.Join(err, acc.store(m, in.dst))
			}
			acc = accumulator{code: in.code}
		}
		allow, work := m.allow, m.work
		if l.work > 0 {
			allow = max(1, min(allow, work/l.work))
		}
		points := n
		if n > allow {
			if m.sample == exactly || l.whole {
				return ErrTooLong
			}
			points = max(2, min(MaxSamples, allow))
		}
		around := m.allow
		m.allow, m.work = max(1, allow/points), max(1, work/points)
		err = t.terms(m, l, pc, lo, n, points, &acc)
		m.allow, m.work = around, work
		if err != nil {
			return err
		}
	}
	return acc.store(m, in.dst)
}

// terms adds the body at all places of lo..lo+n-1 or, when points is less than
// n, at about points of them, and the gaps between two by the sampler's rule.
func (t *Tape) terms(m *machine, l *tapeLoop, pc int, lo, n, points int64, acc *accumulator) error {
	if m.steps += points; m.steps > m.bound {
		return ErrTooLong
	}
	for at := int64(0); at < n; at += acc.gap + 1 {
		m.i[l.index] = lo + at
		if err := t.exec(m, pc, pc+int(l.size)); err != nil {
			return err
		}
		if err := acc.add(m, l.result); err != nil {
			return err
		}
		if points < n {
			acc.gap = leap(at, n, points) - 1
		}
	}
	return nil
}

// leap is the way from place at of n to the next sample. Half of the samples
// are evenly spaced; the others gather at both ends, where the terms of a cost
// change most: a sixteenth of the way to the nearer end when there are 1,024.
func leap(at, n, points int64) int64 {
	near := min(at, n-1-at) / max(1, points/64)
	return max(1, min(near, n/points*2))
}

// accumulator gathers the terms of a loop.
type accumulator struct {
	code    code
	some    bool
	i       int64
	r, prev float64
	gap     int64 // terms left out before the next one
}

func (c *accumulator) add(m *machine, result int32) error {
	switch c.code {
	case cSumI:
		v := m.i[result]
		if c.gap > 0 {
			c.r += between(m.sample, c.prev, float64(v), c.gap)
		}
		c.prev = float64(v)
		s, ok := addInt(c.i, v)
		if !ok {
			return ErrOverflow
		}
		c.i = s
	case cSum:
		v := m.r[result]
		if c.gap > 0 {
			c.r += between(m.sample, c.prev, v, c.gap)
		}
		c.prev = v
		c.r += v
	case cMaxOI:
		if v := m.i[result]; !c.some || v > c.i {
			c.i = v
		}
	case cMaxO:
		if v := m.r[result]; !c.some || v > c.r {
			c.r = v
		}
	}
	c.some = true
	return nil
}

// between estimates the sum of gap terms between two sampled ones.
func between(mode sampler, x, y float64, gap int64) float64 {
	switch mode {
	case lowest:
		return min(x, y) * float64(gap)
	case highest:
		return max(x, y) * float64(gap)
	}
	return (x + y) / 2 * float64(gap)
}

func (c *accumulator) store(m *machine, dst int32) error {
	switch c.code {
	case cSum, cMaxO:
		m.r[dst] = c.r
	case cMaxOI:
		m.i[dst] = c.i
	case cSumI:
		var skipped int64
		if err := toInt(&skipped, math.Round(c.r)); err != nil {
			return err
		}
		s, ok := addInt(c.i, skipped)
		if !ok {
			return ErrOverflow
		}
		m.i[dst] = s
	}
	return nil
}
