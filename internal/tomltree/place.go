package tomltree

import (
	"strings"

	"github.com/parlens/parlens/analysis/source"
)

// Place is where an offset stands in a document that may be half written.
type Place struct {
	Table   []string    // keys of the table around it: those of the header, then those of inline tables
	Key     string      // of the value that it stands in; "" where a key stands
	Header  bool        // it stands between the brackets of a header
	Comment bool        // it stands in a comment
	Quoted  bool        // it stands in a string
	Word    source.Span // the key, number or string (without its quotes) around it
}

// At tells where an offset stands. It reads the last header above and the
// statement that the offset is in, so that what is wrong elsewhere does not
// matter; values that go over several lines are arrays, inline tables or
// strings of three quotes.
func At(text string, offset int) Place {
	offset = min(max(offset, 0), len(text))
	s := scanner{text: text, end: offset}
	for s.statement() {
	}
	p := s.place
	p.Word = wordAround(text, offset, p.Quoted)
	return p
}

// scanner reads statement by statement up to an offset.
type scanner struct {
	text   string
	at     int
	end    int
	header []string
	depth  int // of arrays and inline tables
	place  Place
}

// maxDepth bounds the depth that is read.
const maxDepth = 100

// statement reads one statement; false when the offset lies in it.
func (s *scanner) statement() bool {
	s.blanks()
	s.place = Place{Table: s.header}
	switch {
	case s.at >= s.end:
		return false
	case s.peek("#"):
		return s.comment()
	case s.peek("["):
		return s.head()
	}
	keys, done := s.keys()
	if done {
		s.place.Table = join(s.header, keys[:len(keys)-1])
		return false
	}
	return s.value(join(s.header, keys)) && s.rest()
}

func (s *scanner) peek(prefix string) bool { return strings.HasPrefix(s.text[s.at:], prefix) }

// blanks skips white space and empty lines, not beyond the offset.
func (s *scanner) blanks() {
	for s.at < s.end && strings.IndexByte(" \t\r\n", s.text[s.at]) >= 0 {
		s.at++
	}
}

// comment skips to the end of the line.
func (s *scanner) comment() bool {
	n := strings.IndexByte(s.text[s.at:], '\n')
	if n < 0 || s.at+n >= s.end {
		s.place.Comment = true
		return false
	}
	s.at += n
	return true
}

// head reads a header.
func (s *scanner) head() bool {
	line := lineFrom(s.text, s.at)
	inner := strings.TrimLeft(line, "[")
	start := s.at + len(line) - len(inner)
	if n := strings.IndexAny(inner, "]#"); n >= 0 {
		inner = inner[:n]
	}
	if s.end <= start+len(inner) {
		before := strings.Split(s.text[min(start, s.end):s.end], ".")
		s.place = Place{Table: trimmed(before[:len(before)-1]), Header: true}
		return false
	}
	s.header = trimmed(strings.Split(inner, "."))
	s.place.Table = s.header
	s.at = start + len(inner)
	for s.peek("]") {
		s.at++
	}
	return s.rest()
}

// rest skips what stands behind a statement on its line.
func (s *scanner) rest() bool {
	for s.at < len(s.text) && s.text[s.at] != '\n' {
		if s.at >= s.end {
			return false
		}
		if s.peek("#") {
			return s.comment()
		}
		s.at++
	}
	return s.at < s.end
}

// keys reads dotted keys up to and with the equals sign; done when the offset
// comes first, or there is none on the line.
func (s *scanner) keys() (keys []string, done bool) {
	start := s.at
	for s.at < len(s.text) && strings.IndexByte("=\n,}", s.text[s.at]) < 0 {
		if s.at == s.end {
			return trimmed(strings.Split(s.text[start:s.at], ".")), true
		}
		s.at++
	}
	keys = trimmed(strings.Split(s.text[start:s.at], "."))
	if s.at >= s.end || s.at >= len(s.text) {
		return keys, true
	}
	if s.text[s.at] == '=' {
		s.at++
	}
	return keys, s.at > s.end
}

// value reads the value of the last key; false when the offset lies in it.
func (s *scanner) value(path []string) bool {
	s.place = Place{Table: path[:len(path)-1], Key: path[len(path)-1]}
	s.depth++
	defer func() { s.depth-- }()
	s.spaces()
	switch {
	case s.at >= s.end, s.depth > maxDepth:
		return false
	case s.peek(`"`), s.peek("'"):
		return s.quoted()
	case s.peek("{"):
		return s.inline(path)
	case s.peek("["):
		return s.array(path)
	}
	for s.at < len(s.text) && strings.IndexByte(",}]#\n", s.text[s.at]) < 0 {
		s.at++
	}
	return s.at < s.end
}

func (s *scanner) spaces() {
	for s.at < s.end && (s.text[s.at] == ' ' || s.text[s.at] == '\t') {
		s.at++
	}
}

// quoted skips a string; one that is not closed ends with its line.
func (s *scanner) quoted() bool {
	quote, stop := s.text[s.at:s.at+1], "\n"
	if triple := strings.Repeat(quote, 3); s.peek(triple) {
		quote, stop = triple, ""
	}
	i := s.at + len(quote)
	for i < len(s.text) && !strings.HasPrefix(s.text[i:], quote) && (stop == "" || s.text[i] != '\n') {
		if s.text[i] == '\\' && quote[0] == '"' {
			i++
		}
		i++
	}
	i = min(i, len(s.text))
	if s.place.Quoted = s.end <= i; s.place.Quoted {
		return false
	}
	if strings.HasPrefix(s.text[i:], quote) {
		i += len(quote)
	}
	s.at = i
	return s.at < s.end
}

// entry skips to the next entry of an inline table or array. Where none is found, the
// closing bracket is passed, and more is false when the offset lies before it.
func (s *scanner) entry(closing string) (found, more bool) {
	for {
		s.blanks()
		switch {
		case s.at >= s.end:
			return false, false
		case s.peek(closing):
			s.at++
			return false, s.at < s.end
		case s.peek(","):
			s.at++
		case s.peek("#"):
			if !s.comment() {
				return false, false
			}
		default:
			return true, true
		}
	}
}

// inline reads an inline table; false when the offset lies in it.
func (s *scanner) inline(path []string) bool {
	for s.at++; ; {
		s.place = Place{Table: path}
		if found, more := s.entry("}"); !found {
			return more
		}
		before := s.at
		keys, done := s.keys()
		if done {
			s.place.Table = join(path, keys[:len(keys)-1])
			return false
		}
		if !s.value(join(path, keys)) {
			return false
		}
		if s.at == before {
			return true
		}
	}
}

// array reads an array; false when the offset lies in it.
func (s *scanner) array(path []string) bool {
	for s.at++; ; {
		s.place = Place{Table: path[:len(path)-1], Key: path[len(path)-1]}
		if found, more := s.entry("]"); !found {
			return more
		}
		before := s.at
		if !s.value(path) {
			return false
		}
		if s.at == before {
			return true
		}
	}
}

func lineFrom(text string, at int) string {
	line, _, _ := strings.Cut(text[at:], "\n")
	return line
}

func join(a, b []string) []string { return append(append([]string(nil), a...), b...) }

// trimmed returns keys without blanks and quotes around them.
func trimmed(keys []string) []string {
	out := make([]string, len(keys))
	for i, k := range keys {
		out[i] = strings.Trim(k, " \t\r\"'[]")
	}
	return out
}

// wordAround returns the bare word around an offset; in a string all of it
// that has no quote.
func wordAround(text string, offset int, quoted bool) source.Span {
	inside := func(c byte) bool {
		if quoted {
			return c != '"' && c != '\'' && c != '\n'
		}
		return c == '_' || c == '-' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80
	}
	at := source.Span{Start: offset, End: offset}
	for at.Start > 0 && inside(text[at.Start-1]) {
		at.Start--
	}
	for at.End < len(text) && inside(text[at.End]) {
		at.End++
	}
	return at
}
