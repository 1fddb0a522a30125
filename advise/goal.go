package advise

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/advise/plan"
	"github.com/parlens/parlens/analysis/effort"
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
	"github.com/parlens/parlens/internal/parallel"
)

// goal is what is to become faster: one unit of a file, predicted in full.
type goal struct {
	snap       *workspace.Snapshot // apart from the editor's
	path       string
	unit, kind string
	settings   settings.Settings
	light      bool // only the time is looked at: nothing is gathered by lines
	meter      *effort.Meter
	most       int     // steps in all; 0: no bound
	each       int     // steps of one prediction; 0: no bound
	present    int     // steps that the present mapping took
	longest    float64 // time, seconds, that is of use; 0: no bound
}

// partEach is the part of all steps that one prediction may take, where the present mapping
// takes less than a part of that: where each element is a message of its own, to count them
// all is no way to a faster program. A good mapping takes about as many as one processor.
const (
	partEach   = 16
	dearer     = 2 // times the steps of the present mapping that another one may take
	partSlower = 2 // of all steps, which no mapping may take more than
)

// bound sets how many steps there may be, now that the present mapping has been predicted:
// where that has taken most or more of them, as many more, since it is a bad one mostly that
// takes long to predict.
func (g *goal) bound(most int) {
	g.present = g.meter.Steps()
	if g.most = most; most == 0 {
		return
	}
	g.besides(g.present)
	if g.present > most/partSlower {
		g.each, g.meter = most/partSlower, &effort.Meter{}
	}
}

// besides bounds a prediction beside one that took some steps.
func (g *goal) besides(present int) {
	g.each = max(g.most/partEach, min(dearer*present, g.most/partSlower))
}

// until is the goal where longer times are of no use.
func (g *goal) until(seconds float64) *goal {
	of := *g
	of.longest = seconds
	return &of
}

// within is the goal where one prediction takes no more than what is left of a part of the
// steps, so that the last one does not take as much as all before.
func (g *goal) within(part float64) *goal {
	of := *g
	if left := int(part*float64(g.most)) - g.meter.Steps(); g.most > 0 && left < g.each {
		of.each = max(left, g.most/leastEach)
	}
	return &of
}

// leastEach is the part of all steps that each prediction may take.
const leastEach = 256

// spent tells whether a part of the steps has been made.
func (g *goal) spent(part float64) bool {
	return g.most > 0 && float64(g.meter.Steps()) >= part*float64(g.most)
}

// ErrNoEstimate says that the program as it stands has no time to compare with.
var ErrNoEstimate = errors.New("no unit of the file has an estimate")

// goalOf takes the main program of a file, or that of another file which the file is a
// part of, or else the unit with the largest time.
func goalOf(ctx context.Context, snap *workspace.Snapshot, path string, s settings.Settings) (*goal, outcome, error) {
	g := &goal{snap: snap.Apart(), path: path, settings: s, meter: &effort.Meter{}}
	f, err := g.snap.File(path)
	if err != nil {
		return nil, outcome{}, err
	}
	for _, in := range append([]*workspace.File{f}, g.programs(f)...) {
		u := mainOf(g.snap, in)
		if u == nil {
			continue
		}
		g.path, g.unit, g.kind = in.Path, u.Name, u.Kind.String()
		g.settings.Program = in.Path
		now, err := g.measure(ctx, nil)
		if err == nil && !now.ok {
			err = fmt.Errorf("%w: %s", ErrNoEstimate, now.why)
		}
		if err == nil || in == f {
			return g, now, err
		}
	}
	g.path, g.settings.Program = path, ""
	r, err := predict.File(effort.Counted(ctx, g.meter), g.snap, path, s)
	if err != nil {
		return nil, outcome{}, err
	}
	most := -1.0
	for _, u := range r.Units {
		if t := u.Charge.Total(); u.NoEstimate == "" && t > most {
			g.unit, g.kind, most = u.Name, u.Kind, t
		}
	}
	if most < 0 {
		return nil, outcome{}, ErrNoEstimate
	}
	now, err := g.measure(ctx, nil)
	return g, now, err
}

func mainOf(snap *workspace.Snapshot, f *workspace.File) *lower.Unit {
	for _, u := range snap.Program(f).Units {
		if u.Kind == program.Main {
			return u
		}
	}
	return nil
}

// mostPrograms bounds the programs of other files that are looked at.
const mostPrograms = 4

// programs returns the files with a main program that is read from f too, the nearest
// first; none where f has one itself.
func (g *goal) programs(f *workspace.File) []*workspace.File {
	if mainOf(g.snap, f) != nil {
		return nil
	}
	others := g.snap.Programs(f)
	return slices.DeleteFunc(others[:min(mostPrograms, len(others))], func(other *workspace.File) bool {
		p, err := plan.Read(g.snap, other.Path, 1)
		return err != nil || !slices.Contains(p.Paths(), f.Path)
	})
}

// outcome is the prediction of the unit with some changes of the texts.
type outcome struct {
	prediction
	report *report.Unit
	why    string   // it has no estimate
	wrong  []string // what the errors are
}

// changed returns a snapshot with the changes made.
func (g *goal) changed(changes []plan.Change) (*workspace.Snapshot, error) {
	var files []*workspace.File
	for _, c := range changes {
		f, err := g.snap.File(c.Path)
		if err != nil {
			return nil, err
		}
		text, err := f.Text.Apply(c.Edits...)
		if err != nil {
			return nil, err
		}
		files = append(files, f.WithText(text))
	}
	return g.snap.With(files...), nil
}

// measure predicts the unit with the changes made.
func (g *goal) measure(ctx context.Context, changes []plan.Change) (outcome, error) {
	snap, err := g.changed(changes)
	if err != nil {
		return outcome{}, err
	}
	f, err := snap.File(g.path)
	if err != nil {
		return outcome{}, err
	}
	out := outcome{why: "there is no " + g.kind + " " + g.unit}
	if lines, there := g.heading(snap, f); there {
		part := predict.Part
		if g.light {
			part = predict.Totals
		}
		r, ends, err := g.bounded(ctx, func(ctx context.Context) (*report.Report, error) {
			return part(ctx, snap, g.path, lines, g.settings)
		})
		if ends != nil {
			out.why, out.long = ends.Error(), ends == effort.ErrTooLong
			return out, ctx.Err()
		}
		if err != nil {
			return outcome{}, err
		}
		out.count(r.Diagnostics)
		out.wrong = wrong(r.Diagnostics)
		for _, ru := range r.Units {
			if ru.Name == g.unit && ru.Kind == g.kind {
				out.report, out.why = ru, ru.NoEstimate
				out.ok = ru.NoEstimate == ""
				out.time, out.between, out.sure, out.partial = ru.Charge.Total(), ru.Between, ru.Interval, ru.Partial()
			}
		}
	}
	if out.ok && g.longest > 0 && out.time > g.longest { // as where it has not been remembered
		out.ok, out.why, out.long = false, effort.ErrTooLong.Error(), true
	}
	return out, ctx.Err()
}

// heading is the part of a file that is asked for to have the unit predicted, false where it is not
// there.
func (g *goal) heading(snap *workspace.Snapshot, f *workspace.File) (report.Lines, bool) {
	if !predict.LanguageOf(f).Lowered {
		return report.AllLines, true
	}
	for _, u := range snap.Program(f).Units {
		if u.Name == g.unit && u.Kind.String() == g.kind {
			line := f.Text.LineOf(u.Start)
			return report.Lines{First: line, Last: line}, true
		}
	}
	return report.Lines{}, false
}

// bounded predicts something, or says why that is of no use.
func (g *goal) bounded(ctx context.Context, predict func(context.Context) (*report.Report, error)) (r *report.Report, ends, err error) {
	ctx, done := effort.Bounded(ctx, g.meter, g.each)
	defer done()
	if g.longest > 0 {
		until, done := effort.Until(ctx, g.longest)
		defer done()
		ctx = until
	}
	r, err = predict(ctx)
	if cause := context.Cause(ctx); cause == effort.ErrTooMany || cause == effort.ErrTooLong {
		return nil, cause, nil
	}
	return r, nil, err
}

// few is how many processors a first set of directives is for where nothing says how
// many there are: so many that a mapping shows what it is worth.
const few = 16

// processors is how many the unit runs on: those of the settings, of its arrangement,
// or the nodes of the machine, of which a program without directives gets a few.
func (g *goal) processors(now outcome) int {
	switch s := g.settings; {
	case s.Procs > 0:
		return s.Procs
	case len(s.Grid) > 0:
		return product(s.Grid)
	case now.report != nil && len(now.report.Grid) > 0:
		return product(now.report.Grid)
	}
	return min(few, max(1, nodes(g.snap, g.path, g.settings)))
}

func product(xs []int) int {
	p := 1
	for _, x := range xs {
		p *= x
	}
	return p
}

// each calls work for 0..n-1 on all processors of this computer and returns the first
// error in their order.
func each(n int, work func(int) error) error {
	return cmp.Or(parallel.Errors(n, 0, work)...)
}

// written is the extents of an arrangement, as 2x4.
func written(shape []int) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(shape), "[]"), " ", "x")
}
