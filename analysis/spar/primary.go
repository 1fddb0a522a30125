package spar

import "github.com/parlens/parlens/analysis/source"

var literalKinds = map[kind]string{
	intNumber: "int", floatNumber: "float", imaginaryNumber: "imaginary", charLiteral: "char", stringLiteral: "string", openLiteral: "string",
}

func (p *parser) primary() Expr {
	start, text := p.start(), p.text()
	if k := literalKinds[p.tok().kind]; k != "" {
		p.next()
		return &Literal{p.from(start), k, text}
	}
	if p.isIdent() {
		return p.nameOrType()
	}
	switch text {
	case "(":
		p.next()
		x := p.expr()
		p.expect(")", "an expression in parentheses ends with )")
		return x
	case "[":
		items := p.vector()
		return &Tuple{p.from(start), items}
	case "true", "false":
		p.next()
		return &Literal{p.from(start), "boolean", text}
	case "null":
		p.next()
		return &Literal{p.from(start), "null", text}
	case "this", "super":
		p.next()
		return &Name{p.from(start), text}
	case "new":
		return p.creation()
	case "__sizeof":
		p.next()
		p.expect("(", "__sizeof is followed by (")
		t := p.typeRef()
		p.expect(")", "__sizeof ends with )")
		return &SizeOf{p.from(start), t}
	case "__getbuf", "__floatbits", "__doublebits":
		p.next()
		return &Name{p.from(start), text}
	case "complex":
		if p.peekIs(1, "(") {
			return p.complexValue()
		}
	case "type":
		p.next()
		return &TypeExpr{p.typeRef()}
	case "__array":
		return &TypeExpr{p.typeRef()}
	}
	if p.tok().kind == keyword && primitives[text] {
		return &TypeExpr{p.typeRef()}
	}
	p.fail(p.missing(), "spar-syntax", "here an expression is missing")
	return nil
}

// nameOrType is a name; with (| |) or dimensions it is a type, which only
// .class can follow.
func (p *parser) nameOrType() Expr {
	start := p.start()
	if p.peekIs(1, "(|") || p.peekIs(1, "[") && p.peekIs(2, "]") {
		return &TypeExpr{p.typeRef()}
	}
	name := p.text()
	p.next()
	return &Name{p.from(start), name}
}

func (p *parser) complexValue() Expr {
	start := p.start()
	p.next()
	args := p.args()
	if len(args) != 2 {
		p.fail(source.Span(p.from(start)), "spar-syntax", "a complex value has two parts: complex(re, im)")
	}
	return &Complex{p.from(start), args[0], args[1]}
}
