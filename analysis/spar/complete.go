package spar

import (
	"cmp"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/source"
)

// Offer is what may stand at a place.
type Offer struct {
	Text   string
	Detail string
	Kind   OfferKind
	Symbol SymbolKind // of a NameOffer
}

// OfferKind is what an offer is.
type OfferKind uint8

// The kinds of offers.
const (
	KeywordOffer OfferKind = iota // a word of the language, the name of a pragma
	FormatOffer                   // how a dimension is distributed
	NameOffer                     // a name that the file declares
)

// completion gathers what may stand at a place.
type completion struct {
	*names
	offset int
	typed  source.Span
	before int // the last token before the word that is typed
	out    []Offer
}

// Offers returns what may stand at a place, and the span of the word that it
// replaces.
func (f *File) Offers(offset int) ([]Offer, source.Span) {
	n := newNames(f)
	offset = min(max(offset, 0), len(n.text))
	c := &completion{names: n, offset: offset}
	start := offset
	for start > 0 && (isLetter(n.text[start-1]) || isDigit(n.text[start-1]) || n.text[start-1] >= 0x80) {
		start--
	}
	c.typed = source.Span{Start: start, End: max(start, min(wordEnd(n.text, start), len(n.text)))}
	c.before = slices.IndexFunc(n.tokens, func(t token) bool { return t.end > start || t.kind == endOfText }) - 1
	c.gather()
	prefix := strings.ToLower(n.text[start:offset])
	c.out = slices.DeleteFunc(c.out, func(o Offer) bool { return !strings.HasPrefix(strings.ToLower(o.Text), prefix) })
	return c.out, c.typed
}

// gather finds out what place this is: a comment, a string, a pragma, a member
// behind a dot, or a statement.
func (c *completion) gather() {
	around := c.tokens[c.before+1]
	switch {
	case around.kind == stringLiteral && around.start < c.typed.Start, around.kind == openLiteral && around.start < c.typed.Start:
		if c.pragma[c.before+1] && c.word(c.before) == "=" && c.word(c.before-1) == "dist" {
			c.offer(FormatOffer, distWords)
		}
	case c.typed.Start < c.offset && isDigit(c.text[c.typed.Start]), c.inComment():
	case c.before >= 0 && c.pragma[c.before]:
		c.inPragma()
	case c.word(c.before) == ".":
		c.members()
	default:
		c.visible(func(d *Declared) bool { return !d.isModel() })
		c.keywords()
	}
}

// inComment tells whether the blanks before the place end inside a comment.
func (c *completion) inComment() bool {
	from := 0
	if c.before >= 0 {
		from = c.tokens[c.before].end
	}
	gap := c.text[from:c.offset]
	return unendedComment(gap) || strings.Contains(gap[strings.LastIndexByte(gap, '\n')+1:], "//")
}

func (c *completion) offer(k OfferKind, list []meaning) {
	for _, m := range list {
		c.out = append(c.out, Offer{Text: m.word, Detail: m.about, Kind: k})
	}
}

// InPragma tells whether a place stands in <$ $>.
func (f *File) InPragma(offset int) bool {
	n := newNames(f)
	i := slices.IndexFunc(n.tokens, func(t token) bool { return t.end > offset || t.kind == endOfText }) - 1
	return i >= 0 && n.pragma[i] && n.word(i) != "$>"
}

// inPragma offers the names of pragmas where one begins, else what its value
// may hold.
func (c *completion) inPragma() {
	last := c.word(c.before)
	key, depth := c.key()
	switch {
	case last == "@":
		c.visible(func(d *Declared) bool { return d.isVariable() })
	case last == "<$" || last == "," && depth == 0:
		c.pragmaNames()
	case key == "Pamela" && (last == "=" || last == "(" && depth == 1):
		c.offer(KeywordOffer, modelWords)
		if depth == 0 {
			c.out = c.out[:1]
		} else {
			c.out = c.out[1:]
		}
	case key == "dist" && last == "=":
		c.out = append(c.out, Offer{Text: `"[block]"`, Detail: "a format per dimension", Kind: FormatOffer})
	case depth == 0 && last != "=":
	default:
		c.values(key, last)
	}
}

// values offers what a map or a number of the model may be made of.
func (c *completion) values(key, last string) {
	if key == "on" {
		if last == "(" && c.word(c.before-1) == "=" {
			c.out = append(c.out, Offer{Text: "lambda", Detail: "(lambda (i j) processors[...])"})
		}
		c.offer(FormatOffer, mapWords)
	}
	c.visible(func(d *Declared) bool { return d.isModel() && (d.Kind != ProcessorTypeSymbol || key == "Processors") })
	for _, d := range c.inScope() {
		if d.Kind == ProcessorsSymbol && key != "ProcessorType" && key != "Processors" {
			c.out = append(c.out, Offer{Text: "P_" + d.Name, Detail: "the number of processors of " + d.Name, Kind: NameOffer, Symbol: ParameterSymbol})
		}
	}
}

// key is the name of the pragma around the place and how many brackets are open
// in its value.
func (c *completion) key() (string, int) {
	depth := 0
	for i := c.before; i >= 0 && c.pragma[i]; i-- {
		switch w := c.word(i); {
		case w == ")" || w == "]":
			depth--
		case w == "(" || w == "[":
			depth++
		case w == "<$" || w == "," && depth == 0:
			return c.word(i + 1), depth
		case w == "=" && i > 0 && (c.word(i-2) == "<$" || c.word(i-2) == ","):
			return c.word(i - 1), depth
		}
	}
	return "", depth
}

// pragmaNames are those that may stand at this place.
func (c *completion) pragmaNames() {
	open := c.before
	for open > 0 && c.word(open) != "<$" {
		open--
	}
	global := c.word(open-1) == "globalpragmas"
	for _, m := range pragmaWords {
		if globalPragmas[m.word] && (global || m.word == "Pamela") || !global && !globalPragmas[m.word] {
			c.out = append(c.out, Offer{Text: m.word, Detail: m.about})
		}
	}
}

// members offers what may follow a dot.
func (c *completion) members() {
	class := c.classBefore(c.before)
	for _, d := range c.all() {
		if class != "" && d.class == class && d.Kind != ConstructorSymbol {
			c.out = append(c.out, Offer{Text: d.Name, Detail: d.Detail, Kind: NameOffer, Symbol: d.Kind})
		}
	}
	if c.before > 0 && c.tokens[c.before-1].kind == identifier {
		if d := c.resolve(c.before - 1); d != nil && d.arrays {
			c.offer(KeywordOffer, []meaning{{"length", "the number of elements"}, {"getSize", "the extent of a dimension, or all of them"}})
		}
	}
}

// visible offers the wanted names that hold at the place.
func (c *completion) visible(wanted func(*Declared) bool) {
	for _, d := range c.inScope() {
		if wanted(d) {
			c.out = append(c.out, Offer{Text: d.Name, Detail: d.Detail, Kind: NameOffer, Symbol: d.Kind})
		}
	}
}

// inScope are the declarations that hold at the place, the innermost of a name
// alone; the nearest scopes first.
func (c *completion) inScope() []*Declared {
	inner := map[string]*Declared{}
	var out []*Declared
	for _, d := range c.all() { // outer scopes last
		if contains(d.Scope, c.typed.Start) && inner[d.Name] == nil && d.Kind != ConstructorSymbol && d.At != c.typed {
			inner[d.Name] = d
			out = append(out, d)
		}
	}
	return out
}

// all are the declarations, those of inner scopes first, then by place.
func (c *completion) all() []*Declared {
	var out []*Declared
	for _, list := range c.declared {
		out = append(out, list...)
	}
	slices.SortFunc(out, func(a, b *Declared) int {
		return cmp.Or(cmp.Compare(a.Scope.End-a.Scope.Start, b.Scope.End-b.Scope.Start), cmp.Compare(a.At.Start, b.At.Start))
	})
	return out
}

// keywords offers the words of the language.
func (c *completion) keywords() {
	var list []string
	for w := range keywords {
		if !strings.HasPrefix(w, "__") || c.offset > c.typed.Start {
			list = append(list, w)
		}
	}
	slices.Sort(list)
	for _, w := range list {
		c.out = append(c.out, Offer{Text: w})
	}
}
