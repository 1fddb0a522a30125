package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/render"
)

// textReport writes reports to be read by a person: the program line by line
// with its costs, then what they rest on.
type textReport struct {
	painter
	glyphs glyphs
	out    io.Writer
	width  int  // of a line of text
	cuts   bool // source lines to the width
	b      strings.Builder
	files  int
}

// The widths of a report: where the output is no terminal, and the least and
// the most that is made use of.
const (
	usualWidth = 100
	leastWidth = 60
	mostWidth  = 140
)

func newText(env environment, color string) *textReport {
	t := &textReport{painter: newPainter(env, color), glyphs: newGlyphs(env.getenv), out: env.out, width: usualWidth}
	if env.width > 0 {
		t.width, t.cuts = max(leastWidth, min(env.width, mostWidth)), true
	}
	return t
}

// write writes the report of one file.
func (t *textReport) write(p prediction) error {
	t.b.Reset()
	if t.files++; t.files > 1 {
		t.line("")
	}
	errors, others := partition(p.Diagnostics, func(d source.Diagnostic) bool { return d.Severity == source.Error })
	t.problems(p.File, diagnosticsOf(p.file.Text, errors))
	for i, u := range p.Units {
		if i > 0 || len(errors) > 0 {
			t.line("")
		}
		t.unit(p, u)
	}
	if len(p.Units) > 0 && len(others) > 0 {
		t.line("")
	}
	t.problems(p.File, diagnosticsOf(p.file.Text, others))
	return t.flush()
}

// partition parts a list into what fulfils a condition and the rest.
func partition[T any](all []T, is func(T) bool) (those, others []T) {
	for _, x := range all {
		if is(x) {
			those = append(those, x)
		} else {
			others = append(others, x)
		}
	}
	return those, others
}

func (t *textReport) flush() error {
	_, err := io.WriteString(t.out, t.b.String())
	return err
}

func (t *textReport) line(format string, args ...any) {
	t.b.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " "))
	t.b.WriteByte('\n')
}

func (t *textReport) unit(p prediction, u *report.Unit) {
	t.line("%s", t.paint(strong, displayed(fmt.Sprintf("%s: %s %s", p.File, u.Kind, u.Name))))
	t.line("")
	if u.NoEstimate != "" {
		t.prose("  ", "no estimate: "+u.NoEstimate, red)
		return
	}
	t.totals(p, u)
	t.line("")
	t.listing(p, u)
	t.line("")
	t.facts(u)
}

// totals shows what the unit costs as a whole.
func (t *textReport) totals(p prediction, u *report.Unit) {
	caution, mark := unconfirmed(u.Parameters), ""
	if caution != "" {
		mark = "*"
	}
	t.prose("  ", fmt.Sprintf("%s%s on %s, %s%s", render.Least(u.Partial(), render.Seconds(u.Charge.Total())), mark, processors(u), title(p.Machine)+render.Optimizing(p.Machine), times(u.Calls)), strong)
	if u.Serial > 0 {
		t.prose("  ", fmt.Sprintf("speedup %.3g over one processor (%s), parallel efficiency %d%% (processor time that computes)",
			u.Speedup, render.Seconds(u.Serial), render.Percent(u.Efficiency, 1)), plain)
	}
	if i := u.Interval; i != (report.Interval{}) {
		t.prose("  ", fmt.Sprintf("90%% interval %s to %s; from the least run times %s", render.Seconds(i.Low), render.Seconds(i.High), render.Seconds(i.Minimum)), plain)
	}
	if caution != "" {
		t.prose("  ", "* "+caution, plain)
	}
	if report.Doubtful(u.Lines...) {
		t.prose("  ", "~ rests on values that are assumed: listed below", plain)
	}
	if missing := unestimated(u); len(missing) > 0 {
		t.prose("  ", "not counted in full, for want of an estimate: "+lineList(missing), red)
	}
	if u.Charge.Total() > 0 {
		t.line("")
		t.line("  %s", t.bar(u.Charge, t.width-4))
		t.legend(u.Charge)
	}
}

// legend names the glyphs of the bars with the unit's time of each kind, as
// many on a line as fit.
func (t *textReport) legend(c report.Charge) {
	kinds := kindsOf(c)
	shares := render.Percents(kinds[:]...)
	line, used := " ", 1
	for i, name := range kindNames {
		text := name + " " + render.Seconds(kinds[i])
		switch {
		case shares[i] > 0:
			text += fmt.Sprintf(" %d%%", shares[i])
		case kinds[i] > 0:
			text += " <1%"
		}
		if used > 1 && used+len(text)+4 > t.width {
			t.line("%s", line)
			line, used = " ", 1
		}
		line += " " + t.paint(kindStyles[i], t.glyphs.bar[i]) + " " + text + " "
		used += len(text) + 4
	}
	t.line("%s", line)
}

func processors(u *report.Unit) string {
	total := 1
	for _, n := range u.Grid {
		total *= n
	}
	switch {
	case total == 1:
		return "1 processor"
	case len(u.Grid) == 1:
		return fmt.Sprintf("%d processors", total)
	}
	return fmt.Sprintf("%d processors (%s)", total, render.Grid(u.Grid))
}

func title(m report.Machine) string {
	if m.Title == "" {
		return m.Name
	}
	return m.Title
}

func times(calls float64) string {
	if calls == 1 || calls == 0 {
		return ""
	}
	return "; a call, of " + render.Count(calls)
}

// lineList names lines, the first few of many.
func lineList(lines []string) string {
	const most = 8
	switch n := len(lines); {
	case n == 1:
		return "line " + lines[0]
	case n <= most:
		return "lines " + strings.Join(lines[:n-1], ", ") + " and " + lines[n-1]
	default:
		return fmt.Sprintf("lines %s and %d more", strings.Join(lines[:most], ", "), n-most)
	}
}

// unconfirmed tells how many of the machine's numbers nobody has confirmed; ""
// when there is none.
func unconfirmed(all []report.Parameter) string {
	by := map[string]int{}
	for _, p := range all {
		by[p.Provenance]++
	}
	var words []string
	for _, provenance := range []string{"recalled", "derived"} {
		if n := by[provenance]; n > 0 {
			words = append(words, fmt.Sprintf("%d %s", n, provenance))
		}
	}
	if words == nil {
		return ""
	}
	return fmt.Sprintf("%s of %s, unconfirmed: listed at the end", strings.Join(words, " and "), report.Plural(float64(len(all)), "machine number"))
}

// prose writes text of the width, every line after the same indentation.
func (t *textReport) prose(indent, text string, s style) {
	t.hanging(indent, indent, strings.Fields(text), s)
}

// hanging writes words after a first indentation, further lines after the
// rest's.
func (t *textReport) hanging(first, rest string, words []string, s style) {
	for i, line := range wrap(each(words, displayed), max(20, t.width-utf8.RuneCountInString(rest))) {
		if i > 0 {
			first = rest
		}
		t.line("%s%s", first, t.paint(s, line))
	}
}

// problems shows what is wrong in a file, as compilers do.
func (t *textReport) problems(file string, all []jsonDiagnostic) {
	for _, d := range all {
		s := communicating
		if d.Severity == "error" {
			s = red
		}
		code := ""
		if d.Code != "" {
			code = " [" + d.Code + "]"
		}
		t.line("%s:%d:%d: %s: %s%s", displayed(file), d.Line, d.Column, t.paint(s, d.Severity), displayed(d.Message), t.paint(faint, code))
	}
}
