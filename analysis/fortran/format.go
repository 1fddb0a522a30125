package fortran

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/source"
)

// Format is FORMAT (...). Its text has tokens of its own.
type Format struct{ Items []Edit }

// Edit is an item of a FORMAT: Kind is the descriptor in lower case ("i", "es",
// "x", "/", ":"), "'" for a character constant, "(" for a group. The place
// includes a repeat count.
type Edit struct {
	At    Place
	Kind  string
	Group []Edit
}

// descriptors are the letters that edit descriptors begin with; of two that
// match the longer one counts.
var descriptors = map[string]bool{
	"i": true, "b": true, "o": true, "z": true, "f": true, "e": true, "en": true, "es": true, "ex": true, "g": true, "l": true, "a": true,
	"d": true, "t": true, "tl": true, "tr": true, "x": true, "s": true, "sp": true, "ss": true, "su": true, "bn": true, "bz": true, "ru": true,
	"rd": true, "rz": true, "rn": true, "rc": true, "rp": true, "dc": true, "dp": true, "dt": true, "p": true, "q": true, "r": true,
}

// exponents are the descriptors that may give the digits of an exponent.
var exponents = map[string]bool{"e": true, "en": true, "es": true, "ex": true, "g": true, "d": true}

// parseFormat parses FORMAT (...), whose parenthesis opens at a place.
func parseFormat(text string, open int) Parsed {
	f := &formatScanner{text: text, at: open + 1}
	items := f.items(0)
	if f.problem == nil {
		f.skip()
		if f.at < len(text) {
			f.fail("nothing may follow the format")
		}
	}
	if f.problem != nil {
		return Parsed{Problem: f.problem}
	}
	return Parsed{Stmt: &Format{items}}
}

// formatScanner reads the text of a format; blanks mean nothing.
type formatScanner struct {
	text    string
	at      int
	problem *source.Diagnostic // the first one
}

func (f *formatScanner) fail(message string, args ...any) {
	if f.problem == nil {
		f.problem = syntaxError(min(f.at, len(f.text)-1), min(f.at+1, len(f.text)), fmt.Sprintf(message, args...))
	}
}

func (f *formatScanner) skip() { f.at = skipBlanks(f.text, f.at, len(f.text)) }

// items reads up to the closing parenthesis.
func (f *formatScanner) items(depth int) []Edit {
	var out []Edit
	for f.problem == nil {
		f.skip()
		switch {
		case f.at >= len(f.text) || depth > maxDepth:
			f.fail("the parenthesis of the format is not closed")
		case f.text[f.at] == ')':
			f.at++
			return out
		case f.text[f.at] == ',':
			f.at++
		default:
			out = append(out, f.item(depth))
		}
	}
	return out
}

// item reads a repeat count or a scale factor and what it is for.
func (f *formatScanner) item(depth int) Edit {
	start := f.at
	count := f.count()
	f.skip()
	if f.at >= len(f.text) {
		f.fail("the parenthesis of the format is not closed")
		return Edit{}
	}
	e := Edit{}
	switch c := f.text[f.at]; {
	case c == '(':
		f.at++
		e.Kind, e.Group = "(", f.items(depth+1)
	case c == '\'' || c == '"':
		e.Kind = "'"
		f.constant(c)
	case strings.IndexByte("/:$\\", c) >= 0:
		f.at++
		e.Kind = f.text[f.at-1 : f.at]
	case c|0x20 == 'h' && count > 0:
		e.Kind = "'"
		f.at = min(f.at+1+count, len(f.text))
	case isLetter(c):
		e.Kind = f.descriptor()
	default:
		f.fail("%q is no part of a format", string(rune(c)))
	}
	e.At = PlaceAt(source.Span{Start: start, End: f.at})
	return e
}

// count reads what stands in front of a descriptor: digits, perhaps with a sign,
// "*", or an expression in "<...>".
func (f *formatScanner) count() int {
	if f.text[f.at] == '+' || f.text[f.at] == '-' {
		f.at++
		f.skip()
	}
	return f.number()
}

func (f *formatScanner) number() int {
	start := f.at
	switch {
	case f.at >= len(f.text):
	case f.text[f.at] == '*':
		f.at++
	case f.text[f.at] == '<':
		if end := strings.IndexByte(f.text[f.at:], '>'); end > 0 {
			f.at += end + 1
		}
	default:
		for f.at < len(f.text) && (isDigit(f.text[f.at]) || isBlank(f.text[f.at])) {
			f.at++
		}
		return hollerith(strings.ReplaceAll(strings.TrimSpace(f.text[start:f.at]), " ", ""))
	}
	return 0
}

// constant reads a character constant.
func (f *formatScanner) constant(quote byte) {
	end := strings.IndexByte(f.text[f.at+1:], quote)
	if end < 0 {
		f.fail("unterminated character constant")
		return
	}
	f.at += end + 2 // a doubled quote begins the next one
}

// descriptor reads letters, and the width, digits and exponent behind them.
func (f *formatScanner) descriptor() string {
	kind := strings.ToLower(f.text[f.at : f.at+1])
	if f.at+1 < len(f.text) && descriptors[kind+strings.ToLower(f.text[f.at+1:f.at+2])] {
		kind += strings.ToLower(f.text[f.at+1 : f.at+2])
	}
	if !descriptors[kind] {
		f.fail("%q is no edit descriptor", kind)
		return kind
	}
	f.at += len(kind)
	switch kind {
	case "p", "x":
		return kind // what follows is the next item
	case "dt":
		f.derived()
		return kind
	}
	f.skip()
	f.number()
	if f.at < len(f.text) && f.text[f.at] == '.' {
		f.at++
		f.number()
	}
	if f.at+1 < len(f.text) && strings.IndexByte("eEdDqQ", f.text[f.at]) >= 0 && isDigit(f.text[f.at+1]) && exponents[kind] {
		f.at++
		f.number()
	}
	return kind
}

// derived reads what may follow DT: a constant and a list in parentheses.
func (f *formatScanner) derived() {
	f.skip()
	if f.at < len(f.text) && (f.text[f.at] == '\'' || f.text[f.at] == '"') {
		f.constant(f.text[f.at])
		f.skip()
	}
	if f.at < len(f.text) && f.text[f.at] == '(' {
		if end := strings.IndexByte(f.text[f.at:], ')'); end > 0 {
			f.at += end + 1
		}
	}
}
