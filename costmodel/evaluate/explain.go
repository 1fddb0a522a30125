package evaluate

import (
	"context"
	"sort"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/explain"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/values"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/machines"
)

// Explain explains the units that reach into the lines of a file: what concerns the
// lines, see [explain.Unit.At]. The error is that of Text.
func Explain(ctx context.Context, snap *workspace.Snapshot, f *workspace.File, lines report.Lines, s settings.Settings) (*report.Explanation, error) {
	m, err := processMachine(snap, s)
	if err != nil {
		return nil, err
	}
	parsed := snap.Plain(f)
	out := &report.Explanation{File: f.Path, Machine: report.Machine{Name: m.Name, Title: m.Title}}
	out.Diagnostics = append(out.Diagnostics, parsed.Diagnostics...)
	procs := newProcedures(snap)
	for i, u := range parsed.Units {
		if f.Text.LineOf(u.Start) > lines.Last || f.Text.LineOf(u.End) < lines.First {
			continue
		}
		x, err := procs.explained(ctx, f, i, m, s, lines)
		if err != nil {
			return nil, err
		}
		out.Units = append(out.Units, x.unit.Moved(f.Text.LineOf(u.Start)-1))
		out.Diagnostics = append(out.Diagnostics, procs.root(f, i).placed(x.problems)...)
	}
	sort.SliceStable(out.Diagnostics, func(i, j int) bool {
		return out.Diagnostics[i].Span.Start < out.Diagnostics[j].Span.Start
	})
	return out, nil
}

type explanation struct {
	unit     *explain.Unit
	problems []source.Diagnostic
}

// explained explains what the lines of the file ask of a unit: of a procedure, in the call
// that takes the most time, if any program calls it.
func (p *procedures) explained(ctx context.Context, f *workspace.File, at int, m *machines.Machine, s settings.Settings, lines report.Lines) (explanation, error) {
	root, linker := p.root(f, at), newLinker(p.snap.Memo(), m, s)
	from, err := p.instance(ctx, linker, f, at)
	if err == nil && from.call == nil {
		linker.root = root
		from.linked, err = linker.link(ctx, root, nil)
	}
	if err != nil {
		return explanation{}, err
	}
	first, last := asked(lines, f.Text.LineOf(root.unit.Start), from.linked.text.Lines())
	return from.explain(ctx, report.Lines{First: first, Last: last})
}

func (x instance) explain(ctx context.Context, lines report.Lines) (explanation, error) {
	md, u := x.linked.model, x.linked.unit
	n := x.numbers()
	out := explanation{unit: &explain.Unit{Name: u.Name, Kind: u.Kind.String(), Start: 1, End: md.text.Lines()}}
	var err error
	if md.graph == nil {
		err = md.problem
	} else {
		err = n.safely(func() error {
			md.listing.list(md.graph, func(g *aag.Graph) { n.explain(ctx, g, lines, &out) })
			return nil
		})
	}
	if err != nil {
		out.unit.Unknown = append(out.unit.Unknown, explain.Note{Line: 1, Text: err.Error()})
	}
	if n.out.NoEstimate != "" {
		out.unit.Unknown = append(out.unit.Unknown, explain.Note{Line: 1, Text: n.out.NoEstimate})
	}
	return out, ctx.Err()
}

// asked returns the lines in the text of a unit, which begins on a line of the
// file and has so many; 0, 0 are all of them.
func asked(lines report.Lines, start, count int) (first, last int) {
	first, last = max(1, lines.First-start+1), min(count, lines.Last-start+1)
	if first == 1 && last == count {
		return 0, 0
	}
	return first, last
}

func (n *numbers) explain(ctx context.Context, g *aag.Graph, lines report.Lines, x *explanation) {
	m := n.m
	n.values = newValues(ctx, m, n)
	n.values.directed = n.directed
	n.grid = n.extents()
	for d, p := range n.grid {
		n.env[extentName(m, d)] = float64(p)
	}
	n.otherGrids()
	n.checkGiven()
	n.assumedTables()
	patterns := n.counting(g)
	x.unit = explain.New(explain.Input{
		Unit: m.unit, Text: m.text, Graph: g, Layouts: m.layouts, Grid: n.grid, Value: n.value, First: lines.First, Last: lines.Last,
		Evolutions: n.values.run().evolutions,
		Subscript:  n.subscript(map[source.Span]*values.Moment{}), Known: patterns.known, Pause: m.listing.between(ctx),
	})
	x.unit.Values = n.explainedValues()
	x.problems = n.problems
}

// value gives a symbol its value.
func (n *numbers) value(name string) float64 {
	if v, ok := n.env[name]; ok {
		return v
	}
	return n.values.of(name)
}

// explainedValues lists the values that were asked for, by line, then name: of several
// different calls, those of one.
func (n *numbers) explainedValues() []explain.Value {
	var out []explain.Value
	for _, a := range n.notes {
		out = append(out, valueOf(a))
	}
	for name, a := range n.values.found {
		v := valueOf(a.Assumption)
		if _, passed := n.settings.Values[name]; passed && n.byCall && a.Provenance == report.Traced && n.instance != "" {
			v.Source += ": in " + n.instance
		}
		out = append(out, v)
	}
	sort.Slice(out, func(i, j int) bool {
		if out[i].Line != out[j].Line {
			return out[i].Line < out[j].Line
		}
		return out[i].Name < out[j].Name
	})
	return out
}

func valueOf(a report.Assumption) explain.Value {
	return explain.Value{Name: a.Name, Value: a.Value, Source: a.Source, Line: a.Line}
}
