package spar

import (
	"cmp"
	"slices"

	"github.com/parlens/parlens/analysis/source"
)

// Color is what a part of a pragma is, for an editor that colors it.
type Color uint8

// The colors.
const (
	Sentinel   Color = iota // <$ $>
	PragmaName              // independent, on, Pamela
	PlaceName               // block, cyclic, _all, lambda
	Processors              // a processor array
	Variable                // @x, of the program
	ModelName               // a symbol of the model, a parameter of a lambda
	PragmaNumber
	PragmaString
)

// Token is a colored part of the text; its span is absolute.
type Token struct {
	Span  source.Span
	Color Color
}

// placeWords are the words of maps.
var placeWords = words("lambda block cyclic blockcyclic local collapsed replicated _all _ parallel numeric cost lower upper cond")

// Tokens returns the parts of the pragmas in a span, in their order.
func (f *File) Tokens(in source.Span) []Token {
	c := &painter{text: f.Text.String(), in: in, processors: map[string]bool{}}
	c.declared(f.Global)
	c.pragmas(f.Global, 0)
	for _, t := range f.Types {
		c.typeDecl(t, 0)
	}
	slices.SortFunc(c.out, func(a, b Token) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return slices.CompactFunc(c.out, func(a, b Token) bool { return a.Span == b.Span })
}

type painter struct {
	text       string
	in         source.Span
	processors map[string]bool
	out        []Token
}

// declared notes the names of the processor arrays.
func (c *painter) declared(p *Pragmas) {
	for _, x := range p.All("Processors") {
		var walk func(f *Form)
		walk = func(f *Form) {
			if f == nil {
				return
			}
			if f.Head() == "at" && len(f.Items) > 1 {
				c.processors[f.Items[1].Text] = true
			}
			for _, i := range f.Items {
				walk(i)
			}
		}
		walk(x.Value)
	}
}

func (c *painter) add(at source.Span, color Color) {
	if at.Start < c.in.End && c.in.Start < at.End && !at.Empty() && at.End <= len(c.text) {
		c.out = append(c.out, Token{at, color})
	}
}

func (c *painter) typeDecl(t *Type, start int) {
	c.pragmas(t.Pragmas, start)
	for _, m := range t.Members {
		at := m.Start + start
		if at+m.End-m.Start < c.in.Start || at > c.in.End {
			continue
		}
		c.member(m.Member, at)
	}
}

func (c *painter) member(m *Member, at int) {
	c.pragmas(m.Pragmas, at)
	c.typeRef(m.Type, at)
	for _, d := range m.Names {
		c.typeRef(d.Type, at)
		c.expr(d.Init, at)
	}
	for _, p := range m.Params {
		c.pragmas(p.Pragmas, at)
		c.typeRef(p.Type, at)
	}
	if m.Inner != nil {
		c.typeDecl(m.Inner, at)
	}
	if m.Body != nil {
		c.statement(m.Body, at)
	}
}

func (c *painter) statement(s Stmt, at int) {
	c.pragmas(s.Notes(), at)
	if l, ok := s.(*Local); ok {
		for _, d := range l.Names {
			c.typeRef(d.Type, at)
		}
	}
	for _, x := range Expressions(s) {
		c.expr(x, at)
	}
	for _, part := range Parts(s) {
		c.statement(part, at)
	}
}

func (c *painter) typeRef(t *TypeRef, at int) {
	if t == nil {
		return
	}
	c.pragmas(t.Pragmas, at)
	for _, d := range t.Dims {
		c.pragmas(d.Pragmas, at)
	}
}

func (c *painter) expr(x Expr, at int) {
	WalkExpr(x, func(e Expr) {
		switch e := e.(type) {
		case *Marked:
			c.pragmas(e.Pragmas, at)
		case *NewArray:
			for _, z := range e.Sizes {
				c.pragmas(z.Pragmas, at)
			}
		}
	})
}

func (c *painter) pragmas(p *Pragmas, at int) {
	if p == nil {
		return
	}
	open := p.Span.Start + at
	c.add(source.Span{Start: open, End: open + 2}, Sentinel)
	if end := p.Span.End + at; end-2 > open && end <= len(c.text) && c.text[end-2:end] == "$>" {
		c.add(source.Span{Start: end - 2, End: end}, Sentinel)
	}
	for _, x := range p.List {
		c.add(x.NameSpan.Shift(at), PragmaName)
		c.form(x.Value, at)
	}
}

func (c *painter) form(f *Form, at int) {
	if f == nil {
		return
	}
	switch f.Kind {
	case NumberForm:
		c.add(f.Span.Shift(at), PragmaNumber)
	case StringForm:
		c.add(f.Span.Shift(at), PragmaString)
	case VarForm:
		c.add(f.Span.Shift(at), Variable)
	case BooleanForm:
		c.add(f.Span.Shift(at), PragmaNumber)
	case SymbolForm:
		c.symbol(f, at)
	}
	for _, i := range f.Items {
		c.form(i, at)
	}
}

// symbol colors a name; the names of operators in the normal form stand
// nowhere in the text.
func (c *painter) symbol(f *Form, at int) {
	span := f.Span.Shift(at)
	if span.End > len(c.text) || c.text[span.Start:span.End] != f.Text {
		return
	}
	switch {
	case placeWords[f.Text]:
		c.add(span, PlaceName)
	case c.processors[f.Text]:
		c.add(span, Processors)
	default:
		c.add(span, ModelName)
	}
}
