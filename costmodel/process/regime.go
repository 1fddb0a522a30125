package process

import (
	"math"

	"github.com/parlens/parlens/analysis/symbolic"
)

// regime is how far amounts are polynomials from some iteration on.
type regime struct {
	steps  float64 // so many more
	degree int
	period float64 // stride with which it might be further; 0: unknown
}

// reach is how far, in at most limit steps, all that varies is polynomials. It is remembered: an
// outer loop comes back to the same iterations.
func (s *steps) reach(r *run, limit float64) (regime, error) {
	var room [128]byte
	key := r.written(s.loop.around, room[:0], float64(s.loop.slot), s.lo, s.by, s.first, s.stride, limit)
	if c, known := r.regimes[string(key)]; known {
		return c, nil
	}
	c, err := s.followAll(r, limit)
	if err == nil && len(r.regimes) < mostRegimes {
		if r.regimes == nil {
			r.regimes = map[string]regime{}
		}
		r.regimes[string(key)] = c
	}
	return c, err
}

// mostRegimes is how many are remembered in an execution.
const mostRegimes = 1 << 13

// followAll follows all that varies, for at most limit steps.
func (s *steps) followAll(r *run, limit float64) (regime, error) {
	c := &regime{steps: limit, period: 1}
	offsets := []float64{0}
	if s.stride > 1 {
		offsets = append(offsets, s.stride-1)
	}
	for _, v := range s.loop.varying {
		err := s.concerned(r, v, c, func(p int) error {
			if c.none() {
				return nil
			}
			if err := r.step(1); err != nil {
				return err
			}
			r.grid.at(p, r.vals)
			for _, j := range offsets {
				s.follow(r, v, j, c)
			}
			return nil
		})
		if err != nil || c.none() {
			return *c, err
		}
	}
	return *c, nil
}

// none reports whether c leaves no steps, with no period.
func (c *regime) none() bool { return c.steps < 1 && c.period <= 1 }

// concerned calls follow for the processors that an expression list has to be followed for.
// Those along the sides of the grid come first: how far they reach is how far it has to be
// known that others do nothing.
func (s *steps) concerned(r *run, v varying, c *regime, follow func(p int) error) error {
	switch {
	case !v.bound.varied:
		return follow(0)
	case v.idle == nil || !v.idle.varied || r.p.rank < 2:
		for p := range r.grid.count {
			if err := follow(p); err != nil {
				return err
			}
		}
		return nil
	}
	for d, all := range r.grid.coords {
		for i := range all {
			if err := follow(i * r.grid.stride(d)); err != nil {
				return err
			}
		}
	}
	if c.none() {
		return nil
	}
	indices, err := s.ways(r, v.loops, c)
	if err != nil {
		return err
	}
	boxes := busyBoxes{run: r, x: v.idle, outputs: v.outs, indices: indices, do: follow}
	return boxes.all()
}

// ways are the values of the index as far as c reaches, and of loops within.
func (s *steps) ways(r *run, loops []*loop, c *regime) ([]way, error) {
	far := s.by * (c.steps*s.stride + s.stride - 1)
	from := s.lo + s.by*s.first
	all := []way{{s.loop.slot, symbolic.Ranging{From: min(from, from+far), By: 1, Steps: math.Abs(far)}}}
	e := r.ranging()
	for _, l := range loops {
		for _, w := range all {
			e.spread(w)
		}
		var b [3]symbolic.Hull
		if err := e.hulls(&l.bounds, b[:]); err != nil {
			return nil, err
		}
		last := symbolic.Hull{Lo: b[1].Lo * (b[2].Hi - 1), Hi: b[1].Hi * (b[2].Hi - 1)}
		lo, hi := b[0].Lo+min(0, last.Lo), b[0].Hi+max(0, last.Hi)
		all = append(all, way{l.slot, symbolic.Ranging{From: lo, By: 1, Steps: max(0, hi-lo)}})
	}
	return all, nil
}
