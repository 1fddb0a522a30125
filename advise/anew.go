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

// anew returns the best mapping with new directives in the place of those that map data,
// where it is faster than all others.
func (s *search) anew(ctx context.Context, e Effort, size int) ([]Proposal, error) {
	best := s.fastestNow()
	if best.report == nil || best.report.Charge.Computation > (1-worthAnew)*best.time || s.spent(s.until) {
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
	now, err := g.measure(ctx, nil)
	if err != nil || !now.ok {
		return nil, err
	}
	e.Predictions, e.Statements, e.Told = e.Predictions/2, e.Statements/2, nil
	of := newSearch(&g, p, now, e, size)
	of.until, of.promises, of.phases = loopPart, s.promises, of.phased()
	if err := of.mapped(ctx); err != nil {
		return nil, err
	}
	all := of.best()
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
	return []Proposal{{Label: of.label(t, false) + " in the place of all directives", Changes: changes, Result: s.result(o), Tie: s.now.overlaps(o.prediction), groups: slices.Concat(of.changedLines(t, false), sites), sites: sites, now: s.now.time}}, nil
}
