package fortran

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/source"
)

// plain makes the own text of a unit that costs depend on: without comments and blanks at
// the end of lines, and with the names in statements that cannot be read, as long as they are
// half typed. All else stays in its line and column. What PARLENS$ directives say is kept:
// they are comments to the language.
type plain struct {
	text   string
	places []source.Span // of statements, directives and other lines with a meaning, in order
	unread []*Statement  // in order; nothing begins behind one in its last line
	out    strings.Builder
}

// plainText returns it for the tree of a text. In a text without a heading everything may be
// a text of something else.
func plainText(text string, places []source.Span, t *Tree) string {
	slices.SortFunc(places, func(a, b source.Span) int { return a.Start - b.Start })
	p := plain{text: text, places: places}
	if t.Heading != nil {
		p.unreadIn(t.Body)
		slices.SortFunc(p.unread, func(a, b *Statement) int { return a.At.Start - b.At.Start })
	}
	p.lines()
	return p.out.String()
}

// unreadIn finds the statements that cannot be read and begin no construct.
func (p *plain) unreadIn(body []*Node) {
	for _, n := range body {
		if n.Kind == Code && n.Stmt == nil && n.Blocks == nil && n.Origin == nil && p.standsLast(n.At) && (n.Form == Free || p.fits(n.Statement)) {
			p.unread = append(p.unread, n.Statement)
		}
		for _, b := range n.Blocks {
			p.unreadIn(b.Body)
		}
	}
}

// standsLast reports whether nothing begins between the lines of a statement, or behind it.
func (p *plain) standsLast(at source.Span) bool {
	end := len(p.text)
	if n := strings.IndexByte(p.text[at.End:], '\n'); n >= 0 {
		end = at.End + n
	}
	return !slices.ContainsFunc(p.places, func(x source.Span) bool { return x != at && x.Start < end && x.End > at.Start })
}

// fits reports whether the names in a statement of fixed form fit into its first line.
func (p *plain) fits(s *Statement) bool {
	from := s.Map.Offset(0)
	return from-(strings.LastIndexByte(p.text[:from], '\n')+1)+len(namesIn(s.Text)) <= StandardWidth
}

// lines writes the text.
func (p *plain) lines() {
	reach := 0 // of the statements that begin above or on the line
	for at, next := 0, 0; at < len(p.text); at = next {
		end := strings.IndexByte(p.text[at:], '\n')
		if next = at + end + 1; end < 0 {
			next = len(p.text)
		}
		for len(p.places) > 0 && p.places[0].Start < next {
			reach, p.places = max(reach, p.places[0].End), p.places[1:]
		}
		p.line(at, trimEnd(p.text, at, next), reach)
		if end >= 0 {
			p.out.WriteByte('\n')
		}
	}
}

func (p *plain) line(at, end, reach int) {
	for len(p.unread) > 0 && p.unread[0].At.End <= at {
		p.unread = p.unread[1:]
	}
	if len(p.unread) > 0 && p.unread[0].At.Start < end {
		s := p.unread[0]
		if from := s.Map.Offset(0); from >= at {
			p.out.WriteString(p.text[at:from])
			p.out.WriteString(namesIn(s.Text))
		}
		return
	}
	if line := p.text[at:end]; !strings.Contains(line, "arlens$") && !strings.Contains(line, "ARLENS$") {
		end = min(end, max(at, reach))
	}
	p.out.WriteString(p.text[at:end])
}

// namesIn returns a text that cannot be read either, with all that a statement may name.
func namesIn(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return !isNameRune(c) && c != '%' })
	words = slices.DeleteFunc(words, func(w string) bool { return '0' <= w[0] && w[0] <= '9' })
	slices.Sort(words)
	return "? " + strings.Join(slices.Compact(words), " ")
}

func isNameRune(c rune) bool { return c < 0x80 && isNameByte(byte(c)) }
