package spar

import (
	"strings"

	"github.com/parlens/parlens/analysis/source"
)

// declarer collects what a file declares.
type declarer struct{ *names }

func (c declarer) add(d Declared) {
	if d.Name != "" {
		c.declared[d.Name] = append(c.declared[d.Name], &d)
	}
}

func (c declarer) whole() source.Span { return source.Span{End: len(c.text) + 1} }

func (c declarer) typeDecl(t *Type, at int) {
	kind := ClassSymbol
	if t.Interface {
		kind = InterfaceSymbol
	}
	body := t.Span.Shift(at)
	c.add(Declared{Name: t.Name, Kind: kind, At: t.NameSpan.Shift(at), Scope: c.whole(), body: body})
	for _, x := range t.Params {
		c.variable(x.Name, x.Type, x.NameSpan.Shift(at), body, t.Name, true)
	}
	for _, m := range t.Members {
		c.member(m, t.Name, m.Start+at, body)
	}
}

func (c declarer) member(m Placed, class string, at int, body source.Span) {
	own := source.Span{Start: at, End: at + m.End - m.Start + 1}
	switch m.Kind {
	case Field:
		for _, d := range m.Names {
			c.variable(d.Name, d.Type, d.NameSpan.Shift(at), body, class, m.Has("final"))
		}
	case Method:
		c.add(Declared{Name: m.Name, Kind: MethodSymbol, Detail: methodText(m.Member), At: m.NameSpan.Shift(at), Scope: body, class: class, params: len(m.Params)})
	case Constructor:
		c.add(Declared{Name: m.Name, Kind: ConstructorSymbol, Detail: methodText(m.Member), At: m.NameSpan.Shift(at), Scope: body, class: class, params: len(m.Params)})
	case Inner:
		c.typeDecl(m.Inner, at)
	}
	for _, p := range m.Params {
		c.variable(p.Name, p.Type, p.NameSpan.Shift(at), source.Span{Start: at + p.Span.Start, End: own.End}, "", false)
	}
	if m.Body != nil {
		c.statement(m.Body, at, own)
	}
}

// variable enters a field, a parameter or a local variable.
func (c declarer) variable(name string, t *TypeRef, at, scope source.Span, class string, final bool) {
	d := Declared{Name: name, Kind: LocalSymbol, At: at, Scope: scope, class: class}
	if class != "" {
		d.Kind = FieldSymbol
	}
	if t != nil {
		d.Detail, d.arrays = shapeText(t), len(t.Dims) > 0
	}
	switch {
	case d.arrays:
		d.Kind = ArraySymbol
	case final && class != "":
		d.Kind = ConstantSymbol
	}
	if t != nil && !d.arrays {
		d.typed = t.Base
	}
	c.add(d)
}

// shapeText is a type without its pragmas.
func shapeText(t *TypeRef) string {
	plain := *t
	plain.Pragmas, plain.Dims = nil, nil
	for _, d := range t.Dims {
		d.Pragmas = nil
		plain.Dims = append(plain.Dims, d)
	}
	return TypeText(&plain)
}

// statement enters what a statement declares; scope is the block around it.
func (c declarer) statement(s Stmt, at int, scope source.Span) {
	own := s.At().Shift(at)
	switch s := s.(type) {
	case *Local:
		for _, d := range s.Names {
			name := d.NameSpan.Shift(at)
			c.variable(d.Name, d.Type, name, source.Span{Start: name.Start, End: scope.End}, "", false)
		}
	case *Loop:
		for _, card := range s.Cards {
			c.variable(card.Name, &TypeRef{Base: "int"}, card.NameSpan.Shift(at), own, "", false)
		}
	case *LocalType:
		c.typeDecl(s.Type, at)
		return
	case *Switch:
		for _, group := range s.Cases {
			for _, x := range group.Body {
				c.statement(x, at, group.Span.Shift(at))
			}
		}
		return
	case *Block, *For:
		scope = own
	}
	for _, part := range Parts(s) {
		c.statement(part, at, scope)
	}
}

// model enters what pragmas declare: processors and their types, parameters of
// the model, and the parameters of maps.
func (c declarer) model() {
	for i := range c.tokens {
		if !c.pragma[i] || i == 0 {
			continue
		}
		switch {
		case c.tokens[i].kind == stringLiteral && c.word(i-1) == "numeric":
			at := c.span(i)
			c.add(Declared{Name: Plain(c.text[at.Start:at.End]), Kind: ParameterSymbol, Detail: "a parameter of the model", At: at, Scope: c.whole()})
		case c.word(i-1) == "=" || c.word(i) != "=":
		case c.word(i-1) == "ProcessorType" || c.word(i-1) == "Processors":
			c.processors(i+1, c.word(i-1) == "Processors")
		}
		if c.word(i) == "lambda" && c.word(i-1) == "(" && c.word(i+1) == "(" {
			c.lambda(i)
		}
	}
}

// processors reads ((Type "file")), or with arrays ((Type name[n])).
func (c declarer) processors(i int, arrays bool) {
	depth := 0
	for ; i < len(c.tokens) && c.pragma[i]; i++ {
		switch w := c.word(i); {
		case w == "(":
			depth++
		case w == ")":
			depth--
		case w == "[":
			for i < len(c.tokens) && c.pragma[i] && c.word(i) != "]" {
				i++
			}
		case c.tokens[i].kind != identifier:
		case arrays && c.tokens[i-1].kind == identifier:
			c.add(Declared{Name: w, Kind: ProcessorsSymbol, Detail: "processors of type " + c.word(i-1), At: c.span(i), Scope: c.whole()})
		case !arrays && c.word(i-1) == "(":
			c.add(Declared{Name: w, Kind: ProcessorTypeSymbol, Detail: strings.TrimSpace("a type of processors " + c.word(i+1)), At: c.span(i), Scope: c.whole()})
		}
		if depth == 0 {
			return
		}
	}
}

// lambda enters the parameters of a map, which hold to its end.
func (c declarer) lambda(i int) {
	end, depth := c.tokens[i].end, 1
	for j := i + 1; j < len(c.tokens) && c.pragma[j] && depth > 0; j++ {
		switch c.word(j) {
		case "(":
			depth++
		case ")":
			depth--
		}
		if end = c.tokens[j].end; depth > 0 { // it may go on up to the next word
			end = c.tokens[min(j+1, len(c.tokens)-1)].start + 1
		}
	}
	for j := i + 2; j < len(c.tokens) && c.tokens[j].kind == identifier; j++ {
		c.add(Declared{Name: c.word(j), Kind: IndexSymbol, Detail: "a subscript of the array", At: c.span(j), Scope: source.Span{Start: c.tokens[i].start, End: end}})
	}
}
