package spar

import (
	"fmt"

	"github.com/parlens/parlens/analysis/source"
)

// parser reads the tokens of one member, or of one heading. A syntax error
// unwinds to the nearest place that knows how to go on: a pragma, a statement,
// the member.
type parser struct {
	src    string
	tokens []token
	at     int
	depth  int
	diags  []source.Diagnostic
}

// syntaxError unwinds the parser; its message has been noted.
type syntaxError struct{}

func newParser(text string) *parser {
	p := &parser{src: text}
	p.tokens = lex(text, func(at source.Span, code, message string) {
		p.diags = append(p.diags, source.Diagnostic{Span: at, Severity: source.Error, Code: code, Message: message})
	})
	return p
}

// maxDepth bounds how deep expressions and statements stand in each other.
const maxDepth = 200

// deeper counts one level; the function that it returns leaves it.
func (p *parser) deeper() func() {
	if p.depth++; p.depth > maxDepth {
		p.depth--
		p.fail(p.span(), "spar-nesting", "this stands too deep in other expressions or statements")
	}
	return func() { p.depth-- }
}

// maxOperators bounds the operators one behind the other: the tree of a long sum is as deep.
const maxOperators = 10_000

// notMore fails behind so many of them.
func (p *parser) notMore(operators int) {
	if operators == maxOperators {
		p.fail(p.span(), "spar-nesting", fmt.Sprintf("more than %d operators", maxOperators))
	}
}

func (p *parser) note(at source.Span, severity source.Severity, code, message string) {
	p.diags = append(p.diags, source.Diagnostic{Span: at, Severity: severity, Code: code, Message: message})
}

// fail notes an error and unwinds.
func (p *parser) fail(at source.Span, code, message string) {
	if n := len(p.diags); n == 0 || p.diags[n-1].Span != at || p.diags[n-1].Code != code {
		p.note(at, source.Error, code, message)
	}
	panic(syntaxError{})
}

// recovered is deferred: after a syntax error it goes on with resume.
func (p *parser) recovered(resume func()) {
	switch fault := recover().(type) {
	case nil:
	case syntaxError:
		resume()
	default:
		panic(fault)
	}
}

func (p *parser) tok() token { return p.tokens[p.at] }

func (p *parser) peek(n int) token { return p.tokens[min(p.at+n, len(p.tokens)-1)] }

func (p *parser) textOf(t token) string { return Plain(p.src[t.start:t.end]) }

func (p *parser) text() string { return p.textOf(p.tok()) }

func (p *parser) span() source.Span {
	t := p.tok()
	return source.Span{Start: t.start, End: t.end}
}

func (p *parser) start() int { return p.tok().start }

// behind is the end of the last token that was read.
func (p *parser) behind() int {
	if p.at == 0 {
		return 0
	}
	return p.tokens[p.at-1].end
}

func (p *parser) from(start int) place { return place{Start: start, End: max(start, p.behind())} }

func (p *parser) ended() bool { return p.tok().kind == endOfText }

func (p *parser) next() {
	if !p.ended() {
		p.at++
	}
}

// is tells whether the next token is this operator or keyword.
func (p *parser) is(s string) bool {
	t := p.tok()
	return (t.kind == operator || t.kind == keyword) && p.textOf(t) == s
}

func (p *parser) isAny(list ...string) bool {
	for _, s := range list {
		if p.is(s) {
			return true
		}
	}
	return false
}

func (p *parser) peekIs(n int, s string) bool {
	t := p.peek(n)
	return (t.kind == operator || t.kind == keyword) && p.textOf(t) == s
}

// operator is the text of the next token if that is an operator.
func (p *parser) operator() string {
	if p.tok().kind != operator {
		return ""
	}
	return p.text()
}

func (p *parser) isIdent() bool { return p.tok().kind == identifier }

// isWord tells whether a name of the pragma level stands here: there only true
// and false are reserved.
func (p *parser) isWord() bool { return p.tok().kind == identifier || p.tok().kind == keyword }

func (p *parser) take(s string) bool {
	if p.is(s) {
		p.at++
		return true
	}
	return false
}

func (p *parser) expect(s, why string) {
	if s == ";" && p.at > 0 && p.tokens[p.at-1].kind == openLiteral {
		return // the literal has swallowed it
	}
	if !p.take(s) {
		p.fail(p.missing(), "spar-syntax", why+p.found())
	}
}

// missing is where something is missing: behind the last token when the next
// one stands on another line, else at the next one.
func (p *parser) missing() source.Span {
	t := p.tok()
	for i := p.behind(); i < t.start && i < len(p.src); i++ {
		if p.src[i] == '\n' {
			return source.Span{Start: p.behind(), End: p.behind()}
		}
	}
	return source.Span{Start: t.start, End: t.end}
}

func (p *parser) found() string {
	if p.ended() {
		return ", but the text ends here"
	}
	return ", not with " + short(p.text())
}

func short(s string) string {
	if len(s) > 20 {
		return s[:20] + "..."
	}
	return s
}

func (p *parser) ident(what string) (string, source.Span) {
	if !p.isIdent() {
		p.fail(p.missing(), "spar-syntax", "here "+what+" is missing")
	}
	name, at := p.text(), p.span()
	p.next()
	return name, at
}

// splitColon makes ":" and "-" of the token ":-" where a colon is wanted.
func (p *parser) splitColon() bool {
	if p.take(":") {
		return true
	}
	if !p.is(":-") {
		return false
	}
	t := p.tok()
	rest := append([]token{{operator, t.start + 1, t.end}}, p.tokens[p.at+1:]...)
	p.tokens = append(p.tokens[:p.at:p.at], append([]token{{operator, t.start, t.start + 1}}, rest...)...)
	p.at++
	return true
}
