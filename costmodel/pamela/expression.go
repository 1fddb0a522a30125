package pamela

import (
	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/parlens/parlens/analysis/notation"
)

// maxNesting is the depth of parentheses, loops and branches in one equation.
const maxNesting = 200

// maxOperators bounds the operators one behind the other: the tree of a long sum is as deep.
const maxOperators = 100_000

// expressions parses the right-hand side of one equation.
type expressions struct {
	lex   *lexer.PeekingLexer
	depth int
	last  int // where the last token that was taken ends
}

func (p *expressions) next() *lexer.Token {
	t := p.lex.Next()
	p.last = spanOf(t).End
	return t
}

// take takes the next token if it is this one.
func (p *expressions) take(text string) bool {
	if t := p.lex.Peek(); t.Type == numberToken || t.Value != text {
		return false
	}
	p.next()
	return true
}

func (p *expressions) want(text string) error {
	if p.take(text) {
		return nil
	}
	t := p.lex.Peek()
	return participle.Errorf(t.Pos, "%q is missing: %s", text, found(t))
}

// from is the place from a start to the last token.
func (p *expressions) from(start int) place { return place{Start: start, End: max(start, p.last)} }

// expression parses operators that bind stronger than least.
func (p *expressions) expression(least int) (Node, error) {
	if p.depth++; p.depth > maxNesting {
		return nil, participle.Errorf(p.lex.Peek().Pos, "nested more than %d deep", maxNesting)
	}
	defer func() { p.depth-- }()
	start := p.lex.Peek().Pos.Offset
	x, err := p.operand()
	for operators := 0; err == nil; operators++ {
		o := p.lex.Peek()
		s := notation.Strength(o.Value)
		if s <= least || o.Type == numberToken {
			return x, nil
		}
		if operators == maxOperators {
			return nil, participle.Errorf(o.Pos, "more than %d operators", maxOperators)
		}
		p.next()
		right := s
		if o.Value == notation.Power {
			right-- // a^b^c is a^(b^c)
		}
		var y Node
		if y, err = p.expression(right); err == nil {
			x = &Binary{Place: p.from(start), Op: o.Value, X: x, Y: y}
		}
	}
	return x, err
}

// operand parses what stands between operators.
func (p *expressions) operand() (Node, error) {
	t := p.lex.Peek()
	start := t.Pos.Offset
	switch {
	case t.Type == numberToken:
		p.next()
		return &Number{Place: p.from(start), Text: t.Value}, nil
	case t.Type == identToken:
		return p.word(t)
	}
	switch t.Value {
	case "-", "+", "!":
		p.next()
		x, err := p.expression(notation.UnaryStrength - 1)
		return p.unary(t.Value, start, x), err
	case "(":
		p.next()
		return p.closed(")")
	case "{":
		p.next()
		if p.take("}") {
			return &Empty{Place: p.from(start)}, nil
		}
		return p.closed("}")
	case "[":
		p.next()
		items, err := p.list("]")
		return &List{Place: p.from(start), Items: items}, err
	}
	return nil, participle.Errorf(t.Pos, "an expression is missing: %s", found(t))
}

func (p *expressions) unary(op string, start int, x Node) Node {
	switch op {
	case "+":
		return x
	case "!":
		op = "not"
	}
	return &Unary{Place: p.from(start), Op: op, X: x}
}

// closed parses an expression up to its closing bracket.
func (p *expressions) closed(bracket string) (Node, error) {
	x, err := p.expression(0)
	if err == nil {
		err = p.want(bracket)
	}
	return x, err
}

// list parses expressions with commas, up to the closing bracket.
func (p *expressions) list(bracket string) ([]Node, error) {
	var items []Node
	if p.take(bracket) {
		return nil, nil
	}
	for {
		x, err := p.expression(0)
		if err != nil {
			return items, err
		}
		items = append(items, x)
		if !p.take(",") {
			return items, p.want(bracket)
		}
	}
}

// word parses what begins with a word.
func (p *expressions) word(t *lexer.Token) (Node, error) {
	start := t.Pos.Offset
	switch t.Value {
	case "if":
		p.next()
		return p.branch(start)
	case "seq", "par", "sum":
		p.next()
		if err := p.want("("); err != nil {
			return nil, err
		}
		return p.loop(t.Value, start)
	case "not":
		p.next()
		x, err := p.expression(notation.UnaryStrength - 1)
		return &Unary{Place: p.from(start), Op: "not", X: x}, err
	}
	if keywords[t.Value] {
		return nil, participle.Errorf(t.Pos, "an expression is missing: %s", found(t))
	}
	p.next()
	if !p.take("(") {
		return &Name{Place: p.from(start), Name: t.Value}, nil
	}
	if (t.Value == "max" || t.Value == "min") && p.startsLoop() {
		return p.loop(t.Value, start)
	}
	args, err := p.list(")")
	return &Name{Place: p.from(start), Name: t.Value, Args: args, Call: true}, err
}

// startsLoop looks ahead for "index =".
func (p *expressions) startsLoop() bool {
	if p.lex.Peek().Type != identToken {
		return false
	}
	back := p.lex.MakeCheckpoint()
	defer p.lex.LoadCheckpoint(back)
	p.lex.Next()
	return p.lex.Peek().Value == "="
}

// loop parses "index = lo, hi) body".
func (p *expressions) loop(word string, start int) (Node, error) {
	l := &Loop{Word: word}
	var index nameSyntax
	if err := index.Parse(p.lex); err != nil {
		return nil, err
	}
	l.Index = index.text
	if err := p.want("="); err != nil {
		return nil, err
	}
	var err error
	if l.Lo, err = p.expression(0); err == nil {
		err = p.want(",")
	}
	if err == nil {
		l.Hi, err = p.closed(")")
	}
	if err == nil {
		l.Body, err = p.expression(notation.UnaryStrength - 1)
	}
	l.Place = p.from(start)
	return l, err
}

// branch parses "(cond) then [else els]".
func (p *expressions) branch(start int) (Node, error) {
	b := &Branch{}
	err := p.want("(")
	if err == nil {
		b.Cond, err = p.closed(")")
	}
	if err == nil {
		b.Then, err = p.expression(notation.UnaryStrength - 1)
	}
	if err == nil && p.take("else") {
		b.Else, err = p.expression(notation.UnaryStrength - 1)
	}
	b.Place = p.from(start)
	return b, err
}
