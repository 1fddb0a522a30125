package evaluate

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sort"

	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/arrayop"
	"github.com/parlens/parlens/costmodel/arrayprogram"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/machines"
)

// On a machine of measured array operations (paper 000) a unit is the sum of its
// statements' array operations. Directives that map arrays have no effect: the
// compilers of these machines lay arrays out by themselves.

// arrayOperations is the reading of such a report.
const arrayOperations = "array operations"

// processMachine returns the machine for what shows messages and clocks, which a
// machine of array operations has none of.
func processMachine(snap *workspace.Snapshot, s settings.Settings) (*machines.Machine, error) {
	m, err := machineOf(snap, s)
	if err == nil && m.Array != nil {
		return nil, fmt.Errorf("%s is a machine of measured array operations: it predicts lines (parlens predict), and has no processes or messages to show", m.Name)
	}
	return m, err
}

type arrayKey struct {
	of       *lineage
	machine  *machines.Machine
	settings string
	file     string // where counted executions are looked up
	first    int    // line of the unit, for the same
}

// arrayInput is a unit with the settings, and with its place where counts are looked up.
type arrayInput struct {
	of       *procedure
	settings settings.Settings
	file     string
	first    int
}

func (k arrayKey) predict(ctx context.Context, in arrayInput) (evaluated, error) {
	p := &arrayPredictor{model: arrayop.New(k.machine), settings: in.settings, file: in.file, first: in.first}
	p.text = in.of.text()
	unit, problems := p.unit(ctx, in.of.unit.Fork(), in.of.calls)
	return evaluated{unit, &visit{problems: problems}}, ctx.Err()
}

// arrayUnit predicts one unit and moves its lines to their place in the file.
func arrayUnit(ctx context.Context, r *report.Report, procs *procedures, f *workspace.File, of *procedure, m *machines.Machine, s settings.Settings, _ bool) error {
	snap := procs.snap
	u := of.unit
	first := f.Text.LineOf(u.Start)
	key := arrayKey{of: of.lineage(snap.Memo()), machine: m, settings: s.Key()}
	if s.Counts != nil {
		key.file, key.first = places(of.calls, map[*procedure]bool{})+f.Path, first
	}
	ev, err := memo.LoadFrom(ctx, snap.Memo(), key, arrayInput{of, s, f.Path, first}, arrayKey.predict)
	if err != nil {
		return err
	}
	r.Units = append(r.Units, moved(ev.unit, first-1))
	r.Diagnostics = append(r.Diagnostics, of.placed(ev.problems)...)
	if r.Processors == nil {
		r.Processors = ev.unit.Grid
	}
	return ctx.Err()
}

// places says where procedures stand, by which counts are looked up.
func places(calls map[string]*procedure, seen map[*procedure]bool) string {
	out := ""
	for _, name := range slices.Sorted(maps.Keys(calls)) {
		if x := calls[name]; !seen[x] {
			seen[x] = true
			out += fmt.Sprintf("%s:%d %s", x.file, x.line, places(x.calls, seen))
		}
	}
	return out
}

// arrayPredictor makes the report of one unit.
type arrayPredictor struct {
	model    arrayop.Model
	settings settings.Settings
	text     *source.Text // of the unit
	file     string
	first    int // line of the unit
	problems []source.Diagnostic
}

func (p *arrayPredictor) unit(ctx context.Context, u *lower.Unit, calls map[string]*procedure) (*report.Unit, []source.Diagnostic) {
	out := &report.Unit{Name: u.Name, Kind: u.Kind.String(), Start: 1, End: p.text.Lines(), Calls: 1, Reading: arrayOperations, Grid: []int{p.model.Machine.Nodes}}
	if len(u.Body) == 0 {
		out.NoEstimate, out.Empty = "no executable statements", true
		return out, nil
	}
	directed, wrong := settings.Directives(p.text)
	p.problems = wrong
	options := arrayprogram.Options{Values: map[string]float64{}, Observe: p.observed(p.file, p.first, p.text), Procedure: p.procedures(u.Unit, calls)}
	for name, d := range directed {
		options.Values[name] = d.Value
	}
	for name, x := range p.settings.Values {
		options.Values[name] = x
	}
	r := arrayprogram.Predict(ctx, u.Unit, p.model, options)
	p.lines(out, r)
	p.loops(out, r)
	p.assumptions(out, r, options.Values)
	p.parameters(out, r)
	if r.Sampled {
		out.Reading += ", sampled"
	}
	return out, p.problems
}

// procedures finds what a unit calls, and what that calls.
func (p *arrayPredictor) procedures(u *program.Unit, calls map[string]*procedure) func(*program.Unit, string) *arrayprogram.Procedure {
	known := map[*program.Unit]map[string]*procedure{u: calls}
	found := map[*procedure]*arrayprogram.Procedure{}
	return func(from *program.Unit, name string) *arrayprogram.Procedure {
		x := known[from][name]
		if x == nil {
			return nil
		}
		if found[x] == nil {
			unit := x.unit.Fork()
			known[unit.Unit] = x.calls
			found[x] = &arrayprogram.Procedure{Unit: unit.Unit, Observe: p.observed(x.file, x.line, x.text())}
		}
		return found[x]
	}
}

// observed looks up what runs of an instrumented copy have counted.
func (p *arrayPredictor) observed(file string, first int, text *source.Text) func(source.Span) (arrayprogram.Observed, bool) {
	if p.settings.Counts == nil {
		return nil
	}
	return func(at source.Span) (arrayprogram.Observed, bool) {
		var out arrayprogram.Observed
		rows := p.settings.Counts.At(file, first+text.LineOf(at.Start)-1)
		for _, row := range rows {
			out.Executions += row.Executions
		}
		for _, row := range rows {
			if row.Masked && out.Executions > 0 {
				out.Mask = append(out.Mask, arrayprogram.Share{Fraction: row.Mask, Weight: row.Executions / out.Executions})
			}
		}
		return out, len(rows) > 0
	}
}

// lines gathers the costs of each source line.
func (p *arrayPredictor) lines(out *report.Unit, r *arrayprogram.Result) {
	by := map[int]*report.Line{}
	parts := map[int][]arrayprogram.Part{}
	for _, c := range r.Costs {
		number := p.text.LineOf(c.At.Start)
		l := by[number]
		if l == nil {
			l = &report.Line{Line: number}
			by[number] = l
			out.Lines = append(out.Lines, l)
		}
		l.Executions = max(l.Executions, c.Executions)
		l.Notes = append(l.Notes, c.Notes...)
		if c.Problem != "" {
			l.NoEstimate = c.Problem
		}
		parts[number] = append(parts[number], c.Parts...)
	}
	sort.Slice(out.Lines, func(i, j int) bool { return out.Lines[i].Line < out.Lines[j].Line })
	var all []arrayprogram.Part
	for _, l := range out.Lines {
		p.charge(l, parts[l.Line])
		all = append(all, parts[l.Line]...)
		out.Charge = addCharges(out.Charge, l.Charge)
		out.Interval = out.Interval.Plus(l.Interval)
	}
	out.Formula = termsFormula(all)
}

// charge evaluates the parts of a line.
func (p *arrayPredictor) charge(l *report.Line, parts []arrayprogram.Part) {
	counts := map[string]float64{}
	for _, x := range parts {
		e, _ := p.model.Value(x.Term)
		switch x.Kind {
		case arrayprogram.Communication:
			l.Charge.Communication += e.Mean
		case arrayprogram.Overhead:
			l.Charge.Overhead += e.Mean
		default:
			l.Charge.Computation += e.Mean
		}
		l.Interval = l.Interval.Plus(report.Interval{Low: e.Low, High: e.High, Minimum: e.Minimum})
		counts[x.Name] += x.Count
		if p.model.Beyond(x.Term) {
			l.Notes = appendNew(l.Notes, x.Name+" lies beyond the sizes that were measured: extrapolated")
		}
		if c, _ := p.model.Curve(x.Name); c != nil && c.Provenance == machines.Derived {
			l.Notes = appendNew(l.Notes, fmt.Sprintf("%s is derived: %s", x.Name, derivation(c)))
		}
	}
	for name, n := range counts {
		l.Operations = append(l.Operations, report.Operation{Name: name, Count: n})
	}
	sort.Slice(l.Operations, func(i, j int) bool { return l.Operations[i].Name < l.Operations[j].Name })
	l.Formula = termsFormula(parts)
}

func appendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}
