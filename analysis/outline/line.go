package outline

import (
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/source"
)

// line is a logical line with the innermost unit around it, nil for none.
type line struct {
	fortran.Logical
	unit *Unit
}

// word is a name as a logical line uses it; At counts in the file.
type word struct {
	name  string
	at    source.Span
	token int  // its index
	index bool // of an ALIGN directive
	call  bool // no variable unless declared: behind CALL, in front of a parenthesis, in TYPE(...)
}

// tokens returns the tokens of a line as its parser takes them: of a fixed-form
// line without blanks, keywords are split from what they have grown together
// with.
func (l *line) tokens() []fortran.Token {
	switch {
	case l.Kind == fortran.Directive:
		return hpf.Tokens(l.Text, l.Form)
	case l.Kind == fortran.Code:
		return fortran.StatementTokens(l.Text, l.Form)
	}
	return fortran.Tokens(l.Text)
}

// words returns the names in a line: no keywords, no components, no names of
// arguments.
func (l *line) words() []word {
	tokens := l.tokens()
	switch l.Kind {
	case fortran.Code:
		return l.named(tokens, statementNames(tokens))
	case fortran.Directive:
		roles := rolesOf(tokens)
		isName := make([]bool, len(tokens))
		for i, r := range roles {
			isName[i] = r == nameRole || r == declaredRole || r == indexRole
		}
		out := l.named(tokens, isName)
		for i := range out {
			out[i].index = roles[out[i].token] == indexRole
		}
		return out
	}
	return nil
}

func (l *line) named(tokens []fortran.Token, isName []bool) []word {
	var out []word
	for i, t := range tokens {
		if isName[i] {
			called := i > 0 && tokens[i-1].Text == "call" || i+1 < len(tokens) && tokens[i+1].Text == "("
			called = called || i == 2 && (tokens[0].Text == "type" || tokens[0].Text == "class") // type(name)
			out = append(out, word{name: t.Text, at: l.Map.Span(spanOf(t)), token: i, call: called})
		}
	}
	return out
}

// wordAt returns the name around offset, its end included.
func (l *line) wordAt(offset int) (word, bool) {
	for _, w := range l.words() {
		if w.at.Start <= offset && offset <= w.at.End {
			return w, true
		}
	}
	return word{}, false
}

// statementNames tells the names of a statement from its keywords. There are
// no reserved words: what a word is depends on where it stands.
func statementNames(tokens []fortran.Token) []bool {
	isName := make([]bool, len(tokens))
	if len(tokens) == 0 || tokens[0].Text == "format" && !assigns(tokens, 0) {
		return isName
	}
	for i, t := range tokens {
		isName[i] = t.Kind == fortran.Word && (i == 0 || tokens[i-1].Text != "%")
	}
	forArguments(tokens, isName)
	forKeywords(tokens, 0, isName)
	forHeader(tokens, isName)
	return isName
}

// forHeader takes out the type in front of the indices of FORALL and DO
// CONCURRENT.
func forHeader(tokens []fortran.Token, isName []bool) {
	for i, t := range tokens {
		if t.Text != "(" || i == 0 || tokens[i-1].Text != "forall" && tokens[i-1].Text != "concurrent" {
			continue
		}
		for j := i; j < len(tokens) && tokens[j].Text != "="; j++ {
			if tokens[j].Text == "::" {
				clear(isName[i:j])
			}
		}
	}
}

// binding are the words before a parenthesis in which "name =" gives a value to
// a name, instead of naming an argument.
var binding = map[string]bool{"forall": true, "concurrent": true, "parameter": true, "data": true}

// forArguments takes out the names of arguments: "name =" inside parentheses
// that follow a word.
func forArguments(tokens []fortran.Token, isName []bool) {
	var callers []bool // of the open parentheses: whether arguments are named in them
	for i, t := range tokens {
		switch t.Text {
		case "(", "[", "(/":
			callers = append(callers, i > 0 && tokens[i-1].Kind == fortran.Word && !binding[tokens[i-1].Text])
		case ")", "]", "/)":
			callers = callers[:max(0, len(callers)-1)]
		case "=":
			if i > 0 && len(callers) > 0 && callers[len(callers)-1] {
				isName[i-1] = false
			}
		}
	}
}

// types are the words that begin a declaration.
var types = map[string]bool{
	"integer": true, "real": true, "complex": true, "logical": true, "character": true, "double": true, "type": true, "class": true,
}

// followers are keywords that stand behind another keyword.
var followers = map[string]bool{
	"precision": true, "function": true, "subroutine": true, "procedure": true, "data": true, "to": true, "case": true, "type": true,
	"while": true, "concurrent": true, "none": true, "stop": true, "if": true, "where": true, "do": true, "program": true, "module": true,
	"interface": true, "forall": true, "select": true, "associate": true, "block": true, "is": true, "default": true, "recursive": true,
}

// forKeywords takes out the keywords of the action that begins at token i.
func forKeywords(tokens []fortran.Token, i int, isName []bool) {
	if i == 0 && len(tokens) > 2 && tokens[1].Text == ":" {
		i = 2 // a construct's name
	}
	if i >= len(tokens) || tokens[i].Kind != fortran.Word || assigns(tokens, i) {
		return
	}
	first := tokens[i].Text
	isName[i] = false
	rest := i + 1
	for rest < len(tokens) && tokens[rest].Kind == fortran.Word && followers[tokens[rest].Text] {
		isName[rest] = false
		rest++
	}
	switch {
	case first == "common" || first == "save":
		forBlocks(tokens, isName)
	case first == "import" && rest+1 < len(tokens) && tokens[rest].Text == ",":
		isName[rest+1] = false
	case first == "interface" || first == "abstract" || first == "generic" || first == "public" || first == "private" || first == "use" || first == "end":
		forOperators(tokens, isName)
		forAttributes(tokens, rest, isName, false)
	case first == "if" || first == "elseif" || first == "where" || first == "forall" || first == "else":
		if rest < len(tokens) && tokens[rest].Text == "(" {
			next := fortran.Closing(tokens, rest) + 1
			forKeywords(tokens, next, isName)
			if next < len(tokens) && tokens[next].Text == "then" && next+1 == len(tokens) {
				isName[next] = false
			}
		}
	default:
		forAttributes(tokens, rest, isName, types[first])
	}
}

// specifiers are the words in front of a parenthesis that say what is generic.
var specifiers = map[string]bool{"operator": true, "assignment": true, "read": true, "write": true}

// forOperators takes out OPERATOR(...), ASSIGNMENT(=) and READ(FORMATTED).
func forOperators(tokens []fortran.Token, isName []bool) {
	for i, t := range tokens {
		if i+1 < len(tokens) && specifiers[t.Text] && tokens[i+1].Text == "(" {
			clear(isName[i:min(i+3, len(tokens))])
		}
	}
}

// forBlocks takes out the names of COMMON blocks, between slashes.
func forBlocks(tokens []fortran.Token, isName []bool) {
	for i := 1; i+1 < len(tokens); i++ {
		if tokens[i-1].Text == "/" && tokens[i+1].Text == "/" {
			isName[i] = false
		}
	}
}

// forAttributes takes out what stands outside parentheses before "::", and
// FUNCTION behind a type.
func forAttributes(tokens []fortran.Token, from int, isName []bool, typed bool) {
	depth, colons := 0, -1
	for i := from; i < len(tokens) && colons < 0; i++ {
		switch tokens[i].Text {
		case "(":
			depth++
		case ")":
			depth--
		case "::":
			if depth == 0 {
				colons = i
			}
		case "function":
			if typed && depth == 0 && i+1 < len(tokens) && tokens[i+1].Kind == fortran.Word {
				isName[i] = false
			}
		}
	}
	depth = 0
	for i := from; i < colons; i++ {
		switch tokens[i].Text {
		case "(":
			depth++
		case ")":
			depth--
		}
		if before := tokens[max(0, i-2)].Text; depth == 0 || before == "intent" || before == "bind" {
			isName[i] = false
		}
	}
}

// assigns reports whether tokens[i:] is an assignment: a designator, then "="
// or "=>".
func assigns(tokens []fortran.Token, i int) bool {
	for i++; i < len(tokens); i++ {
		switch tokens[i].Text {
		case "(", "[":
			i = fortran.Closing(tokens, i)
		case "%":
			i++
		case "=", "=>":
			return true
		default:
			return false
		}
	}
	return false
}

func spanOf(t fortran.Token) source.Span { return source.Span{Start: t.Start, End: t.End} }
