package spar

import "github.com/parlens/parlens/analysis/source"

// block is { statements }.
func (p *parser) block() *Block {
	defer p.deeper()()
	start := p.start()
	p.expect("{", "a block begins with {")
	b := &Block{Body: p.statements()}
	if p.ended() { // what has been read counts
		p.note(p.missing(), source.Error, "spar-bracket", "a block ends with }, but the text ends here")
	} else {
		p.expect("}", "a block ends with }")
	}
	b.place, b.first = p.from(start), start
	return b
}

// statements reads until the bracket that ends the block; it always moves on.
func (p *parser) statements() []Stmt {
	var out []Stmt
	for !p.isAny("}", "case", "default") && !p.ended() {
		before := p.at
		out = append(out, p.statement())
		if p.at == before {
			p.next()
		}
	}
	return out
}

// statement parses a statement with its pragmas and label. An error costs this
// statement: reading goes on behind its semicolon, or at the next bracket.
func (p *parser) statement() (s Stmt) {
	start := p.start()
	defer p.recovered(func() {
		p.resync()
		s = &Bad{stmtBase{place: p.from(start), first: start}}
	})
	defer p.deeper()()
	notes := p.pragmas()
	label, first := "", p.start()
	if p.isIdent() && p.peekIs(1, ":") {
		label = p.text()
		p.at += 2
	}
	s = p.unmarked()
	b := s.base()
	b.place, b.Label, b.first = p.from(start), label, first
	if b.pragmas = notes; notes != nil && b.place.End < notes.Span.End {
		b.place.End = notes.Span.End
	}
	return s
}

// resync skips the rest of a bad statement.
func (p *parser) resync() {
	depth := 0
	for ; !p.ended(); p.next() {
		switch {
		case p.is("{"):
			depth++
		case p.is("}"):
			if depth == 0 {
				return
			}
			if depth--; depth == 0 {
				p.next()
				return
			}
		case p.is(";") && depth == 0:
			p.next()
			return
		}
	}
}

func (p *parser) unmarked() Stmt {
	if p.tok().kind == keyword {
		if s := p.keywordStatement(); s != nil {
			return s
		}
	}
	switch {
	case p.is("{"):
		return p.block()
	case p.take(";"):
		return &Empty{}
	case p.localTypeAhead():
		return &LocalType{Type: p.typeDecl(p.pragmas())}
	case p.is("final") || p.typeAhead():
		return p.local()
	}
	x := p.expr()
	p.executable(x)
	p.expect(";", "a statement ends with ;")
	return &ExprStmt{X: x}
}

// executable reports an expression that does nothing.
func (p *parser) executable(x Expr) {
	switch e := Unmarked(x).(type) {
	case *Assign, *Call, *New:
		return
	case *Unary:
		if e.Op == "++" || e.Op == "--" {
			return
		}
	}
	p.note(x.At(), source.Warning, "spar-no-effect", "this expression does nothing as a statement")
}

func (p *parser) localTypeAhead() bool {
	n := 0
	for p.peek(n).kind == keyword && (p.peekIs(n, "abstract") || p.peekIs(n, "final") || p.peekIs(n, "static") || p.peekIs(n, "strictfp")) {
		n++
	}
	return p.peekIs(n, "class") || p.peekIs(n, "interface")
}

// keywordStatement parses what begins with a keyword of its own; nil for
// anything else.
func (p *parser) keywordStatement() Stmt {
	switch p.text() {
	case "if":
		return p.ifStatement()
	case "while":
		p.next()
		cond := p.condition("while")
		return &While{Cond: cond, Body: p.statement()}
	case "do":
		return p.doStatement()
	case "for", "foreach":
		return p.forStatement(false)
	case "inline":
		if p.peekIs(1, "for") || p.peekIs(1, "foreach") {
			p.next()
			return p.forStatement(true)
		}
	case "each":
		p.next()
		return &Each{Body: p.block()}
	case "switch":
		return p.switchStatement()
	case "break", "continue", "return", "throw":
		return p.jump()
	case "try":
		return p.tryStatement()
	case "synchronized":
		p.next()
		x := p.condition("synchronized")
		return &Synchronized{X: x, Body: p.block()}
	case "__print", "__println":
		s := &Print{Word: p.text()}
		p.next()
		p.expect("(", s.Word+" is followed by (")
		s.Args = p.list(")", "a list of arguments ends with )")
		p.expect(";", "a statement ends with ;")
		return s
	case "__delete":
		p.next()
		s := &Delete{X: p.expr()}
		p.expect(";", "a statement ends with ;")
		return s
	case "else", "catch", "finally":
		p.fail(p.span(), "spar-syntax", p.text()+" belongs to no statement before it")
	}
	return nil
}

// condition is an expression in parentheses.
func (p *parser) condition(word string) Expr {
	p.expect("(", word+" is followed by (")
	x := p.expr()
	p.expect(")", "the condition ends with )")
	return x
}

func (p *parser) ifStatement() Stmt {
	p.next()
	s := &If{Cond: p.condition("if")}
	s.Then = p.statement()
	if p.take("else") {
		s.Else = p.statement()
	}
	return s
}

func (p *parser) doStatement() Stmt {
	p.next()
	body := p.statement()
	p.expect("while", "do goes on with while")
	cond := p.condition("while")
	p.expect(";", "a statement ends with ;")
	return &While{Do: true, Cond: cond, Body: body}
}

func (p *parser) switchStatement() Stmt {
	p.next()
	s := &Switch{X: p.condition("switch")}
	p.expect("{", "the groups of a switch begin with {")
	for p.isAny("case", "default") {
		c := Case{Span: p.span()}
		if p.take("case") {
			c.Value = p.expr()
		} else {
			p.next()
		}
		if !p.splitColon() {
			p.fail(p.missing(), "spar-syntax", "the value of a case ends with :"+p.found())
		}
		c.Body = p.statements()
		c.Span.End = p.behind()
		s.Cases = append(s.Cases, c)
	}
	p.expect("}", "the groups of a switch end with }")
	return s
}

func (p *parser) jump() Stmt {
	s := &Jump{Word: p.text()}
	p.next()
	switch s.Word {
	case "break", "continue":
		if p.isIdent() {
			s.Target = p.text()
			p.next()
		}
	default:
		if !p.is(";") {
			s.X = p.expr()
		}
	}
	p.expect(";", "a statement ends with ;")
	return s
}

func (p *parser) tryStatement() Stmt {
	p.next()
	s := &Try{Body: p.block()}
	for p.take("catch") {
		p.expect("(", "catch is followed by (")
		p.param()
		p.expect(")", "the parameter of catch ends with )")
		s.Catches = append(s.Catches, p.block())
	}
	if p.take("finally") {
		s.Finally = p.block()
	}
	if len(s.Catches) == 0 && s.Finally == nil {
		p.note(p.missing(), source.Error, "spar-syntax", "try goes on with catch or finally")
	}
	return s
}

// local is a declaration of variables.
func (p *parser) local() Stmt {
	s := &Local{Final: p.take("final")}
	t := p.typeRef()
	s.Names = p.declarators(t)
	p.expect(";", "a declaration ends with ;")
	return s
}

func (p *parser) declarators(t *TypeRef) []*Declarator {
	var out []*Declarator
	for {
		d := &Declarator{Span: p.span(), Type: t}
		d.Name, d.NameSpan = p.ident("the name of a variable")
		if dims := p.dims(); dims != nil {
			own := *t
			own.Dims = append(append([]Dim{}, t.Dims...), dims...)
			d.Type = &own
		}
		if p.is("<$") {
			p.note(p.span(), source.Error, "spar-pragma", "a pragma of an array stands behind its dimensions, before the name: it is read as if it stood there")
			d.Type = d.Type.with(p.pragmas())
		}
		if p.take("=") {
			d.Init = p.initial()
		}
		d.Span.End = p.behind()
		out = append(out, d)
		if !p.take(",") {
			return out
		}
	}
}
