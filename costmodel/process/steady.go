package process

import "math"

// A loop whose body does not mention its index repeats one max-plus map of the
// clocks. Such iterations become periodic: from some iteration on, k of them
// add the same time a(p) to the clock of every processor. repeat finds a small
// k, proves that it stays so for the rest of the loop, and multiplies.

const (
	longestPeriod = 8
	history       = 2*longestPeriod + 1
	sameRate      = 1e-13 // of the clock: increments that differ by less are equal
	sameClock     = 1e-12 // of the clock
)

// repeat executes body trips times.
func (r *run) repeat(trips float64, body op) error {
	base := r.rebase()
	defer func() { r.shift(base) }()
	h := &past{r: r}
	defer h.clear()
	for left := trips; left > 0; left-- {
		if err := r.step(1); err != nil {
			return err
		}
		h.add(r.clock)
		if k := h.period(); k > 0 && left > float64(3*k) && r.trace == nil && !r.watched() {
			done, err := r.skip(h, k, left, body)
			left -= done
			if err != nil || left <= 0 {
				return err
			}
		}
		if err := body.run(r); err != nil {
			return err
		}
	}
	return nil
}

// rebase subtracts the smallest clock from all, so that increments stay exact
// late in the program.
func (r *run) rebase() float64 {
	base := math.Inf(1)
	for _, c := range r.clock {
		base = min(base, c)
	}
	r.shift(-base)
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

// skip executes one period under proof and, when that succeeds, all further
// whole periods at once. It returns the number of iterations that are done.
func (r *run) skip(h *past, k int, left float64, body op) (done float64, err error) {
	rates := h.rates(k)
	defer func() { r.release(rates); h.clear() }()
	r.trace = &regime{rates: rates, ahead: math.Floor(left / float64(k)), holds: true}
	period := repeated{body, k}
	err = period.run(r)
	r.trace.checkEnd(r.clock, h.back(0))
	holds := r.trace.holds
	r.trace = nil
	done = float64(k)
	if err != nil || !holds {
		return done, err
	}
	periods := math.Floor((left - done) / float64(k))
	if periods < 1 {
		return done, nil
	}
	return done + periods*float64(k), r.scaled(periods, period)
}

// repeated is a body executed k times.
type repeated struct {
	body op
	k    int
}

func (b repeated) run(r *run) error {
	for range b.k {
		if err := b.body.run(r); err != nil {
			return err
		}
	}
	return nil
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

// regime is the proof that a period repeats. At every wait, let some processor
// in the range of p be the last to arrive now, and also ahead periods later,
// when the arrivals of q have moved by ahead times rate(q); and let nobody in
// the range be faster than p. Then one of them is the last all the time, it is
// as fast as p, and the next period adds the same again, as this one did.
type regime struct {
	rates []float64
	ahead float64
	holds bool
}

// check looks at an exchange whose releases are known.
func (g *regime) check(r *run, t *transfer, release []float64) error {
	clock := r.copyOf(r.clock)
	defer r.release(clock)
	for p := range clock {
		clock[p] += g.ahead * g.rates[p]
	}
	later, busy, err := t.moved(r, g.rates, g.ahead, 1).releases(r, clock)
	if err != nil {
		return err
	}
	defer r.release(later, busy)
	fastest, none, err := t.free(r).moved(r, g.rates, 1, 0).releases(r, g.rates)
	if err != nil {
		return err
	}
	defer r.release(fastest, none)
	for p, rate := range g.rates {
		g.require(later[p], release[p]+g.ahead*rate)
		g.require(fastest[p], rate)
	}
	return nil
}

// checkAll looks at a wait for all processors.
func (g *regime) checkAll() {
	fastest := largest(g.rates)
	for _, rate := range g.rates {
		g.require(rate, fastest)
	}
}

// checkEnd looks at the clocks after and before the period.
func (g *regime) checkEnd(after, before []float64) {
	for p, rate := range g.rates {
		g.require(after[p], before[p]+rate)
	}
}

// require makes the proof fail unless x and y are the same clock.
func (g *regime) require(x, y float64) {
	if math.Abs(x-y) > sameClock*max(math.Abs(x), math.Abs(y)) {
		g.holds = false
	}
}
