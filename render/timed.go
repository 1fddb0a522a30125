package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/costmodel/report"
)

// Timed is what a run took on a statement or a loop, in the text as it is now.
type Timed struct {
	Line, EndLine int     // of the present text, from 1
	Seconds       float64 // of all its executions in the run: the median of the processes
	Spread        float64 // half the distance between the quartiles, as a share of Seconds
	Stale         bool    // the text has been edited since the run
	Compared      string  // why the prediction that is shown is for something else; "" where it is for the same
	Run           string  // machine, compiler, processes, date
}

// timedOn returns what a run took on a line.
func timedOn(all []Timed, line int) (Timed, bool) {
	i := slices.IndexFunc(all, func(t Timed) bool { return t.Line == line })
	if i < 0 {
		return Timed{}, false
	}
	return all[i], true
}

// ofUnit is the seconds in one call of a unit: a prediction is for one.
func (t Timed) ofUnit(u *report.Unit) float64 { return t.Seconds / max(1, u.Calls) }

// predicted is what the report says of the same lines, for one call of the unit.
func (t Timed) predicted(u *report.Unit) float64 {
	total := 0.0
	for _, l := range u.Lines {
		if t.Line <= l.Line && l.Line <= t.EndLine {
			total += l.Charge.Total()
		}
	}
	return total
}

// label is the hint of a line that a run has timed: "  8.63 ms  comp 100%  measured
// 9.01 ms". That of a loop tells of all its lines.
func (t Timed) label(u *report.Unit, own string) string {
	if t.EndLine > t.Line {
		own = fmt.Sprintf("%8s  loop", short(t.predicted(u)))
	}
	switch {
	case t.Compared != "":
		return own
	case t.Stale:
		return fmt.Sprintf("%s  stale %s", own, short(t.ofUnit(u)))
	}
	return fmt.Sprintf("%s  measured %s", own, short(t.ofUnit(u)))
}

// sentence tells of a run in one line of plain text.
func (t Timed) sentence(u *report.Unit) string {
	what := "Measured"
	if t.EndLine > t.Line {
		what = fmt.Sprintf("Lines %d to %d measured", t.Line, t.EndLine)
	}
	seconds, predicted := t.ofUnit(u), t.predicted(u)
	text := fmt.Sprintf("%s: %s ±%.0f%%", what, Seconds(seconds), 100*t.Spread)
	switch {
	case t.Compared != "":
		text += "; " + t.Compared
	case seconds > 0 && predicted > 0:
		text += fmt.Sprintf("; predicted %s, %.2f times that", Seconds(predicted), predicted/seconds)
	}
	if t.Stale {
		text += "; stale: the text has been edited since"
	}
	return text + " (" + t.Run + ")"
}

// TimedHover tells what runs took on a line.
func TimedHover(r *report.Report, all []Timed, line int) string {
	t, ok := timedOn(all, line)
	if !ok {
		return ""
	}
	var lines []string
	for _, u := range r.Units {
		if u.Start <= line && line <= u.End {
			lines = append(lines, escape(t.sentence(u)))
		}
	}
	return strings.Join(lines, "\n\n")
}
