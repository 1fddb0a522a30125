// Package evaluate turns the program units of a file into numbers: it models each
// unit for a machine (its graph, its process term, its counts), finds the values of
// what no text gives, runs the clocks, and gathers the charges by line, by
// abstraction unit and by procedure.
package evaluate

import (
	"context"
	"slices"
	"sort"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/machines"
)

// Text predicts the units of a version of a file that reach into the lines; it need
// not be the snapshot's. The report has no other units, but all that is wrong with
// the syntax and names of the file. The error is about what makes every number
// impossible: a machine that does not exist.
func Text(ctx context.Context, snap *workspace.Snapshot, f *workspace.File, lines report.Lines, s settings.Settings) (*report.Report, error) {
	m, err := machineOf(snap, s)
	if err != nil {
		return nil, err
	}
	parsed := snap.Plain(f)
	out := &report.Report{File: f.Path, Machine: report.Machine{Name: m.Name, Title: m.Title, Optimize: m.Scheme.Optimizing()}}
	out.Diagnostics = slices.Concat(parsed.Diagnostics, settings.Outside(f.Text, parsed.Inside))
	procs := newProcedures(snap)
	for i, u := range parsed.Units {
		if f.Text.LineOf(u.Start) > lines.Last || f.Text.LineOf(u.End) < lines.First {
			continue
		}
		add := addUnit
		if m.Array != nil {
			add = arrayUnit
		}
		if err := add(ctx, out, procs, f, procs.root(f, i), m, s, keeps(lines, f.Text)); err != nil {
			return nil, err
		}
		chosen(out.Units[len(out.Units)-1], procs, f, procs.root(f, i))
	}
	sort.SliceStable(out.Diagnostics, func(i, j int) bool {
		return out.Diagnostics[i].Span.Start < out.Diagnostics[j].Span.Start
	})
	return out, ctx.Err()
}

// numbersKey holds all that the numbers of a unit are made of.
type numbersKey struct {
	of       *lineage
	machine  *machines.Machine
	settings string
	kept     bool
}

// evaluated is what remains of a model for given settings.
type evaluated struct {
	unit *report.Unit
	*visit
}

// longFile is the number of lines of a file from which on a report on a large
// part of it keeps numbers only: no models, which take some 200 kB a line and are made
// again when a setting changes, and no formulas, which a report on fewer lines has.
// What has been on a screen keeps its models: an edit needs them.
const (
	longFile = 2500
	onScreen = 1000 // lines that a report may have for one
)

// keeps reports whether the models of a report are kept.
func keeps(l report.Lines, t *source.Text) bool {
	return l == report.AllLines || t.Lines() <= longFile || l.Last-l.First < onScreen
}

// forget drops the formulas, which hold on to the model.
func forget(u *report.Unit) {
	u.Formula, u.Dominant = nil, nil
	for _, l := range u.Lines {
		l.Formula = nil
	}
}

// numbersSlot names what is remembered of the evaluations of a procedure.
func (p *procedure) numbersSlot(s settings.Settings, m *machines.Machine, kept bool) slot {
	if kept {
		return p.slot("numbers", s.Key(), m)
	}
	return p.slot("numbers only", s.Key(), m)
}

// standalone evaluates a unit for itself.
func (p *procedures) standalone(ctx context.Context, x *procedure, m *machines.Machine, s settings.Settings, keep bool) (evaluated, error) {
	known := p.snap.Memo()
	s = x.settings(known, m, s, keep)
	keep = keep || known.Begun(x.numbersSlot(s, m, true))
	key := numbersKey{x.lineage(known), m, s.Key(), keep}
	if made, ok := p.made[key]; ok {
		return made, nil
	}
	known.Displace(x.numbersSlot(s, m, keep), key, lastVersions)
	ev, err := memo.LoadFrom(ctx, known, key, linkable{x, s, known, p.caches}, numbersKey.evaluate)
	if err == nil {
		p.made[key] = ev
	}
	return ev, err
}

// linkable is a procedure with the settings, with what is remembered of others, and
// with the caches of this report.
type linkable struct {
	*procedure
	chosen settings.Settings
	memo   *memo.Table
	caches *memo.Table
}

func (k numbersKey) evaluate(ctx context.Context, p linkable) (evaluated, error) {
	linker := newLinker(p.memo, k.machine, p.chosen)
	if !k.kept {
		linker.memo, linker.caches = p.memo.Empty(), p.caches
	}
	linker.root = p.procedure
	l, err := linker.link(ctx, p.procedure, nil)
	if err != nil {
		return evaluated{}, err
	}
	unit, visit, err := evaluate(ctx, l, p.chosen)
	if !k.kept && unit != nil {
		forget(unit)
		for _, v := range visit.ordered() {
			for _, c := range v.calling {
				forget(c.to.unit)
			}
		}
	}
	return evaluated{unit, visit}, err
}

// addUnit predicts one unit and moves its lines to their place in the file.
func addUnit(ctx context.Context, r *report.Report, procs *procedures, f *workspace.File, p *procedure, m *machines.Machine, s settings.Settings, keep bool) error {
	u := p.unit
	if wrong := misgivenIn(p, s); len(wrong) > 0 {
		unit := &report.Unit{Name: u.Name, Kind: u.Kind.String(), Start: 1, End: p.text().Lines(), Calls: 1, NoEstimate: wrong[0].Message}
		for _, d := range wrong {
			unit.Assumptions = append(unit.Assumptions, report.Assumption{Name: d.name, Source: "set", Provenance: report.Set})
			r.Diagnostics = append(r.Diagnostics, p.placed([]source.Diagnostic{d.Diagnostic})...)
		}
		r.Units = append(r.Units, moved(unit, f.Text.LineOf(u.Start)-1))
		return ctx.Err()
	}
	made, err := procs.evaluationOf(ctx, f, p, m, s, keep)
	if err != nil {
		return err
	}
	r.Cut = r.Cut || made.cut
	own, model := made.unit, made.of
	unit := moved(own, f.Text.LineOf(u.Start)-1)
	if model.unit.Messages && mapping.Product(own.Grid) > 1 && !s.Soon { // what is shown while somebody types has no speedup
		if err := procs.onOne(ctx, unit, f, p, m, s); err != nil {
			return err
		}
	}
	if !keep {
		forget(unit) // a model that is there for a screen changes no answer
	}
	elsewhere(unit, procs.snap, f, u)
	r.Units = append(r.Units, unit)
	tables := make([]source.Span, len(model.tables))
	for i, at := range model.tables {
		tables[i] = p.plain.Place(p.at, at)
	}
	r.Diagnostics = slices.DeleteFunc(r.Diagnostics, func(d source.Diagnostic) bool {
		return settled(tables, model.given, d)
	})
	r.Diagnostics = append(r.Diagnostics, p.placed(made.problems)...)
	if r.Processors == nil {
		r.Processors = own.Grid
	}
	return ctx.Err()
}

// evaluation is what is reported of a unit of a file.
type evaluation struct {
	unit     *report.Unit
	problems []source.Diagnostic
	of       *model
	cut      bool // a whole answer has more
}

// evaluationOf evaluates a unit as it is called, for itself where nothing calls it.
func (p *procedures) evaluationOf(ctx context.Context, f *workspace.File, x *procedure, m *machines.Machine, s settings.Settings, keep bool) (evaluation, error) {
	calls, cut, err := p.asCalled(ctx, f, x.at, m, s, keep)
	if err != nil {
		return evaluation{}, err
	}
	if len(calls) > 0 {
		own, problems := p.combined(f, calls)
		return evaluation{own, problems, calls[0].to.of, cut}, nil
	}
	cut = cut || x.cut(p.snap.Memo(), m, s, keep)
	ev, err := p.standalone(ctx, x, m, s, keep)
	if err != nil {
		return evaluation{}, err
	}
	problems := withWorth(ev.visit, ev.problems, []map[question]bool{ev.visit.worth(ev.unit.Charge.Total())})
	return evaluation{ev.unit, problems, ev.of, cut}, nil
}

// moved returns the unit with its lines counted in the file, lines further
// down.
func moved(u *report.Unit, by int) *report.Unit {
	out := *u
	out.Start, out.End = u.Start+by, u.End+by
	out.Lines = make([]*report.Line, len(u.Lines))
	for i, l := range u.Lines {
		copied := *l
		copied.Line += by
		out.Lines[i] = &copied
	}
	out.Loops = make([]*report.Loop, len(u.Loops))
	for i, l := range u.Loops {
		copied := *l
		copied.Line, copied.EndLine = l.Line+by, l.EndLine+by
		out.Loops[i] = &copied
	}
	out.Symbols = slices.Clone(u.Symbols)
	for i := range out.Symbols {
		if out.Symbols[i].Line > 0 {
			out.Symbols[i].Line += by
		}
	}
	out.Assumptions = append([]report.Assumption(nil), u.Assumptions...)
	for i := range out.Assumptions {
		if out.Assumptions[i].Line > 0 {
			out.Assumptions[i].Line += by
		}
	}
	out.Mappings = append([]report.Mapping(nil), u.Mappings...)
	for i := range out.Mappings {
		if out.Mappings[i].Line > 0 {
			out.Mappings[i].Line += by
		}
	}
	return &out
}
