package spar

import "strings"

// What the lexer and the splitter know of single characters: blanks, comments,
// words and literals. All functions take and return offsets.

func isLetter(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0xC0 && c != filler // letters beyond ASCII
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func wordEnd(text string, at int) int {
	for at < len(text) && (isLetter(text[at]) || isDigit(text[at]) || text[at] >= 0x80) {
		at++
	}
	return at
}

// skipBlank returns the end of the blanks and comments at a place.
func skipBlank(text string, at int) int {
	for at < len(text) {
		switch c := text[at]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == filler:
			at++
		case c == '/' && strings.HasPrefix(text[at:], "//"):
			at = lineEnd(text, at)
		case c == '/' && strings.HasPrefix(text[at:], "/*"):
			at = commentEnd(text, at)
		default:
			return at
		}
	}
	return at
}

func lineEnd(text string, at int) int {
	if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(text)
}

func commentEnd(text string, at int) int {
	if n := strings.Index(text[at+2:], "*/"); n >= 0 {
		return at + 2 + n + 2
	}
	return len(text)
}

// unendedComment tells whether blanks that reach the end of the text stop
// inside a comment.
func unendedComment(blanks string) bool {
	for at := 0; at < len(blanks); at++ {
		switch {
		case strings.HasPrefix(blanks[at:], "//"):
			at = lineEnd(blanks, at)
		case strings.HasPrefix(blanks[at:], "/*"):
			end := commentEnd(blanks, at)
			if end == len(blanks) && (!strings.HasSuffix(blanks, "*/") || end < at+4) {
				return true
			}
			at = end - 1
		}
	}
	return false
}

// quotedEnd returns the end of the string or character at a place, and whether
// it is closed on its line.
func quotedEnd(text string, at int) (int, bool) {
	quote := text[at]
	for at++; at < len(text) && text[at] != '\n'; at++ {
		switch text[at] {
		case '\\':
			if at+1 < len(text) && text[at+1] != '\n' {
				at++
			}
		case quote:
			return at + 1, true
		}
	}
	return at, false
}

// pragmaEnd returns the end of the pragma at a place: behind "$>", or, where
// that is missing, before what cannot stand in a pragma.
func pragmaEnd(text string, at int) int {
	for at += 2; at < len(text); {
		switch c := text[at]; {
		case c == '$' && strings.HasPrefix(text[at:], "$>"):
			return at + 2
		case c == ';' || c == '{' || c == '}':
			return at
		case c == '"' || c == '\'':
			at, _ = quotedEnd(text, at)
		case c == '/':
			if end := skipBlank(text, at); end > at {
				at = end
			} else {
				at++
			}
		default:
			at++
		}
	}
	return at
}
