package pamela

import (
	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/source"
)

// Kind is what an equation defines.
type Kind uint8

// The kinds of equations.
const (
	Numeric Kind = iota
	Process
	Resource
)

var kindNames = [...]string{"numeric", "process", "resource"}

// String returns the keyword.
func (k Kind) String() string { return kindNames[k] }

// Tree is a parsed model: its equations in the order of the text, those of an
// included file where it is included.
type Tree struct {
	Equations []*Equation
}

// With is the tree with other values of some numbers.
func (t *Tree) With(set map[string]float64) *Tree {
	out := &Tree{}
	for _, e := range t.Equations {
		if x, ok := set[e.Name]; ok && e.Kind == Numeric && len(e.Params) == 0 {
			e = e.fixed(x)
		}
		out.Equations = append(out.Equations, e)
	}
	return out
}

// Without is the tree of the other files, with what they include.
func (t *Tree) Without(file string) *Tree {
	out := &Tree{}
	for _, e := range t.Equations {
		if e.File != file {
			out.Equations = append(out.Equations, e)
		}
	}
	return out
}

// Equation is "kind [parameter] name[(params)] [= body]".
type Equation struct {
	File      string
	Span      source.Span // of the whole equation
	NameSpan  source.Span
	Kind      Kind
	Parameter bool
	Name      string
	Params    []string
	Body      Node   // nil: declared only
	Note      string // behind it, for a reader
	Places    int    // that the nodes of an equation count that stands in no text
	base      int    // what these are counted from
}

// String is an equation as somebody writes it, with the brackets of its tree.
func (e *Equation) String() string {
	text := head(e)
	switch {
	case e.Body == nil:
	case e.Kind == Process:
		text += " = " + notation.Process(e.Body)
	default:
		text += " = " + notation.Text(e.Body)
	}
	if e.Note != "" {
		text += "  % " + e.Note
	}
	return text
}

// The expressions of the language. Trees that are not read from texts may have
// notation.Group and notation.Block too.
type (
	Node   = notation.Node
	Number = notation.Number
	Name   = notation.Name
	Unary  = notation.Unary
	Binary = notation.Binary
	Branch = notation.Branch
	Loop   = notation.Loop
	List   = notation.List
	Empty  = notation.Empty
)

// place is where a node stands in its file.
type place = notation.Place
