package fortran

import (
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// Expr is a node of an expression tree. Places count from the first byte of
// the statement's joined text.
type Expr interface{ Span() source.Span }

// Place is the part that all nodes share: its range, in half the bytes of a
// source.Span. There are many nodes, and no statement has 2 GB.
type Place struct{ start, end int32 }

// PlaceAt returns the place of a range.
func PlaceAt(s source.Span) Place { return Place{int32(s.Start), int32(s.End)} }

// Span returns the range of the node.
func (p Place) Span() source.Span { return source.Span{Start: int(p.start), End: int(p.end)} }

// extend makes the place cover a range as well.
func (p *Place) extend(to source.Span) { *p = PlaceAt(p.Span().Join(to)) }

// Literal is a constant as it is written.
type Literal struct {
	Place
	Kind TokenKind // Int, Real, String, Boz, or Dotted for a logical constant
	Text string
}

// Designator names a variable, an element, a section, a component, or calls a
// function: which of them is a matter of declarations.
type Designator struct {
	Place
	Parts []Part // separated by "%"
}

// Part is a name with its subscripts or arguments.
type Part struct {
	Name   string // lower case
	At     Place
	ArgsAt Place // of the parentheses
	Args   []Arg
	more   *tail // nil for most
}

// tail is what seldom follows the arguments of a part.
type tail struct{ substring, image []Arg }

// Called reports whether the name has parentheses, perhaps empty.
func (p *Part) Called() bool { return p.ArgsAt != Place{} }

// Substring returns what stands in a second pair of parentheses, nil without.
func (p *Part) Substring() []Arg {
	if p.more == nil {
		return nil
	}
	return p.more.substring
}

// Image returns the image of a coarray in brackets, nil without.
func (p *Part) Image() []Arg {
	if p.more == nil {
		return nil
	}
	return p.more.image
}

// Unary is an operator with one operand. Name is that of a defined operator.
type Unary struct {
	Place
	Op   program.Op
	Name string
	X    Expr
}

// Binary is an operator with two operands.
type Binary struct {
	Place
	Op   program.Op
	Name string
	X, Y Expr
}

// Paren is an expression in parentheses.
type Paren struct {
	Place
	X Expr
}

// List is an array constructor, or (in parentheses) a complex constant or an
// implied DO. Control is nil without one.
type List struct {
	Place
	Bracket bool
	Type    string // of a constructor with a type, as written
	Items   []Expr
	Control *Control
}

// Control is the `i = lo, hi, step` of an implied DO; Step may be nil.
type Control struct {
	Var          string
	At           source.Span
	Lo, Hi, Step Expr
}

// Arg is an expression or one of the things that only a list of arguments or
// subscripts holds: Range, Star, Keyword.
type Arg interface{ Expr }

// Range is a triplet; absent parts are nil.
type Range struct {
	Place
	Lo, Hi, Step Expr
}

// Star is "*", or "*10" with Label "10".
type Star struct {
	Place
	Label string
}

// Keyword is name=value.
type Keyword struct {
	Place
	Name  string
	Value Arg
}

// Name is an identifier in lower case, with its place; nil where it is absent.
type Name interface {
	Expr
	String() string
}

// Open and Close are parentheses whose places matter.
type (
	Open  interface{ Expr }
	Close interface{ Expr }
)

// Length is what follows "*" in a declaration: a number, an expression in
// parentheses, or a Star.
type Length interface{ Expr }

// Constant is a value of a DATA statement: without division, since "/" ends
// the list; a repeat count is a Binary product.
type Constant interface{ Expr }

// Variable is an object of a DATA statement: a designator or an implied DO.
type Variable interface{ Expr }

type name struct {
	Place
	text string
}

func (n *name) String() string { return n.text }
