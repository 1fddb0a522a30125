package spar

import (
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/source"
)

// ParseMember parses the text of one member. It is a function of the text
// alone.
func ParseMember(text string) *Member {
	p := newParser(text)
	m := &Member{Text: text}
	func() {
		defer p.recovered(func() {})
		p.member(m)
		if !p.ended() {
			p.note(p.span(), source.Error, "spar-syntax", "this does not belong to the member before it")
		}
	}()
	m.Diagnostics = p.diags
	m.Classes, m.Words = classesIn(text, p.tokens), wordsIn(text, p.tokens)
	return m
}

// classesIn are the names that may be those of classes: what stands before a dot,
// and what begins with a capital letter, as classes do by custom.
func classesIn(src string, tokens []token) []string {
	seen := map[string]bool{}
	for i, t := range tokens {
		name := src[t.start:t.end]
		if t.kind == identifier && ('A' <= name[0] && name[0] <= 'Z' || i+1 < len(tokens) && src[tokens[i+1].start:tokens[i+1].end] == ".") {
			seen[name] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// wordsIn are all names in a text.
func wordsIn(src string, tokens []token) []string {
	seen := map[string]bool{}
	for _, t := range tokens {
		if t.kind == identifier {
			seen[Plain(src[t.start:t.end])] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

func (p *parser) member(m *Member) {
	m.Pragmas = p.pragmas()
	m.Modifiers = p.modifiers()
	switch {
	case p.take(";"):
	case p.ended():
		p.fail(p.missing(), "spar-syntax", "here a declaration is missing")
	case p.isAny("class", "interface"):
		m.Kind, m.Inner = Inner, p.typeDecl(m.Pragmas)
		m.Inner.Modifiers = m.Modifiers
		m.Name, m.NameSpan = m.Inner.Name, m.Inner.NameSpan
	case p.is("{"):
		m.Kind, m.Body = Initializer, p.block()
		m.Facts = factsOf(m.Body, m.Pragmas, m.Params)
	case p.isIdent() && p.peekIs(1, "("):
		m.Kind = Constructor
		m.Name, m.NameSpan = p.ident("a name")
		p.method(m)
	case p.take("void"):
		m.Kind = Method
		m.Name, m.NameSpan = p.ident("the name of a method")
		p.method(m)
	default:
		m.Type = p.typeRef()
		if p.isIdent() && p.peekIs(1, "(") {
			m.Kind = Method
			m.Name, m.NameSpan = p.ident("the name of a method")
			p.method(m)
			return
		}
		m.Kind = Field
		m.Names = p.declarators(m.Type)
		p.expect(";", "a declaration ends with ;")
	}
}

func (p *parser) modifiers() []string {
	var out []string
	for p.tok().kind == keyword && modifierWords[p.text()] {
		out = append(out, p.text())
		p.next()
	}
	return out
}

// method reads what follows the name.
func (p *parser) method(m *Member) {
	p.expect("(", "the parameters begin with (")
	for !p.is(")") {
		m.Params = append(m.Params, p.param())
		if !p.take(",") {
			break
		}
	}
	p.expect(")", "the parameters end with )")
	if dims := p.dims(); dims != nil && m.Type != nil {
		m.Type.Dims = append(m.Type.Dims, dims...)
	}
	if p.take("throws") {
		for {
			m.Throws = append(m.Throws, p.qualified("an exception"))
			if !p.take(",") {
				break
			}
		}
	}
	if p.take(";") {
		return
	}
	m.Body = p.block()
	m.Facts = factsOf(m.Body, m.Pragmas, m.Params)
}

func (p *parser) param() *Param {
	x := &Param{Span: p.span()}
	x.Pragmas = p.pragmas()
	p.modifiers()
	x.Type = p.typeRef()
	x.Name, x.NameSpan = p.ident("the name of a parameter")
	if dims := p.dims(); dims != nil {
		own := *x.Type
		own.Dims = append(append([]Dim{}, x.Type.Dims...), dims...)
		x.Type = &own
	}
	x.Span.End = p.behind()
	return x
}

// typeDecl parses a class or interface inside a member: all of it at once.
func (p *parser) typeDecl(notes *Pragmas) *Type {
	defer p.deeper()()
	t := &Type{Span: p.span(), Pragmas: notes}
	t.Modifiers = p.modifiers()
	p.typeHead(t)
	t.Members = p.members()
	p.expect("}", "a class ends with }")
	t.Span.End = p.behind()
	return t
}

// classBody is the body of an anonymous class.
func (p *parser) classBody() *Type {
	defer p.deeper()()
	t := &Type{Span: p.span()}
	p.next()
	t.Members = p.members()
	p.expect("}", "a class ends with }")
	t.Span.End = p.behind()
	return t
}

// typeHead reads class Name ... {, the bracket included.
func (p *parser) typeHead(t *Type) {
	t.Interface = p.is("interface")
	p.next()
	t.Name, t.NameSpan = p.ident("the name of a class")
	if p.is("(|") {
		t.Params = p.typeParams()
	}
	for p.isAny("extends", "implements") {
		p.next()
		for {
			t.Supers = append(t.Supers, p.baseType())
			if !p.take(",") {
				break
			}
		}
	}
	p.expect("{", "the members of a class begin with {")
}

// typeParams is (| type T, int n |).
func (p *parser) typeParams() []*Param {
	p.next()
	var out []*Param
	for !p.is("|)") {
		x := &Param{Span: p.span(), Pragmas: p.pragmas()}
		p.modifiers()
		if !p.take("type") {
			x.Type = p.typeRef()
		}
		x.Name, x.NameSpan = p.ident("the name of a parameter")
		x.Span.End = p.behind()
		out = append(out, x)
		if !p.take(",") {
			break
		}
	}
	p.expect("|)", "the parameters of a class end with |)")
	return out
}

// members parses the members of an inner class; their spans belong to the
// outer member, so their start is 0.
func (p *parser) members() []Placed {
	var out []Placed
	for !p.is("}") && !p.ended() {
		before := p.at
		out = append(out, p.innerMember())
		if p.at == before {
			p.next()
		}
	}
	return out
}

func (p *parser) innerMember() (m Placed) {
	m = Placed{Member: &Member{}}
	defer p.recovered(func() {
		m.Kind = NoMember
		p.resync()
	})
	start := p.at
	p.member(m.Member)
	m.Words = wordsIn(p.src, p.tokens[start:p.at])
	return m
}
