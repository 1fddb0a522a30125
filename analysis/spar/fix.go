package spar

import (
	"fmt"

	"github.com/parlens/parlens/analysis/source"
)

// misspelt marks pragmas that are named almost like a known one.
const misspelt = "spar-pragma-name"

// BareVariable marks variables in the values of pragmas that lack their @.
const BareVariable = "spar-variable"

// known warns of a pragma whose name is nearly that of a known one. Others are
// left alone: a pragma may be for another tool.
func (p *parser) known(x *Pragma) {
	for _, m := range pragmaWords {
		if x.Name == m.word {
			return
		}
	}
	if near := source.Nearest(x.Name, spelled(pragmaWords)); len(near) > 0 && len(x.Name) > 3 {
		p.note(x.NameSpan, source.Warning, misspelt, fmt.Sprintf("%s is no pragma that is known here, and does nothing; is %s meant?", x.Name, near[0]))
	}
}

// Fixes returns the obvious ways to remove a diagnostic of the file, the best
// first; none where nothing is obvious.
func (f *File) Fixes(d source.Diagnostic) []source.Fix {
	if d.Span.Start < 0 || d.Span.End > f.Text.Len() {
		return nil // it is about another text
	}
	switch d.Code {
	case misspelt:
		return f.respell(d.Span, spelled(pragmaWords))
	case BareVariable:
		at := source.Span{Start: d.Span.Start, End: d.Span.Start}
		return []source.Fix{{Title: "Change " + f.Text.String()[d.Span.Start:d.Span.End] + " to the variable", Preferred: true, Edits: []source.Edit{{Span: at, New: "@"}}}}
	case "spar-map", "spar-pamela", "spar-pragma":
		return f.respell(d.Span, append(append(spelled(mapWords), spelled(modelWords)...), f.declared()...))
	case "spar-processors":
		return f.respell(d.Span, f.declared())
	}
	return nil
}

// declared are the names of the processors and of the fields.
func (f *File) declared() []string {
	var out []string
	c := &completion{names: newNames(f)}
	for _, d := range c.all() {
		if d.Kind == ProcessorsSymbol || d.Kind == ProcessorTypeSymbol || d.Kind == ParameterSymbol || d.class != "" && d.isVariable() {
			out = append(out, d.Name)
		}
	}
	return out
}

// respell offers the words that look like the first one in a span.
func (f *File) respell(span source.Span, words []string) []source.Fix {
	text := f.Text.String()
	at := span.Start
	for at < span.End && !isLetter(text[at]) {
		at++
	}
	word := source.Span{Start: at, End: wordEnd(text, at)}
	wrong := text[word.Start:word.End]
	var out []source.Fix
	seen := map[string]bool{}
	for _, w := range source.Nearest(wrong, words) {
		if !seen[w] {
			seen[w] = true
			out = append(out, source.Fix{Title: fmt.Sprintf("Change %s to %s", wrong, w), Edits: []source.Edit{{Span: word, New: w}}})
		}
	}
	if len(out) == 1 {
		out[0].Preferred = true
	}
	return out
}
