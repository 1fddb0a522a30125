package advise

import (
	"context"
	"fmt"

	"github.com/parlens/parlens/advise/plan"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/settings"
)

// searched tries mappings of the program.
func searched(ctx context.Context, snap *workspace.Snapshot, path string, s settings.Settings, e Effort) (*search, error) {
	f, err := snap.File(path)
	if err != nil {
		return nil, err
	}
	if arrayMachine(snap, f, s) {
		return nil, fmt.Errorf("%s: mappings of whole programs are found for machines with processors; actions on lines there are for others", path)
	}
	g, now, err := goalOf(ctx, snap, path, s)
	if err != nil {
		return nil, err
	}
	g.bound(e.Steps)
	p, err := plan.Read(g.snap, g.path, g.processors(now))
	if err != nil {
		return nil, err
	}
	sampler := newSampler(g, p)
	full := newSearch(g, p, now, e, sampler.size)
	full.size = sampler.size
	if full.times, err = sampler.weigh(ctx, nil, e.Steps/weighEach); err != nil {
		return nil, err
	}
	p.Weigh(full.times.line)
	full.promises, full.phases = full.promised(), full.phased()
	if full.other, err = full.unmapped(ctx, e, sampler.size); err != nil {
		return nil, err
	}
	full.shared()
	if sampler.size < manySize || !sampler.pays() {
		return full, full.run(ctx)
	}
	full.until = searchPart // the sample's part has an end of its own
	return full, full.sampled(ctx, sampler, e)
}

// newSearch bounds the search of a program with some number of statements.
func newSearch(g *goal, p *plan.Program, now outcome, e Effort, size int) *search {
	n := e.Predictions
	if e.Statements > 0 {
		n = min(n, e.Statements/max(1, size)+1)
	}
	return &search{goal: g, program: p, now: now, budget: n - n/8, until: searchPart, reserve: n / 8, tried: map[string]*trial{}, dropped: map[string]bool{}, told: e.Told}
}

// sampled searches a sample of a large program, and predicts the fastest mappings of it
// for the whole.
func (s *search) sampled(ctx context.Context, of *sampler, e Effort) error {
	if first := s.uniform(s.program.Now()); len(first) > 0 && !s.spent(weighPart) {
		if _, err := of.weigh(ctx, s.written(first[0], nil), s.each); err != nil {
			return err
		}
	}
	g, size := of.sample()
	now, err := g.measure(ctx, nil)
	if err != nil {
		return err
	}
	e.Statements /= 3 // the rest is for the whole program
	small := newSearch(g, s.program, now, e, size)
	small.until, small.promises, small.phases, s.small = samplePart, s.promises, small.phased(), g
	if err := small.mapped(ctx); err != nil {
		return err
	}
	s.sample = Sample{size, of.size, len(small.order)}
	if s.told != nil {
		s.told = func(done int) { e.Told(len(small.order) + done) }
	}
	plans := []plan.Plan{s.program.Now()}
	for _, t := range small.best()[:min(finals, len(small.best()))] {
		plans = append(plans, t.plan)
	}
	if err := s.try(ctx, plans); err != nil {
		return err
	}
	s.exhausted = small.budget == 0
	s.gap, err = s.redistribute(ctx)
	return err
}
