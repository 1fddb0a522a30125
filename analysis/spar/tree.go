package spar

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/source"
)

// File is a parsed file. Spans of the file itself, of its types and of its
// diagnostics are absolute; those inside a member are relative to its start.
type File struct {
	Text        *source.Text
	Global      *Pragmas // of globalpragmas; nil without
	Package     string
	Imports     []string
	Types       []*Type
	Diagnostics []source.Diagnostic
}

// Type is a class or an interface.
type Type struct {
	Span      source.Span // from its pragmas or modifiers to its closing brace
	NameSpan  source.Span
	Interface bool
	Pragmas   *Pragmas
	Modifiers []string
	Name      string
	Params    []*Param   // of a generic class; those for types have no Type
	Supers    []*TypeRef // what it extends and implements
	Members   []Placed
}

// Placed is a member at its place in the file, or in the member that holds its
// type.
type Placed struct {
	*Member
	Start int // offset of the member's first byte
	End   int
}

// MemberKind is what a member declares.
type MemberKind uint8

// The kinds of members.
const (
	NoMember MemberKind = iota // ";", or what was not understood
	Field
	Method
	Constructor
	Initializer
	Inner // a type in a type
)

// Member is a field declaration, a method, a constructor, an initializer or an
// inner type. It is immutable and shared by all files with the same text.
type Member struct {
	Kind        MemberKind
	Pragmas     *Pragmas
	Modifiers   []string
	Type        *TypeRef // of a field or method; nil is void
	Name        string   // of a method or constructor
	NameSpan    source.Span
	Names       []*Declarator // of a field
	Params      []*Param
	Throws      []string
	Body        *Block // nil: abstract, or no body
	Inner       *Type
	Text        string              // of a member of the file itself; "" inside an inner type
	Facts       Facts               // what the body tells about the rest of the program
	Classes     []string            // names in it that may be those of classes, each once, in their order
	Words       []string            // all names in it, each once, in their order
	Diagnostics []source.Diagnostic // relative to the member
}

// Signature is what others can see of a member: its text without its body, and without the
// initial values of numbers with a point.
func (m *Member) Signature() string {
	switch {
	case m.plainNumbers():
		text := TypeText(m.Type) + strings.Join(m.Modifiers, " ")
		for _, d := range m.Names {
			text += " " + d.Name
		}
		return text
	case m.Body == nil || m.Body.At().Start > len(m.Text):
		return m.Text
	}
	return m.Text[:m.Body.At().Start]
}

// Declares is what others see of one variable of those that a member declares, with its place;
// "" in a class within another one, whose members have no text of their own.
func (m *Member) Declares(d *Declarator) string {
	if m.plainNumbers() {
		return TypeText(m.Type) + strings.Join(m.Modifiers, " ") + " " + d.Name
	}
	end := len(m.Text)
	for _, x := range m.Names {
		if x.NameSpan.Start > d.NameSpan.Start {
			end = min(end, x.NameSpan.Start)
		}
	}
	head := m.Text[:min(m.Names[0].NameSpan.Start, len(m.Text))]
	return fmt.Sprint(head, d.NameSpan.Start, strings.TrimRight(m.Text[min(d.NameSpan.Start, end):end], ",; \t\n"))
}

// plainNumbers tells whether a member declares nothing but numbers with a point, whose initial
// values are written down.
func (m *Member) plainNumbers() bool {
	if m.Kind != Field || m.Type == nil || m.Type.Base != "float" && m.Type.Base != "double" || m.Pragmas != nil {
		return false
	}
	for _, d := range m.Names {
		x := d.Init
		if u, ok := x.(*Unary); ok && u.Op == "-" {
			x = u.X
		}
		if l, ok := x.(*Literal); !ok || l.Kind != "float" || len(d.Type.Dims) > 0 {
			return false
		}
	}
	return true
}

// Has tells whether a modifier stands before the member.
func (m *Member) Has(modifier string) bool {
	for _, w := range m.Modifiers {
		if w == modifier {
			return true
		}
	}
	return false
}

// Param is a formal parameter.
type Param struct {
	Span     source.Span
	Pragmas  *Pragmas
	Type     *TypeRef
	Name     string
	NameSpan source.Span
}

// Declarator is one name of a declaration. Its type is the declaration's with
// the dimensions behind the name.
type Declarator struct {
	Span     source.Span
	Name     string
	NameSpan source.Span
	Type     *TypeRef
	Init     Expr // nil without
}

// TypeRef is a type as it is written.
type TypeRef struct {
	place
	Base    string     // a primitive type, a class or interface, "" for a tuple
	Args    []Expr     // of a generic class; a type is a *TypeExpr
	Tuple   []*TypeRef // of [T, U]; one element with Count is [T ^ n]
	Count   Expr
	Pragmas *Pragmas // behind the base
	Dims    []Dim    // outermost first
}

// Dim is one array level: its rank, and the pragmas behind it.
type Dim struct {
	Span    source.Span
	Rank    int  // number of subscripts, at least 1
	Count   Expr // of [* ^ n]; else nil
	Pragmas *Pragmas
}

// place is where a node stands in its member.
type place source.Span

// At returns the span of the node.
func (p place) At() source.Span { return source.Span(p) }
