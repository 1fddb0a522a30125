// Package advise finds directive changes that would make a program cheaper,
// and predicts each of them by predicting the changed file.
package advise

import (
	"context"
	"fmt"
	"sort"
	"strings"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/evaluate"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// Option is another mapping for a DISTRIBUTE directive.
type Option struct {
	Line   int           // of the directive, from 1
	Label  string        // "DISTRIBUTE (*,BLOCK)"
	Shape  string        // of the arrangement, where the option changes it ("PROCESSORS p(4)"), or ""
	Edits  []source.Edit // that change the file, in offsets of the file
	Before float64       // predicted time of the unit now, seconds
	After  float64       // and with the option
	Tie    bool          // one of them is estimated, and may be what the other is: neither is known to be faster
}

// Title returns the label with the predicted times and the gain.
func (o Option) Title() string {
	label := o.Label
	if o.Shape != "" {
		label += " with " + o.Shape
	}
	change := ""
	if o.Tie {
		change = " (neither is known to be faster)"
	} else if o.Before > 0 {
		change = fmt.Sprintf(" (%+.0f%%)", 100*(o.After-o.Before)/o.Before)
	}
	return fmt.Sprintf("%s: %s -> %s%s", label, report.Seconds(o.Before), report.Seconds(o.After), change)
}

// Gains tells whether an option takes less time than there is now, by what Title shows.
func (o Option) Gains() bool { return o.After < 0.995*o.Before }

// maxOptions is how many mappings are offered: as many as somebody compares.
const maxOptions = 6

// Options returns the mappings to try for the DISTRIBUTE directive on the line
// (from 1), cheapest first, slower ones than the present included; none when
// the line has no such directive or its unit has no estimate. On a machine of array
// operations they are the array statements for the DO loop on the line.
func Options(ctx context.Context, snap *workspace.Snapshot, path string, line int, s settings.Settings) ([]Option, error) {
	f, err := snap.File(path)
	if err != nil {
		return nil, err
	}
	if !predict.LanguageOf(f).Lowered {
		return sparOptions(ctx, snap, f, line, s)
	}
	if arrayMachine(snap, f, s) {
		return arrayOptions(ctx, snap, f, line, s)
	}
	unit, directive := find(snap.Program(f), f.Text, line)
	if directive == nil || directive.FormatsAt.Empty() {
		return nil, nil
	}
	before, err := predicted(ctx, snap, f, unit, s)
	if err != nil || !before.ok {
		return nil, err
	}
	var out []Option
	for _, c := range candidates(unit, directive, f.Text) {
		changed, err := f.Text.Apply(c.edits...)
		if err != nil {
			continue
		}
		after, err := predicted(ctx, snap, &workspace.File{Path: f.Path, Text: changed, Form: f.Form}, unit, s)
		if err != nil {
			return nil, err
		}
		if after.ok && after.errors <= before.errors && after.partial == before.partial {
			out = append(out, Option{
				Line: line, Label: "DISTRIBUTE " + c.formats, Shape: c.shape, Edits: c.edits,
				Before: before.time, After: after.time, Tie: before.overlaps(after),
			})
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].After < out[j].After })
	return out[:min(len(out), maxOptions)], nil
}

// find returns the unit and the directive that stands on the line.
func find(f *lower.File, text *source.Text, line int) (*lower.Unit, *lower.Distribute) {
	for _, u := range f.Units {
		for i := range u.Directives {
			d := &u.Directives[i]
			first, last := text.LineOf(u.Start+d.At.Start), text.LineOf(u.Start+d.At.End)
			if first <= line && line <= last {
				return u, d
			}
		}
	}
	return nil, nil
}

// prediction is what one version of the file means for the unit.
type prediction struct {
	time    float64         // of the unit, seconds
	between report.Between  // where it is estimated
	sure    report.Interval // on a machine whose numbers have intervals
	partial bool            // something in the unit has no time: compared only with what is partial too
	errors  int             // in the file: what breaks it
	remote  int             // of them, references that no directive makes local
	ok      bool            // the unit has an estimate
	long    bool            // it has none since it takes longer than is of use
}

// overlaps reports whether one of two times is not known exactly and may be what the other
// is: an estimate, or on a machine whose numbers have intervals.
func (p prediction) overlaps(q prediction) bool {
	if p.exact() && q.exact() {
		return false
	}
	a, b := p.ends(), q.ends()
	return a.Low <= b.High && b.Low <= a.High
}

func (p prediction) exact() bool { return !p.between.Some() && !(p.sure.High > p.sure.Low) }

// ends are between what the time is: the time itself where that is known.
func (p prediction) ends() report.Between {
	switch {
	case p.between.Some():
		return p.between
	case !p.exact():
		return report.Between{Low: p.sure.Low, High: p.sure.High}
	}
	return report.Between{Low: p.time, High: p.time}
}

// count counts what makes a mapping none to be offered: errors, and references that no
// directive makes local.
func (p *prediction) count(all []source.Diagnostic) {
	for _, d := range all {
		remote := d.Code == aag.NonLocal && d.Severity <= source.Warning
		if remote {
			p.remote++
		}
		if remote || d.Severity == source.Error {
			p.errors++
		}
	}
}

func predicted(ctx context.Context, snap *workspace.Snapshot, f *workspace.File, unit *lower.Unit, s settings.Settings) (prediction, error) {
	line := f.Text.LineOf(unit.Start) // the edits stand behind it
	r, err := evaluate.Text(ctx, snap, f, report.Lines{First: line, Last: line}, s)
	if err != nil {
		return prediction{}, err
	}
	var out prediction
	out.count(r.Diagnostics)
	for _, u := range r.Units {
		if u.Name == unit.Name && u.Kind == unit.Kind.String() && u.NoEstimate == "" {
			out.time, out.between, out.sure, out.partial, out.ok = u.Charge.Total(), u.Between, u.Interval, u.Partial(), true
			return out, nil
		}
	}
	return out, nil
}

// arrangementOf returns the processor count that the unit's arrangement
// declares, as text of its extents ("2,2"), and their place in the file.
func arrangementOf(unit *lower.Unit, text *source.Text) (extents []string, at source.Span) {
	g := unit.Grid
	if g == nil || g.At.Empty() {
		return nil, source.Span{}
	}
	whole := g.At.Shift(unit.Start)
	s := strings.ToLower(text.Slice(whole))
	from := strings.Index(s, strings.ToLower(g.Name)+"(")
	if from < 0 {
		return nil, source.Span{}
	}
	from += len(g.Name) + 1
	to := strings.IndexByte(s[from:], ')')
	if to < 0 {
		return nil, source.Span{}
	}
	at = source.Span{Start: whole.Start + from, End: whole.Start + from + to}
	return strings.Split(text.Slice(at), ","), at
}
