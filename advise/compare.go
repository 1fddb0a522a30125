package advise

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/parlens/parlens/advise/plan"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/predict"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// Comparison is one of several mappings of a program, side by side.
type Comparison struct {
	Mapping    string // as it was given; "" is the text as it stands
	Changes    []plan.Change
	NoEstimate string // why there is no time
	Result
	Lines []LineTime // that take some time, by line of the text as it stands
}

// MappingError says what is wrong with a mapping, and in which column.
type MappingError struct {
	Mapping string
	Reason  error
}

// Error names the mapping.
func (e *MappingError) Error() string { return fmt.Sprintf("%q: %v", e.Mapping, e.Reason) }

// LineTime is what a line takes, seconds.
type LineTime struct {
	Line int
	Time float64
}

// Compare predicts the program of a file as it stands and with other mappings, each
// written as directives with semicolons between them: DISTRIBUTE u(*,BLOCK); PROCESSORS
// p(4,2), or as arrays of a Spar program with their formats: u = [cyclic,collapsed].
// What a mapping does not name stays. The unit is that of Advise; the error
// says which mapping is wrong, and where.
func Compare(ctx context.Context, snap *workspace.Snapshot, path string, mappings []string, s settings.Settings) (unit string, all []Comparison, err error) {
	g, now, err := goalOf(ctx, snap, path, s)
	if err != nil {
		return "", nil, err
	}
	f, err := g.snap.File(g.path)
	if err != nil {
		return "", nil, err
	}
	changes := func(m string) ([]plan.Change, error) { return sparMapping(g.snap, g.path, m, s) }
	if predict.LanguageOf(f).Lowered {
		p, err := plan.Read(g.snap, g.path, g.processors(now))
		if err != nil {
			return "", nil, err
		}
		changes = func(m string) ([]plan.Change, error) {
			of, to, err := p.Parse(m)
			if err != nil {
				return nil, err
			}
			return of.Edits(to), nil
		}
	}
	all = make([]Comparison, len(mappings)+1)
	all[0] = Comparison{Result: g.result(now)}
	for i, m := range mappings {
		edits, err := changes(m)
		if err != nil {
			return "", nil, &MappingError{m, err}
		}
		all[i+1] = Comparison{Mapping: m, Changes: edits}
	}
	err = each(len(all), func(i int) error {
		o, err := g.measure(ctx, all[i].Changes)
		if err != nil {
			return err
		}
		if why := added(now.wrong, o.wrong); why != "" {
			o = outcome{why: cmp.Or(o.why, why)}
		}
		all[i].NoEstimate = o.why
		all[i].Result = g.result(o)
		all[i].Lines = g.lines(o, all[i].Changes)
		return nil
	})
	return g.unit, all, err
}

// wrong are the messages of errors.
func wrong(all []source.Diagnostic) []string {
	var out []string
	for _, d := range all {
		if d.Severity == source.Error {
			out = append(out, d.Message)
		}
	}
	return out
}

// added is the first error that was not there before, whose times mean nothing: a format that
// does not fit, or names a table that is not there.
func added(before, after []string) string {
	for _, x := range after {
		if !slices.Contains(before, x) {
			return x
		}
	}
	return ""
}

// lines are the times of an outcome by the lines of the text before the changes; those
// of lines that the changes add come with the line above.
func (g *goal) lines(o outcome, changes []plan.Change) []LineTime {
	return g.byLine(o, changes, func(l *report.Line) float64 { return l.Charge.Total() })
}

// byLine is some number of each line, by the lines before the changes.
func (g *goal) byLine(o outcome, changes []plan.Change, number func(*report.Line) float64) []LineTime {
	if o.report == nil {
		return nil
	}
	f, err := g.snap.File(g.path)
	if err != nil {
		return nil
	}
	var out []LineTime
	for _, l := range o.report.Lines {
		line := l.Line
		for _, c := range changes {
			if c.Path != g.path {
				continue
			}
			for _, e := range c.Edits {
				at, added := f.Text.LineOf(e.Span.Start), newlines(e.New)-newlines(f.Text.Slice(e.Span))
				if added > 0 && at < line {
					line = max(at, line-added)
				}
			}
		}
		if t := number(l); t > 0 {
			if n := len(out); n > 0 && out[n-1].Line == line {
				out[n-1].Time += t
				continue
			}
			out = append(out, LineTime{line, t})
		}
	}
	return out
}

func newlines(text string) int {
	n := 0
	for _, c := range text {
		if c == '\n' {
			n++
		}
	}
	return n
}
