package evaluate

import (
	"context"
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/effort"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/values"
	"github.com/parlens/parlens/costmodel/process"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// numbers evaluates a model under the user's settings.
type numbers struct {
	linked   *linked
	here     fraction // the places of a call that are being evaluated
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
	samples  map[*aag.AAU]sample          // of calls that were not all evaluated
	// evaluations of procedures that it calls, directly or not; equal calls count once
	evaluations int
	calling     []outgoing         // to the procedures that it calls; see callers.go
	user        map[string]float64 // values that the user gives the unit or what calls it
	instance    string             // which of several calls it is evaluated for; "": all are equal, or there is none
	byCall      bool               // it is evaluated for a call, which gives the other values
	assumed     map[string]bool    // values of the call that its caller assumes
	doubtful    map[string]assumer // values of the call at hand that are assumed
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
	n := &numbers{linked: l, m: l.model, settings: s, env: map[string]float64{}, inside: map[insideKey]inside{}, samples: map[*aag.AAU]sample{}}
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
	if n.out.NoEstimate != "" {
		n.assumptions()
		return ctx.Err()
	}
	execute := n.run
	if n.settings.Totals {
		execute = n.totals
	}
	if err := execute(ctx); err != nil {
		n.assumptions()
		n.fail(n.explained(err, problemOf(err)))
		return ctx.Err()
	}
	switch {
	case !n.settings.Totals:
		n.fill(ctx)
	default:
		n.assumptions()
		if n.byCall {
			n.memory()
		}
	}
	return ctx.Err()
}

// bind gives every symbol of the model its value.
func (n *numbers) bind(ctx context.Context, grid []int) {
	for d, p := range grid {
		n.env[extentName(n.m, d)] = float64(p)
	}
	n.otherGrids()
	maps.Copy(n.env, n.linked.numbers)
	n.hide()
	n.patterns(ctx)
	n.touched()
	notes := n.notes
	n.calls(ctx)
	if n.stayInCaches() {
		n.called, n.calling, n.notes, n.evaluations = nil, nil, notes, 0
		n.calls(ctx)
	}
	n.values.bind(n.m.symbols(), n.env)
	n.touchedNear()
}

// stepLimit bounds an evaluation to some seconds.
const stepLimit = 1 << 20

// hurriedPart is the part of the steps that there are for one of several states which is
// evaluated after another one has taken more than there are.
const hurriedPart = 64

func (n *numbers) options(env map[string]float64) process.Options {
	opt := process.Options{Env: env, StepLimit: stepLimit, Representatives: n.representatives, Known: n.m.known, Haste: n.settings.Haste}
	if n.settings.Haste == effort.Hurried {
		opt.StepLimit = stepLimit / hurriedPart
	}
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
	if !n.widened() {
		return nil
	}
	overlap := n.overlapping()
	for _, low := range []bool{true, false} {
		env := maps.Clone(n.env)
		for i, c := range n.linked.calls {
			out, t := n.called[i], c.unit.Called
			total := out.Charge.Total()
			by := 1.0
			if out.Between.Some() && total > 0 {
				by = out.Between.High / total
			}
			if low {
				by = n.least(out, overlap)
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
			n.result.Low = min(n.result.Low, r.Low+overlap)
		} else {
			n.result.High = max(n.result.High, r.High)
		}
	}
	return nil
}

// serial is the time of the unit on an arrangement of one processor, 0 where it cannot run on one.
func (n *numbers) serial(ctx context.Context) float64 {
	if n.unfitForOne() {
		return 0
	}
	env := maps.Clone(n.env)
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
