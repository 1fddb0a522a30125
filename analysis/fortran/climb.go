package fortran

import (
	"fmt"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// maxDepth bounds the nesting of an expression, so that no text exhausts the
// stack.
const maxDepth = 200

// maxOperators bounds the operators one behind the other, since the tree of a long sum is as
// deep, and maxInAll those of a statement.
const (
	maxOperators = 10_000
	maxInAll     = 10 * maxOperators
)

// stream is where tokens come from: the classifier's slice, or participle's
// lexer inside a production.
type stream interface {
	look(n int) Token // the n-th token from here, of kind EOF behind the last
	next() Token      // the same as look(0), and moves on
}

// climber parses expressions by precedence climbing.
type climber struct {
	in        stream
	depth     int
	operators int
}

// syntaxFault is an error of a climber at a token.
type syntaxFault struct {
	at      Token
	message string // "" for an unexpected token
}

func (f *syntaxFault) Error() string {
	switch {
	case f.message != "":
		return f.message
	case f.at.Kind == EOF:
		return "the statement ends too early"
	}
	return fmt.Sprintf("unexpected %q", f.at.Text)
}

// expression parses operand { operator operand } with operators of at least
// the given level.
func (c *climber) expression(lowest level) (Expr, error) {
	c.depth++
	defer func() { c.depth-- }()
	if c.depth > maxDepth {
		return nil, c.errorf("nested more than %d deep", maxDepth)
	}
	x, err := c.operand(lowest)
	for operators := c.operators; err == nil; c.operators++ {
		t := c.in.look(0)
		o, ok := binary(t)
		if !ok || o.level < lowest {
			return x, nil
		}
		if c.operators >= min(operators+maxOperators, maxInAll) {
			return nil, c.errorf("more than %d operators", maxOperators)
		}
		c.in.next()
		next := o.level + 1
		if o.level == power {
			next = power // right-associative
		}
		var y Expr
		if y, err = c.expression(next); err == nil {
			x = &Binary{PlaceAt(x.Span().Join(y.Span())), o.op, userName(o.op, t), x, y}
		}
	}
	return nil, err
}

func userName(op program.Op, t Token) string {
	if op == program.Defined {
		return t.Text
	}
	return ""
}

// operand parses a primary with its prefix operators.
func (c *climber) operand(lowest level) (Expr, error) {
	t := c.in.look(0)
	switch {
	case t.Kind == Punct && t.Text == "-":
		return c.prefix(program.Neg, max(lowest, product))
	case t.Kind == Punct && t.Text == "+":
		return c.prefix(program.Plus, max(lowest, product))
	case t.Kind == Dotted && t.Text == ".not.":
		return c.prefix(program.Not, max(lowest, relation))
	case t.Kind == Dotted && !isTruth(t.Text):
		return c.prefix(program.Defined, power+1)
	}
	return c.primary()
}

func (c *climber) prefix(op program.Op, of level) (Expr, error) {
	t := c.in.next()
	x, err := c.expression(of)
	if err != nil {
		return nil, err
	}
	return &Unary{PlaceAt(t.span().Join(x.Span())), op, userName(op, t), x}, nil
}

func (c *climber) primary() (Expr, error) {
	t := c.in.look(0)
	switch t.Kind {
	case Int, Real, String, Boz, Dotted:
		c.in.next()
		return &Literal{PlaceAt(t.span()), t.Kind, t.Text}, nil
	case Word:
		return c.designator()
	case Punct:
		switch t.Text {
		case "(":
			return c.parenthesis()
		case "[":
			return c.constructor("]")
		case "(/":
			return c.constructor("/)")
		}
	}
	return nil, c.unexpected()
}

// parenthesis parses "(" expr ")", a complex constant or an implied DO.
func (c *climber) parenthesis() (Expr, error) {
	start := c.in.next().span()
	list, err := c.items(")")
	if err != nil {
		return nil, err
	}
	list.extend(start)
	if len(list.Items) == 1 && list.Control == nil {
		return &Paren{list.Place, list.Items[0]}, nil
	}
	return list, nil
}

// constructor parses an array constructor, perhaps with a type in front.
func (c *climber) constructor(closing string) (Expr, error) {
	start := c.in.next().span()
	typ := c.constructorType(closing)
	if c.is(closing) {
		return &List{Place: PlaceAt(start.Join(c.in.next().span())), Bracket: true, Type: typ}, nil
	}
	list, err := c.items(closing)
	if err != nil {
		return nil, err
	}
	list.extend(start)
	list.Bracket, list.Type = true, typ
	return list, nil
}

// constructorType reads `type ::`, if it is there.
func (c *climber) constructorType(closing string) string {
	text := ""
	for n, depth := 0, 0; ; n++ {
		switch t := c.in.look(n); {
		case t.Text == "::" && depth == 0:
			for ; n >= 0; n-- {
				c.in.next()
			}
			return text
		case t.Text == "(":
			depth++
		case t.Text == ")":
			depth--
		case t.Kind == EOF || depth < 0 || depth == 0 && (t.Kind != Word || t.Text == closing):
			return ""
		}
		text += c.in.look(n).Text
	}
}

// items parses item {"," item} ["," var "=" lo "," hi ["," step]] closing; the
// place returned is that of the closing token.
func (c *climber) items(closing string) (*List, error) {
	list := &List{}
	for {
		typed := len(list.Items) > 0 && !c.is("::") && c.constructorType(closing) != "" // of the index
		if typed && !c.assigns() {
			return nil, c.unexpected()
		}
		if c.assigns() && len(list.Items) > 0 {
			control, err := c.control()
			if err != nil {
				return nil, err
			}
			list.Control = control
		} else {
			x, err := c.expression(defined)
			if err != nil {
				return nil, err
			}
			list.Items = append(list.Items, x)
		}
		if c.is(closing) {
			list.Place = PlaceAt(c.in.next().span())
			return list, nil
		}
		if list.Control != nil || !c.is(",") {
			return nil, c.unexpected()
		}
		c.in.next()
	}
}

func (c *climber) control() (*Control, error) {
	t := c.in.next()
	c.in.next() // "="
	k := &Control{Var: t.Text, At: t.span()}
	var err error
	if k.Lo, err = c.expression(defined); err != nil {
		return nil, err
	}
	if !c.is(",") {
		return nil, c.unexpected()
	}
	c.in.next()
	if k.Hi, err = c.expression(defined); err != nil || !c.is(",") {
		return k, err
	}
	c.in.next()
	k.Step, err = c.expression(defined)
	return k, err
}

// is reports whether the next token is the given punctuation.
func (c *climber) is(text string) bool {
	t := c.in.look(0)
	return t.Text == text && t.Kind == Punct
}

// assigns reports whether the next tokens are a name and "=".
func (c *climber) assigns() bool {
	return c.in.look(0).Kind == Word && c.in.look(1).Text == "="
}

func (c *climber) unexpected() error { return &syntaxFault{at: c.in.look(0)} }

func (c *climber) errorf(format string, args ...any) error {
	return &syntaxFault{at: c.in.look(0), message: fmt.Sprintf(format, args...)}
}

func (t Token) span() source.Span { return source.Span{Start: t.Start, End: t.End} }
