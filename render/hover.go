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
		if line >= u.Start && line <= u.End && !silent(r, u, line) {
			headline(&first, u, line, known)
			hoverUnit(&first, &rest, r, u, line, text, told)
		}
	}
	return HoverText{strings.TrimRight(first.String(), "\n"), strings.TrimRight(rest.String(), "\n")}
}

// silent reports whether a unit without an estimate has nothing to say on a line: one
// that only declares, but for the line that names it, and one around a unit that the
// line belongs to. A module always only declares.
func silent(r *report.Report, u *report.Unit, line int) bool {
	if u.NoEstimate == "" {
		return false
	}
	return u.Empty && (u.Kind == "module" || line != u.Start) ||
		slices.ContainsFunc(r.Units, func(in *report.Unit) bool { return in.Start > u.Start && in.Start <= line && line <= in.End })
}

func hoverUnit(first, b *strings.Builder, r *report.Report, u *report.Unit, line int, text, told string) {
	if u.NoEstimate != "" {
		return
	}
	if line == u.Start {
		summary(b, u)
		first = b
	}
	l := lineAt(u, line)
	switch {
	case l == nil:
		mappings(first, b, u, line, text, told)
	case line != u.Start && constructAt(u, line) != nil && l.Charge.Total() > 0:
		paragraph(b, "The line itself: %s", Seconds(l.Charge.Total()))
		fallthrough
	default:
		alone := line != u.Start && constructAt(u, line) == nil && methodFrom(u, line) == nil
		cost(b, u, l, alone && saysBound(l))
	}
	loop(b, u, line)
	switch {
	case line == u.Start:
		machine(b, r, u)
		parameters(b, u.Parameters)
		assumptions(b, u.Assumptions)
	case l != nil && l.NoEstimate == "":
		machine(b, r, u)
		provenance(b, u)
		assumptions(b, ofLine(u.Assumptions, l))
	}
}

func paragraph(b *strings.Builder, format string, args ...any) {
	fmt.Fprintf(b, format+"\n\n", args...)
}

// mappings tells how arrays lie on the processors, on a line that costs nothing: those
// that it maps or names, or all where a template is distributed. Three are first.
func mappings(first, rest *strings.Builder, u *report.Unit, line int, text, told string) {
	words := wordsOf(text)
	mapped := func(m report.Mapping) bool { return !strings.EqualFold(m.Array, told) }
	if !slices.ContainsFunc(words, isSentinel) || !slices.Contains(words, "distribute") {
		mapped = func(m report.Mapping) bool {
			return !strings.EqualFold(m.Array, told) && (m.Line == line && m.File == "" || slices.Contains(words, strings.ToLower(m.Array)))
		}
	}
	n := 0
	for _, m := range u.Mappings {
		if !mapped(m) {
			continue
		}
		b := first
		if n++; n > 3 {
			b = rest
		}
		fmt.Fprintf(b, "- `%s`: %s\n", m.Array, escape(m.Text))
	}
}

// isSentinel reports whether a word begins a directive that maps: of HPF, XcalableMP or
// DVM, in either source form.
func isSentinel(word string) bool {
	return strings.HasSuffix(word, "hpf$") || strings.HasSuffix(word, "$xmp") || strings.HasSuffix(word, "dvm$")
}

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
		if c := l.Calling; c.Some() {
			fmt.Fprintf(b, "Loop to line %d: **%s**, ", l.EndLine, calling(c))
		} else if l.EndLine > l.Line {
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
