package fortran

// The leaves of the productions: how each begins, and how it is parsed.

func (t Token) isWord() bool       { return t.Kind == Word }
func (t Token) isOpen() bool       { return t.Kind == Punct && t.Text == "(" }
func (t Token) isClose() bool      { return t.Kind == Punct && t.Text == ")" }
func (t Token) beginsLength() bool { return t.Kind == Int || t.isOpen() }

func (t Token) beginsVariable() bool { return t.Kind == Word || t.isOpen() }

func (t Token) beginsExpr() bool {
	switch t.Kind {
	case Word, Int, Real, String, Boz, Dotted:
		return true
	case Punct:
		switch t.Text {
		case "(", "(/", "[", "+", "-":
			return true
		}
	}
	return false
}

func (t Token) beginsArg() bool {
	return t.beginsExpr() || t.Kind == Punct && (t.Text == "*" || t.Text == ":" || t.Text == "::")
}

func (c *climber) anyExpr() (Expr, error) { return c.expression(defined) }

func (c *climber) name() (Name, error) {
	t := c.in.next()
	return &name{PlaceAt(t.span()), t.Text}, nil
}

func (c *climber) open() (Open, error)         { return PlaceAt(c.in.next().span()), nil }
func (c *climber) close() (Close, error)       { return PlaceAt(c.in.next().span()), nil }
func (c *climber) variable() (Variable, error) { return c.primary() }

// length parses what follows "*" in a declaration.
func (c *climber) length() (Length, error) {
	if t := c.in.look(0); t.Kind == Int {
		c.in.next()
		return &Literal{PlaceAt(t.span()), Int, t.Text}, nil
	}
	args, at, err := c.arguments(")")
	if err != nil {
		return nil, err
	}
	if len(args) != 1 {
		return nil, c.errorf("a length is one expression")
	}
	return &Paren{PlaceAt(at), args[0]}, nil
}

// constant parses a value of a DATA statement, perhaps with a repeat count.
func (c *climber) constant() (Constant, error) {
	x, err := c.operand(power)
	if err != nil || !c.is("*") {
		return x, err
	}
	c.in.next()
	y, err := c.operand(power)
	if err != nil {
		return nil, err
	}
	return &Binary{PlaceAt(x.Span().Join(y.Span())), binaries["*"].op, "", x, y}, nil
}
