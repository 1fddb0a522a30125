package outline

import (
	"strings"

	"github.com/parlens/parlens/analysis/source"
)

// Color says what a part of a directive is.
type Color uint8

// The colors.
const (
	Sentinel Color = iota
	Keyword
	Format // BLOCK, CYCLIC, *
	TemplateName
	ProcessorsName
	DataName
	IndexName // of ALIGN
	FunctionName
	Number
	Operator
)

// Token is a part of a directive with its color; it lies on one line.
type Token struct {
	Span     source.Span
	Color    Color
	Declared bool // where the name is declared
}

var colors = map[role]Color{
	keywordRole: Keyword, formatRole: Format, indexRole: IndexName, functionRole: FunctionName, numberRole: Number, operatorRole: Operator,
}

// Tokens returns the parts of the directives that begin in span, in source
// order: to every Fortran grammar they are comments.
func (f *File) Tokens(span source.Span) []Token {
	var out []Token
	for l := range f.directives(span) {
		out = append(out, f.directiveTokens(l)...)
	}
	return f.withOwn(out, span)
}

func (f *File) directiveTokens(l *line) []Token {
	tokens := l.tokens()
	roles := rolesOf(tokens)
	out := []Token{}
	sentinels := f.sentinels(l)
	for i, t := range tokens {
		at := l.Map.Span(spanOf(t))
		for len(sentinels) > 0 && sentinels[0].Start < at.Start {
			out = append(out, Token{Span: sentinels[0], Color: Sentinel})
			sentinels = sentinels[1:]
		}
		color, known := colors[roles[i]]
		if roles[i] == nameRole || roles[i] == declaredRole {
			color, known = l.color(t.Text), true
		}
		if known && at.End-at.Start == t.End-t.Start { // else it is split over two lines
			out = append(out, Token{at, color, roles[i] == declaredRole})
		}
	}
	for _, s := range sentinels {
		out = append(out, Token{Span: s, Color: Sentinel})
	}
	return out
}

// color tells templates and arrangements from arrays and other data.
func (l *line) color(name string) Color {
	for u := l.unit; u != nil; u = u.Host {
		if s := u.named(name); s != nil {
			switch s.Kind {
			case Template:
				return TemplateName
			case Processors:
				return ProcessorsName
			}
			return DataName
		}
	}
	return DataName
}

// sentinels returns the sentinel of each line of a directive, with its comment
// character.
func (f *File) sentinels(l *line) []source.Span {
	var out []source.Span
	for n := f.Text.LineOf(l.At.Start); n <= f.Text.LineOf(l.At.End); n++ {
		text := f.Text.Line(n)
		at := strings.Index(strings.ToLower(text), l.Sentinel)
		if at > 0 && strings.TrimSpace(text[:at-1]) == "" {
			start := f.Text.LineStart(n) + at - 1
			out = append(out, source.Span{Start: start, End: start + 1 + len(l.Sentinel)})
		}
	}
	return out
}
