package predict

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/evaluate"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/costmodel/settings"
)

// fragment predicts a text of statements that is only included, where it is included:
// the report has the lines of the text, with the times that they take there.
func fragment(ctx context.Context, snap *workspace.Snapshot, f *workspace.File, in *workspace.Inclusion, s settings.Settings) (*report.Report, error) {
	p := place{in: in, last: in.Line + in.Lines - 1}
	r, err := evaluate.Text(ctx, snap, in.File, report.Lines{First: in.Line, Last: p.last}, s)
	if err != nil {
		return nil, err
	}
	out := *r
	out.File, out.Units, out.Diagnostics = f.Path, nil, nil
	for _, u := range r.Units {
		out.Units = append(out.Units, p.unit(u))
	}
	start := in.File.Text.LineStart(in.Line)
	text := source.Span{Start: start, End: start + f.Text.Len()}
	for _, d := range r.Diagnostics {
		if d.Span.Start >= text.Start && d.Span.End <= text.End {
			d.Span = d.Span.Shift(-start)
			out.Diagnostics = append(out.Diagnostics, d)
		}
	}
	message := fmt.Sprintf("read as included in %s, line %d", filepath.Base(in.File.Path), in.Line)
	if in.Others > 0 {
		message += fmt.Sprintf("; others that include it: %d", in.Others)
	}
	out.Diagnostics = append(out.Diagnostics, source.Diagnostic{Span: f.Text.LineSpan(1), Severity: source.Hint, Code: "included-text", Message: message})
	return &out, nil
}

// place brings lines of the including file to those of the text.
type place struct {
	in   *workspace.Inclusion
	last int
}

func (p place) inside(line int) bool { return p.in.Line <= line && line <= p.last }

func (p place) line(line int) int { return min(max(line, p.in.Line), p.last) - p.in.Line + 1 }

// host returns a line of the including file that is outside of the text.
func (p place) host(line int) int {
	if line > p.last {
		return line - p.in.Lines + 1
	}
	return line
}

// unit returns the unit with the lines and loops of the text only. Its times are those
// of the whole unit.
func (p place) unit(u *report.Unit) *report.Unit {
	out := *u
	out.Start, out.End = p.line(u.Start), p.line(u.End)
	out.Lines, out.Loops = nil, nil
	for _, l := range u.Lines {
		if p.inside(l.Line) {
			copied := *l
			copied.Line = p.line(l.Line)
			out.Lines = append(out.Lines, &copied)
		}
	}
	for _, l := range u.Loops {
		if p.inside(l.Line) {
			copied := *l
			copied.Line, copied.EndLine = p.line(l.Line), p.line(l.EndLine)
			out.Loops = append(out.Loops, &copied)
		}
	}
	out.Symbols = append(out.Symbols[:0:0], u.Symbols...)
	for i := range out.Symbols {
		out.Symbols[i].Line = p.own(u.Symbols[i].Line)
	}
	out.Assumptions = append(out.Assumptions[:0:0], u.Assumptions...)
	for i := range out.Assumptions {
		out.Assumptions[i].Line = p.own(u.Assumptions[i].Line)
	}
	out.Mappings = append(out.Mappings[:0:0], u.Mappings...)
	for i, m := range u.Mappings {
		if out.Mappings[i].Line = p.own(m.Line); out.Mappings[i].Line == 0 && m.Line > 0 && m.File == "" {
			out.Mappings[i].Line, out.Mappings[i].File = p.host(m.Line), p.in.File.Path
		}
	}
	return &out
}

// own returns a line of the text, 0 for one outside.
func (p place) own(line int) int {
	if !p.inside(line) {
		return 0
	}
	return p.line(line)
}
