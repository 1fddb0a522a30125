package symbolic

import (
	"errors"
	"math"
	"slices"
)

// A long sum is taken in pieces: as far as its terms are one polynomial in the index,
// or one for each residue of the divisions on the way, their sum is Faulhaber's
// (residues and crossings split the range; what is left goes term by term).

const (
	fewestPieces  = 512     // terms of a sum that is worth it
	longestPeriod = 1 << 14 // of the divisions in it
	termsBetween  = 16      // that are evaluated before the next attempt
	mostFailures  = 64      // attempts that find nothing
	mostSteps     = 1 << 18
)

// pieces adds the n terms from lo on, the body of which starts at pc; it reports false
// where they have too few polynomials.
func (t *Tape) pieces(m *machine, l *tapeLoop, pc int, lo, n int64, acc *accumulator) (bool, error) {
	s := t.summing(m)
	defer t.sums.Put(s)
	s.l, s.pc, s.acc = l, pc, acc
	s.period = s.h.bodyPeriod(l, pc, acc.code == cSum || acc.code == cMaxO)
	if !s.promising(lo, n) {
		return false, nil
	}
	failures, began := 0, m.steps
	for at := int64(0); at < n; {
		if m.steps++; m.steps > began+mostSteps {
			m.steps = began
			return false, nil
		}
		if done := s.stretch(m, lo+at, n-at); done > 0 {
			at += done
			continue
		}
		if failures++; failures > mostFailures {
			return false, nil
		}
		to := min(n, at+termsBetween)
		switch err := t.terms(m, l, pc, lo+at, to-at, to-at, acc); {
		case errors.Is(err, ErrTooLong):
			m.steps = began
			return false, nil
		case err != nil:
			return false, err
		}
		at = to
	}
	return true, nil
}

// promising reports whether there is a polynomial at the beginning, in the middle or
// towards the end.
func (s *summing) promising(lo, n int64) bool {
	for _, at := range []int64{0, n / 2, n - n/8} {
		_, steps := s.follow(lo+at, 1, n-at-1)
		if steps >= termsBetween {
			return true
		}
		for _, period := range s.strides() {
			if _, steps = s.follow(lo+at, period, (n-at)/period-1); steps >= 1 {
				return true
			}
		}
	}
	return false
}

// summing is a sum or maximum that is taken in pieces.
type summing struct {
	t   *Tape
	l   *tapeLoop
	pc  int
	acc *accumulator
	f   *follower
	h   *rhythms

	period int64 // of all divisions, those in others too; 0: none
}

// summing has the registers of a machine. It is taken from those that were used before: a sum
// in another one begins as often as that one has terms.
func (t *Tape) summing(m *machine) *summing {
	s, _ := t.sums.Get().(*summing)
	if s == nil {
		return &summing{t: t, f: newFollower(t, m.r, m.i), h: newRhythms(t, m.i)}
	}
	s.f.begin(m.r, m.i)
	s.h.begin(m.i)
	return s
}

// strides are the periods of the divisions on the way: of those that changed soon, and
// of all.
func (s *summing) strides() []int64 {
	var out []int64
	for _, period := range []int64{int64(s.f.period), s.period} {
		if period > 1 && period <= longestPeriod && !slices.Contains(out, period) {
			out = append(out, period)
		}
	}
	return out
}

// stretch adds a first part of the n terms from i on, and returns how many those are; 0:
// there is no polynomial.
func (s *summing) stretch(m *machine, i, n int64) int64 {
	if n < 2 {
		return 0
	}
	p, steps := s.follow(i, 1, n-1)
	strides := s.strides()
	if steps >= termsBetween || steps == float64(n-1) {
		if !s.add(p, steps+1) {
			return 0
		}
		return int64(steps) + 1
	}
	for _, stride := range strides {
		if done := s.strided(m, i, n, stride); done > 0 {
			return done
		}
	}
	return 0
}

// strided is a stretch whose terms are one polynomial for each remainder by the stride.
func (s *summing) strided(m *machine, i, n, stride int64) int64 {
	if n < 2*stride {
		return 0
	}
	m.steps += stride
	all := make([]Poly, stride)
	steps := float64(n/stride - 1)
	for r := range all {
		all[r], steps = s.follow(i+int64(r), stride, int64(steps))
		if steps < 1 {
			return 0
		}
	}
	for _, p := range all {
		if !s.add(p, steps+1) {
			return 0
		}
	}
	return (int64(steps) + 1) * stride
}

// follow is the term along i, i+stride, ...: as a polynomial in the step, and how many
// steps it holds for; 0 where there is none.
func (s *summing) follow(i, stride, limit int64) (Poly, float64) {
	if limit < 1 {
		return Poly{}, 0
	}
	s.f.restart(float64(limit))
	s.f.n[s.l.index] = Poly{float64(i), float64(stride)}
	if !s.f.exec(s.pc, s.pc+int(s.l.size)) {
		return Poly{}, 0
	}
	p := s.f.result(s.acc.code, s.l.result)
	return p, s.f.steps
}

// add takes n values of a polynomial. Of a maximum only those of degree 1: it is at
// an end.
func (s *summing) add(p Poly, n float64) bool {
	if s.acc.code == cSum || s.acc.code == cSumI {
		sum := 0.0
		for k, c := range p {
			sum += c * PowerSum(n, k)
		}
		s.acc.r += sum
		return true
	}
	if p.Degree() > 1 {
		return false
	}
	v := max(p[0], p.At(n-1))
	if !s.acc.some || v > s.acc.largest() {
		s.acc.r, s.acc.i = v, int64(math.Round(v))
	}
	s.acc.some = true
	return true
}

func (c *accumulator) largest() float64 {
	if c.code == cMaxOI {
		return float64(c.i)
	}
	return c.r
}

// PowerSum is the sum of x^k for x = 0..n-1 (Faulhaber), k at most 6.
func PowerSum(n float64, k int) float64 {
	m := n - 1
	switch k {
	case 0:
		return n
	case 1:
		return m * n / 2
	case 2:
		return m * n * (2*m + 1) / 6
	case 3:
		return m * n / 2 * (m * n / 2)
	case 4:
		return m * n * (2*m + 1) * (3*m*m + 3*m - 1) / 30
	case 5:
		return m * m * n * n * (2*m*m + 2*m - 1) / 12
	}
	return m * n * (2*m + 1) * (3*m*m*m*m + 6*m*m*m - 3*m + 1) / 42
}
