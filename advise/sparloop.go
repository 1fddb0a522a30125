package advise

import (
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar/depend"
)

// parallelLoops offers the pragmas that make the iterations of the loop on the line
// run at the same time: where they are independent, or may be.
func parallelLoops(loops []depend.Loop, text *source.Text, line int) []change {
	var out []change
	for _, l := range loops {
		if text.LineOf(l.Span.Start) != line || l.Verdict == depend.Dependent || l.Verdict == depend.May && l.Loop.Word != "foreach" || l.Loop.Notes().Parallel() {
			continue
		}
		for _, words := range wordsFor(l) {
			label := words
			if l.Verdict == depend.May {
				label = "if its iterations are independent (" + l.Why + "), " + words
			}
			out = append(out, change{label, []source.Edit{{Span: source.Span{Start: l.Span.Start, End: l.Span.Start}, New: words + " "}}, true})
		}
	}
	return out
}

// wordsFor are the pragmas to try for a loop, the shorter ones first.
func wordsFor(l depend.Loop) []string {
	switch {
	case len(l.Reductions) == 1 && l.Loop.Notes().Get("reduction") == nil:
		return []string{"<$ reduction $>"}
	case len(l.Reductions) > 0:
		return nil
	case saidIndependent(l):
		return []string{atTheSameTime(l)}
	}
	out := []string{"<$ independent $>", atTheSameTime(l)}
	if l.Calls {
		out = append(out, "<$ taskparallel, independent $>")
	}
	return out
}

// atTheSameTime is the pragma with which independent iterations of a loop run at the same time.
func atTheSameTime(l depend.Loop) string {
	if saidIndependent(l) {
		return "<$ Pamela = parallel $>"
	}
	return "<$ independent, Pamela = parallel $>"
}

// saidIndependent reports whether a pragma says it of the loop's iterations.
func saidIndependent(l depend.Loop) bool {
	notes := l.Loop.Notes()
	return notes.Get("independent") != nil || notes.Get("taskparallel") != nil
}
