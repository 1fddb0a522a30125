package render

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/parlens/parlens/costmodel/report"
)

// cost shows what a line costs and why; what binds it, unless that has been said.
func cost(b *strings.Builder, u *report.Unit, l *report.Line, said bool) {
	total := l.Charge.Total()
	if l.NoEstimate != "" && total == 0 {
		return
	}
	if total > 0 {
		breakdown(b, l.Charge)
	}
	if l.Calibrated != "" {
		paragraph(b, "By %s.", escape(l.Calibrated))
	}
	if l.Bound != "" && !said {
		paragraph(b, "Bound by %s", escape(l.Bound))
	}
	if l.OffPath != "" {
		paragraph(b, "%s", escape(l.OffPath))
	}
	if l.Busy > 0 {
		paragraph(b, "Busiest processor: %s%s", Seconds(l.Busy), onProcessor(l.BusyProcessor))
	}
	if l.Executions > 0 {
		paragraph(b, "Executed %s%s", report.Plural(l.Executions, "time"), operations(u, l.Operations))
	}
	for _, c := range l.Comms {
		fmt.Fprintf(b, "- %s\n", communication(c))
	}
	if len(l.Comms) > 0 {
		b.WriteString("\n")
	}
	formula(b, l.Formula.String())
	interval(b, l.Interval)
	for _, note := range l.Notes {
		fmt.Fprintf(b, "- %s\n", escape(note))
	}
}

// interval says how sure a time is, on a machine whose numbers have intervals.
func interval(b *strings.Builder, i report.Interval) {
	if i != (report.Interval{}) {
		paragraph(b, "90%% interval: %s to %s; from the least run times: %s", Seconds(i.Low), Seconds(i.High), Seconds(i.Minimum))
	}
}

// MaxFormula is the most characters of a formula that somebody reads.
const MaxFormula = 400

func formula(b *strings.Builder, text string) {
	switch n := utf8.RuneCountInString(text); {
	case n == 0:
	case n <= MaxFormula:
		paragraph(b, "Seconds: `%s`", text)
	default:
		paragraph(b, "Seconds: a formula of %s characters, too long to read here; `parlens predict --format json` has it", Count(float64(n)))
	}
}

// breakdown is the table of the four kinds of time.
func breakdown(b *strings.Builder, c report.Charge) {
	b.WriteString("| | time | share |\n|---|--:|--:|\n")
	shares := Percents(c.Computation, c.Communication, c.Overhead, c.Wait)
	for i, k := range kinds(c) {
		fmt.Fprintf(b, "| %s | %s | %d%% |\n", k.name, Seconds(k.seconds), shares[i])
	}
	b.WriteString("\n")
}

func onProcessor(coordinates []int) string {
	if len(coordinates) == 0 {
		return ""
	}
	return fmt.Sprintf(" on processor (%s)", commas(coordinates))
}

func commas[T any](values []T) string {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = fmt.Sprint(v)
	}
	return strings.Join(words, ",")
}

func operations(u *report.Unit, all []report.Operation) string {
	if len(all) == 0 {
		return ""
	}
	words := make([]string, len(all))
	for i, o := range all {
		words[i] = Count(o.Count) + " " + o.Name
	}
	whose := "of one processor"
	if u.Models != nil { // the model of a Spar program counts those of all
		whose = "of all processors"
	}
	return "; operations " + whose + ": " + strings.Join(words, ", ")
}

func communication(c report.Communication) string {
	text := escape(reason(c))
	if c.Messages > 0 || c.TotalMessages == 0 {
		text += fmt.Sprintf("; received: %s, %s", report.Plural(c.Messages, "message"), report.Plural(c.Bytes, "byte"))
	}
	if c.TotalMessages > 0 {
		text += fmt.Sprintf(" (all processors: %s, %s)", report.Plural(c.TotalMessages, "message"), report.Plural(c.TotalBytes, "byte"))
	}
	if c.Hoisted {
		text += "; sent once before the loop"
	}
	return text
}

// reason says what is communicated and why.
func reason(c report.Communication) string {
	if c.Reason == "" {
		return fmt.Sprintf("%s of %s", c.Kind, c.Array)
	}
	return c.Reason
}
