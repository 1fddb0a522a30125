package fortran

import "github.com/parlens/parlens/analysis/source"

// The commonest classes of statements are parsed by hand, without participle,
// several times faster. Their productions stay the definition: a test compares
// the two, diagnostics included.

// slice is a stream over the classifier's tokens.
type slice struct {
	tokens []Token
	end    int
}

func (s *slice) look(n int) Token {
	if n < len(s.tokens) {
		return s.tokens[n]
	}
	return Token{Kind: EOF, Start: s.end, End: s.end}
}

func (s *slice) next() Token {
	t := s.look(0)
	if t.Kind != EOF {
		s.tokens = s.tokens[1:]
	}
	return t
}

// hand parses one statement and keeps its first error.
type hand struct {
	slice
	climb climber
	err   error
}

// byHand makes a parser of a function that reads a whole statement.
func byHand(parse func(h *hand) Stmt) parser {
	return func(tokens []Token, end int) (Stmt, *source.Diagnostic) {
		h := &hand{slice: slice{tokens, end}}
		h.climb.in = &h.slice
		stmt := parse(h)
		if h.err == nil && h.look(0).Kind != EOF {
			h.err = h.climb.unexpected()
		}
		if h.err != nil {
			return nil, problem(h.err, tokens, end)
		}
		return stmt, nil
	}
}

// accept takes the next token if it is text.
func (h *hand) accept(text string) bool {
	if t := h.look(0); h.err != nil || t.Text != text || t.Kind == String {
		return false
	}
	h.next()
	return true
}

func (h *hand) expect(text string) {
	if h.err == nil && !h.accept(text) {
		h.err = h.climb.unexpected()
	}
}

// read parses a leaf that must be there.
func read[T Expr](h *hand, begins func(Token) bool, parse func(*climber) (T, error)) T {
	var x T
	switch {
	case h.err != nil:
	case !begins(h.look(0)):
		h.err = h.climb.unexpected()
	default:
		x, h.err = parse(&h.climb)
	}
	return x
}

func (h *hand) expr() Expr { return read(h, Token.beginsExpr, (*climber).anyExpr) }

func assignmentByHand(h *hand) Stmt {
	a := &Assignment{LHS: read(h, Token.beginsVariable, (*climber).variable)}
	if a.Pointer = h.accept("=>"); !a.Pointer {
		h.expect("=")
	}
	a.RHS = h.expr()
	return a
}

func callByHand(h *hand) Stmt {
	h.expect("call")
	return &Call{read(h, Token.beginsVariable, (*climber).variable)}
}

// ifByHand parses the head of a logical IF and IF (...) THEN.
func ifByHand(h *hand) Stmt {
	h.expect("if")
	h.expect("(")
	s := &If{Cond: h.expr()}
	h.expect(")")
	s.Then = h.accept("then")
	return s
}

// countedDo parses DO [label] var = lo, hi [, step].
func countedDo(h *hand) Stmt {
	h.expect("do")
	d := &Do{}
	if h.look(0).Kind == Int {
		d.Label = h.next().Text
	}
	h.accept(",")
	d.Var = read(h, Token.isWord, (*climber).name)
	h.expect("=")
	d.Lo = h.expr()
	h.expect(",")
	d.Hi = h.expr()
	if h.accept(",") {
		d.Step = h.expr()
	}
	return d
}

// isCounted reports whether DO is followed by [label] [,] var =.
func isCounted(tokens []Token) bool {
	i := 1
	if i < len(tokens) && tokens[i].Kind == Int {
		i++
	}
	if i < len(tokens) && tokens[i].Text == "," {
		i++
	}
	return i+1 < len(tokens) && tokens[i].Kind == Word && tokens[i+1].Text == "="
}
