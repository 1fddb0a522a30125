package spar

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/source"
)

// typeRef parses a type with its dimensions.
func (p *parser) typeRef() *TypeRef {
	t := p.baseType()
	t.Dims = append(p.dims(), t.Dims...)
	t.End = p.behind()
	return t
}

// baseType parses a type without dimensions, with the pragmas behind it.
func (p *parser) baseType() *TypeRef {
	defer p.deeper()()
	t := &TypeRef{place: p.from(p.start())}
	old := p.oldTuple()
	switch {
	case p.is("["):
		p.tupleType(t)
	case p.is("__array"):
		p.arrayType(t)
	case p.tok().kind == keyword && primitives[p.text()]:
		t.Base = p.text()
		p.next()
	default:
		t.Base = p.qualified("a type")
		if p.is("(|") {
			t.Args = p.typeArgs()
		}
	}
	if old && p.take("^") {
		element := *t
		*t = TypeRef{place: t.place, Tuple: []*TypeRef{&element}, Count: p.primary()}
	}
	t.Pragmas = p.pragmas()
	t.End = p.behind()
	return t
}

// arrayType is __array(T), an array of T of rank 1.
func (p *parser) arrayType(t *TypeRef) {
	at := p.span()
	p.next()
	p.expect("(", "__array is followed by (")
	p.take("type")
	element := p.typeRef()
	p.expect(")", "the element type of __array ends with )")
	own := *element
	own.place = t.place
	own.Dims = append([]Dim{{Span: at, Rank: 1}}, element.Dims...)
	*t = own
}

// oldTuple skips the keyword tuple of older sources.
func (p *parser) oldTuple() bool {
	if p.isIdent() && p.text() == "tuple" && (p.peekIs(1, "[") || p.peek(1).kind == identifier || primitives[p.textOf(p.peek(1))]) {
		p.note(p.span(), source.Hint, "spar-old", "the keyword tuple is no longer used: a tuple type is written [int^3]")
		p.next()
		return true
	}
	return false
}

// tupleType is [T, U] or [T ^ n].
func (p *parser) tupleType(t *TypeRef) {
	p.next()
	for !p.is("]") {
		p.take("type")
		t.Tuple = append(t.Tuple, p.typeRef())
		if p.take("^") {
			t.Count = p.expr()
		}
		if !p.take(",") {
			break
		}
	}
	p.expect("]", "a tuple type ends with ]")
}

// qualified is a.b.c.
func (p *parser) qualified(what string) string {
	var b strings.Builder
	name, _ := p.ident(what)
	b.WriteString(name)
	for p.is(".") && p.peek(1).kind == identifier {
		p.next()
		b.WriteString("." + p.text())
		p.next()
	}
	return b.String()
}

// typeArgs is (| a, type T |).
func (p *parser) typeArgs() []Expr {
	p.next()
	var out []Expr
	for !p.is("|)") {
		switch {
		case p.take("type"):
			out = append(out, &TypeExpr{p.typeRef()})
		case p.tok().kind == keyword && primitives[p.text()], p.tupleAhead():
			out = append(out, &TypeExpr{p.typeRef()})
		default:
			out = append(out, p.expr())
		}
		if !p.take(",") {
			break
		}
	}
	p.expect("|)", "the arguments of a class end with |)")
	return out
}

// dims parses the dimensions of an array type: [], [*], [*,*], [* ^ n].
func (p *parser) dims() []Dim {
	var out []Dim
	for p.dimAhead() {
		d := Dim{Span: p.span(), Rank: 1}
		p.next()
		if p.take("*") {
			if p.take("^") {
				d.Count = p.expr()
			}
			for p.take(",") {
				if !p.take("*") {
					break
				}
				d.Rank++
			}
		}
		p.expect("]", "a dimension ends with ]")
		d.Pragmas = p.pragmas()
		d.Span.End = p.behind()
		out = append(out, d)
	}
	return out
}

// with is the type with more pragmas behind it.
func (t *TypeRef) with(more *Pragmas) *TypeRef {
	own := *t
	own.Dims = slices.Clone(t.Dims)
	at := &own.Pragmas
	if n := len(own.Dims); n > 0 {
		at = &own.Dims[n-1].Pragmas
	}
	if *at != nil {
		more = &Pragmas{Span: (*at).Span.Join(more.Span), List: slices.Concat((*at).List, more.List)}
	}
	*at = more
	return &own
}

// dimAhead tells whether "[" begins a dimension and no subscript.
func (p *parser) dimAhead() bool {
	return p.is("[") && (p.peekIs(1, "]") || p.peekIs(1, "*"))
}

// tupleAhead tells whether "[" begins a tuple type: its first element is a
// primitive type, type, or another tuple type.
func (p *parser) tupleAhead() bool {
	for n := 0; p.peekIs(n, "["); n++ {
		t := p.peek(n + 1)
		word := p.textOf(t)
		if t.kind == keyword && (primitives[word] || word == "type") {
			return true
		}
	}
	return false
}

// typeAhead tells whether a declaration begins here: a type and then a name.
// It looks without reading.
func (p *parser) typeAhead() bool {
	if p.is("__array") {
		return true
	}
	if p.tok().kind == keyword && primitives[p.text()] {
		return !(p.is("complex") && p.peekIs(1, "(")) && !p.classLiteralAhead()
	}
	if p.tupleAhead() {
		return true
	}
	if !p.isIdent() {
		return false
	}
	at := 0
	if p.text() == "tuple" && (p.peekIs(1, "[") || p.peek(1).kind == identifier || primitives[p.textOf(p.peek(1))]) {
		return true
	}
	for p.peekIs(at+1, ".") && p.peek(at+2).kind == identifier {
		at += 2
	}
	at++
	if at = p.skipArgs(at); at < 0 {
		return false
	}
	if at = p.skipPragmas(at); at < 0 {
		return false
	}
	for p.peekIs(at, "[") && (p.peekIs(at+1, "]") || p.peekIs(at+1, "*")) {
		for !p.peekIs(at, "]") {
			if p.peek(at).kind == endOfText {
				return false
			}
			at++
		}
		if at = p.skipPragmas(at + 1); at < 0 {
			return false
		}
	}
	return p.peek(at).kind == identifier
}

func (p *parser) classLiteralAhead() bool { return p.peekIs(1, ".") && p.peekIs(2, "class") }

// skipArgs returns the place behind (| ... |), -1 where that does not end.
func (p *parser) skipArgs(at int) int {
	if !p.peekIs(at, "(|") {
		return at
	}
	for depth := 0; ; at++ {
		switch t := p.peek(at); {
		case t.kind == endOfText:
			return -1
		case p.peekIs(at, "(|"):
			depth++
		case p.peekIs(at, "|)"):
			if depth--; depth == 0 {
				return at + 1
			}
		}
	}
}

func (p *parser) skipPragmas(at int) int {
	for p.peekIs(at, "<$") {
		for !p.peekIs(at, "$>") {
			if t := p.peek(at); t.kind == endOfText || p.peekIs(at, ";") {
				return -1
			}
			at++
		}
		at++
	}
	return at
}
