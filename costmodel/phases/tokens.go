package phases

import (
	"strings"

	"github.com/parlens/parlens/analysis/source"
)

// next reads a name, a number or an operator.
func (p *parser) next() {
	for p.pos < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.pos]) >= 0 {
		p.pos++
	}
	start := p.pos
	switch {
	case start == len(p.text):
	case isLetter(p.text[start]):
		p.while(func(c byte) bool { return isLetter(c) || isDigit(c) })
	case isDigit(p.text[start]) || p.text[start] == '.':
		p.number()
	default:
		p.pos++
		if p.pos < len(p.text) && strings.Contains("<= >= == /= **", p.text[start:p.pos+1]) {
			p.pos++
		}
	}
	p.word, p.at = p.text[start:p.pos], source.Span{Start: start, End: p.pos}
}

func (p *parser) while(is func(byte) bool) {
	for p.pos < len(p.text) && is(p.text[p.pos]) {
		p.pos++
	}
}

func (p *parser) number() {
	p.while(func(c byte) bool { return isDigit(c) || c == '.' })
	if rest := p.text[p.pos:]; rest != "" && rest[0]|0x20 == 'e' {
		sign := 1
		if len(rest) > 1 && (rest[1] == '-' || rest[1] == '+') {
			sign = 2
		}
		if len(rest) > sign && isDigit(rest[sign]) {
			p.pos += sign
			p.while(isDigit)
		}
	}
}

func isLetter(c byte) bool { return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// take skips the word if it is the one given.
func (p *parser) take(word string) bool {
	if p.word != word || p.err != nil {
		return false
	}
	p.next()
	return true
}

func (p *parser) expect(word string) {
	if !p.take(word) && p.err == nil {
		p.fail(p.at, "%q is missing here", word)
	}
}
