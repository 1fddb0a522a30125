package spar

import (
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar/depend"
)

// Loops are the loops of the program over cardinalities, with what is known of
// their iterations.
func (m *Model) Loops() []depend.Loop { return m.depend() }

// falseMarks are the loops that the program says to be independent, and whose
// iterations depend on each other.
func (m *Model) falseMarks() []source.Diagnostic {
	var out []source.Diagnostic
	for _, l := range m.depend() {
		if l.Verdict == depend.Dependent && l.Marked() {
			out = append(out, source.Diagnostic{Span: source.Span{Start: l.Span.Start, End: l.Span.Start + len(l.Loop.Word)}, Severity: source.Warning, Code: "spar-dependence",
				Message: "the iterations are not independent: " + l.Why})
		}
	}
	return out
}

// whyOf says of each line with a loop that is not marked whether its iterations
// depend on each other.
func (m *Model) whyOf() map[int]string {
	out := map[int]string{}
	for _, l := range m.depend() {
		if l.Marked() {
			continue
		}
		why := "its iterations are independent"
		switch {
		case l.Verdict == depend.Dependent:
			why = l.Why
		case l.Verdict == depend.May:
			why = "its iterations may be independent: " + l.Why
		case len(l.Reductions) > 0:
			why = "its iterations are independent but for a reduction"
		}
		if line := m.text.LineOf(l.Span.Start); out[line] == "" {
			out[line] = why
		}
	}
	return out
}
