package fortran

// stop is what ended a scan of a line's statement text.
type stop uint8

const (
	atEnd stop = iota
	atSemicolon
)

// scanCode reads text[from:to] as statement text. It returns the end of the
// code (before a "!" comment), whether a ";" ended it, and the constant that
// is still open (0 for none). quote is the constant open at from.
func scanCode(text string, from, to int, quote byte) (end int, why stop, open byte) {
	for i := from; i < to; i++ {
		c := text[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0 // a doubled quote opens it again at once
			}
		case c == '\'' || c == '"':
			quote = c
		case c == '!':
			return i, atEnd, 0
		case c == ';':
			return i, atSemicolon, 0
		}
	}
	return to, atEnd, quote
}

func skipBlanks(text string, from, to int) int {
	for from < to && isBlank(text[from]) {
		from++
	}
	return from
}

func trimBlanks(text string, from, to int) int {
	for to > from && isBlank(text[to-1]) {
		to--
	}
	return to
}

func isBlank(c byte) bool  { return c == ' ' || c == '\t' || c == '\f' || c == '\v' || c == '\r' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isNameByte(c byte) bool { return isLetter(c) || isDigit(c) || c == '_' || c == '$' }
