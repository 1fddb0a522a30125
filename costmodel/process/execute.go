package process

import (
	"errors"
	"math"
	"slices"

	"github.com/parlens/parlens/analysis/source"
)

// execute runs the program under one reading, from clocks at zero.
func (r *run) execute(reading Reading) error {
	n := r.grid.count
	r.spent += r.steps
	r.reading, r.steps, r.nextCheck, r.off = reading, 0, 0, 0
	r.weight, r.mask, r.nest, r.cycle, r.sampled = 1, nil, 1, 1, r.grid.sampled
	r.clock, r.base, r.free, r.zeros, r.link = make([]float64, n), double{}, nil, nil, nil
	r.sums = make([]tally, len(r.p.items))
	r.timeline, r.trace, r.lost = nil, newTracer(r.tracing, r.grid), slices.Clone(r.p.lost)
	if r.wanted > 0 {
		r.timeline = &timeline{left: r.wanted}
	}
	r.segments = make([]segmentState, len(r.p.segments))
	r.windows = make([]*window, r.p.exchanges)
	r.marks = make([][]float64, r.p.marks)
	r.flags, r.louds = make([]*flags, r.p.exchanges), make([]*louds, r.p.quiets)
	r.regimes = nil
	if r.chains == nil { // what they are depends on no clock
		r.chains = make([]chains, r.p.quiets)
	}
	if err := r.lost.lose(r.outermost()); err != nil {
		return err
	}
	for _, s := range r.p.segments {
		s.settle(r, &r.segments[s.id])
	}
	for _, l := range r.louds {
		l.settle(r)
	}
	return nil
}

// executeBarrier executes as many iterations of long loops as the limit allows; where it
// allows few, in deep nests, one of each loop, and where it allows none, on fewer processors.
func (r *run) executeBarrier() error {
	r.limit *= barrierFactor
	r.least = leastTrips
	err := r.executeWithin()
	if errors.Is(err, errTooManySteps) {
		r.exact, r.least = 1, 1
		err = r.execute(Barrier)
	}
	if errors.Is(err, errTooManySteps) && r.grid.fewer() {
		err = r.executeWithin()
	}
	if errors.Is(err, errTooManySteps) {
		return errorAt(source.Span{}, "the unit takes more than %d steps to evaluate", r.limit)
	}
	return err
}

func (r *run) executeWithin() error {
	r.nested = math.Inf(1)
	for r.exact = r.most; r.exact >= 1; r.exact /= 16 {
		if r.nested <= r.exact { // nothing would be left out
			continue
		}
		r.nested = 0
		if err := r.execute(Barrier); !errors.Is(err, errTooManySteps) {
			return err
		}
	}
	return errTooManySteps
}

// step counts n steps and looks at the limit and the context.
func (r *run) step(n int) error {
	r.steps += n
	if r.steps > r.limit {
		return errTooManySteps
	}
	if r.trace.full() {
		return errTooManySlices
	}
	if r.steps >= r.nextCheck {
		r.nextCheck = r.steps + checkSteps
		r.count()
		return r.ctx.Err()
	}
	return nil
}
