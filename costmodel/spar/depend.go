package spar

import (
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar/depend"
	"github.com/parlens/parlens/costmodel/report"
)

// Loops are the loops over cardinalities in the methods that reach into some lines, with
// what is known of their iterations.
func (m *Model) Loops(lines report.Lines) []depend.Loop {
	first, last := max(1, lines.First), min(lines.Last, m.text.Lines())
	if first > last {
		return nil
	}
	return depend.Loops(m.memo, m.text.LineSpan(first).Join(m.text.LineSpan(last)), m.files.First(), m.files.Others()...)
}

// falseMarks are the loops that the program says to be independent, and whose
// iterations depend on each other.
func (m *Model) falseMarks() []source.Diagnostic {
	var out []source.Diagnostic
	for _, l := range depend.Marked(m.memo, m.files.First(), m.files.Others()...) {
		if l.Verdict == depend.Dependent {
			out = append(out, source.Diagnostic{Span: source.Span{Start: l.Span.Start, End: l.Span.Start + len(l.Loop.Word)}, Severity: source.Warning, Code: "spar-dependence",
				Message: "the iterations are not independent: " + l.Why})
		}
	}
	return out
}

// whyOf says of each line with a loop that is not marked whether its iterations
// depend on each other, in the methods that reach into some lines.
func (m *Model) whyOf(lines report.Lines) map[int]string {
	out := map[int]string{}
	for _, l := range m.Loops(lines) {
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
