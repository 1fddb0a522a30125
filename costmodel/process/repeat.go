package process

import "math"

// A loop whose body does not mention its index repeats one max-plus map of the
// clocks. Such iterations become periodic: from some iteration on, k of them
// add the same time to the clock of every processor (Cohen, Dubois, Quadrat and
// Viot, 1985).

const (
	longestPeriod = 8
	history       = 2*longestPeriod + 1
	sameRate      = 1e-13 // of the clock: increments that differ by less are equal
)

// rebase subtracts the smallest clock from all, so that increments stay exact
// late in the program.
func (r *run) rebase() float64 {
	base := r.lowest()
	r.shift(-base)
	return base
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
	for _, at := range r.marks {
		for p := range at {
			at[p] += by
		}
	}
}

// repeat executes the body of a fixed loop trips times.
func (l *loop) repeat(r *run, trips float64) error {
	base := r.rebase()
	defer func() { r.shift(base) }()
	h := &past{r: r}
	defer h.clear()
	rest := 1.0 // iterations before the next attempt
	for done := 0.0; done < trips; {
		h.add(r.clock)
		rest--
		if k := h.period(); k > 0 && rest <= 0 && !r.watched() {
			n, err := l.skip(r, h, float64(k), trips-done-1)
			if err != nil {
				return err
			}
			if done += n; n > 0 {
				h.clear()
				h.add(r.clock)
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
			return n * k, nil
		}
	}
	return 0, nil
}

// past holds the clocks of the last iterations, the latest last.
type past struct {
	r      *run
	clocks [][]float64
}

func (h *past) add(clock []float64) {
	if len(h.clocks) == history {
		h.r.release(h.clocks[0])
		h.clocks = append(h.clocks[:0], h.clocks[1:]...)
	}
	h.clocks = append(h.clocks, h.r.copyOf(clock))
}

func (h *past) clear() {
	h.r.release(h.clocks...)
	h.clocks = h.clocks[:0]
}

// back is the clocks i iterations ago.
func (h *past) back(i int) []float64 { return h.clocks[len(h.clocks)-1-i] }

// period is the smallest k such that the last two times k iterations added the
// same to every clock; 0 when there is none.
func (h *past) period() int {
	for k := 1; 2*k < len(h.clocks); k++ {
		if h.repeats(k) {
			return k
		}
	}
	return 0
}

func (h *past) repeats(k int) bool {
	now, before, first := h.back(0), h.back(k), h.back(2*k)
	for p, c := range now {
		if math.Abs((c-before[p])-(before[p]-first[p])) > sameRate*math.Abs(c) {
			return false
		}
	}
	return true
}

// rates are the times that the last k iterations added.
func (h *past) rates(k int) []float64 {
	rates := h.r.copyOf(h.back(0))
	for p, c := range h.back(k) {
		rates[p] -= c
	}
	return rates
}
