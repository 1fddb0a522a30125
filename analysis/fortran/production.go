package fortran

import (
	"errors"
	"io"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/parlens/parlens/analysis/source"
)

// Production compiles the participle grammar in the tags of T, which may use
// the leaves of this package (Expr, Arg, Name, Open, Close, Length, Constant,
// Variable) as fields, and returns its parser. The parser reads all tokens or
// fails with a diagnostic of code "syntax"; end is the length of the text.
func Production[T any]() func(tokens []Token, end int) (*T, *source.Diagnostic) {
	build := sync.OnceValue(func() *participle.Parser[T] { return participle.MustBuild[T](grammarOptions()...) })
	return func(tokens []Token, end int) (*T, *source.Diagnostic) {
		parser := build()
		lex, _ := lexer.Upgrade(&feed{tokens: tokens, end: end})
		tree, err := parser.ParseFromLexer(lex)
		if err != nil {
			return nil, problem(err, tokens, end)
		}
		return tree, nil
	}
}

func grammarOptions() []participle.Option {
	return []participle.Option{
		participle.Lexer(vocabulary{}),
		participle.UseLookahead(2),
		leaf[Expr](Token.beginsExpr, (*climber).anyExpr),
		leaf[Arg](Token.beginsArg, (*climber).argument),
		leaf[Name](Token.isWord, (*climber).name),
		leaf[Open](Token.isOpen, (*climber).open),
		leaf[Close](Token.isClose, (*climber).close),
		leaf[Length](Token.beginsLength, (*climber).length),
		leaf[Constant](Token.beginsExpr, (*climber).constant),
		leaf[Variable](Token.beginsVariable, (*climber).variable),
	}
}

// vocabulary tells participle the names of the token kinds.
type vocabulary struct{}

func symbol(k TokenKind) lexer.TokenType {
	if k == EOF {
		return lexer.EOF
	}
	return -2 - lexer.TokenType(k)
}

func (vocabulary) Symbols() map[string]lexer.TokenType {
	return map[string]lexer.TokenType{
		"EOF": lexer.EOF, "Word": symbol(Word), "Int": symbol(Int), "Real": symbol(Real), "String": symbol(String),
		"Boz": symbol(Boz), "Dotted": symbol(Dotted), "Punct": symbol(Punct), "Bad": symbol(Bad),
	}
}

// Lex is never called: tokens come from Tokens.
func (vocabulary) Lex(string, io.Reader) (lexer.Lexer, error) {
	return nil, errors.New("tokens come from the classifier")
}

// feed hands tokens to participle. A position holds a token's start as Offset
// and its end as Column.
type feed struct {
	tokens []Token
	end    int
}

func (f *feed) Next() (lexer.Token, error) {
	if len(f.tokens) == 0 {
		return lexer.Token{Type: lexer.EOF, Pos: lexer.Position{Offset: f.end, Column: f.end}}, nil
	}
	t := f.tokens[0]
	f.tokens = f.tokens[1:]
	return lexer.Token{Type: symbol(t.Kind), Value: t.Text, Pos: lexer.Position{Offset: t.Start, Column: t.End}}, nil
}

// problem turns participle's error into a diagnostic.
func problem(err error, tokens []Token, end int) *source.Diagnostic {
	at, message := source.Span{Start: end, End: end}, err.Error()
	var unexpected *participle.UnexpectedTokenError
	var fault *syntaxFault
	switch {
	case errors.As(err, &unexpected):
		fault = &syntaxFault{at: tokenOf(&unexpected.Unexpected)}
		at, message = fault.at.span(), fault.Error()
	case errors.As(err, &fault):
		at, message = fault.at.span(), fault.Error()
	}
	if at.Empty() && len(tokens) > 0 { // point at the last token, which is there to be seen
		last := tokens[len(tokens)-1]
		at = source.Span{Start: last.Start, End: last.End}
	}
	return &source.Diagnostic{Span: at, Severity: source.Error, Code: "syntax", Message: message}
}

// lexed is participle's lexer as a stream.
type lexed struct{ *lexer.PeekingLexer }

func tokenOf(t *lexer.Token) Token {
	kind := EOF
	if t.Type != lexer.EOF {
		kind = TokenKind(-2 - t.Type)
	}
	return Token{kind, t.Value, t.Pos.Offset, t.Pos.Column}
}

func (l lexed) next() Token { return tokenOf(l.PeekingLexer.Next()) }

func (l lexed) look(n int) Token {
	if n == 0 {
		return tokenOf(l.Peek())
	}
	ahead := *l.PeekingLexer
	for range n {
		ahead.Next()
	}
	return tokenOf(ahead.Peek())
}

// leaf makes a leaf of the grammars from a climber's method. Where the next
// token cannot begin it, it is absent.
func leaf[T Expr](begins func(t Token) bool, parse func(c *climber) (T, error)) participle.Option {
	return participle.ParseTypeWith(func(lex *lexer.PeekingLexer) (T, error) {
		c := &climber{in: lexed{lex}}
		if !begins(c.in.look(0)) {
			var none T
			return none, participle.NextMatch
		}
		return parse(c)
	})
}
