package spar

import (
	"strings"

	"github.com/parlens/parlens/analysis/source"
)

// lexer turns text into tokens. Blanks and comments disappear.
type lexer struct {
	text   string
	at     int
	tokens []token
	report func(at source.Span, code, message string)
}

// lex returns the tokens of a text, ended by endOfText.
func lex(text string, report func(source.Span, string, string)) []token {
	l := &lexer{text: text, tokens: make([]token, 0, len(text)/4+2), report: report}
	for {
		l.blank()
		if l.at >= len(l.text) || l.text[l.at] == 0x1A && l.at == len(l.text)-1 {
			return append(l.tokens, token{endOfText, len(l.text), len(l.text)})
		}
		l.next()
	}
}

// blank skips blanks and comments.
func (l *lexer) blank() {
	end := skipBlank(l.text, l.at)
	if end > l.at && end == len(l.text) && unendedComment(l.text[l.at:]) {
		l.report(source.Span{Start: end, End: end}, "spar-comment", "this comment does not end; it ends with */")
	}
	l.at = end
}

func (l *lexer) next() {
	start, c := l.at, l.text[l.at]
	k := operator
	switch {
	case isLetter(c):
		l.at = wordEnd(l.text, l.at)
		if k = identifier; keywords[Plain(l.text[start:l.at])] {
			k = keyword
		}
	case isDigit(c) || c == '.' && l.at+1 < len(l.text) && isDigit(l.text[l.at+1]):
		k = l.number()
	case c == '"' || c == '\'':
		k = l.quoted(c)
	default:
		k = l.operator()
	}
	behind := 0
	if n := len(l.tokens); n > 0 {
		behind = l.tokens[n-1].end
	}
	for start > behind && l.text[start-1] == filler { // a place begins with its escape
		start--
	}
	l.tokens = append(l.tokens, token{k, start, l.at})
}

func (l *lexer) operator() kind {
	for n := 4; n > 0; n-- {
		if l.at+n <= len(l.text) && operators[n][l.text[l.at:l.at+n]] {
			l.at += n
			return operator
		}
	}
	start := l.at
	for l.at++; l.at < len(l.text) && l.text[l.at] >= 0x80; l.at++ { // the rest of one letter of another script
	}
	l.report(source.Span{Start: start, End: l.at}, "spar-character", "this character means nothing here")
	return bad
}

// quoted is a string or a character; a line end ends it by force.
func (l *lexer) quoted(quote byte) kind {
	start := l.at
	end, closed := quotedEnd(l.text, l.at)
	l.at = end
	if !closed {
		l.report(source.Span{Start: start, End: end}, "spar-literal", "this literal does not end on its line")
		return openLiteral
	}
	if quote == '"' {
		return stringLiteral
	}
	return charLiteral
}

// number is decimal, octal, hexadecimal, floating or imaginary.
func (l *lexer) number() kind {
	start, k := l.at, intNumber
	if l.has("0x") || l.has("0X") {
		l.at += 2
		l.digits("0123456789abcdefABCDEF")
		l.suffix("lL")
		return k
	}
	l.digits("0123456789")
	if l.at < len(l.text) && l.text[l.at] == '.' && !(l.at+1 < len(l.text) && isLetter(l.text[l.at+1]) && !strings.ContainsRune("eEfFdDiI", rune(l.text[l.at+1]))) {
		k = floatNumber
		l.at++
		l.digits("0123456789")
	}
	if exponent := l.exponent(); exponent {
		k = floatNumber
	}
	switch {
	case l.suffix("iI"):
		return imaginaryNumber
	case l.suffix("fFdD"):
		return floatNumber
	case k == intNumber:
		l.suffix("lL")
	}
	if l.at < len(l.text) && isLetter(l.text[l.at]) {
		l.at = wordEnd(l.text, l.at)
		l.report(source.Span{Start: start, End: l.at}, "spar-literal", "a number is not followed by letters")
	}
	return k
}

func (l *lexer) has(s string) bool { return strings.HasPrefix(l.text[l.at:], s) }

func (l *lexer) digits(of string) {
	for at := l.at; at < len(l.text); at++ {
		if strings.IndexByte(of, l.text[at]) >= 0 {
			l.at = at + 1
		} else if l.text[at] != filler {
			return
		}
	}
}

func (l *lexer) suffix(of string) bool {
	if l.at < len(l.text) && strings.IndexByte(of, l.text[l.at]) >= 0 && !(l.at+1 < len(l.text) && (isLetter(l.text[l.at+1]) || isDigit(l.text[l.at+1]))) {
		l.at++
		return true
	}
	return false
}

// exponent is "e", a sign and digits; without digits it is none.
func (l *lexer) exponent() bool {
	at := l.at
	if !(l.at < len(l.text) && (l.text[l.at] == 'e' || l.text[l.at] == 'E')) {
		return false
	}
	l.at++
	if l.at < len(l.text) && (l.text[l.at] == '+' || l.text[l.at] == '-') {
		l.at++
	}
	first := l.at
	l.digits("0123456789")
	if l.at == first {
		l.at = at
		return false
	}
	return true
}
