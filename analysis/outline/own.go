package outline

import (
	"cmp"
	"regexp"
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/source"
)

// ownSentinel begins the directives of parlens itself: SET, PHASE and END PHASE, a line
// each, which costmodel/settings reads.
var ownSentinel = regexp.MustCompile(`(?i)^(?:[c*]|[ \t]*!)parlens\$`)

// withOwn adds the tokens of the directives of parlens itself to those of others.
func (f *File) withOwn(out []Token, span source.Span) []Token {
	if !f.Text.Contains("arlens$") && !f.Text.Contains("ARLENS$") {
		return out
	}
	for n := f.Text.LineOf(span.Start); n <= f.Text.LineOf(span.End); n++ {
		text := f.Text.Line(n)
		if head := len(ownSentinel.FindString(text)); head > 0 {
			start := f.Text.LineStart(n)
			out = append(out, Token{Span: source.Span{Start: start + head - len("!parlens$"), End: start + head}, Color: Sentinel})
			out = append(out, ownTokens(text[head:], start+head)...)
		}
	}
	slices.SortFunc(out, func(a, b Token) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return out
}

func ownTokens(text string, start int) []Token {
	var out []Token
	tokens := fortran.Tokens(text)
	for i, t := range tokens {
		color := Operator
		switch {
		case t.Kind == fortran.Word && (i == 0 || i == 1 && tokens[0].Text == "end"):
			color = Keyword
		case t.Kind == fortran.Word:
			color = DataName
		case t.Kind == fortran.Int || t.Kind == fortran.Real:
			color = Number
		case t.Text != "-" && t.Text != "+":
			continue
		}
		out = append(out, Token{Span: spanOf(t).Shift(start), Color: color})
	}
	return out
}
