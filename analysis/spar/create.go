package spar

// creation is new: of an object, or of an array.
func (p *parser) creation() Expr {
	start := p.start()
	p.next()
	t := p.baseType()
	switch {
	case p.is("("):
		args := p.args()
		x := &New{Type: t, Args: args}
		if p.is("{") {
			x.Body = p.classBody()
		}
		x.place = p.from(start)
		return x
	case p.is("{") || p.dimAhead():
		dims := p.dims()
		x := &NewArray{Type: t, Dims: dims}
		if p.is("{") {
			x.Init = p.arrayInit()
		}
		x.place = p.from(start)
		return x
	case p.is("[") || p.is("@"):
		return p.newArray(start, t)
	}
	p.fail(p.missing(), "spar-syntax", "new is followed by a class with arguments, or by an array type with sizes")
	return nil
}

// newArray reads the sizes, outermost first, then the levels without size.
func (p *parser) newArray(start int, t *TypeRef) Expr {
	x := &NewArray{Type: t}
	for (p.is("[") || p.is("@")) && !p.dimAhead() {
		s := Size{}
		if p.is("@") {
			s.Subs, s.Vector = p.vectorIndex(&Name{}).(*Index).Subs, true
		} else {
			s.Subs = p.vector()
		}
		s.Pragmas = p.pragmas()
		x.Sizes = append(x.Sizes, s)
	}
	x.Dims = p.dims()
	x.place = p.from(start)
	return x
}

// behindSizes reads a map before new as one behind the sizes, where it belongs; the result
// are the other pragmas.
func behindSizes(notes *Pragmas, x Expr) *Pragmas {
	n, ok := x.(*NewArray)
	if !ok || len(n.Sizes) == 0 {
		return notes
	}
	rest, maps := &Pragmas{Span: notes.Span}, &Pragmas{Span: notes.Span}
	if old := n.Sizes[0].Pragmas; old != nil {
		maps.List = old.List
	}
	for _, p := range notes.List {
		if p.Name == "dist" || p.Name == "on" && p.Value.Head() == "lambda" {
			maps.List = append(maps.List, p)
		} else {
			rest.List = append(rest.List, p)
		}
	}
	if len(maps.List) > 0 {
		n.Sizes[0].Pragmas = maps
	}
	return rest
}

// arrayInit is { a, { b, c }, }.
func (p *parser) arrayInit() *ArrayInit {
	defer p.deeper()()
	start := p.start()
	p.next()
	x := &ArrayInit{}
	for !p.is("}") {
		if p.is("{") {
			x.Items = append(x.Items, p.arrayInit())
		} else {
			x.Items = append(x.Items, p.expr())
		}
		if !p.take(",") {
			break
		}
	}
	p.expect("}", "the values of an array end with }")
	x.place = p.from(start)
	return x
}

// initial is the value of a declaration.
func (p *parser) initial() Expr {
	if p.is("{") {
		return p.arrayInit()
	}
	return p.expr()
}
