// Package notation is expressions and processes as trees, in the notation of PAMELA
// (paper 004): what expressions of analysis/symbolic are printed as, what the pragmas
// of Spar programs say, and what models are made of. They are text only where
// somebody reads them.
package notation

import "github.com/parlens/parlens/analysis/source"

// Node is an expression: *Number, *Name, *Unary, *Binary, *Branch, *Loop,
// *List or *Empty; in trees that no parser has made *Group and *Block too.
type Node interface{ At() source.Span }

// Place is where a node stands in its file.
type Place source.Span

// At returns the span of the node.
func (p Place) At() source.Span { return source.Span(p) }

// Number is a literal.
type Number struct {
	Place
	Text string
}

// Name is an identifier, or a call of an equation or a built-in function.
type Name struct {
	Place
	Name string
	Args []Node
	Call bool // has an argument list, perhaps an empty one
}

// Unary is Op X, with Op "-" or "not".
type Unary struct {
	Place
	Op string
	X  Node
}

// Binary is X Op Y. Op is one of + - * / div mod ^ == != < <= > >= and ";" and
// "||"; between numbers "||" means or, "&&" means and.
type Binary struct {
	Place
	Op   string
	X, Y Node
}

// Branch is "if (Cond) Then [else Else]" of numbers or processes; Else may be
// nil.
type Branch struct {
	Place
	Cond, Then, Else Node
}

// Loop is "word (Index = Lo, Hi) Body" with the word seq, par, sum, max or min.
type Loop struct {
	Place
	Word   string
	Index  string
	Lo, Hi Node
	Body   Node
}

// List is a vector literal.
type List struct {
	Place
	Items []Node
}

// Empty is "{}": a process that does nothing.
type Empty struct{ Place }

// Group is an expression in brackets, whether it needs them or not.
type Group struct {
	Place
	X Node
}

// Block is one or more processes in braces, one after the other; of a loop over
// numbers its body.
type Block struct {
	Place
	Steps []Step
}

// Step is a process of a block, below the comments about it.
type Step struct {
	Comments []string
	Node
}

// Plain is an expression without the brackets around it.
func Plain(n Node) Node {
	for {
		g, ok := n.(*Group)
		if !ok {
			return n
		}
		n = g.X
	}
}

// strengths of the infix operators: ";" binds stronger than "||", as products
// do against sums in process algebra.
var strengths = map[string]int{
	"||": 1, ";": 2, "&&": 3,
	"==": 4, "!=": 4, "<": 4, "<=": 4, ">": 4, ">=": 4,
	"+": 5, "-": 5, "*": 6, "/": 6, "div": 6, "mod": 6, Power: 8,
}

// Strength says how strong an infix operator binds; 0 is none.
func Strength(op string) int { return strengths[op] }

// UnaryStrength is the strength of what stands before its operand: signs, loops and
// branches.
const UnaryStrength = 7

// Power is the one operator of which the right one of two binds first.
const Power = "^"
