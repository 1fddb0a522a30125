package evaluate

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/analysis/values"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// Where the run of a unit knows in which states a procedure is called, the
// procedure is evaluated in each of them: with the scalars that it is passed and
// the variables that it shares. The time of a call is the mean.

// insideKey holds all that the time of a call is made of.
type insideKey struct {
	of              *linked
	settings, state string
	doubtful        string // values that the caller assumes
}

// inside is a procedure evaluated for a call.
type inside struct {
	unit  *report.Unit
	calls int // that were evaluated for it, itself among them
	*visit
}

// mostEvaluations bounds the evaluations of procedures for one unit; beyond them
// one state stands for all of a call. Different values for each call of a
// procedure that calls others twice are exponentially many: from mostCalls on,
// there is no time for a call. Of one call at most mostSpaced are evaluated.
const (
	mostEvaluations = 512
	mostSpaced      = 64
	mostCalls       = 1024
)

// sample is how many of the calls of a procedure were evaluated, for all of them.
type sample struct{ evaluated, of int }

// mostNamed bounds the states whose values are named.
const mostNamed = 256

// entered evaluates the procedure of a call in the states in which it is called;
// given are its values where the run knows none. It returns the values of each state
// too.
func (n *numbers) entered(ctx context.Context, c callModel, given map[string]float64) (*report.Unit, []map[string]float64) {
	var entries []values.Entry
	if run := n.values.run(); run.sizes != nil {
		entries = slices.Clone(run.sizes.Entries(c.unit.At, c.unit.Callee))
		for i, e := range entries {
			entries[i].State = e.State.On(n.values.processors)
		}
	}
	executions := n.here.share(n.made(n.m.counts.units[c.unit.Tag].executions))
	switch len(entries) {
	case 0:
		return n.callee(ctx, c, given, nil, executions), []map[string]float64{given}
	case 1:
		given = n.inState(c, given, entries[0].State)
		return n.callee(ctx, c, given, entries[0].State, executions), []map[string]float64{given}
	}
	if n.evaluations > mostEvaluations {
		entries = entries[len(entries)/2 : len(entries)/2+1]
	}
	total := 0.0
	for _, e := range entries {
		total += e.Count
	}
	var parts []part
	var all []map[string]float64
	for i := range min(len(entries), mostNamed) {
		all = append(all, n.inState(c, given, entries[i].State))
	}
	haste := n.settings.Haste
	defer func() { n.settings.Haste = haste }()
	few := n.spacedEntries(entries, c)
	if len(few) < len(entries) {
		n.samples[c.unit] = sample{len(few), len(entries)}
	}
	for _, e := range few {
		// The run leaves out loops that decide nothing: its counts are shares.
		out := n.callee(ctx, c, n.inState(c, given, e.State), e.State, executions*e.Count/total)
		parts = append(parts, part{&numbers{out: out}, e.Count / total, e.Count})
		n.settings.Haste = max(n.settings.Haste, out.Haste)
	}
	n.env[comm.UnevenSymbol(c.unit.Called.Name)] = float64(n.uneven(c, entries, parts))
	into := copied(parts[0].out)
	average(into, parts)
	return into, all
}

// uneven is the number of what the calls take along the loop that deals them out; 0 where there is
// none, or the same values come again in it.
func (n *numbers) uneven(c callModel, entries []values.Entry, parts []part) int64 {
	over := c.unit.Called.Over
	if over == nil || len(parts) < 2 {
		return 0
	}
	var list []comm.Portion
	for k, p := range parts {
		first, last := k*len(entries)/len(parts), (k+1)*len(entries)/len(parts)
		one := comm.Portion{First: math.MaxInt64, Last: math.MinInt64, Calls: p.count, Time: p.out.Charge.Total()}
		for i := range entries[first:last] {
			from, to, known := entries[first+i].Index(over.Do.Span())
			if !known || from <= one.Last && to >= one.First {
				return 0
			}
			one.First, one.Last = min(one.First, from), max(one.Last, to)
		}
		list = append(list, one)
	}
	return n.m.graph.Builder.AddPortions(list, over.Scale, len(entries) > len(parts))
}

// made is how often a CALL is executed: where that depends on the number of the processor, by
// the one that executes it most.
func (n *numbers) made(times tape) float64 {
	var own []string
	if g := n.m.unit.Grid; g != nil {
		own = g.Coordinates()
	}
	others := slices.DeleteFunc(slices.Clone(times.Inputs()), func(s symbolic.Symbol) bool { return slices.Contains(own, s.Name) })
	n.values.bind(others, n.env)
	if len(others) == len(times.Inputs()) {
		return times.eval(n.env)
	}
	env, most := maps.Clone(n.env), 0.0
	for c := range min(mapping.Product(n.grid), mostCounted) {
		for d, extent := range n.grid {
			env[own[d]] = float64(c % extent)
			c /= extent
		}
		most = max(most, times.eval(env))
	}
	return most
}

// mostCounted bounds the processors whose calls are counted.
const mostCounted = 1 << 14

// copied returns a report that can be written to without changing another.
func copied(u *report.Unit) *report.Unit {
	out := moved(u, 0)
	for _, l := range out.Lines {
		l.Operations, l.Comms = slices.Clone(l.Operations), slices.Clone(l.Comms)
	}
	return out
}

// spacedEntries returns the states to evaluate: all of few, of more evenly spaced ones, which
// stand for their neighbours. Of a procedure that calls no other they are many, for as long as
// evaluations are left for others too: what few calls do, as at the edge of a block, is missed else.
func (n *numbers) spacedEntries(all []values.Entry, c callModel) []values.Entry {
	groups := maxEvolution
	if len(c.inside.calls) == 0 {
		groups = max(groups, min(mostSpaced, (mostEvaluations-n.evaluations)/4))
	}
	groups = min(len(all), groups)
	out := make([]values.Entry, groups)
	for g := range groups {
		first, last := g*len(all)/groups, (g+1)*len(all)/groups
		for _, e := range all[first:last] {
			out[g].Count += e.Count
		}
		at := out[g].Count/2 - 0.75 + float64(g%2)/2 // of two, now the one and then the other
		nearest, before := math.Inf(1), 0.0
		for _, e := range all[first:last] {
			if apart := math.Abs(before - at); apart < nearest {
				nearest, out[g].State = apart, e.State
			}
			before += e.Count
		}
	}
	return out
}

// inState returns the values with those of the dummies in a state.
func (n *numbers) inState(c callModel, given map[string]float64, s *values.State) map[string]float64 {
	out := maps.Clone(given)
	for _, d := range c.inside.unit.Dummies {
		if x, known := s.Scalar(d.Name); known && d.Rank() == 0 {
			out[d.Name] = x
		}
	}
	return out
}

// entering is the state in which a procedure is called.
type entering struct {
	settings settings.Settings
	state    *values.State
	equal    string // for equal states
	user     map[string]float64
	doubtful map[string]bool
}

// doubts are the values that the caller assumes, as keys have them.
func (e *entering) doubts() string {
	return strings.Join(slices.Sorted(maps.Keys(e.doubtful)), " ")
}

func (k insideKey) evaluate(ctx context.Context, e entering) (inside, error) {
	inner := newNumbers(k.of, e.settings)
	inner.enter(e)
	err := inner.safely(func() error { return inner.evaluate(ctx) })
	v := newVisit(inner)
	v.entering = e
	return inside{inner.out, inner.evaluations + 1, v}, err
}

// enter begins as a call does.
func (n *numbers) enter(e entering) {
	n.entry, n.entryKey, n.user, n.byCall, n.assumed = e.state, e.equal, e.user, true, e.doubtful
	n.own()
}

// callee evaluates the procedure of a call on the processors of the caller, for so
// many calls. Equal calls are evaluated once, for whichever unit.
func (n *numbers) callee(ctx context.Context, c callModel, given map[string]float64, s *values.State, count float64) *report.Unit {
	if limit := c.inside.beyond; limit > 0 {
		return &report.Unit{Name: c.inside.unit.Name, NoEstimate: fmt.Sprintf("it and what it calls have more than %d lines", limit)}
	}
	if out, ok := n.scattered(ctx, c, given, s, count); ok {
		return out
	}
	to := n.onward(c, given)
	doubtful := map[string]bool{}
	for name, by := range n.doubtful {
		if s == nil || by == itsCallers { // what the run knows of it rests on the same
			doubtful[name] = true
		} else if _, known := s.Scalar(name); !known {
			doubtful[name] = true
		}
	}
	e := entering{to, s, n.values.run().keys.Of(s), n.user, doubtful}
	key := insideKey{c.inside, to.Key(), e.equal, e.doubts()}
	if x, ok := n.inside[key]; ok {
		n.visits(c, x, s, count)
		return x.unit
	}
	out := inside{unit: &report.Unit{Name: c.inside.unit.Name, NoEstimate: fmt.Sprintf("more than %d different calls", mostCalls)}}
	if n.evaluations <= mostCalls {
		done, err := memo.LoadFrom(ctx, c.inside.insides, key, e, insideKey.evaluate)
		if err == nil {
			out = done
		}
	}
	n.evaluations += out.calls
	n.inside[key] = out
	n.visits(c, out, s, count)
	return out.unit
}

// runnable returns the procedures that a model's unit calls, as a run needs them;
// set are the values that the user gives.
func runnable(l *linked, set map[string]float64) func(name string) *values.Procedure {
	known := map[*linked]*values.Procedure{}
	var called func(l *linked) func(string) *values.Procedure
	called = func(l *linked) func(string) *values.Procedure {
		return func(name string) *values.Procedure {
			i := slices.IndexFunc(l.calls, func(c callModel) bool { return c.unit.Callee == name })
			if i < 0 || l.calls[i].inside.graph == nil || jumps(l.calls[i].inside.unit.Body) {
				return nil
			}
			of := l.calls[i].inside
			if known[of] == nil {
				own := maps.Clone(set)
				for _, d := range of.unit.Dummies {
					delete(own, d.Name)
				}
				known[of] = &values.Procedure{Unit: of.unit.Unit, Called: called(of), Changed: effects(of.unit, of.graph.Builder), Unseen: of.unseen, Set: own, Circular: comesBack(of.unit.Body, of.graph.Builder)}
			}
			return known[of]
		}
	}
	return called(l)
}
