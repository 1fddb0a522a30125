package fortran

import (
	"fmt"

	"github.com/parlens/parlens/analysis/source"
)

// Parsed is what the text of a statement means. It depends on nothing else, so
// that equal texts can share it; places count from the text's first byte.
type Parsed struct {
	Construct string             // the name in `name: DO`
	Stmt      Stmt               // nil when the statement was not understood
	Action    *Parsed            // the statement behind a logical IF, a one-line WHERE or FORALL
	Problem   *source.Diagnostic // nil when the whole statement was understood
}

// ParseStatement parses the joined text of a statement without its label. It
// never fails: see Parsed.Problem. In fixed form, blanks are taken to separate
// words at first; where that makes no sense, they are removed.
func ParseStatement(text string, form Form) Parsed {
	first := parseTokens(text, Tokens(text), nil)
	if form == Free || first.Problem == nil {
		return first
	}
	tokens, from := squeeze(text)
	if second := parseTokens(text, tokens, from); second.Problem == nil {
		return second
	}
	return first
}

// classifier picks the production of a statement by its first words and the
// operators outside parentheses.
type classifier struct {
	end    int   // length of the text
	packed []int // nil unless the blanks are gone, when keywords may have grown together with what follows: where each byte stands
}

func parseTokens(text string, tokens []Token, packed []int) Parsed {
	end := len(text)
	if isFormat(tokens) {
		return parseFormat(text, tokens[1].Start)
	}
	if bad := checkTokens(tokens, end); bad != nil {
		return Parsed{Problem: bad}
	}
	return classifier{end, packed}.statement(tokens)
}

// isFormat recognises FORMAT (...), whose text obeys rules of its own.
func isFormat(tokens []Token) bool {
	return len(tokens) > 2 && tokens[0].Text == "format" && tokens[1].Text[0] == '(' && !shapeOf(tokens).assigns
}

// checkTokens reports the first thing that is no token and the first
// parenthesis without its partner.
func checkTokens(tokens []Token, end int) *source.Diagnostic {
	var open []Token
	for _, t := range tokens {
		switch {
		case t.Kind == Bad:
			return syntaxError(t.Start, t.End, badToken(t))
		case t.Kind != Punct:
		case t.Text == "(" || t.Text == "[" || t.Text == "(/":
			open = append(open, t)
		case t.Text == ")" || t.Text == "]" || t.Text == "/)":
			if len(open) == 0 || (open[len(open)-1].Text == "[") != (t.Text == "]") {
				return syntaxError(t.Start, t.End, fmt.Sprintf("unmatched %q", t.Text))
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		t := open[len(open)-1]
		return syntaxError(t.Start, t.End, fmt.Sprintf("unmatched %q", t.Text))
	}
	return nil
}

func badToken(t Token) string {
	if c := t.Text[len(t.Text)-1]; len(t.Text) > 1 && c < 0x80 || t.Text == "'" || t.Text == `"` {
		return "unterminated character constant"
	}
	return fmt.Sprintf("%q is not part of the language", t.Text)
}

func syntaxError(start, end int, message string) *source.Diagnostic {
	return &source.Diagnostic{Span: source.Span{Start: start, End: end}, Severity: source.Error, Code: "syntax", Message: message}
}

// notUnderstood reports what begins no statement. "name(...)" is left to the
// preprocessor: in sources that run through it, it is a macro.
func notUnderstood(tokens []Token) Parsed {
	d := &source.Diagnostic{
		Span: source.Span{Start: tokens[0].Start, End: tokens[len(tokens)-1].End}, Severity: source.Error,
		Code: "not-understood", Message: fmt.Sprintf("%q does not begin a statement", tokens[0].Text),
	}
	if len(tokens) > 2 && tokens[0].Kind == Word && tokens[1].Text == "(" && Closing(tokens, 1) == len(tokens)-1 {
		d.Severity, d.Message = source.Information, fmt.Sprintf("%s(...) is no statement, unless it is a macro", tokens[0].Text)
	}
	return Parsed{Problem: d}
}

// statement parses one statement (or the action of a logical IF).
func (c classifier) statement(tokens []Token) Parsed {
	if len(tokens) == 0 {
		return Parsed{}
	}
	if len(tokens) > 2 && tokens[1].Text == ":" && tokens[0].Kind == Word {
		p := c.unnamed(tokens[2:])
		p.Construct = tokens[0].Text
		return p
	}
	return c.unnamed(tokens)
}

func (c classifier) unnamed(tokens []Token) Parsed {
	if shape := shapeOf(tokens); shape.assigns {
		return c.parse(tokens, assignment)
	}
	if tokens[0].Kind != Word {
		return notUnderstood(tokens)
	}
	tokens = c.split(tokens)
	if isProcedure(tokens) {
		return c.parse(tokens, procedureHeading)
	}
	if rule, ok := rules[tokens[0].Text]; ok {
		return rule(c, tokens)
	}
	return notUnderstood(tokens)
}

// parser is a compiled production.
type parser func(tokens []Token, end int) (Stmt, *source.Diagnostic)

// production hides the type of a production.
func production[T any]() parser {
	parse := Production[T]()
	return func(tokens []Token, end int) (Stmt, *source.Diagnostic) {
		tree, problem := parse(tokens, end)
		if problem != nil {
			return nil, problem
		}
		return tree, nil
	}
}

func (c classifier) parse(tokens []Token, by parser) Parsed {
	stmt, problem := by(tokens, c.end)
	return Parsed{Stmt: stmt, Problem: problem}
}

// shape is what the operators outside parentheses say about a statement.
type shape struct{ assigns bool }

// shapeOf tells assignments from everything else: a designator up to the first
// "=" or "=>" outside parentheses. There are no reserved words, so this comes
// before any keyword: `if(i)=3` and `end=1` are assignments.
func shapeOf(tokens []Token) shape {
	if tokens[0].Kind != Word {
		return shape{}
	}
	for i := 1; i < len(tokens); i++ {
		switch t := tokens[i]; {
		case t.Kind != Punct:
			return shape{}
		case t.Text == "=" || t.Text == "=>":
			return shape{assigns: !isLoop(tokens, i)}
		case t.Text == "(" || t.Text == "[":
			i = Closing(tokens, i)
		case t.Text == "%" && i+1 < len(tokens) && tokens[i+1].Kind == Word:
			i++
		default:
			return shape{}
		}
	}
	return shape{}
}

// isLoop reports whether the statement with "=" at tokens[eq] is a squeezed
// DO: "do10i=1,5" has a comma outside parentheses behind its "=".
func isLoop(tokens []Token, eq int) bool {
	if eq != 1 || len(tokens[0].Text) < 3 || tokens[0].Text[:2] != "do" {
		return false
	}
	for i := eq + 1; i < len(tokens); i++ {
		switch tokens[i].Text {
		case "(", "[", "(/":
			i = Closing(tokens, i)
		case ",":
			return tokens[i].Kind == Punct
		}
	}
	return false
}

// Closing returns the index of the partner of the parenthesis at tokens[i], the last
// index where there is none.
func Closing(tokens []Token, i int) int {
	for depth := 0; i < len(tokens); i++ {
		if tokens[i].Kind != Punct {
			continue
		}
		switch tokens[i].Text {
		case "(", "[", "(/":
			depth++
		case ")", "]", "/)":
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(tokens) - 1
}
