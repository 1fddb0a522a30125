package names

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// Kind says what a name stands for.
type Kind uint8

// The kinds of names.
const (
	Unknown Kind = iota // no declaration says: DATA gives it values, INTRINSIC names it
	Variable
	Associate // of ASSOCIATE or SELECT TYPE: it stands for a variable or an expression
	Constant
	Procedure // that is declared here and defined elsewhere
	Type
	Component // of a derived type
	Generic
	Template
	Processors
	Group // of a NAMELIST
)

// Entity is a name with all that its declarations say of it. Where several say
// the same thing, the last one counts.
type Entity struct {
	Name    string
	Kind    Kind
	Class   program.Class // of data and procedures
	Named   bool          // it names data or a procedure, perhaps only by DATA or INTRINSIC
	Dummy   bool
	Itself  bool // the result of a function that has the function's name
	Pointer bool // a Cray pointer

	First *fortran.Statement // where the name appears first
	In    source.Span        // of the name in the text of First
	At    source.Span        // of the name where its bounds stand behind it, or else where it appears first
	Range source.Span        // of its whole declaration

	Type       *fortran.TypeSpec
	TypeAt     *fortran.Statement
	Record     string         // the structure of a RECORD
	Star       fortran.Length // CHARACTER a*8
	Dims       []fortran.Arg
	DimsAt     *fortran.Statement
	Images     []fortran.Arg // cobounds of a coarray
	ImagesAt   *fortran.Statement
	Value      fortran.Expr // of a PARAMETER, what a name of ASSOCIATE stands for, or the initial value
	ValueAt    *fortran.Statement
	More       int64    // to be added to it: of an ENUMERATOR
	Intent     string   // "in", "out", "inout" or ""
	Attributes []string // the other attributes, as they are declared, in order: "allocatable", "intent(in)"
	Like       *Entity  // of the index of a FORALL: the name around it, whose type it has

	Heading   *fortran.ProcedureHeading // of a procedure with an interface body
	HeadingAt *fortran.Statement
	Members   []*Entity // the components and bindings of a type, the procedures of a generic name
	Group     []string  // the names in a group of a NAMELIST

	declared bool
}

// Declared returns the place where the name appears first.
func (e *Entity) Declared() source.Span { return e.First.Place(e.In) }

// Spelling returns the name as it is written where it appears first.
func (e *Entity) Spelling() string { return e.First.Text[e.In.Start:e.In.End] }

// entity returns the scope's entity of a name, new if there is none.
func (s *Scope) entity(at *fortran.Statement, name string, in source.Span) *Entity {
	if e := s.byName[name]; e != nil {
		return e
	}
	where := at.Place(in)
	e := &Entity{Name: name, First: at, In: in, At: where, Range: where}
	s.byName[name] = e
	s.Entities = append(s.Entities, e)
	return e
}

// mention returns the entity of data or of a procedure.
func (s *Scope) mention(at *fortran.Statement, name fortran.Name) *Entity {
	e := s.entity(at, name.String(), name.Span())
	e.Named = true
	return e
}

// object returns the entity of data or of a procedure that the statement declares.
func (s *Scope) object(at *fortran.Statement, name fortran.Name) *Entity {
	e := s.mention(at, name)
	if e.Kind == Unknown {
		e.Kind = Variable
	}
	return e
}

// declare returns the entity of data that the statement gives a type, bounds or a
// value.
func (s *Scope) declare(at *fortran.Statement, name fortran.Name) *Entity {
	e := s.object(at, name)
	s.isDeclared(e)
	return e
}

func (s *Scope) isDeclared(e *Entity) {
	if !e.declared {
		e.declared = true
		s.Declared = append(s.Declared, e)
	}
}

// stands returns the entity of a name that is neither data nor a procedure.
func (s *Scope) stands(at *fortran.Statement, name fortran.Name, kind Kind) *Entity {
	e := s.entity(at, name.String(), name.Span())
	e.Kind = kind
	return e
}

// spans gives an entity the range of its declaration, unless the name has been
// declared elsewhere before.
func (e *Entity) spans(whole source.Span) {
	if whole.Start <= e.At.Start && e.At.End <= whole.End {
		e.Range = whole
	}
}

// TypeText returns the type as it is written, in lower case; "" where no
// declaration gives one.
func (e *Entity) TypeText() string {
	switch {
	case e.Like != nil:
		return e.Like.TypeText()
	case e.Record != "":
		return "record /" + e.Record + "/"
	case e.Type == index:
		return "integer"
	case e.TypeAt == nil || e.Pointer:
		return ""
	}
	switch stmt := e.TypeAt.Stmt.(type) {
	case *fortran.TypeDecl:
		return typeText(e.TypeAt, stmt.Entities[0].Name.Span().Start)
	case *fortran.ProcedureHeading:
		return typeText(e.TypeAt, stmt.Name.Span().Start)
	}
	return ""
}

// typeText returns the type in front of a declaration: up to a comma, "::" or
// the first name.
func typeText(s *fortran.Statement, limit int) string {
	depth, end := 0, 0
	for _, t := range fortran.Tokens(s.Text[:min(limit, len(s.Text))]) {
		switch t.Text {
		case "(":
			depth++
		case ")":
			depth--
		case ",", "::", "function":
			if depth == 0 {
				return strings.ToLower(strings.TrimSpace(s.Text[:end]))
			}
		}
		end = t.End
	}
	return strings.ToLower(strings.TrimSpace(s.Text[:end]))
}

// ShapeText returns the bounds as they are written, "" without any.
func (e *Entity) ShapeText() string {
	if len(e.Dims) == 0 {
		return ""
	}
	at := e.Dims[0].Span().Join(e.Dims[len(e.Dims)-1].Span())
	return "(" + e.DimsAt.Text[at.Start:at.End] + ")"
}

// ValueText returns the value as it is written, "" without one. Constants of an
// ENUM count on from the one before.
func (e *Entity) ValueText() string {
	if e.Value == nil {
		return ""
	}
	if e.Value == zero {
		return strconv.FormatInt(e.More, 10)
	}
	at := e.Value.Span()
	text := e.ValueAt.Text[at.Start:at.End]
	if e.More == 0 {
		return text
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return strconv.FormatInt(n+e.More, 10)
	}
	return fmt.Sprintf("%s+%d", text, e.More)
}
