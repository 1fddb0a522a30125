package spar

import (
	"strings"

	"github.com/parlens/parlens/analysis/source"
)

// Declared is a name that a file declares.
type Declared struct {
	Name   string
	Kind   SymbolKind
	Detail string      // the type, the parameters
	At     source.Span // of the name, in the file
	Scope  source.Span // where the name alone means it

	class  string      // the class that it is a member of; "" for others
	typed  string      // its type, when that is no array
	arrays bool        // it is an array
	params int         // of a method
	body   source.Span // of a class
}

// names are the words of a file with what they mean. They are found in the
// tokens, not in the tree: what is being typed is no statement yet.
type names struct {
	text     string
	tokens   []token
	pragma   []bool // the token stands in <$ $>
	declared map[string][]*Declared
}

// newNames reads the words and the declarations of a file.
func newNames(f *File) *names {
	n := &names{text: translate(f.Text.String()), declared: map[string][]*Declared{}}
	n.tokens = lex(n.text, func(source.Span, string, string) {})
	n.pragma = make([]bool, len(n.tokens))
	inside := false
	for i := range n.tokens {
		switch n.word(i) {
		case "<$":
			inside = true
		case "$>", ";", "{", "}":
			inside = false
		}
		n.pragma[i] = inside
	}
	d := declarer{n}
	for _, t := range f.Types {
		d.typeDecl(t, 0)
	}
	d.model()
	return n
}

// word is the text of a token; "" outside the file.
func (n *names) word(i int) string {
	if i < 0 || i >= len(n.tokens) {
		return ""
	}
	return Plain(n.text[n.tokens[i].start:n.tokens[i].end])
}

// tokenAt is the identifier that a place touches, or the string that declares
// a parameter of the model; -1 without.
func (n *names) tokenAt(offset int) int {
	for i, t := range n.tokens {
		if t.start <= offset && offset <= t.end && n.named(i) {
			return i
		}
		if t.start > offset {
			break
		}
	}
	return -1
}

// named tells whether a token can stand for a declaration.
func (n *names) named(i int) bool {
	return n.tokens[i].kind == identifier || n.tokens[i].kind == stringLiteral && n.pragma[i] && n.word(i-1) == "numeric"
}

// span is where the name of a token stands: without the quotes of a string.
func (n *names) span(i int) source.Span {
	t := n.tokens[i]
	if t.kind == stringLiteral {
		return source.Span{Start: t.start + 1, End: t.end - 1}
	}
	return source.Span{Start: t.start, End: t.end}
}

// resolve returns what the name at a token stands for; nil when the file does
// not say.
func (n *names) resolve(i int) *Declared {
	at := n.span(i)
	name := Plain(n.text[at.Start:at.End])
	for _, d := range n.declared[name] {
		if d.At == at {
			return d
		}
	}
	switch {
	case n.pragma[i] && n.word(i-1) != "@":
		if d := n.find(name, at.Start, Declared.isModel); d != nil {
			return d
		}
		if array, ok := strings.CutPrefix(name, "P_"); ok { // the number of its processors
			return n.find(array, at.Start, func(d Declared) bool { return d.Kind == ProcessorsSymbol })
		}
		return nil
	case n.word(i-1) == ".":
		return n.member(i)
	case n.word(i+1) == "(" && n.word(i-1) != "new":
		return n.method(name, i, func(d *Declared) bool { return contains(d.Scope, at.Start) })
	}
	if d := n.find(name, at.Start, Declared.isVariable); d != nil {
		return d
	}
	return n.find(name, at.Start, Declared.isClass)
}

func (d Declared) isClass() bool    { return d.Kind == ClassSymbol || d.Kind == InterfaceSymbol }
func (d Declared) isMethod() bool   { return d.Kind == MethodSymbol || d.Kind == ConstructorSymbol }
func (d Declared) isModel() bool    { return d.Kind >= ProcessorsSymbol && d.Kind <= IndexSymbol }
func (d Declared) isVariable() bool { return !d.isClass() && !d.isMethod() && !d.isModel() }

func contains(s source.Span, offset int) bool { return s.Start <= offset && offset < s.End }

// find returns the innermost declaration of a name that holds at a place.
func (n *names) find(name string, offset int, wanted func(Declared) bool) *Declared {
	var found *Declared
	for _, d := range n.declared[name] {
		if wanted(*d) && contains(d.Scope, offset) && (found == nil || d.Scope.Start >= found.Scope.Start) {
			found = d
		}
	}
	return found
}

// method is the method of a name that a call means: the one with as many
// parameters, else the first.
func (n *names) method(name string, i int, wanted func(*Declared) bool) *Declared {
	var found *Declared
	for _, d := range n.declared[name] {
		if d.Kind == MethodSymbol && wanted(d) && (found == nil || d.params == n.arguments(i+1)) {
			found = d
		}
	}
	return found
}

// arguments counts those between the bracket at a token and its end.
func (n *names) arguments(i int) int {
	depth, count := 0, 0
	for ; i < len(n.tokens); i++ {
		switch n.word(i) {
		case "(", "[", "{":
			depth++
			continue
		case ")", "]", "}":
			if depth--; depth == 0 {
				return count
			}
		case ";":
			return count
		case ",":
			if depth == 1 {
				count++
			}
		default:
			count = max(count, 1)
		}
	}
	return count
}

// member is what a name behind a dot stands for: a member of the class before
// it, or of the class of the variable before it.
func (n *names) member(i int) *Declared {
	class := n.classBefore(i - 1)
	if class == "" {
		return nil
	}
	name := n.word(i)
	in := func(d *Declared) bool { return d.class == class }
	if n.word(i+1) == "(" {
		return n.method(name, i, in)
	}
	for _, d := range n.declared[name] {
		if in(d) && !d.isMethod() {
			return d
		}
	}
	return nil
}

// classBefore is the class whose members may follow the dot at a token.
func (n *names) classBefore(dot int) string {
	if dot < 1 {
		return ""
	}
	if n.word(dot-1) == "this" {
		if c := n.classAt(n.tokens[dot].start); c != nil {
			return c.Name
		}
		return ""
	}
	if n.tokens[dot-1].kind != identifier {
		return ""
	}
	d := n.resolve(dot - 1)
	switch {
	case d == nil:
		return ""
	case d.isClass():
		return d.Name
	}
	return d.typed
}

// classAt is the innermost class around a place.
func (n *names) classAt(offset int) *Declared {
	var found *Declared
	for _, list := range n.declared {
		for _, d := range list {
			if d.isClass() && contains(d.body, offset) && (found == nil || d.At.Start > found.At.Start) {
				found = d
			}
		}
	}
	return found
}

// Find returns what the name at a place stands for and where that name is; nil
// when the file does not declare it.
func (f *File) Find(offset int) (*Declared, source.Span) {
	n := newNames(f)
	i := n.tokenAt(offset)
	if i < 0 {
		return nil, source.Span{}
	}
	return n.resolve(i), n.span(i)
}

// References returns where a file names what it declares, in its order.
func (f *File) References(target *Declared, declaration bool) []source.Span {
	n := newNames(f)
	var out []source.Span
	for i := range n.tokens {
		if !n.named(i) {
			continue
		}
		at := n.span(i)
		if w := Plain(n.text[at.Start:at.End]); w != target.Name && w != "P_"+target.Name {
			continue
		}
		if d := n.resolve(i); d != nil && d.At == target.At && (declaration || d.At != at) {
			out = append(out, at)
		}
	}
	return out
}
