package pamela

import (
	"fmt"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/parlens/parlens/analysis/source"
)

// keywords cannot be names.
var keywords = map[string]bool{
	"numeric": true, "process": true, "resource": true, "parameter": true,
	"seq": true, "par": true, "if": true, "else": true, "sum": true, "div": true, "mod": true, "not": true,
}

// Reserved tells whether a name is a word or a function of the language.
func Reserved(name string) bool { return keywords[name] || builtins[name] != 0 }

// equationSyntax is the production of one equation.
type equationSyntax struct {
	Kind      string      `parser:"@('numeric' | 'process' | 'resource')"`
	Parameter bool        `parser:"@'parameter'?"`
	Name      nameSyntax  `parser:"@@"`
	Params    []string    `parser:"('(' (@Ident (',' @Ident)*)? ')')?"`
	Body      *bodySyntax `parser:"('=' @@)?"`
}

// nameSyntax is a name that is defined.
type nameSyntax struct {
	text string
	span source.Span
}

// Parse implements participle.Parseable.
func (n *nameSyntax) Parse(lex *lexer.PeekingLexer) error {
	t := lex.Peek()
	switch {
	case t.Type != identToken:
		return participle.Errorf(t.Pos, "a name is missing here")
	case keywords[t.Value]:
		return participle.Errorf(t.Pos, "%s is a word of the language, not a name", t.Value)
	}
	n.text, n.span = t.Value, spanOf(t)
	lex.Next()
	return nil
}

// bodySyntax is the right-hand side: precedence climbing behind participle.
type bodySyntax struct{ node Node }

// Parse implements participle.Parseable.
func (b *bodySyntax) Parse(lex *lexer.PeekingLexer) error {
	p := &expressions{lex: lex}
	node, err := p.expression(0)
	b.node = node
	return err
}

var equationParser = participle.MustBuild[equationSyntax](participle.Lexer(tokens{}))

func spanOf(t *lexer.Token) source.Span {
	return source.Span{Start: t.Pos.Offset, End: t.Pos.Offset + len(t.Value)}
}

// found names a token in a message.
func found(t *lexer.Token) string {
	if t.EOF() {
		return "the equation ends here"
	}
	const most = 20
	v := t.Value
	if len(v) > most {
		v = v[:most] + "..."
	}
	return fmt.Sprintf("%q stands here", v)
}
