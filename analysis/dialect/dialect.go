// Package dialect reads the directives of languages that map data as HPF does
// but ask for every communication: XcalableMP (sentinel !$XMP) and Fortran DVM
// (CDVM$, !DVM$). What means the same as an HPF directive becomes one, by
// writing its tokens as HPF does, each at its own place; the rest are the
// structs below. Names are not resolved here.
package dialect

import (
	"fmt"
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/source"
)

// Exchange brings the shadows of arrays up to date: XcalableMP's REFLECT, DVM's
// SHADOW_RENEW, or the SHADOW_START of a group.
type Exchange struct {
	Group  string // whose arrays they are; "" for those named here
	Arrays []Shadowed
}

// ShadowGroup gives the arrays of an exchange a name: DVM's SHADOW_GROUP.
type ShadowGroup struct {
	Name string
	Exchange
}

// Shadowed is an array of an Exchange; nil Widths mean those of its SHADOW. Faces are its
// shadow without the corners; Rings are the dimensions (from 0) whose ends are neighbours.
type Shadowed struct {
	Name   fortran.Name
	Widths []fortran.Arg
	Rings  []int
	Faces  bool
}

// Across passes the new values of arrays on from processor to processor in the next
// loops, whose iterations depend on each other: DVM's ACROSS. The widths are how far they
// read below and above an element; nil Stages leave to the run-time system in how many
// parts.
type Across struct {
	Exchange
	Stages fortran.Expr
}

// Move makes the next assignment communicate: GMOVE.
type Move struct{}

// Remote names the arrays that the next statement or loop may read from
// anywhere: DVM's REMOTE_ACCESS.
type Remote struct{ Names []string }

// Collective is an operation of all processors: "bcast", "reduction" (with its
// operator) or "barrier".
type Collective struct {
	Keyword string
	Op      string
	Names   []fortran.Name
}

// Other is a directive that is understood and says nothing about who holds
// what: WAIT_ASYNC, TASK, COARRAY, DEBUG, ... A Modelled one also costs nothing.
type Other struct {
	Keyword  string
	Modelled bool
}

// Known reports whether the sentinel, without its comment character and in
// lower case, is one of these languages'.
func Known(sentinel string) bool {
	return sentinel == "$xmp" || sentinel == "dvm$" || sentinel == "$dvm"
}

// IsDVM reports whether a sentinel is one of DVM's.
func IsDVM(sentinel string) bool { return Known(sentinel) && sentinel != "$xmp" }

// ReadLine reads a directive in the language of its sentinel, HPF's too.
func ReadLine(l fortran.Logical) hpf.Reading {
	if Known(l.Sentinel) {
		return Read(l.Sentinel, l.Text)
	}
	return hpf.Read(l.Text, l.Form)
}

// Read reads the text of a directive. It never fails: what cannot be read is a
// problem of code "directive-syntax" or "unknown-directive".
func Read(sentinel, text string) hpf.Reading {
	r := reader{tokens: fortran.Tokens(text), end: len(text)}
	if len(r.tokens) == 0 {
		return r.problem("directive-syntax", "the directive is empty")
	}
	if slices.Contains(slashed, r.tokens[0].Text) {
		r.tokens = split(r.tokens)
	}
	if sentinel == "$xmp" {
		return r.xmp()
	}
	return r.dvm()
}

// split takes "(/" and "/)" apart, which bracket no array constructor here.
func split(tokens []fortran.Token) []fortran.Token {
	var out []fortran.Token
	for _, t := range tokens {
		if t.Text != "(/" && t.Text != "/)" {
			out = append(out, t)
			continue
		}
		left, right := t, t
		left.Text, left.End = t.Text[:1], t.Start+1
		right.Text, right.Start = t.Text[1:], t.Start+1
		out = append(out, left, right)
	}
	return out
}

// reader holds the tokens of one directive.
type reader struct {
	tokens []fortran.Token
	end    int
}

func (r reader) problem(code, format string, args ...any) hpf.Reading {
	at := source.Span{Start: 0, End: r.end}
	if len(r.tokens) > 0 {
		at.End = r.tokens[0].End
	}
	return hpf.Reading{Problem: &source.Diagnostic{Span: at, Severity: source.Error, Code: code, Message: fmt.Sprintf(format, args...)}}
}

// asHPF reads the tokens as HPF does.
func (r reader) asHPF(tokens []fortran.Token) hpf.Reading {
	out := hpf.ReadTokens(tokens, r.end)
	out.Spellings = nil
	return out
}

func one(d hpf.Directive) hpf.Reading { return hpf.Reading{Directives: []hpf.Directive{d}} }

// renamed returns the tokens with words written otherwise, at their places.
func renamed(tokens []fortran.Token, words map[string]string) []fortran.Token {
	out := slices.Clone(tokens)
	for i, t := range out {
		if w, ok := words[t.Text]; ok && t.Kind == fortran.Word {
			out[i].Text = w
		}
	}
	return out
}

// made returns a token that the source does not have, at the place of another.
func made(text string, at fortran.Token) fortran.Token {
	kind := fortran.Punct
	if text[0] >= 'a' && text[0] <= 'z' {
		kind = fortran.Word
	}
	return fortran.Token{Kind: kind, Text: text, Start: at.Start, End: at.Start}
}

// group returns the tokens of the parentheses that begin at i, with them, and
// what is behind; nil when none begin there or they do not end.
func group(tokens []fortran.Token, i int) (inside, behind []fortran.Token) {
	if i >= len(tokens) || tokens[i].Text != "(" {
		return nil, tokens[min(i, len(tokens)):]
	}
	depth := 0
	for j := i; j < len(tokens); j++ {
		switch tokens[j].Text {
		case "(":
			depth++
		case ")":
			if depth--; depth == 0 {
				return tokens[i : j+1], tokens[j+1:]
			}
		}
	}
	return nil, tokens[i:]
}

// list splits what stands in parentheses at its commas.
func list(inside []fortran.Token) [][]fortran.Token {
	if len(inside) < 3 {
		return nil
	}
	var out [][]fortran.Token
	depth, from := 0, 1
	for i := 1; i < len(inside); i++ {
		switch text := inside[i].Text; {
		case text == "(":
			depth++
		case depth == 0 && (text == "," || i == len(inside)-1):
			out = append(out, inside[from:i])
			from = i + 1
		case text == ")":
			depth--
		}
	}
	return out
}

// clause is a word with what stands in parentheses behind it, perhaps nothing.
type clause struct {
	word   fortran.Token
	inside []fortran.Token
}

// clauses splits tokens into clauses, with or without commas between them.
func clauses(tokens []fortran.Token) []clause {
	var out []clause
	for len(tokens) > 0 {
		t := tokens[0]
		inside, behind := group(tokens, 1)
		tokens = behind
		if t.Kind == fortran.Word {
			out = append(out, clause{t, inside})
		}
	}
	return out
}

// independent writes a parallel loop as INDEPENDENT, with the home of its
// iterations.
func (r reader) independent(indices, home []fortran.Token, rest []fortran.Token) hpf.Reading {
	first := r.tokens[0]
	tokens := append([]fortran.Token{{Kind: fortran.Word, Text: "independent", Start: first.Start, End: first.End}}, indices...)
	if len(home) > 0 {
		tokens = append(tokens, made("on", home[0]), made("home", home[0]), made("(", home[0]))
		tokens = append(append(tokens, home...), made(")", home[len(home)-1]))
	}
	return r.asHPF(append(tokens, rest...))
}

// anywhere writes "*" among subscripts as ":".
func anywhere(tokens []fortran.Token) []fortran.Token {
	out := slices.Clone(tokens)
	for i, t := range out {
		if t.Text == "*" && i > 0 && (out[i-1].Text == "(" || out[i-1].Text == ",") {
			out[i].Text = ":"
		}
	}
	return out
}

// shadowed reads the arrays of an exchange, each with the widths behind it.
func (r reader) shadowed(items [][]fortran.Token) *Exchange {
	out := &Exchange{}
	for _, item := range items {
		name, ok := nameOf(item, r.end)
		if !ok {
			continue
		}
		widths, _ := group(item, 1)
		out.Arrays = append(out.Arrays, Shadowed{Name: name, Widths: args(widths, r.end)})
	}
	return out
}

type named struct {
	Name fortran.Name  `parser:"@@"`
	Args []fortran.Arg `parser:"( '(' @@ ( ',' @@ )* ')' )?"`
}

var parseNamed = fortran.Production[named]()

func nameOf(item []fortran.Token, end int) (fortran.Name, bool) {
	if len(item) == 0 || item[0].Kind != fortran.Word {
		return nil, false
	}
	x, problem := parseNamed(item[:1], end)
	if problem != nil {
		return nil, false
	}
	return x.Name, true
}

// args reads what stands in parentheses; nil without any.
func args(inside []fortran.Token, end int) []fortran.Arg {
	if inside == nil {
		return nil
	}
	x, problem := parseNamed(append([]fortran.Token{made("x", inside[0])}, inside...), end)
	if problem != nil {
		return nil
	}
	return x.Args
}

func names(items [][]fortran.Token, end int) []fortran.Name {
	var out []fortran.Name
	for _, item := range items {
		if n, ok := nameOf(item, end); ok {
			out = append(out, n)
		}
	}
	return out
}
