package predict

import (
	"context"
	"errors"
	"maps"
	"sort"
	"strings"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/explain"
	"github.com/parlens/parlens/analysis/fortran/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/machines"
)

var errSpar = errors.New("Spar programs are not explained: what the compiler makes of their annotations is in the prediction")

// Explanation says of a file what a compiler makes of it: mappings, partitions
// and communication, for the processors and sizes of the settings. It is
// immutable and shared.
type Explanation struct {
	File        string
	Machine     Machine // whose compiler's scheme it is
	Units       []*explain.Unit
	Diagnostics []source.Diagnostic // spans absolute in the file
}

// Explain explains the units that reach into the lines of the file at path, as
// the snapshot has it. The error is that of File.
func Explain(ctx context.Context, snap *workspace.Snapshot, path string, lines Lines, s Settings) (*Explanation, error) {
	f, err := snap.File(path)
	if err != nil {
		return nil, err
	}
	if workspace.IsSpar(f) {
		return nil, errSpar
	}
	m, err := loadMachine(snap, s.Machine)
	if err != nil {
		return nil, err
	}
	parsed := Parse(snap, f)
	out := &Explanation{File: f.Path, Machine: Machine{Name: m.Name, Title: m.Title}}
	out.Diagnostics = append(out.Diagnostics, parsed.Diagnostics...)
	procs := &procedures{snap: snap, known: map[*program.Unit]*procedure{}}
	for i, u := range parsed.Units {
		if f.Text.LineOf(u.Start) > lines.Last || f.Text.LineOf(u.End) < lines.First {
			continue
		}
		x := explained(snap, f, u, procs.called(f, i), m, s)
		out.Units = append(out.Units, x.unit.Moved(f.Text.LineOf(u.Start)-1))
		for _, d := range x.problems {
			d.Span = d.Span.Shift(u.Start)
			out.Diagnostics = append(out.Diagnostics, d)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	sort.SliceStable(out.Diagnostics, func(i, j int) bool {
		return out.Diagnostics[i].Span.Start < out.Diagnostics[j].Span.Start
	})
	return out, nil
}

// explainKey holds all that the explanation of a unit is made of.
type explainKey struct {
	unit     *program.Unit
	lines    int
	machine  *machines.Machine
	calls    string
	settings string
}

type explanation struct {
	unit     *explain.Unit
	problems []source.Diagnostic
}

// explained explains a unit, remembered by what it is made of.
func explained(snap *workspace.Snapshot, f *workspace.File, u *lower.Unit, calls map[string]*procedure, m *machines.Machine, s Settings) explanation {
	key := explainKey{unit: u.Unit, lines: f.Text.LineOf(u.End) - f.Text.LineOf(u.Start), machine: m, calls: identity(calls), settings: s.key()}
	return workspace.Get(snap.Memo(), key, func() explanation {
		text := strings.Clone(f.Text.Slice(source.Span{Start: u.Start, End: u.End}))
		c := &calling{calls: calls, chain: []*program.Unit{u.Unit}, shared: map[string]*model{}}
		n := newNumbers(&model{unit: u.Fork(), text: source.NewText(text), machine: m}, s)
		x := explanation{unit: &explain.Unit{Name: u.Name, Kind: u.Kind.String(), Start: 1, End: n.m.text.Lines()}}
		if err := n.safely(func() error { return n.explain(c, &x) }); err != nil {
			x.unit.Unknown = append(x.unit.Unknown, explain.Note{Line: 1, Text: err.Error()})
		}
		if n.out.NoEstimate != "" {
			x.unit.Unknown = append(x.unit.Unknown, explain.Note{Line: 1, Text: n.out.NoEstimate})
		}
		return x
	})
}

// explain builds a graph of its own, in an arena that nobody else uses, so that
// the explanation may add formulas to it.
func (n *numbers) explain(c *calling, x *explanation) error {
	m := n.m
	if problem := limits(m.unit); problem != nil {
		return problem
	}
	b := comm.NewBuilder(m.unit.Arena, m.unit.Layouts, m.unit.Grid, m.machine.Scheme, m.unit.Remaps)
	b.Procedures = c.see
	layouts := maps.Clone(b.Layouts)
	m.graph = aag.Build(m.unit.Unit, b)
	n.values = newValues(m, m.text, n.settings.Values)
	n.grid = n.extents()
	for d, p := range n.grid {
		n.env[extentName(m, d)] = float64(p)
	}
	n.otherGrids()
	n.assumedTables()
	x.unit = explain.New(explain.Input{Unit: m.unit, Text: m.text, Graph: m.graph, Layouts: layouts, Grid: n.grid, Value: n.value})
	x.unit.Values = n.explainedValues()
	x.problems = n.problems
	return nil
}

// value gives a symbol its value.
func (n *numbers) value(name string) float64 {
	if v, ok := n.env[name]; ok {
		return v
	}
	return n.values.of(name)
}

// explainedValues lists the values that were asked for, by line, then name.
func (n *numbers) explainedValues() []explain.Value {
	var out []explain.Value
	for _, a := range n.notes {
		out = append(out, explain.Value(a))
	}
	for _, a := range n.values.found {
		out = append(out, explain.Value(a))
	}
	sort.Slice(out, func(i, j int) bool {
		if out[i].Line != out[j].Line {
			return out[i].Line < out[j].Line
		}
		return out[i].Name < out[j].Name
	})
	return out
}
