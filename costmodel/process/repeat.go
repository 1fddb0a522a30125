package process

import (
	"math"
	"slices"
)

// A loop whose body does not mention its index repeats one max-plus map of the
// clocks. Such iterations become periodic: from some iteration on, k of them
// add the same time to the clock of every processor (Cohen, Dubois, Quadrat and
// Viot, 1985).

const (
	longestPeriod = 8
	history       = 2*longestPeriod + 1
	sameRate      = 1e-13 // of the clock: increments that differ by less are equal
)

// rebase lets the clocks count from the smallest of them, so that what sets them
// apart stays exact late in the program.
func (r *run) rebase() { r.later(double{r.lowest(), 0}) }

// later lets the clocks count from some seconds later on.
func (r *run) later(by double) {
	r.base = r.base.plus(by)
	r.shift(-by.value())
}

// moment is what the clocks were.
type moment struct {
	clock []float64
	base  double
}

func (r *run) now() moment { return moment{r.copyOf(r.clock), r.base} }

// since is how far the clocks have gone on since a moment: all, and each beside that.
func (r *run) since(m moment) (all double, each []float64) {
	each = slices.Clone(r.clock)
	for p, c := range m.clock {
		each[p] -= c
	}
	return r.base.minus(m.base), each
}

func (r *run) lowest() float64 {
	base := math.Inf(1)
	for _, c := range r.clock {
		base = min(base, c)
	}
	return base
}

func (r *run) shift(by float64) {
	for p := range r.clock {
		r.clock[p] += by
	}
	r.shiftPast(by)
}

// shiftPast moves the times of what has happened.
func (r *run) shiftPast(by float64) {
	for _, at := range r.marks {
		for p := range at {
			at[p] += by
		}
	}
	for p := range r.link {
		r.link[p] += by
	}
}

// repeat executes the body of a fixed loop trips times.
func (l *loop) repeat(r *run, trips float64) error {
	r.rebase()
	h := &past{r: r}
	defer h.clear()
	rest := 1.0 // iterations before the next attempt
	for done := 0.0; done < trips; {
		h.add()
		rest--
		if k := h.period(); k > 0 && rest <= 0 && !r.watched() {
			n, err := l.skip(r, h, float64(k), trips-done-1)
			if err != nil {
				return err
			}
			if done += n; n > 0 {
				h.clear()
				h.add()
			} else {
				rest = done
			}
		}
		if left := trips - done - 1; r.loose > 0 && done >= history && left > 0 && !r.watched() {
			if err := (&steps{loop: l, first: done, stride: 1}).estimate(r, left, 0); err != nil {
				return err
			}
			done += left
		}
		if err := (&steps{loop: l, stride: 1}).run(r, done); err != nil {
			return err
		}
		done++
	}
	return nil
}

// skip passes periods of k iterations, at most left iterations, and returns how
// many it has passed. Where processors drift apart, one of them may become the
// last to be waited for later on: then only some of the way.
func (l *loop) skip(r *run, h *past, k, left float64) (float64, error) {
	rates := h.rates(int(k))
	defer r.release(rates)
	s := &steps{loop: l, stride: k}
	for n := math.Floor(left / k); n >= fewestSteps; n = math.Floor(n / 4) {
		ok, err := s.many(r, n, rates)
		if err != nil {
			return 0, err
		}
		if ok {
			r.cycle = lcm(r.cycle, k)
			return n * k, nil
		}
	}
	return 0, nil
}

// past holds the clocks of the last iterations, the latest last.
type past struct {
	r       *run
	moments []moment
}

// add notes the clocks as they are.
func (h *past) add() {
	if len(h.moments) == history {
		h.r.release(h.moments[0].clock)
		h.moments = append(h.moments[:0], h.moments[1:]...)
	}
	h.moments = append(h.moments, h.r.now())
}

func (h *past) clear() {
	for _, m := range h.moments {
		h.r.release(m.clock)
	}
	h.moments = h.moments[:0]
}

// back is the clocks i iterations ago.
func (h *past) back(i int) moment { return h.moments[len(h.moments)-1-i] }

// period is the smallest k such that the last two times k iterations added the
// same to every clock; 0 when there is none.
func (h *past) period() int {
	for k := 1; 2*k < len(h.moments); k++ {
		if h.repeats(k) {
			return k
		}
	}
	return 0
}

func (h *past) repeats(k int) bool {
	now, before, first := h.back(0), h.back(k), h.back(2*k)
	last := now.base.minus(before.base)
	more := last.minus(before.base.minus(first.base)).value()
	for p, c := range now.clock {
		by := c - before.clock[p]
		if math.Abs(more+by-(before.clock[p]-first.clock[p])) > sameRate*max(math.Abs(c), math.Abs(last.value()+by)) {
			return false
		}
	}
	return true
}

// rates are the times that the last k iterations added.
func (h *past) rates(k int) []float64 {
	rates := h.r.copyOf(h.back(0).clock)
	all := h.back(0).base.minus(h.back(k).base).value()
	for p, c := range h.back(k).clock {
		rates[p] += all - c
	}
	return rates
}
