package plan

import (
	"strings"
	"unicode"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/source"
)

// cased writes keywords in the case of a text that stands there now.
func cased(like, text string) string {
	if strings.ContainsFunc(like, unicode.IsLower) && !strings.ContainsFunc(like, unicode.IsUpper) {
		return strings.ToLower(text)
	}
	return text
}

// newline is what ends the lines of a file.
func newline(f *file) string {
	if strings.Contains(f.Text.String(), "\r\n") {
		return "\r\n"
	}
	return "\n"
}

// directive writes one as another of the file is written: its indentation, sentinel and
// the case of its first word.
func directive(f *file, like source.Span, text string) string {
	first := f.Text.LineOf(like.Start)
	line := f.Text.Line(first)
	before := line[:like.Start-f.Text.LineStart(first)]
	head := f.Text.Slice(like)
	end := strings.IndexAny(head, " \t")
	if end < 0 {
		return text
	}
	word := strings.Fields(head[end:])
	if len(word) > 0 {
		text = cased(word[0], text)
	}
	gap := len(head[end:]) - len(strings.TrimLeft(head[end:], " \t"))
	return before + head[:end+gap] + text
}

// style is how a file writes what is new in it.
type style struct {
	fixed    bool
	sentinel string
	lower    bool
	upper    bool // names too
	width    int
	newline  string
}

// styleOf follows the directives of the file, else its form, and its statements where these
// have hardly a letter that is no capital (in a text in quotes, say).
func styleOf(f *file) style {
	s := style{fixed: f.parsed.Options.Form == fortran.Fixed, sentinel: "!HPF$", width: 132, newline: newline(f)}
	if s.fixed {
		s.width = 72
	}
	capitals, small := 0, 0
	for _, u := range f.parsed.Units {
		fortran.EachNode(u.Body, func(n *fortran.Node) {
			quote := rune(0) // inside a text
			for _, c := range n.Text {
				switch {
				case quote != 0:
					if c == quote {
						quote = 0
					}
				case c == '\'' || c == '"':
					quote = c
				case unicode.IsUpper(c):
					capitals++
				case unicode.IsLower(c):
					small++
				}
			}
			if n.Kind != fortran.Directive || n.Origin != nil || !strings.EqualFold(n.Sentinel, "hpf$") {
				return
			}
			text := f.Text.Slice(n.At.Shift(u.Start))
			if len(text) > 5 {
				s.sentinel = text[:5]
				s.lower = cased(text, "A") == "a"
			}
		})
	}
	s.upper = capitals > 8*small
	return s
}

// write makes a directive of some text that may be broken behind commas, on as many
// lines as the form needs.
func (s style) write(text string) string {
	switch {
	case s.lower:
		text = strings.ToLower(text)
	case s.upper:
		text = strings.ToUpper(text)
	}
	head, more, end := s.sentinel+" ", s.sentinel+" ", " &"
	if s.fixed {
		more, end = s.sentinel+"&", ""
	}
	var out strings.Builder
	line := head
	for i, part := range strings.SplitAfter(text, ",") {
		if i > 0 && len(line)+len(part)+len(end) > s.width {
			out.WriteString(strings.TrimRight(line, " ") + end + s.newline)
			line = more + "  " + strings.TrimLeft(part, " ")
			continue
		}
		line += part
	}
	return out.String() + line
}

// Before is the edit that puts a directive of HPF in front of a line of a file, in the
// file's style; false where the file is none of the program, or has directives of another
// language.
func (p *Program) Before(path string, line int, text string) (source.Edit, bool) {
	for _, f := range p.files {
		if f.Path == path && line > 1 && !p.explicit {
			end := f.Text.LineSpan(line - 1).End
			return source.Edit{Span: source.Span{Start: end, End: end}, New: newline(f) + styleOf(f).write(text)}, true
		}
	}
	return source.Edit{}, false
}

// holdsWord reports whether a text has a word, in any case.
func holdsWord(text, word string) bool {
	text, word = strings.ToLower(text), strings.ToLower(word)
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return false
		}
		i += from
		end := i + len(word)
		if (i == 0 || !letter(text[i-1])) && (end == len(text) || !letter(text[end])) {
			return true
		}
		from = i + 1
	}
}

func letter(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
