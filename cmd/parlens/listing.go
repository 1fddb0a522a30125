package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/parlens/parlens/costmodel/report"
	"github.com/parlens/parlens/render"
)

// The columns of a listing: time, share of the unit, bar, line number, source.
const (
	timeWidth   = 8
	shareWidth  = 4
	barWidth    = 10
	numberWidth = 5
	sourceAt    = timeWidth + 1 + shareWidth + 2 + barWidth + numberWidth + 2
)

// listing shows the source of the unit, each line with what it costs. Lines of
// units inside the unit are left to those.
func (t *textReport) listing(p prediction, u *report.Unit) {
	costs, costliest := map[int]*report.Line{}, 0.0
	for _, l := range u.Lines {
		costs[l.Line] = l
		costliest = max(costliest, l.Charge.Total())
	}
	t.line("%s", t.paint(faint, fmt.Sprintf("%*s %*s  %*s%*s", timeWidth, "time", shareWidth, "share", barWidth-1, "", numberWidth, "line")))
	for n := u.Start; n <= u.End; n++ {
		if inner := innermost(p.Units, n); inner != u && inner != nil {
			t.line("%*s", sourceAt, t.glyphs.elide+" ")
			n = inner.End
			continue
		}
		source := displayed(p.file.Text.Line(n))
		t.row(n, source, costs[n], u, costliest)
		t.notes(source, costs[n], u)
	}
}

// innermost returns the unit with the fewest lines that holds line n.
func innermost(units []*report.Unit, n int) *report.Unit {
	var best *report.Unit
	for _, u := range units {
		if u.Start <= n && n <= u.End && (best == nil || u.End-u.Start < best.End-best.Start) {
			best = u
		}
	}
	return best
}

func (t *textReport) row(n int, source string, l *report.Line, u *report.Unit, costliest float64) {
	if t.cuts {
		source = cut(source, t.width-sourceAt, t.glyphs.cut)
	}
	number := t.paint(faint, padLeft(fmt.Sprint(n), numberWidth))
	left := strings.Repeat(" ", timeWidth+1+shareWidth+2+barWidth)
	style := faint
	if l != nil {
		left, style = t.cost(l, u, costliest), plain
	}
	t.line("%s%s  %s", left, number, t.paint(style, source))
}

// cost is the left half of a row: time, share and bar.
func (t *textReport) cost(l *report.Line, u *report.Unit, costliest float64) string {
	time, total := l.Charge.Total(), u.Charge.Total()
	if l.NoEstimate != "" && !inPart(l) {
		return t.paint(red, padLeft("?", timeWidth)) + strings.Repeat(" ", 1+shareWidth+2+barWidth)
	}
	s := plain
	if time >= total/10 && time > 0 {
		s = strong
	}
	shown := render.Seconds(time)
	switch {
	case l.NoEstimate != "":
		s, shown = red, ">"+shown
	case report.Doubtful(l):
		shown = "~" + shown
	}
	cells := length(time, costliest, barWidth)
	return t.paint(s, padLeft(shown, timeWidth)+" "+padLeft(percent(time, total), shareWidth)) +
		"  " + t.bar(l.Charge, cells) + strings.Repeat(" ", barWidth-cells)
}

func percent(part, whole float64) string {
	switch n := render.Percent(part, whole); {
	case n > 0:
		return fmt.Sprintf("%d%%", n)
	case part > 0:
		return "<1%"
	}
	return ""
}

// notes tells under a line why it costs what it costs.
func (t *textReport) notes(source string, l *report.Line, u *report.Unit) {
	if l == nil {
		return
	}
	indent := min(12, len(source)-len(strings.TrimLeft(source, " ")))
	note := func(text string, s style) {
		first := strings.Repeat(" ", sourceAt+indent) + t.glyphs.arrow + " "
		t.hanging(first, strings.Repeat(" ", utf8.RuneCountInString(first)), strings.Fields(text), s)
	}
	if l.NoEstimate != "" {
		note("no estimate: "+l.NoEstimate, red)
	}
	for _, c := range l.Comms {
		note(communication(c), communicating)
	}
	if l.Calibrated != "" {
		note("by "+l.Calibrated, computing)
	}
	if l.OffPath != "" {
		note(l.OffPath, waiting)
	}
	if time := l.Charge.Total(); l.Bound != "" && time >= u.Charge.Total()/10 {
		note("bound by "+l.Bound, computing)
	}
}

// communication says what is communicated, why, and how much in all.
func communication(c report.Communication) string {
	text := reason(c)
	if c.Messages > 0 {
		text += fmt.Sprintf(" (%s in all)", report.Plural(c.Bytes, "byte"))
	}
	return text
}

func reason(c report.Communication) string {
	if c.Reason != "" {
		return c.Reason
	}
	text := strings.TrimSpace(c.Kind + " of " + c.Array)
	if c.Hoisted {
		text += ", sent before the loop"
	}
	return text
}
