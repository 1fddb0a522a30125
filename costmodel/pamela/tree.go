package pamela

import "github.com/parlens/parlens/analysis/source"

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
	Body      Node // nil: declared only
}

// Node is an expression: *Number, *Name, *Unary, *Binary, *Branch, *Loop,
// *List or *Empty.
type Node interface{ At() source.Span }

// place is where a node stands in its file.
type place source.Span

// At returns the span of the node.
func (p place) At() source.Span { return source.Span(p) }

// Number is a literal.
type Number struct {
	place
	Text string
}

// Name is an identifier, or a call of an equation or a built-in function.
type Name struct {
	place
	Name string
	Args []Node
	Call bool // has an argument list, perhaps an empty one
}

// Unary is Op X, with Op "-" or "not".
type Unary struct {
	place
	Op string
	X  Node
}

// Binary is X Op Y. Op is one of + - * / div mod ^ == != < <= > >= and ";" and
// "||"; between numbers "||" means or, "&&" means and.
type Binary struct {
	place
	Op   string
	X, Y Node
}

// Branch is "if (Cond) Then [else Else]" of numbers or processes; Else may be
// nil.
type Branch struct {
	place
	Cond, Then, Else Node
}

// Loop is "word (Index = Lo, Hi) Body" with the word seq, par, sum, max or min.
type Loop struct {
	place
	Word   string
	Index  string
	Lo, Hi Node
	Body   Node
}

// List is a vector literal.
type List struct {
	place
	Items []Node
}

// Empty is "{}": a process that does nothing.
type Empty struct{ place }
