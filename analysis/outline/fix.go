package outline

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/names"
	"github.com/parlens/parlens/analysis/source"
)

// Fix is a change of the file that removes a diagnostic.
type Fix = source.Fix

// Fixes returns the obvious ways to remove a diagnostic of the file, the best
// first; none where nothing is obvious.
func (f *File) Fixes(d source.Diagnostic) []Fix {
	if d.Span.Start < 0 || d.Span.End > f.Text.Len() {
		return nil // it is about another text
	}
	switch d.Code {
	case "unknown-template":
		return f.respell(d.Span, func(s *Symbol) bool { return s.Kind == Template || s.Kind == Array })
	case "unknown-array":
		return f.respell(d.Span, func(s *Symbol) bool { return s.Kind == Array })
	case "unknown-processors":
		return f.respell(d.Span, func(s *Symbol) bool { return s.Kind == Processors })
	case "undeclared-name":
		return f.respell(d.Span, (*Symbol).IsData)
	case "unknown-directive":
		return f.replaceWord(d.Span, directiveNames())
	case "directive-syntax":
		return f.replaceWord(d.Span, directiveKeywords())
	case "rank-of-processors":
		return f.reshape(d.Span)
	case "wrong-rank":
		return f.fitFormats(d.Span)
	case "nonstandard-spelling":
		return f.standardize(d.Span)
	case "missing-end":
		return f.insertEnd(d.Span)
	}
	return nil
}

// respell offers the wanted names that look like the one in span.
func (f *File) respell(span source.Span, wanted func(*Symbol) bool) []Fix {
	var names []string
	for u := f.UnitAt(span.Start); u != nil; u = u.Host {
		for _, s := range u.Symbols {
			if wanted(s) {
				names = append(names, s.Spelling)
			}
		}
	}
	return f.replaceWord(span, names)
}

// replaceWord offers the words that look like the name at the beginning of
// span, in the case of that name.
func (f *File) replaceWord(span source.Span, words []string) []Fix {
	at := f.typed(span.Start)
	wrong := f.Text.Slice(at)
	var out []Fix
	for _, w := range source.Nearest(wrong, words) {
		if wrong == strings.ToLower(wrong) {
			w = strings.ToLower(w)
		}
		out = append(out, Fix{Title: fmt.Sprintf("Change %s to %s", wrong, w), Edits: []source.Edit{{Span: at, New: w}}})
	}
	if len(out) == 1 {
		out[0].Preferred = true
	}
	return out
}

func directiveNames() []string {
	var out []string
	for _, w := range directiveWords {
		out = append(out, w.word)
	}
	return out
}

func directiveKeywords() []string {
	out := []string{"ONTO", "WITH", "NEW", "REDUCTION", "HOME", "DIMENSION"}
	for _, f := range formats {
		if f.word != "*" {
			out = append(out, f.word)
		}
	}
	return append(out, directiveNames()...)
}

// insertEnd closes a construct in front of the first statement that is indented
// no deeper than its head, else behind its last one.
func (f *File) insertEnd(span source.Span) []Fix {
	u := f.UnitAt(span.Start)
	if u == nil {
		return nil
	}
	n := openConstruct(u.Body, span.Start-u.Start)
	if n == nil || n.Word == "procedure" {
		return nil
	}
	word := "END " + strings.ToUpper(n.Word)
	head := f.Text.Line(f.Text.LineOf(span.Start))
	column := indentOf(head)
	indent := head[:column]
	if n.Text[:1] == strings.ToLower(n.Text[:1]) {
		word = strings.ToLower(word)
	}
	line := f.lineBehind(u, n, column)
	at := f.Text.LineStart(line)
	text := indent + word + "\n"
	if at == f.Text.Len() && at > 0 && f.Text.String()[at-1] != '\n' {
		text = "\n" + indent + word
	}
	return []Fix{{Title: fmt.Sprintf("Insert %s before line %d", word, line), Edits: []source.Edit{{Span: source.Span{Start: at, End: at}, New: text}}, Preferred: true}}
}

// openConstruct finds the construct without END that begins at offset.
func openConstruct(body []*fortran.Node, offset int) *fortran.Node {
	for _, n := range body {
		if n.Word != "" && n.End == nil && n.At.Start == offset {
			return n
		}
		for _, b := range n.Blocks {
			if found := openConstruct(b.Body, offset); found != nil {
				return found
			}
		}
	}
	return nil
}

// lineBehind returns the line in front of which the construct should end.
func (f *File) lineBehind(u *Unit, n *fortran.Node, column int) int {
	last := n.At.End
	for _, b := range n.Blocks {
		last = max(last, b.Head.At.End)
		for _, inner := range b.Body {
			line := f.Text.LineOf(u.Start + inner.At.Start)
			if indentOf(f.Text.Line(line)) <= column {
				return line
			}
			last = max(last, names.Last(inner))
		}
	}
	return f.Text.LineOf(u.Start+last) + 1
}

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }
