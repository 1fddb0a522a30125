package outline

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// OfferKind says what an offer is.
type OfferKind uint8

// The kinds of offers.
const (
	WordOffer      OfferKind = iota // a keyword
	FormatOffer                     // a distribution format
	NameOffer                       // a declared name, see Symbol
	IntrinsicOffer                  // an intrinsic function
)

// Offer is something that may be written at a place.
type Offer struct {
	Kind   OfferKind
	Text   string
	Detail string
	Symbol *Symbol // of a NameOffer
	Near   int     // 0: of the unit itself, 1: of a host or module, 2: of other units, 3: of the language
}

// Offers returns what may be written at offset, nearest first, and the range of
// the name that is there already. files are all files whose units may be
// called, this one among them.
func (f *File) Offers(offset int, files []*File) ([]Offer, source.Span) {
	typed := f.typed(offset)
	c := completion{file: f, files: files, typed: f.Text.Slice(source.Span{Start: typed.Start, End: offset}), at: typed.Start}
	switch directive, comment := f.commentBefore(typed.Start); {
	case directive:
		c.directive()
	case comment:
		typed = c.sentinel(offset)
	default:
		c.statement()
	}
	slices.SortStableFunc(c.offers, func(a, b Offer) int { return cmp.Or(cmp.Compare(a.Near, b.Near), cmp.Compare(a.Text, b.Text)) })
	seen := map[string]bool{}
	c.offers = slices.DeleteFunc(c.offers, func(o Offer) bool {
		key := strings.ToLower(o.Text)
		twice := seen[key]
		seen[key] = true
		return twice
	})
	return c.offers, typed
}

// typed returns the range of the name around offset.
func (f *File) typed(offset int) source.Span {
	text := f.Text.String()
	at := source.Span{Start: offset, End: offset}
	for at.Start > 0 && isNameByte(text[at.Start-1]) {
		at.Start--
	}
	for at.End < len(text) && isNameByte(text[at.End]) {
		at.End++
	}
	return at
}

func isNameByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// commentBefore tells whether the text before offset in its line is a
// directive, or another comment.
func (f *File) commentBefore(offset int) (directive, comment bool) {
	before := f.lineBefore(offset)
	text := strings.ToLower(strings.TrimLeft(before, " \t"))
	begins := strings.HasPrefix(text, "!") || f.form == fortran.Fixed && before != "" && strings.IndexByte("cC*", before[0]) >= 0
	begins = begins || strings.HasPrefix(text, "chpf$ ") || strings.HasPrefix(text, "*hpf$ ")
	if begins {
		directive = strings.HasPrefix(text[1:], "hpf$")
		return directive, !directive
	}
	from := offset - len(before)
	if l := f.openLine(offset); l != nil {
		from = max(from, l.At.End)
	}
	return false, strings.Contains(f.Text.Slice(source.Span{Start: from, End: offset}), "!")
}

func (f *File) lineBefore(offset int) string {
	return f.Text.Slice(source.Span{Start: f.Text.LineStart(f.Text.LineOf(offset)), End: offset})
}

// openLine returns the last logical line that begins before offset and reaches
// its line, or nil.
func (f *File) openLine(offset int) *line {
	start := f.Text.LineStart(f.Text.LineOf(offset))
	lines := f.around(offset)
	for i := len(lines) - 1; i >= 0; i-- {
		if l := &lines[i]; l.At.Start <= offset {
			if l.At.End >= start {
				return l
			}
			return nil
		}
	}
	return nil
}

// completion collects the offers for one place.
type completion struct {
	file   *File
	files  []*File
	typed  string // of the name, up to the cursor
	at     int    // where the name begins
	offers []Offer
}

// before returns the tokens of the logical line up to the name, and the line.
func (c *completion) before() ([]fortran.Token, *line) {
	l := c.file.openLine(c.at)
	if l == nil {
		return nil, nil
	}
	tokens := l.tokens()
	n := 0
	for n < len(tokens) && l.Map.Span(spanOf(tokens[n])).End <= c.at {
		n++
	}
	return tokens[:n], l
}

// unit returns the unit around the place.
func (c *completion) unit() *Unit { return c.file.UnitAt(c.at) }

// word offers a word of the language in the case that the reader writes.
func (c *completion) word(kind OfferKind, text, about string) {
	if c.typed != "" && c.typed == strings.ToLower(c.typed) {
		text = strings.ToLower(text)
	}
	c.offers = append(c.offers, Offer{Kind: kind, Text: text, Detail: about, Near: 3})
}

// sentinel offers the beginning of a directive in a comment that may become
// one, and returns what it replaces.
func (c *completion) sentinel(offset int) source.Span {
	before := c.file.lineBefore(offset)
	text := strings.TrimLeft(before, " \t")
	at := source.Span{Start: offset - len(text), End: offset}
	if text == "" || !strings.HasPrefix("hpf$", strings.ToLower(text[1:])) {
		return at
	}
	c.offers = append(c.offers, Offer{Kind: WordOffer, Text: text[:1] + "HPF$ ", Detail: "a directive", Near: 3})
	return at
}

// visible offers the names that the place can see and that are wanted.
func (c *completion) visible(wanted func(*Symbol) bool) {
	near := 0
	if u := c.unit(); u != nil {
		for _, b := range u.blocks {
			if b.at.Start <= c.at && c.at <= b.at.End {
				c.names(b.symbols, near, wanted)
			}
		}
	}
	for u := c.unit(); u != nil; u = u.Host {
		c.names(u.Symbols, near, wanted)
		for _, inner := range u.Inside {
			c.names([]*Symbol{inner.Symbol}, near, wanted)
		}
		c.modules(u, wanted)
		near = 1
	}
}

func (c *completion) names(all []*Symbol, near int, wanted func(*Symbol) bool) {
	for _, s := range all {
		if s.Name != "" && wanted(s) {
			c.offers = append(c.offers, Offer{Kind: NameOffer, Text: s.Spelling, Detail: s.Detail(), Symbol: s, Near: near})
		}
	}
}

// modules offers what a unit uses from modules.
func (c *completion) modules(u *Unit, wanted func(*Symbol) bool) {
	d := c.file.finder(Among(c.files))
	for _, use := range u.uses {
		for _, local := range slices.Sorted(maps.Keys(use.Renamed)) {
			if found := d.exported(use.Module, use.Renamed[local], 0); found != nil && wanted(found.Symbol) {
				c.offers = append(c.offers, Offer{Kind: NameOffer, Text: local, Detail: found.Symbol.Detail(), Symbol: found.Symbol, Near: 1})
			}
		}
		m := d.global(use.Module)
		if use.Only || m == nil {
			continue
		}
		c.names(m.Unit.Symbols, 1, wanted)
		for _, inner := range m.Unit.Inside {
			c.names([]*Symbol{inner.Symbol}, 1, wanted)
		}
	}
}

// units offers the units of all files.
func (c *completion) units(wanted func(*Symbol) bool) {
	for _, f := range c.files {
		for _, u := range f.Units {
			if u.Host == nil {
				c.names([]*Symbol{u.Symbol}, 2, wanted)
			}
		}
	}
}

// statementWords are keywords that begin a statement.
var statementWords = []string{
	"allocate", "call", "character", "complex", "contains", "continue", "deallocate", "do", "else", "elsewhere", "end", "end do",
	"end forall", "end function", "end if", "end module", "end program", "end subroutine", "end where", "exit", "forall", "function",
	"if", "implicit none", "integer", "interface", "logical", "module", "print", "program", "read", "real", "return", "select case",
	"stop", "subroutine", "type", "use", "where", "write",
}

// statement offers what may stand in a statement.
func (c *completion) statement() {
	tokens, l := c.before()
	if l != nil && l.Kind != fortran.Code {
		return
	}
	previous := ""
	if len(tokens) > 0 {
		previous = tokens[len(tokens)-1].Text
	}
	switch {
	case previous == "%":
		c.components(tokens)
	case l != nil && inText(l, c.at):
	case previous == "call":
		c.visible(func(s *Symbol) bool { return s.Kind == Subroutine || s.Kind == External || s.Kind == Interface })
		c.units(func(s *Symbol) bool { return s.Kind == Subroutine })
	case previous == "use" && len(tokens) == 1:
		c.units(func(s *Symbol) bool { return s.Kind == Module })
	default:
		c.expression(len(tokens) == 0)
	}
}

func (c *completion) expression(first bool) {
	c.visible(func(s *Symbol) bool { return s.Kind != Template && s.Kind != Processors && s.Kind != Subroutine })
	if first {
		for _, w := range statementWords {
			c.word(WordOffer, w, "statement")
		}
		return
	}
	c.units(func(s *Symbol) bool { return s.Kind == Function })
	for _, name := range slices.Sorted(maps.Keys(program.Intrinsics)) {
		c.word(IntrinsicOffer, name, "intrinsic function")
	}
}

// inText reports whether offset lies inside a character constant.
func inText(l *line, offset int) bool {
	for _, t := range fortran.Tokens(l.Text) {
		at := l.Map.Span(spanOf(t))
		open := t.Kind == fortran.Bad && (t.Text[0] == '\'' || t.Text[0] == '"')
		if at.Start < offset && (open || t.Kind == fortran.String && offset < at.End) {
			return true
		}
	}
	return false
}

// components offers those of the variable before "%".
func (c *completion) components(tokens []fortran.Token) {
	if len(tokens) < 2 {
		return
	}
	name := tokens[len(tokens)-2].Text
	d := c.file.finder(Among(c.files))
	v := d.visible(c.unit(), name, 0)
	if v == nil {
		return
	}
	_, inner, _ := strings.Cut(v.Symbol.Type, "(")
	there := &finder{file: v.File, elsewhere: d.elsewhere, implied: d.implied}
	if t := there.visible(v.Unit, strings.TrimSpace(strings.TrimSuffix(inner, ")")), 0); t != nil && t.Symbol.Kind == Type {
		c.names(t.Symbol.Children, 0, func(*Symbol) bool { return true })
	}
}

// InDirective reports whether offset lies in a directive, behind its sentinel.
func (f *File) InDirective(offset int) bool {
	directive, _ := f.commentBefore(offset)
	return directive
}
