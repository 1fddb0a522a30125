package fortran

import (
	"slices"
	"sort"
	"strings"
)

// Squeeze returns the tokens of a fixed-form line whose blanks mean nothing.
// Places are those in text.
func Squeeze(text string) []Token {
	tokens, _ := squeeze(text)
	return tokens
}

// squeeze returns the tokens, and where each byte but the removed blanks stands.
func squeeze(text string) ([]Token, []int) {
	packed, from := removeBlanks(text)
	tokens := Tokens(packed)
	for i := range tokens {
		t := &tokens[i]
		t.Start, t.End = from[t.Start], from[t.End-1]+1
	}
	return tokens, from
}

// Relocate gives the parts of split tokens their exact places in text: the
// tokens follow each other without gaps once its blanks are removed.
func Relocate(text string, tokens []Token) {
	_, from := removeBlanks(text)
	relocate(tokens, from)
}

func relocate(tokens []Token, from []int) {
	if len(tokens) == 0 {
		return
	}
	at := sort.SearchInts(from, tokens[0].Start)
	for i := range tokens {
		t := &tokens[i]
		end := at + len(t.Text)
		if end > len(from) || end == at {
			return
		}
		t.Start, t.End = from[at], from[end-1]+1
		at = end
	}
}

// removeBlanks removes the blanks outside character constants; from[i] is the
// place in text of packed[i].
func removeBlanks(text string) (packed string, from []int) {
	out := make([]byte, 0, len(text))
	from = make([]int, 0, len(text))
	quote := byte(0)
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case isBlank(c):
			continue
		}
		out, from = append(out, c), append(from, i)
	}
	return string(out), from
}

var blanks = strings.NewReplacer(" ", "", "\t", "")

// Unspaced is a text without any blanks, which mean nothing in fixed form, also inside names: for
// quick tests that spare most lines [Squeeze].
func Unspaced(text string) string { return blanks.Replace(text) }

// glued are the keywords that free form lets grow together, with the length of
// their first word.
var glued = map[string]int{
	"enddo": 3, "endif": 3, "endselect": 3, "endwhere": 3, "endforall": 3, "endprogram": 3, "endsubroutine": 3, "endfunction": 3,
	"endmodule": 3, "endsubmodule": 3, "endinterface": 3, "endtype": 3, "endassociate": 3, "endblock": 3, "endcritical": 3,
	"endenum": 3, "endprocedure": 3, "endblockdata": 3, "endteam": 3, "endstructure": 3, "endunion": 3, "endmap": 3,
	"elseif": 4, "elsewhere": 4, "selectcase": 6, "selecttype": 6, "selectrank": 6, "doubleprecision": 6, "doublecomplex": 6,
	"blockdata": 5, "dowhile": 2, "doconcurrent": 2, "errorstop": 5, "moduleprocedure": 6,
}

// leading are the keywords that may have grown together with what follows when
// the blanks of fixed form are gone, longest first where one begins another.
var leading = []string{
	"doubleprecision", "doublecomplex", "integer", "character", "complex", "logical", "real", "byte",
	"recursive", "elemental", "impure", "pure", "subroutine", "function", "program", "submodule", "module", "blockdata",
	"implicit", "dimension", "parameter", "common", "external", "intrinsic", "equivalence", "namelist", "data", "save",
	"allocatable", "allocate", "deallocate", "nullify", "pointer", "target", "optional", "intent", "public", "private",
	"elseif", "elsewhere", "else", "endfile", "end", "selectcase", "case", "dowhile", "do", "call", "return", "continue", "stop", "pause",
	"goto", "assign", "write", "read", "print", "open", "close", "inquire", "rewind", "backspace", "format", "entry", "use",
	"cycle", "exit", "where", "forall", "interface", "contains", "none", "if", "then", "type",
}

// again are the keywords behind which another one may follow directly.
var again = map[string]bool{
	"doubleprecision": true, "doublecomplex": true, "integer": true, "character": true, "complex": true, "logical": true, "real": true,
	"recursive": true, "elemental": true, "impure": true, "pure": true, "implicit": true, "end": true,
}

// split parts keywords that have grown together: those of free form always,
// those at the beginning of a statement without blanks when packed.
func (c classifier) split(tokens []Token) []Token {
	if c.packed != nil {
		tokens = splitPacked(slices.Clone(tokens))
		relocate(tokens, c.packed)
		return tokens
	}
	for i, t := range tokens {
		if n := glued[t.Text]; n > 0 && t.Kind == Word && (i == 0 || n == 6) {
			return c.split(divide(tokens, i, n))
		}
		if i > 4 {
			break
		}
	}
	return tokens
}

// divide replaces the word tokens[i] by its first n bytes and the tokens of
// the rest.
func divide(tokens []Token, i, n int) []Token {
	t := tokens[i]
	out := append([]Token{}, tokens[:i]...)
	out = append(out, Token{Word, t.Text[:n], t.Start, min(t.Start+n, t.End)})
	for _, r := range Tokens(t.Text[n:]) {
		r.Start, r.End = min(t.Start+n+r.Start, t.End), min(t.Start+n+r.End, t.End)
		out = append(out, r)
	}
	return append(out, tokens[i+1:]...)
}

func splitPacked(tokens []Token) []Token {
	for i := 0; i < len(tokens) && tokens[i].Kind == Word; i++ {
		word := leadingWord(tokens[i].Text)
		if word == "" {
			return tokens
		}
		if len(word) < len(tokens[i].Text) {
			tokens = divide(tokens, i, len(word))
		}
		if n := glued[word]; n > 0 {
			tokens = divide(tokens, i, n)
			i++
		}
		if !again[word] {
			return tokens
		}
	}
	return tokens
}

func leadingWord(text string) string {
	for _, word := range leading {
		if strings.HasPrefix(text, word) {
			return word
		}
	}
	return ""
}

// StatementTokens returns the tokens of a statement as ParseStatement takes
// them: in fixed form, those without the blanks where that alone makes sense,
// and keywords split from what has grown together with them.
func StatementTokens(text string, form Form) []Token {
	tokens := Tokens(text)
	if form == Free || len(tokens) == 0 || parseTokens(text, tokens, nil).Problem == nil {
		return tokens
	}
	packed, from := squeeze(text)
	if parseTokens(text, packed, from).Problem != nil {
		return tokens
	}
	packed = splitStatement(packed)
	relocate(packed, from)
	return packed
}

// splitStatement splits the keywords of a statement without blanks, and those
// of the action behind IF (...), WHERE (...) and FORALL (...).
func splitStatement(tokens []Token) []Token {
	if len(tokens) == 0 || shapeOf(tokens).assigns {
		return tokens
	}
	tokens = splitPacked(tokens)
	switch tokens[0].Text {
	case "if", "where", "forall":
		head, rest := cut(tokens)
		return append(append([]Token{}, head...), splitStatement(rest)...)
	}
	return tokens
}
