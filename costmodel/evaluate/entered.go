package evaluate

import (
	"context"
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/values"
	"github.com/parlens/parlens/costmodel/report"
)

// Where the run of a unit knows in which states a procedure is called, the
// procedure is evaluated in each of them: with the scalars that it is passed and
// the variables that it shares. The time of a call is the mean.

// evaluations are those of procedures that have been made for a unit.
type evaluations struct {
	done map[evaluationKey]*report.Unit
}

// evaluationKey is what the evaluation of a procedure depends on.
type evaluationKey struct {
	model  *model
	state  *values.State
	values string
}

// mostEvaluations bounds the evaluations of procedures for one unit; beyond them
// one state stands for all of a call.
const mostEvaluations = 512

// entered evaluates the procedure of a call in the states in which it is called;
// given are its values where the run knows none.
func (n *numbers) entered(ctx context.Context, c callModel, given map[string]float64) *report.Unit {
	var entries []values.Entry
	if run := n.values.run(); run.sizes != nil {
		entries = run.sizes.Entries(c.unit.At)
	}
	switch len(entries) {
	case 0:
		return n.callee(ctx, c, given, nil)
	case 1:
		return n.callee(ctx, c, n.inState(c, given, entries[0].State), entries[0].State)
	}
	if n.root != nil && len(n.root.done) > mostEvaluations {
		entries = entries[len(entries)/2 : len(entries)/2+1]
	}
	var parts []part
	total := 0.0
	for _, e := range spacedEntries(entries) {
		out := n.callee(ctx, c, n.inState(c, given, e.State), e.State)
		parts = append(parts, part{&numbers{out: out}, e.Count, e.Count})
		total += e.Count
	}
	for i := range parts {
		parts[i].share /= total
	}
	into := copied(parts[0].out)
	average(into, parts)
	return into
}

// copied returns a report that can be written to without changing another.
func copied(u *report.Unit) *report.Unit {
	out := moved(u, 0)
	for _, l := range out.Lines {
		l.Operations, l.Comms = slices.Clone(l.Operations), slices.Clone(l.Comms)
	}
	return out
}

// spacedEntries returns at most as many as a course has iterations: of more,
// evenly spaced ones stand for their neighbours.
func spacedEntries(all []values.Entry) []values.Entry {
	groups := min(len(all), maxCourse)
	out := make([]values.Entry, groups)
	for g := range groups {
		first, last := g*len(all)/groups, (g+1)*len(all)/groups
		out[g] = values.Entry{State: all[(first+last)/2].State}
		for _, e := range all[first:last] {
			out[g].Count += e.Count
		}
	}
	return out
}

// inState returns the values with those of the dummies in a state.
func (n *numbers) inState(c callModel, given map[string]float64, s *values.State) map[string]float64 {
	out := maps.Clone(given)
	for _, d := range c.model.unit.Dummies {
		if x, known := s.Scalar(d.Name); known && d.Rank() == 0 {
			out[d.Name] = x
		}
	}
	return out
}

// callee evaluates the procedure of a call on the processors of the caller.
func (n *numbers) callee(ctx context.Context, c callModel, given map[string]float64, s *values.State) *report.Unit {
	if n.root == nil {
		n.root = &evaluations{done: map[evaluationKey]*report.Unit{}}
	}
	to := n.onward(given)
	key := evaluationKey{c.model, s, to.Key()}
	if out := n.root.done[key]; out != nil && s != nil {
		return out
	}
	inner := newNumbers(c.model, to)
	inner.depth, inner.entry, inner.root = n.depth+1, s, n.root
	if inner.depth > maxCalls {
		inner.out.NoEstimate = "procedures call each other too deep"
		return inner.out
	}
	_ = inner.safely(func() error { return inner.evaluate(ctx) })
	n.root.done[key] = inner.out
	return inner.out
}

// runnable returns the procedures that a model's unit calls, as a run needs them;
// set are the values that the user gives.
func runnable(m *model, set map[string]float64) func(name string) *values.Procedure {
	known := map[*model]*values.Procedure{}
	var called func(m *model) func(string) *values.Procedure
	called = func(m *model) func(string) *values.Procedure {
		return func(name string) *values.Procedure {
			i := slices.IndexFunc(m.calls, func(c callModel) bool { return c.unit.Callee == name })
			if i < 0 || m.calls[i].model.graph == nil || jumps(m.calls[i].model.unit.Body) {
				return nil
			}
			of := m.calls[i].model
			if known[of] == nil {
				own := maps.Clone(set)
				for _, d := range of.unit.Dummies {
					delete(own, d.Name)
				}
				known[of] = &values.Procedure{Unit: of.unit.Unit, Called: called(of), Changed: effects(of.unit, of.graph.Builder), Unseen: of.unseen, Set: own}
			}
			return known[of]
		}
	}
	return called(m)
}
