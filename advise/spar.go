package advise

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/parlens/parlens/analysis/effort"
	"github.com/parlens/parlens/analysis/source"
	syntax "github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/spar/place"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/costmodel/spar"
)

// change is an option that has not been predicted yet.
type change struct {
	label string
	edits []source.Edit
	gain  bool // offered only where it makes the program faster
}

// sparOptions returns the maps to try for the array whose map stands on the
// line, the local arrays to introduce for a replicated one, and the pragmas that
// make a loop parallel.
func sparOptions(ctx context.Context, snap *workspace.Snapshot, f *workspace.File, line int, s settings.Settings) ([]Option, error) {
	m, err := spar.ModelOf(snap, f, s)
	if err != nil {
		return nil, err
	}
	changes := append(localArrays(snap.Spar(f), m.Program, f.Text, line), parallelLoops(m.Loops(report.Lines{First: line, Last: line}), f.Text, line)...)
	for _, v := range m.Program.Variables {
		if l := v.Layout; l != nil && touches(f.Text, l.At(), line) {
			changes = append(changes, otherMaps(m.Program, v, f.Text)...)
		}
	}
	if len(changes) == 0 {
		return nil, nil
	}
	before, err := sparPredicted(ctx, snap, f, s)
	if err != nil || !before.ok {
		return nil, err
	}
	var out []Option
	for _, c := range changes {
		after, err := sparChanged(ctx, snap, f, c.edits, s)
		if err != nil {
			return nil, err
		}
		if c.gain && !(after.ok && after.time < before.time*(1-leastGain) && !sameTime(out, after.time)) {
			continue
		}
		if after.ok && after.errors <= before.errors {
			out = append(out, Option{Line: line, Label: c.label, Edits: c.edits, Before: before.time, After: after.time})
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return float32(out[i].After) < float32(out[j].After) }) // rounding decides nothing
	return out[:min(len(out), maxOptions)], nil
}

// sparChanged predicts a file with edits; those that change nothing have no estimate.
func sparChanged(ctx context.Context, snap *workspace.Snapshot, f *workspace.File, edits []source.Edit, s settings.Settings) (prediction, error) {
	changed, err := f.Text.Apply(edits...)
	if err != nil || changed.String() == f.Text.String() {
		return prediction{}, nil
	}
	return sparPredicted(ctx, snap, &workspace.File{Path: f.Path, Text: changed, Form: f.Form}, s)
}

// leastGain is how much faster a program becomes, relatively, where a pragma
// changes something.
const leastGain = 1e-9

// sameTime tells whether an option before, with fewer words, takes that time too.
func sameTime(options []Option, after float64) bool {
	return slices.ContainsFunc(options, func(o Option) bool { return o.After <= after*(1+leastGain) })
}

func touches(text *source.Text, at source.Span, line int) bool {
	return text.LineOf(at.Start) <= line && line <= text.LineOf(at.End)
}

func sparPredicted(ctx context.Context, snap *workspace.Snapshot, f *workspace.File, s settings.Settings) (prediction, error) {
	m, err := spar.ModelOf(snap, f, s)
	if err != nil {
		return prediction{}, err
	}
	var out prediction
	out.count(m.Diagnostics)
	if n, err := m.Numbers(m.Values(s)); err == nil && len(m.Program.Roots) > 0 {
		out.time, out.between, out.ok = n.T, n.Between, true
		effort.Count(ctx, n.Steps)
	}
	return out, ctx.Err()
}

// otherMaps are other distributions of one array over a rank-1 arrangement:
// another subscript, cyclic, another block size; and each for all arrays that
// are mapped in the same words.
func otherMaps(p *place.Program, v *place.Variable, text *source.Text) []change {
	l := v.Layout
	if l.Dist {
		return otherDists(p, v, text)
	}
	if len(l.Index) != 1 || l.Index[0] == nil || l.Index[0].Kind != syntax.ListForm {
		return nil
	}
	now := text.Slice(l.IndexAt(0))
	var alike []source.Span
	for _, o := range p.Variables {
		if x := o.Layout; x != nil && x != l && len(x.Index) == 1 && x.Index[0] != nil && text.Slice(x.IndexAt(0)) == now {
			alike = append(alike, x.IndexAt(0))
		}
	}
	var out []change
	for _, form := range formsFor(l, text) {
		if form == now {
			continue
		}
		one := []source.Edit{{Span: l.IndexAt(0), New: form}}
		out = append(out, change{fmt.Sprintf("on %s[%s] for %s", l.Grid.Name, form, v.Name), one, false})
		if len(alike) == 0 {
			continue
		}
		all := one
		for _, at := range alike {
			all = append(all, source.Edit{Span: at, New: form})
		}
		out = append(out, change{fmt.Sprintf("on %s[%s] for %s and %d mapped alike", l.Grid.Name, form, v.Name, len(alike)), all, false})
	}
	return out
}

// formsFor are the distribution functions to try for every subscript.
func formsFor(l *place.Layout, text *source.Text) []string {
	size := ""
	if f := l.Index[0]; f.Head() == "block" && len(f.Items) > 2 {
		at := l.IndexAt(0)
		_, rest, _ := strings.Cut(strings.TrimSuffix(text.Slice(at), ")"), f.Items[1].Text)
		size = " " + strings.TrimSpace(rest)
	}
	var out []string
	for _, p := range l.Params {
		out = append(out, "(block "+p+size+")", "(cyclic "+p+")")
		for _, n := range []int{2, 8} {
			out = append(out, fmt.Sprintf("(blockcyclic %s %d)", p, n))
		}
	}
	return out
}
