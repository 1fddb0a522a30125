package render

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

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
		paragraph(b, "%s, %s%s", report.Plural(l.Iterations, "iteration"), l.Kind, why)
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
		paragraph(b, "Called %s", report.Plural(u.Calls, "time"))
	}
}

var markdown = strings.NewReplacer("*", `\*`, "`", "\\`", "<", `\<`, "|", `\|`, "\n", " ")

// escape keeps text that is not ours from being read as markdown: two mappings
// such as (*,BLOCK) would turn what is between them into italics.
func escape(text string) string { return markdown.Replace(text) }
