package evaluate

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sort"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/values"
	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// numbers evaluates a model under the user's settings.
type numbers struct {
	linked   *linked
	m        *model
	settings settings.Settings
	values   *criticals
	env      map[string]float64
	grid     []int
	result   *process.Result
	out      *report.Unit
	problems []source.Diagnostic // relative to the unit
	notes    []report.Assumption
	called   []*report.Unit               // the reports of the calls, in the order of the model's
	parts    []part                       // the evaluations along an evolution that out averages; see evolution.go
	directed map[string]settings.Directed // values that directives of the unit give
	given    map[string]float64           // values that the user gives
	entry    *values.State                // in which the unit is called; nil: not known
	entryKey string                       // of that state
	inside   map[insideKey]inside         // evaluations of what it calls
	// evaluations of procedures that it calls, directly or not; equal calls count once
	evaluations int
	calling     []outgoing         // to the procedures that it calls; see callers.go
	user        map[string]float64 // values that the user gives the unit or what calls it
	instance    string             // which of several calls it is evaluated for; "": all are equal, or there is none
	byCall      bool               // it is evaluated for a call, which gives the other values
	assumed     map[string]bool    // values of the call that its caller assumes
	doubtful    map[string]bool    // values of the call at hand that are assumed
	replaced    *report.Parameter  // the machine's number that the program or the user gives; see hidden.go
}

// evaluate returns the unit's report with lines and spans relative to the
// unit, and what is wrong with its numbers.
func evaluate(ctx context.Context, l *linked, s settings.Settings) (*report.Unit, *visit, error) {
	n := newNumbers(l, s)
	if err := n.safely(func() error { return n.evaluate(ctx) }); err != nil {
		return nil, nil, err
	}
	return n.out, newVisit(n), nil
}

func newNumbers(l *linked, s settings.Settings) *numbers {
	n := &numbers{linked: l, m: l.model, settings: s, env: map[string]float64{}, inside: map[insideKey]inside{}}
	n.out = n.blank()
	n.user = s.Values
	n.direct()
	n.own()
	return n
}

// blank is the report of the unit without numbers.
func (n *numbers) blank() *report.Unit {
	return &report.Unit{Name: n.m.unit.Name, Kind: n.m.unit.Kind.String(), Start: 1, End: n.m.text.Lines(), Calls: 1}
}

// evaluate fills the unit's report. Its error is that of ctx only: what has no
// value is said in the report.
func (n *numbers) evaluate(ctx context.Context) error {
	switch {
	case len(n.m.unit.Body) == 0:
		n.out.NoEstimate, n.out.Empty = "no executable statements", true
		return nil
	case n.m.problem != nil:
		n.fail(n.m.problem)
		return nil
	}
	n.values = newValues(ctx, n.m, n)
	n.values.directed = n.directed
	if err := n.evaluated(ctx); err != nil {
		return err
	}
	n.iterations(ctx)
	return ctx.Err()
}

// evaluated fills the report for the values that have been found.
func (n *numbers) evaluated(ctx context.Context) error {
	n.grid = n.extents()
	n.bind(ctx, n.grid)
	n.checkBlocks()
	n.checkGiven()
	n.assumedTables()
	execute := n.run
	if n.settings.Totals {
		execute = n.totals
	}
	if err := execute(ctx); err != nil {
		n.assumptions()
		n.fail(n.explained(err, problemOf(err)))
		return ctx.Err()
	}
	if !n.settings.Totals {
		n.fill(ctx)
	}
	return ctx.Err()
}

// bind gives every symbol of the model its value.
func (n *numbers) bind(ctx context.Context, grid []int) {
	for d, p := range grid {
		n.env[extentName(n.m, d)] = float64(p)
	}
	n.otherGrids()
	for _, name := range n.linked.machine.Names() {
		v, _ := n.linked.machine.Number(name)
		n.env[name] = v.Value
	}
	n.hide()
	n.patterns(ctx)
	n.calls(ctx)
	n.values.bind(n.m.symbols(), n.env)
}

// stepLimit bounds an evaluation to a few tenths of a second.
const stepLimit = 1 << 20

func (n *numbers) options(env map[string]float64) process.Options {
	opt := process.Options{Env: env, StepLimit: stepLimit, Representatives: n.representatives, Known: n.m.known}
	if n.linked.machine.Reading == "barrier" {
		opt.Reading = process.Barrier
	}
	return opt
}

func (n *numbers) run(ctx context.Context) (err error) {
	if n.result, err = n.m.program.Run(ctx, n.options(n.env)); err != nil {
		return err
	}
	return n.callsBetween(ctx)
}

// callsBetween widens the bounds of the unit by those of the procedures that it calls:
// no clock is sooner when a call takes longer.
func (n *numbers) callsBetween(ctx context.Context) error {
	if !slices.ContainsFunc(n.called, func(u *report.Unit) bool { return u.Between.Some() }) {
		return nil
	}
	for _, low := range []bool{true, false} {
		env := maps.Clone(n.env)
		for i, c := range n.linked.calls {
			out, t := n.called[i], c.unit.Called
			total := out.Charge.Total()
			if !out.Between.Some() || total <= 0 {
				continue
			}
			by := out.Between.High / total
			if low {
				by = out.Between.Low / total
			}
			for _, kind := range []string{"computation", "communication", "overhead"} {
				env[t.Time(kind)] *= by
			}
		}
		r, err := n.m.program.Run(ctx, n.options(env))
		if err != nil {
			return err
		}
		if low {
			n.result.Low = min(n.result.Low, r.Low)
		} else {
			n.result.High = max(n.result.High, r.High)
		}
	}
	return nil
}

// serial is the time of the unit on an arrangement of one processor.
func (n *numbers) serial(ctx context.Context) float64 {
	env := make(map[string]float64, len(n.env))
	for k, v := range n.env {
		env[k] = v
	}
	n.alone(env)
	n.callsAlone(env)
	if n.settings.Totals {
		t, err := n.total(ctx, env)
		if err != nil {
			return 0
		}
		return t.T
	}
	r, err := n.m.program.Run(ctx, n.options(env))
	if err != nil {
		return 0
	}
	return r.T
}

func (n *numbers) problem(at source.Span, severity source.Severity, code, message string) {
	n.report(source.Diagnostic{Span: at, Severity: severity, Code: code, Message: message})
}

// report adds what is wrong with the numbers of the unit, once.
func (n *numbers) report(d source.Diagnostic) {
	if !slices.Contains(n.problems, d) {
		n.problems = append(n.problems, d)
	}
}

// fail says why the unit has no numbers, in the unit and where the cause is.
func (n *numbers) fail(why *process.Error) {
	n.out.NoEstimate = why.Message
	n.problem(why.Span, source.Warning, "no-estimate", why.Message)
}

func (n *numbers) note(name, value, why string) {
	n.notes = append(n.notes, report.Assumption{Name: name, Value: value, Source: why})
}

// assume notes a value that nothing gives.
func (n *numbers) assume(name, value, why string) {
	n.notes = append(n.notes, report.Assumption{Name: name, Value: value, Source: "assumed: " + why, Provenance: report.Assumed})
}

// fill fills the unit's report from the result.
func (n *numbers) fill(ctx context.Context) {
	r := n.result
	u := n.out
	if n.m.unit.Messages { // every processor has a program of its own to count
		n.env = n.at(r.Reference)
	}
	u.Reading, u.LowerBound, u.Grid, u.ReferenceProcessor = r.Reading, r.LowerBound || n.sharedOut(), n.grid, r.Reference
	if r.Sampled {
		u.Reading += ", sampled"
	}
	if r.Low < r.High {
		u.Between = report.Between{Low: r.Low, High: r.High}
	}
	computed := 0.0
	for _, c := range r.Charges {
		charge(&u.Charge, c.Kind, c.Seconds)
		if c.Kind == process.Computation {
			computed += c.Total
		}
	}
	u.Serial = n.serial(ctx)
	if r.T > 0 {
		u.Speedup = u.Serial / r.T
		u.Efficiency = computed / (r.Count * r.T)
	}
	n.lines()
	n.loops()
	n.beyond()
	n.reordered()
	n.presumed()
	n.distances()
	n.assumptions()
	n.symbols()
	n.ask()
	n.parameters()
	n.mappings()
	n.memory()
	u.Formula = n.unitFormula()
	u.Dominant = n.dominant()
}

// sharedOut reports whether something counts by a share on several processors.
func (n *numbers) sharedOut() bool {
	return mapping.Product(n.grid) > 1 && slices.ContainsFunc(n.m.graph.Assumed, func(a aag.Assumed) bool {
		w, used := n.env[a.Name]
		return a.Kind == "weight" && used && 0 < w && w < 1
	})
}

// assumptions lists every value that the numbers rest on, by line, then name.
func (n *numbers) assumptions() {
	out := append([]report.Assumption(nil), n.notes...)
	for _, s := range n.m.symbols() {
		if a, ok := n.values.found[s.Name]; ok {
			out = append(out, a.Assumption)
		}
	}
	for _, from := range n.values.roots {
		for _, root := range from {
			listed := slices.ContainsFunc(out, func(a report.Assumption) bool { return a.Name == root })
			if a, ok := n.values.found[root]; ok && !listed {
				out = append(out, a.Assumption)
			}
		}
	}
	for name := range n.user {
		sym := n.m.unit.Lookup(name)
		listed := slices.ContainsFunc(out, func(a report.Assumption) bool { return a.Name == name })
		if !listed && sym != nil && n.values.run().matters(sym) {
			n.values.of(name)
			out = append(out, n.values.found[name].Assumption)
		}
	}
	if machine := n.linked.machine; mapping.Product(n.grid) > machine.Nodes && machine.Nodes > 0 {
		out = append(out, report.Assumption{Name: "processors", Value: fmt.Sprint(mapping.Product(n.grid)), Source: fmt.Sprintf("more than the %d nodes of %s: extrapolated", machine.Nodes, machine.Name)})
	}
	sort.SliceStable(out, func(i, j int) bool {
		if out[i].Line != out[j].Line {
			return out[i].Line < out[j].Line
		}
		return out[i].Name < out[j].Name
	})
	n.out.Assumptions = out
}

// parameters lists the machine numbers that entered, by name.
func (n *numbers) parameters() {
	for _, s := range n.m.program.Symbols() {
		if n.replaced != nil && n.replaced.Name == s.Name {
			n.out.Parameters = append(n.out.Parameters, *n.replaced)
		} else if v, ok := n.linked.machine.Number(s.Name); ok {
			n.out.Parameters = append(n.out.Parameters, report.Parameter{Name: s.Name, Value: v.Value, Provenance: string(v.Provenance), Source: v.Source})
		}
	}
	sort.Slice(n.out.Parameters, func(i, j int) bool { return n.out.Parameters[i].Name < n.out.Parameters[j].Name })
}
