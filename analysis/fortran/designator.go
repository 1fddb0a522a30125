package fortran

import "github.com/parlens/parlens/analysis/source"

// designator parses name [args] [args] [image] {"%" name ...}.
func (c *climber) designator() (Expr, error) {
	single := &struct { // most have one part, and are made in one piece
		Designator
		only [1]Part
	}{}
	d := &single.Designator
	d.Parts = single.only[:0]
	for {
		t := c.in.look(0)
		if t.Kind != Word {
			return nil, c.unexpected()
		}
		c.in.next()
		part := Part{Name: t.Text, At: PlaceAt(t.span())}
		if err := c.part(&part); err != nil {
			return nil, err
		}
		d.Parts = append(d.Parts, part)
		if !c.is("%") {
			d.Place = d.Parts[0].At
			d.extend(part.At.Span())
			return d, nil
		}
		c.in.next()
	}
}

// part parses what may follow a name in a designator.
func (c *climber) part(p *Part) error {
	if c.is("(") {
		args, at, err := c.arguments(")")
		if err != nil {
			return err
		}
		p.Args, p.ArgsAt = args, PlaceAt(at)
		p.At.extend(at)
	}
	if p.Called() && c.is("(") {
		args, at, err := c.arguments(")")
		if err != nil {
			return err
		}
		p.more = &tail{substring: args}
		p.At.extend(at)
	}
	if c.is("[") {
		args, at, err := c.arguments("]")
		if err != nil {
			return err
		}
		p.more = &tail{p.Substring(), args}
		p.At.extend(at)
	}
	return nil
}

// arguments parses a list in parentheses or brackets, perhaps empty, and
// returns its place with them.
func (c *climber) arguments(closing string) ([]Arg, source.Span, error) {
	start := c.in.next().span()
	var args []Arg
	for !c.is(closing) || len(args) > 0 {
		arg, err := c.argument()
		if err != nil {
			return nil, start, err
		}
		args = append(args, arg)
		if c.is(closing) {
			break
		}
		if !c.is(",") {
			return nil, start, c.unexpected()
		}
		c.in.next()
	}
	return args, start.Join(c.in.next().span()), nil
}

// argument parses an expression, a triplet, "*", or name "=" argument.
func (c *climber) argument() (Arg, error) {
	t := c.in.look(0)
	switch {
	case c.is("*"):
		return c.star()
	case c.assigns():
		t := c.in.next()
		c.in.next() // "="
		if c.assigns() {
			return nil, c.unexpected()
		}
		value, err := c.argument()
		if err != nil {
			return nil, err
		}
		return &Keyword{PlaceAt(t.span().Join(value.Span())), t.Text, value}, nil
	case c.is(":") || c.is("::"):
		return c.triplet(nil, t.span())
	}
	x, err := c.expression(defined)
	if err != nil {
		return nil, err
	}
	if c.is(":") || c.is("::") {
		return c.triplet(x, x.Span())
	}
	return x, nil
}

// star parses "*", or "*10" (an alternate return).
func (c *climber) star() (*Star, error) {
	t := c.in.next()
	s := &Star{Place: PlaceAt(t.span())}
	if next := c.in.look(0); next.Kind == Int {
		c.in.next()
		s.Label = next.Text
		s.extend(next.span())
	}
	return s, nil
}

// triplet parses the rest of lo:hi:step; the next token is ":" or "::".
func (c *climber) triplet(lo Expr, at source.Span) (Arg, error) {
	r := &Range{Lo: lo}
	double := c.is("::")
	r.Place = PlaceAt(at.Join(c.in.next().span()))
	if !double {
		if err := c.bound(r, &r.Hi); err != nil {
			return nil, err
		}
		if !c.is(":") {
			return r, nil
		}
		r.extend(c.in.next().span())
	}
	return r, c.bound(r, &r.Step)
}

// bound parses an optional bound of a triplet; "*" is the last one of an
// assumed-size array.
func (c *climber) bound(r *Range, into *Expr) error {
	if c.is(",") || c.is(")") || c.is("]") || c.is(":") {
		return nil
	}
	var x Expr
	var err error
	if c.is("*") {
		x, err = c.star()
	} else {
		x, err = c.expression(defined)
	}
	if err == nil {
		*into = x
		r.extend(x.Span())
	}
	return err
}
