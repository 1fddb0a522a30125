package advise

import (
	"context"
	"slices"

	"github.com/parlens/parlens/advise/plan"
)

// Directives that are there tie arrays together: what one DISTRIBUTE names, and what is
// aligned with it, stays together. Where the best mapping of these groups still takes time
// for more than computing, the arrays are mapped anew, as if they had no directives.

// worthAnew is that part of the best mapping's time.
const worthAnew = 0.125

// poorly is how many times as many steps may be made where no mapping is twice as fast as the
// program without directives.
const poorly = 4

// unmapped is the search of the program as if it had no directives that map data.
type unmapped struct {
	*search
	cuts  []plan.Change // that take them out
	first *trial        // the mapping along parallel loops
}

// unmapped predicts the first mapping of the program as if it had no directives: where the
// present one is slow, what is slower than that one need not be looked at. It is nil where the
// program cannot be seen so.
func (s *search) unmapped(ctx context.Context, e Effort, size int) (*unmapped, error) {
	if s.now.report == nil || !s.worth(s.now) {
		return nil, nil
	}
	files, cuts, ok := s.program.Blank()
	if !ok {
		return nil, nil
	}
	g := *s.goal
	g.snap = g.snap.With(files...)
	p, err := plan.Read(g.snap, g.path, s.program.Processors)
	if err != nil {
		return nil, err
	}
	before := g.meter.Steps()
	now, err := g.measure(ctx, nil)
	if err != nil || !now.ok {
		return nil, err
	}
	g.besides(g.meter.Steps() - before)
	weights, err := newSampler(&g, p).weigh(ctx, nil, e.Steps/weighEach)
	if err != nil {
		return nil, err
	}
	p.Weigh(weights.line)
	e.Told = nil
	of := &unmapped{search: newSearch(&g, p, now, e, size), cuts: cuts}
	of.until, of.promises, of.phases = anewPart, s.promises, of.phased()
	first := of.alongLoops(p.Now())
	if err := of.try(ctx, first); err != nil {
		return nil, err
	}
	of.first = of.fastest(nil, first)
	return of, nil
}

// shared splits the work between the program as it is and as if it had no directives: more
// of it goes where the first mapping is twice as fast as the present one, or else to what is
// written.
func (s *search) shared() {
	of := s.other
	if of == nil {
		return
	}
	s.until = asItIsPart
	if of.first == nil {
		of.budget /= 2
		return
	}
	if s.elsewhere = of.first.time; 2*s.elsewhere < s.now.time {
		s.until, s.budget = asItIsPart/2, s.budget/2
		return
	}
	of.budget /= 2
}

// faster tells whether the first mapping is known to be a gain beside a mapping.
func (of *unmapped) faster(than *trial) bool {
	return of.first != nil && of.first.time < than.time*(1-worthOffering)
}

// worth tells whether a mapping takes time for more than computing.
func (s *search) worth(o outcome) bool { return o.report.Charge.Computation <= (1-worthAnew)*o.time }

// anew returns the best mapping with new directives in the place of those that map data,
// where it is faster than all others.
func (s *search) anew(ctx context.Context) ([]Proposal, error) {
	best, of := s.fastestNow(), s.other
	if of == nil || !s.worth(best.outcome) && !of.faster(best) {
		return nil, nil
	}
	of.elsewhere = best.time
	if slow := of.now.time / 2; best.time > slow && (of.first == nil || of.first.time > slow) { // hardly faster than one processor: it is worth more work
		of.goal.most *= poorly
	}
	if err := of.mapped(ctx); err != nil {
		return nil, err
	}
	all, cuts := of.best(), of.cuts
	i := slices.IndexFunc(all, func(t *trial) bool { return product(t.report.Grid) > 1 }) // else it is the program without directives
	if i < 0 || !(all[i].time < best.time*(1-worthOffering)) {
		return nil, nil
	}
	t := all[i]
	changes := cuts
	for _, c := range t.changes {
		changes = plan.Merged(changes, c.Path, c.Edits)
	}
	o, err := s.goal.measure(ctx, changes)
	if err != nil || !o.ok || o.errors > s.now.errors || o.partial != s.now.partial || !(o.time < best.time) {
		return nil, err
	}
	var sites []plan.Line
	for _, c := range cuts {
		if f, err := s.goal.snap.File(c.Path); err == nil {
			for _, e := range c.Edits {
				sites = append(sites, plan.Line{Path: c.Path, Line: f.Text.LineOf(e.Span.Start)})
			}
		}
	}
	return []Proposal{{Label: of.label(t, false) + " in the place of all directives", Why: s.why(s.now, o, changes), Changes: changes, Result: s.result(o), Tie: s.now.overlaps(o.prediction), groups: slices.Concat(of.changedLines(t, false), sites), sites: sites, now: s.now.time}}, nil
}
