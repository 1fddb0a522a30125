package spar

// assignments are the operators of assignments.
var assignments = words("= += -= *= /= %= &= |= ^= <<= >>= >>>=")

// levels are the binary operators from the weakest; instanceof stands with the
// comparisons.
var levels = []map[string]bool{
	words("||"), words("&&"), words("|"), words("^"), words("&"), words("== !="),
	words("< <= > >= instanceof"), words("<< >> >>>"), words("+ -"), words("* / %"),
}

// expr is an expression: pragmas reach to its right end, assignments are
// right-associative.
func (p *parser) expr() Expr {
	defer p.deeper()()
	if p.is("<$") {
		start := p.start()
		notes := p.pragmas()
		x := p.expr()
		if notes = behindSizes(notes, x); len(notes.List) == 0 {
			return x
		}
		return &Marked{place: p.from(start), Pragmas: notes, X: x}
	}
	x := p.choice()
	if op := p.operator(); assignments[op] {
		p.next()
		y := p.expr()
		return &Assign{place: place(x.At().Join(y.At())), Op: op, X: x, Y: y}
	}
	return x
}

func (p *parser) choice() Expr {
	x := p.infix()
	if !p.take("?") {
		return x
	}
	then := p.expr()
	if !p.splitColon() {
		p.fail(p.missing(), "spar-syntax", "a choice goes on with :"+p.found())
	}
	els := p.expr()
	return &Choice{place: place(x.At().Join(els.At())), Cond: x, Then: then, Else: els}
}

// infix is a user's operator \name, the weakest of all.
func (p *parser) infix() Expr {
	x := p.binary(0)
	for n := 0; p.take(`\`); n++ {
		p.notMore(n)
		name, _ := p.ident("the name of an operator")
		y := p.binary(0)
		x = &Binary{place: place(x.At().Join(y.At())), Op: `\` + name, X: x, Y: y}
	}
	return x
}

func (p *parser) binary(level int) Expr {
	if level == len(levels) {
		return p.unary()
	}
	x := p.binary(level + 1)
	for n := 0; ; n++ {
		op := p.text()
		if k := p.tok().kind; k != operator && k != keyword || !levels[level][op] {
			return x
		}
		p.notMore(n)
		p.next()
		if op == "instanceof" {
			t := p.typeRef()
			x = &InstanceOf{place: place(x.At().Join(t.At())), X: x, Type: t}
			continue
		}
		y := p.binary(level + 1)
		x = &Binary{place: place(x.At().Join(y.At())), Op: op, X: x, Y: y}
	}
}

func (p *parser) unary() Expr {
	defer p.deeper()()
	start := p.start()
	switch op := p.operator(); op {
	case "+", "-", "~", "!", "++", "--":
		p.next()
		x := p.unary()
		return &Unary{place: p.from(start), Op: op, X: x}
	case "(":
		if t := p.castAhead(); t {
			return p.cast()
		}
	}
	return p.postfix()
}

// castAhead looks whether "(" begins a cast.
func (p *parser) castAhead() bool {
	first := p.peek(1)
	if first.kind == keyword && primitives[p.textOf(first)] {
		return !p.peekIs(1, "complex") || !p.peekIs(2, "(")
	}
	save := p.at
	defer func() { p.at = save }()
	p.at++
	if p.tupleAhead() {
		return true
	}
	if !p.isIdent() {
		return false
	}
	at := 1
	for p.peekIs(at, ".") && p.peek(at+1).kind == identifier {
		at += 2
	}
	if at = p.skipArgs(at); at < 0 {
		return false
	}
	dims := false
	for p.peekIs(at, "[") && (p.peekIs(at+1, "]") || p.peekIs(at+1, "*")) {
		dims = true
		for !p.peekIs(at, "]") {
			if p.peek(at).kind == endOfText {
				return false
			}
			at++
		}
		at++
	}
	return p.peekIs(at, ")") && (dims || p.operandAt(at+1))
}

// operandAt tells whether what stands behind (Name) makes it a cast: an
// operand that does not begin with + or -.
func (p *parser) operandAt(n int) bool {
	switch t := p.peek(n); t.kind {
	case identifier, intNumber, floatNumber, imaginaryNumber, stringLiteral, charLiteral:
		return true
	case keyword:
		return !p.peekIs(n, "instanceof")
	case operator:
		return p.peekIs(n, "(") || p.peekIs(n, "!") || p.peekIs(n, "~")
	}
	return false
}

func (p *parser) cast() Expr {
	start := p.start()
	p.next()
	t := p.typeRef()
	p.expect(")", "the type of a cast ends with )")
	x := p.unary()
	return &Cast{place: p.from(start), Type: t, X: x}
}

// postfix is a primary with its subscripts, selections and calls.
func (p *parser) postfix() Expr {
	x := p.primary()
	for links := 0; ; links++ {
		p.notMore(links - 1)
		switch {
		case p.is("[") && !p.dimAhead():
			subs := p.vector()
			x = &Index{place: place(x.At().Join(p.from(p.behind()).At())), X: x, Subs: subs}
		case p.is("@"):
			x = p.vectorIndex(x)
		case p.is("."):
			x = p.selection(x)
		case p.is("(") && callable(x):
			args := p.args()
			x = &Call{place: place{x.At().Start, p.behind()}, Fun: x, Args: args}
		case p.is("++") || p.is("--"):
			op := p.operator()
			p.next()
			x = &Unary{place: place{x.At().Start, p.behind()}, Op: op, X: x, Post: true}
		default:
			return x
		}
	}
}

func callable(x Expr) bool {
	switch x.(type) {
	case *Name, *Select:
		return true
	}
	return false
}

// vectorIndex is x @ v; v is a name, a tuple or an expression in parentheses.
func (p *parser) vectorIndex(x Expr) Expr {
	p.next()
	var v Expr
	start := p.start()
	switch {
	case p.is("["):
		v = &Tuple{Items: p.vector()}
		v.(*Tuple).place = p.from(start)
	case p.take("("):
		v = p.expr()
		p.expect(")", "the vector behind @ ends with )")
	default:
		name, at := p.ident("the vector behind @")
		v = &Name{place(at), name}
	}
	return &Index{place: place{x.At().Start, p.behind()}, X: x, Subs: []Expr{v}, Vector: true}
}

func (p *parser) selection(x Expr) Expr {
	p.next()
	at := p.span()
	switch {
	case p.is("new"):
		n := p.creation().(*New)
		n.Outer, n.place.Start = x, x.At().Start
		return n
	case p.isAny("class", "this", "super"), p.isIdent():
		name := p.text()
		p.next()
		return &Select{place: place{x.At().Start, at.End}, X: x, Name: name, NameSpan: at}
	}
	p.fail(p.missing(), "spar-syntax", "behind a dot the name of a member is missing")
	return x
}

// vector is [a, b].
func (p *parser) vector() []Expr {
	p.next()
	return p.list("]", "a list of subscripts ends with ]")
}

func (p *parser) args() []Expr {
	p.next()
	return p.list(")", "a list of arguments ends with )")
}

// list is expressions with commas up to a bracket.
func (p *parser) list(end, why string) []Expr {
	var out []Expr
	for !p.is(end) {
		out = append(out, p.expr())
		if !p.take(",") {
			break
		}
	}
	p.expect(end, why)
	return out
}
