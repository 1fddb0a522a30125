package fortran

import (
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// File is a parsed source file.
type File struct {
	Text        *source.Text
	Options     Options
	Units       []*Unit             // in source order; a host comes before the procedures inside it
	Diagnostics []source.Diagnostic // about units as a whole; places in the file
}

// Unit is a program unit at its place in a file. Its tree holds what stands
// before CONTAINS; the procedures behind it are units with this one as Host.
type Unit struct {
	Kind       program.UnitKind
	Name       string // lower case, "" without one
	Host       *Unit
	Start, End int // byte range in the file, with everything inside
	*Tree
}

// Tree is what the text of a unit means, wherever it stands: places count from
// the unit's first byte.
type Tree struct {
	Heading     *Statement // nil without one
	Body        []*Node    // the statements behind the heading, END excluded
	Diagnostics []source.Diagnostic
}

// Statement is a logical line with its meaning. Places in Parsed count from
// the first byte of the joined text; Place translates them.
type Statement struct {
	Logical
	Parsed
}

// Place returns the range in the unit that a range of the joined text covers.
func (s *Statement) Place(at source.Span) source.Span { return s.Map.Span(at) }

// Node is a statement, or a construct with its blocks.
type Node struct {
	*Statement
	Word   string     // of a construct: what closes it ("do", "if", "select", ...)
	Blocks []Block    // of a construct; the first one is headed by the statement itself
	End    *Statement // that closes the construct; nil for a plain statement and where it is missing
}

// Block is one part of a construct: the head (DO, ELSE IF, CASE, ...) and what
// stands below it.
type Block struct {
	Head *Statement
	Body []*Node
}
