package pamela

import (
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"
)

// The kinds of tokens. Keywords are identifiers.
const (
	includeToken lexer.TokenType = iota + 1
	numberToken
	identToken
	punctToken
	junkToken
)

// tokens is the lexer of the language. Written by hand, it is ten times faster
// than one of regular expressions.
type tokens struct{}

// Symbols implements lexer.Definition.
func (tokens) Symbols() map[string]lexer.TokenType {
	return map[string]lexer.TokenType{
		"EOF": lexer.EOF, "Include": includeToken, "Number": numberToken,
		"Ident": identToken, "Punct": punctToken, "Junk": junkToken,
	}
}

// Lex implements lexer.Definition.
func (tokens) Lex(file string, r io.Reader) (lexer.Lexer, error) {
	b, err := io.ReadAll(r)
	return &slice{tokens: scan(file, string(b)), end: lexer.Position{Offset: len(b)}}, err
}

// slice is the lexer of tokens that are there already.
type slice struct {
	tokens []lexer.Token
	end    lexer.Position
	at     int
}

// Next implements lexer.Lexer.
func (s *slice) Next() (lexer.Token, error) {
	if s.at == len(s.tokens) {
		return lexer.EOFToken(s.end), nil
	}
	s.at++
	return s.tokens[s.at-1], nil
}

// scan splits a text into tokens, the last of them the end of the file. Blanks
// and comments, from % to the end of the line, are left out.
func scan(file, text string) []lexer.Token {
	out := make([]lexer.Token, 0, len(text)/6+1)
	for at := 0; ; {
		at = skipBlank(text, at)
		if at == len(text) {
			return append(out, lexer.EOFToken(lexer.Position{Filename: file, Offset: at}))
		}
		t, end := token(text, at)
		out = append(out, lexer.Token{Type: t, Value: text[at:end], Pos: lexer.Position{Filename: file, Offset: at}})
		at = end
	}
}

func skipBlank(text string, at int) int {
	for at < len(text) {
		switch c := text[at]; {
		case c == ' ' || c >= '\t' && c <= '\r':
			at++
		case c == '%':
			n := strings.IndexByte(text[at:], '\n')
			if n < 0 {
				return len(text)
			}
			at += n
		default:
			return at
		}
	}
	return at
}

// token is the kind of the token at a place, and where it ends.
func token(text string, at int) (lexer.TokenType, int) {
	c, word := text[at], wordEnd(text[at:])
	switch {
	case word > 0 && !digit(c):
		end := at + word
		if text[at:end] == "include" {
			if file, ok := includedFile(text, end); ok {
				return includeToken, file
			}
		}
		return identToken, end
	case digit(c) || c == '.' && at+1 < len(text) && digit(text[at+1]):
		return numberToken, numberEnd(text, at)
	case c == '#' && strings.HasPrefix(text[at:], "#include"):
		if file, ok := includedFile(text, at+len("#include")); ok {
			return includeToken, file
		}
	}
	if at+2 <= len(text) {
		switch text[at : at+2] {
		case "||", "&&", "==", "!=", "<=", ">=":
			return punctToken, at + 2
		}
	}
	if strings.IndexByte("-+*/^<>=(){}[],;!", c) >= 0 {
		return punctToken, at + 1
	}
	return junkToken, at + 1
}

// wordEnd is where the letters and digits that a text begins with end. Names may have letters
// beyond ASCII, as those of Spar programs do.
func wordEnd(text string) int {
	for at := 0; at < len(text); {
		size := 1
		if c := text[at]; c >= utf8.RuneSelf {
			var r rune
			if r, size = utf8.DecodeRuneInString(text[at:]); !unicode.IsLetter(r) {
				return at
			}
		} else if !letter(c) && !digit(c) {
			return at
		}
		at += size
	}
	return len(text)
}

// includedFile is where the file name behind the word include ends: quoted, or
// up to the next blank.
func includedFile(text string, at int) (end int, ok bool) {
	start := run(text, at, func(c byte) bool { return c == ' ' || c == '\t' })
	if start == at || start == len(text) {
		return 0, false
	}
	if text[start] == '"' {
		end = run(text, start+1, func(c byte) bool { return c != '"' && c != '\n' })
		return end + 1, end < len(text) && text[end] == '"'
	}
	end = run(text, start, func(c byte) bool { return c > ' ' && strings.IndexByte(`%"=(`, c) < 0 })
	return end, end > start
}

func numberEnd(text string, at int) int {
	at = run(text, at, digit)
	if at < len(text) && text[at] == '.' {
		at = run(text, at+1, digit)
	}
	if at < len(text) && (text[at] == 'e' || text[at] == 'E') {
		e := at + 1
		if e < len(text) && (text[e] == '-' || text[e] == '+') {
			e++
		}
		if e < len(text) && digit(text[e]) {
			return run(text, e, digit)
		}
	}
	return at
}

// run is where the bytes that are of a kind end.
func run(text string, at int, is func(byte) bool) int {
	for at < len(text) && is(text[at]) {
		at++
	}
	return at
}

func letter(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func digit(c byte) bool  { return c >= '0' && c <= '9' }
