package spar

import "strings"

// A splitter walks over text by brackets, without looking into statements. It
// finds where declarations end, which is all that a member needs to be parsed
// on its own.

// piece is a part of a text, and the character that ended it: ';', '{', '}',
// or 0 at the end of the text.
type piece struct {
	start, end int // end is behind a semicolon, before a bracket
	stop       byte
}

// nextPiece reads from a place to the next ';', '{' or '}' that no other
// bracket encloses. Round and square brackets that do not close end there too.
func nextPiece(text string, at int) piece {
	at = skipBlank(text, at)
	p := piece{start: at}
	for at < len(text) {
		switch c := text[at]; {
		case c == ';':
			p.end, p.stop = at+1, c
			return p
		case c == '{' || c == '}':
			p.end, p.stop = at, c
			return p
		default:
			at = skipOne(text, at)
		}
	}
	p.end = at
	return p
}

// skipOne steps over a comment, literal, pragma, word or character.
func skipOne(text string, at int) int {
	switch c := text[at]; {
	case c == '"' || c == '\'':
		end, _ := quotedEnd(text, at)
		return end
	case c == '/':
		if end := skipBlank(text, at); end > at {
			return end
		}
	case c == '<' && strings.HasPrefix(text[at:], "<$"):
		return max(at+2, pragmaEnd(text, at))
	case isLetter(c):
		return wordEnd(text, at)
	}
	return at + 1
}

// braceEnd returns the place behind the bracket that closes the one at a
// place; false when the text ends before. With guard, a line that begins with
// a member's modifier ends the search: the bracket was forgotten.
func braceEnd(text string, at int, guard bool) (int, bool) {
	depth := 0
	for at < len(text) {
		switch text[at] {
		case '{':
			depth++
			at++
		case '}':
			at++
			if depth--; depth == 0 {
				return at, true
			}
		case '\n':
			at++
			if guard && memberAt(text, at) {
				return at, false
			}
		default:
			at = skipOne(text, at)
		}
	}
	return at, false
}

// memberAt tells whether a line begins with what no statement begins with: a
// modifier of members.
func memberAt(text string, at int) bool {
	for at < len(text) && (text[at] == ' ' || text[at] == '\t') {
		at++
	}
	switch text[at:wordEnd(text, at)] {
	case "public", "private", "protected", "static":
		return true
	}
	return false
}

// memberEnd returns the end of the member at a place: behind its semicolon, or
// behind its body. closed is false when a bracket is missing.
func memberEnd(text string, at int, guard bool) (end int, closed bool) {
	p := nextPiece(text, at)
	for {
		switch {
		case p.stop == 0:
			return p.end, false
		case p.stop == ';':
			return p.end, true
		case p.stop == '}':
			return p.end, false
		}
		end, closed = braceEnd(text, p.end, guard)
		if !closed || !initialized(text[p.start:p.end]) {
			return end, closed
		}
		p = piece{start: p.start, end: end}
		rest := nextPiece(text, end)
		p.end, p.stop = rest.end, rest.stop
	}
}

// initialized tells whether a "=" outside pragmas stands in a heading: its
// bracket is then part of a value, and the member goes on behind it.
func initialized(head string) bool {
	for at := 0; at < len(head); {
		if head[at] == '=' {
			return true
		}
		if head[at] == '<' && strings.HasPrefix(head[at:], "<$") {
			at = max(at+2, pragmaEnd(head, at))
			continue
		}
		at = skipOne(head, at)
	}
	return false
}
