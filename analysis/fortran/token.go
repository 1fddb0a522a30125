package fortran

import "strings"

// TokenKind is a kind of token.
type TokenKind uint8

// The kinds of tokens. Words and dotted operators are in lower case; all other
// tokens stand as in the source.
const (
	EOF    TokenKind = iota
	Word             // name or keyword
	Int              // digits, perhaps with a kind suffix
	Real             // with a point or an exponent, perhaps with a kind suffix
	String           // character constant with its quotes (and kind prefix), or Hollerith
	Boz              // binary, octal or hexadecimal constant
	Dotted           // .and. and so on, .true., or a user's operator
	Punct            // operator or delimiter
	Bad              // not Fortran
)

// Token is a token of a logical line; Start and End are offsets in its text.
type Token struct {
	Kind       TokenKind
	Text       string
	Start, End int
}

// Tokens splits the text of a logical line. It never fails: what is no token
// becomes a Bad one.
func Tokens(text string) []Token {
	tokens := make([]Token, 0, 2*len(text)/3+2)
	for at := 0; ; {
		at = skipBlanks(text, at, len(text))
		if at == len(text) {
			return tokens
		}
		kind, end := scanToken(text, at)
		t := Token{Kind: kind, Text: text[at:end], Start: at, End: end}
		if kind == Word || kind == Dotted {
			t.Text = strings.ToLower(t.Text)
		}
		tokens = append(tokens, t)
		at = end
	}
}

// scanToken returns the kind and the end of the token that begins at.
func scanToken(text string, at int) (TokenKind, int) {
	c := text[at]
	switch {
	case isLetter(c) || c == '_' || c == '$':
		return scanWord(text, at)
	case isDigit(c):
		return scanNumber(text, at)
	case c == '.':
		if end := dottedEnd(text, at); end > 0 {
			return Dotted, suffixEnd(text, end)
		}
		if at+1 < len(text) && isDigit(text[at+1]) {
			return scanNumber(text, at)
		}
		return Bad, at + 1
	case c == '\'' || c == '"':
		return scanString(text, at)
	}
	return scanPunct(text, at)
}

func scanWord(text string, at int) (TokenKind, int) {
	end := at
	for end < len(text) && isNameByte(text[end]) {
		end++
	}
	if end == len(text) || text[end] != '\'' && text[end] != '"' {
		return Word, end
	}
	if end == at+1 && strings.IndexByte("bozxBOZX", text[at]) >= 0 {
		_, end = scanString(text, end)
		return Boz, end
	}
	if text[end-1] == '_' { // a kind before a character constant
		return scanString(text, end)
	}
	return Word, end
}

func scanString(text string, at int) (TokenKind, int) {
	quote := text[at]
	for i := at + 1; i < len(text); i++ {
		switch {
		case text[i] != quote:
		case i+1 < len(text) && text[i+1] == quote:
			i++
		case i+1 < len(text) && (text[i+1]|0x20 == 'x' || text[i+1]|0x20 == 'z') && (i+2 == len(text) || !isNameByte(text[i+2])):
			return Boz, i + 2
		default:
			return String, i + 1
		}
	}
	return Bad, len(text)
}

func scanNumber(text string, at int) (TokenKind, int) {
	end := digitsEnd(text, at)
	if end > at && end < len(text) && text[end]|0x20 == 'h' {
		if n := hollerith(text[at:end]); n > 0 && end+1+n <= len(text) {
			return String, end + 1 + n
		}
	}
	kind := Int
	if end < len(text) && text[end] == '.' && dottedEnd(text, end) == 0 {
		kind, end = Real, digitsEnd(text, end+1)
	}
	if e := exponentEnd(text, end); e > end {
		kind, end = Real, e
	}
	return kind, suffixEnd(text, end)
}

func digitsEnd(text string, at int) int {
	for at < len(text) && isDigit(text[at]) {
		at++
	}
	return at
}

// hollerith returns the length that digits announce, 0 if it is too large for
// any line.
func hollerith(digits string) int {
	n := 0
	for i := 0; i < len(digits) && n < 1<<20; i++ {
		n = 10*n + int(digits[i]-'0')
	}
	return n
}

// dottedEnd returns the end of the dotted operator at, or 0: a point, letters
// and a point. "1.e5" has none, "1.eq.x" has.
func dottedEnd(text string, at int) int {
	i := at + 1
	for i < len(text) && isLetter(text[i]) {
		i++
	}
	if i == at+1 || i == len(text) || text[i] != '.' {
		return 0
	}
	return i + 1
}

func exponentEnd(text string, at int) int {
	if at == len(text) || strings.IndexByte("eEdDqQ", text[at]) < 0 {
		return at
	}
	i := at + 1
	if i < len(text) && (text[i] == '+' || text[i] == '-') {
		i++
	}
	end := digitsEnd(text, i)
	if end == i || end < len(text) && isNameByte(text[end]) && text[end] != '_' {
		return at
	}
	return end
}

// suffixEnd returns the end of a kind suffix "_name" or "_8", or at.
func suffixEnd(text string, at int) int {
	if at+1 >= len(text) || text[at] != '_' || !isNameByte(text[at+1]) {
		return at
	}
	for at < len(text) && isNameByte(text[at]) {
		at++
	}
	return at
}

// puncts are the operators and delimiters of two characters.
var puncts = [...]string{"**", "//", "==", "/=", "<=", ">=", "=>", "::", "(/", "/)"}

func scanPunct(text string, at int) (TokenKind, int) {
	if at+1 < len(text) {
		two := text[at : at+2]
		for _, p := range puncts {
			if two == p && !brokenBracket(text, at) {
				return Punct, at + 2
			}
		}
	}
	if strings.IndexByte("+-*/=<>()[],:%;?", text[at]) >= 0 {
		return Punct, at + 1
	}
	end := at + 1
	for end < len(text) && text[end] >= 0x80 { // one token for a run of non-ASCII bytes
		end++
	}
	return Bad, end
}

// brokenBracket reports whether the "(/" or "/)" at is none: "(/=" and "(//"
// begin with a parenthesis, and "(/)" holds a lone slash.
func brokenBracket(text string, at int) bool {
	if text[at] == '/' {
		return text[at+1] == ')' && at > 0 && text[at-1] == '('
	}
	if text[at] != '(' || at+2 >= len(text) {
		return false
	}
	return text[at+2] == '=' || text[at+2] == ')' || text[at+2] == '/'
}
