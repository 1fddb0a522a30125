package render

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/parlens/parlens/costmodel/report"
)

// HoverText is what a hover says, in markdown: first what most readers want, in three
// lines, and the rest.
type HoverText struct{ First, Rest string }

// Folded joins both; the rest is folded where the client draws that.
func (t HoverText) Folded(folds bool) string {
	if !folds || t.First == "" || t.Rest == "" {
		return Join(t.First, t.Rest)
	}
	return t.First + "\n\n<details><summary>more</summary>\n\n" + t.Rest + "\n\n</details>"
}

// Hover returns all that the report knows of a line (from 1) with the text, nothing
// when it knows nothing. The mapping of the array told is left out; known gives the
// titles of the mappings that have been tried on a line already.
func Hover(r *report.Report, line int, text, told string, known func(line int) []string) HoverText {
	var first, rest strings.Builder
	for _, u := range r.Units {
		if line >= u.Start && line <= u.End {
			headline(&first, u, line, known)
			hoverUnit(&rest, r, u, line, text, told)
		}
	}
	return HoverText{strings.TrimRight(first.String(), "\n"), strings.TrimRight(rest.String(), "\n")}
}

func hoverUnit(b *strings.Builder, r *report.Report, u *report.Unit, line int, text, told string) {
	if u.NoEstimate != "" {
		return
	}
	first := line == u.Start
	if first {
		summary(b, u)
	}
	at := slices.IndexFunc(u.Lines, func(l *report.Line) bool { return l.Line == line })
	if at >= 0 {
		cost(b, u, u.Lines[at])
	} else {
		mappings(b, u, line, text, told)
	}
	loop(b, u, line)
	switch {
	case first:
		machine(b, r, u)
		parameters(b, u.Parameters)
		assumptions(b, u.Assumptions)
	case at >= 0 && u.Lines[at].NoEstimate == "":
		machine(b, r, u)
		provenance(b, u)
		assumptions(b, ofLine(u.Assumptions, line))
	}
}

func paragraph(b *strings.Builder, format string, args ...any) {
	fmt.Fprintf(b, format+"\n\n", args...)
}

// mappings tells how arrays lie on the processors, on a line that costs
// nothing: those that it maps or names, or all where a template is distributed.
func mappings(b *strings.Builder, u *report.Unit, line int, text, told string) {
	words := wordsOf(text)
	all := slices.ContainsFunc(words, isSentinel) && slices.Contains(words, "distribute")
	for _, m := range u.Mappings {
		if strings.EqualFold(m.Array, told) {
			continue
		}
		if all || m.Line == line && m.File == "" || slices.Contains(words, strings.ToLower(m.Array)) {
			fmt.Fprintf(b, "- `%s`: %s\n", m.Array, escape(m.Text))
		}
	}
}

// isSentinel reports whether a word begins a directive, in either source form.
func isSentinel(word string) bool { return word == "hpf$" || word == "chpf$" }

// wordsOf returns the names in a line, in lower case.
func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return r != '_' && r != '$' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// cost shows what a line costs and why.
func cost(b *strings.Builder, u *report.Unit, l *report.Line) {
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
	if l.Bound != "" {
		paragraph(b, "Bound by %s", escape(l.Bound))
	}
	if l.OffPath != "" {
		paragraph(b, "%s", escape(l.OffPath))
	}
	if l.Busy > 0 {
		paragraph(b, "Busiest processor: %s%s", Seconds(l.Busy), onProcessor(l.BusyProcessor))
	}
	if l.Executions > 0 {
		paragraph(b, "Executed %s%s", counted(l.Executions, "time"), operations(u, l.Operations))
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
		text += fmt.Sprintf("; received: %s, %s", counted(c.Messages, "message"), counted(c.Bytes, "byte"))
	}
	if c.TotalMessages > 0 {
		text += fmt.Sprintf(" (all processors: %s, %s)", counted(c.TotalMessages, "message"), counted(c.TotalBytes, "byte"))
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

// loop tells of the loop that begins on the line.
func loop(b *strings.Builder, u *report.Unit, line int) {
	for _, l := range u.Loops {
		if l.Line != line {
			continue
		}
		why := ""
		if l.Why != "" {
			why = ": " + escape(l.Why)
		}
		if l.EndLine > l.Line {
			fmt.Fprintf(b, "Loop to line %d: **%s**, ", l.EndLine, Seconds(l.Time))
		}
		paragraph(b, "%s, %s%s", counted(l.Iterations, "iteration"), l.Kind, why)
	}
}

// summary shows what a unit costs as a whole.
func summary(b *strings.Builder, u *report.Unit) {
	if u.Charge.Total() > 0 {
		breakdown(b, u.Charge)
	}
	if u.Bound != "" {
		paragraph(b, "Bound by %s", escape(u.Bound))
	}
	formula(b, u.Formula.String())
	if d := u.Dominant.String(); d != "" {
		paragraph(b, "Without waits, about `%s", strings.Replace(d, ",", "`,", 1))
	}
	interval(b, u.Interval)
	if u.Calls > 1 {
		paragraph(b, "Called %s", counted(u.Calls, "time"))
	}
}

// AtLeast says what it means that a time is a lower bound.
const AtLeast = "at least this much: what is done only sometimes (a branch, under a mask) counts by its share on every processor alike; where some do it while others wait for them, it takes longer"

// machine tells for which machine the numbers are, and how its clocks are read.
func machine(b *strings.Builder, r *report.Report, u *report.Unit) {
	text := "Machine: " + escape(MachineName(r.Machine))
	if len(u.Grid) > 0 {
		text += ", processors " + Grid(u.Grid)
	}
	if u.Reading != "" {
		text += ", reading: " + escape(u.Reading)
	}
	paragraph(b, "%s", text)
	if u.LowerBound {
		paragraph(b, "Caution: %s", AtLeast)
	}
	if u.Between.Some() {
		paragraph(b, "Estimated: %s", Between(u))
	}
}

// Between says between what the time of a unit is whose clocks are estimated.
func Between(u *report.Unit) string {
	return fmt.Sprintf("between %s and %s: following the clocks through all iterations takes too long, some stand for others", report.Seconds(u.Between.Low), report.Seconds(u.Between.High))
}

// provenance tells in one line where the machine's numbers come from.
func provenance(b *strings.Builder, u *report.Unit) {
	counts := map[string]int{}
	for _, p := range u.Parameters {
		counts[p.Provenance]++
	}
	var words []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		words = append(words, fmt.Sprintf("%d %s", counts[name], marked(name)))
	}
	if len(words) > 0 {
		paragraph(b, "Numbers of the machine: %s (listed on line %d)", strings.Join(words, ", "), u.Start)
	}
}

// marked makes the provenances stand out that nobody has checked.
func marked(provenance string) string {
	if provenance == "recalled" {
		return "**recalled**"
	}
	return provenance
}

// parameters lists the machine numbers that entered, with their provenance.
func parameters(b *strings.Builder, all []report.Parameter) {
	if len(all) == 0 {
		return
	}
	b.WriteString("| parameter | value | provenance |\n|---|--:|---|\n")
	for _, p := range all {
		from := marked(p.Provenance)
		if p.Source != "" {
			from += ": " + escape(p.Source)
		}
		fmt.Fprintf(b, "| %s | %.4g | %s |\n", p.Name, p.Value, from)
	}
	b.WriteString("\n")
}

// ofLine returns what is assumed for the whole unit and for the line.
func ofLine(all []report.Assumption, line int) []report.Assumption {
	var some []report.Assumption
	for _, a := range all {
		if a.Line == 0 || a.Line == line {
			some = append(some, a)
		}
	}
	return some
}

// assumptions lists what the numbers rest on besides the machine.
func assumptions(b *strings.Builder, all []report.Assumption) {
	for _, a := range all {
		at := ""
		if a.Line != 0 {
			at = fmt.Sprintf(", line %d", a.Line)
		}
		fmt.Fprintf(b, "- %s = %s (%s%s)\n", escape(a.Name), escape(a.Value), a.Source, at)
	}
}

var markdown = strings.NewReplacer("*", `\*`, "`", "\\`", "<", `\<`, "|", `\|`, "\n", " ")

// escape keeps text that is not ours from being read as markdown: two mappings
// such as (*,BLOCK) would turn what is between them into italics.
func escape(text string) string { return markdown.Replace(text) }
