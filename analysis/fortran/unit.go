package fortran

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// File is a parsed source file.
type File struct {
	Text        *source.Text
	Options     Options
	Units       []*Unit             // in source order; a host comes before the procedures inside it
	Diagnostics []source.Diagnostic // about units as a whole, sorted; places in the file

	pieces  []Piece
	margins margins // of fixed form whose width was not given
}

// Unit is a program unit at its place in a file. Its tree holds what stands
// before CONTAINS; the procedures behind it are units with this one as Host.
type Unit struct {
	Kind       program.UnitKind
	Name       string // lower case, "" without one
	Host       *Unit
	Start, End int // byte range in the file, with everything inside
	Form       Form
	Defines    string // see Options
	*Tree
}

// Tree is what the text of a unit means, wherever it stands: places count from
// the unit's first byte.
type Tree struct {
	Heading     *Statement // nil without one
	Body        []*Node    // the statements behind the heading, END excluded
	Diagnostics []source.Diagnostic
	Statements  int                 // in the unit's own text, heading and END included
	Rejected    []source.Diagnostic // one for each of them that was not understood
	Includes    []string            // what INCLUDE lines name, in order; not those of included texts
	Modules     []string            // that are used, and the parent of a submodule; sorted, each once
	Renamed     map[Renaming]string // the modules' names of what USE gives another name
	Signature   string              // of a procedure: the statements that say what it takes and returns
	Allocated   []Allocated         // by ALLOCATE statements, in order
	Calls       []string            // what CALL statements call, in order, each once; no procedures of a type
	Shares      bool                // storage, by COMMON or EQUIVALENCE
	Expansion   string              // tells which texts have been included, for who expands them
	Text        string              // what costs depend on: without comments, each statement in its line and column
	Plain       *Tree               // of Text, one for all texts that have the same; nil: it is this one, or nobody has made it
}

// Renaming is a name by which a unit knows something of a module, other than the module's own.
type Renaming struct{ Module, Local string }

// Theirs returns the name that a module has for what the unit knows by a name.
func (t *Tree) Theirs(module, local string) string {
	if theirs, renamed := t.Renamed[Renaming{module, local}]; renamed {
		return theirs
	}
	return local
}

// Statement is a logical line with its meaning. Places in Parsed count from
// the first byte of the joined text; Place translates them.
type Statement struct {
	Logical
	*Parsed         // equal texts may share it
	Origin  *Origin // of a statement that INCLUDE brings in; its place is the INCLUDE line's
	Found   bool    // of an INCLUDE line: the text was there
}

// Origin is where an included statement stands.
type Origin struct {
	File string // its path, as the including file's is given
	Line int    // from 1
}

// String returns the place with the file's name, for messages.
func (o *Origin) String() string { return fmt.Sprintf("%s:%d", filepath.Base(o.File), o.Line) }

// Place returns the range in the unit that a range of the joined text covers.
func (s *Statement) Place(at source.Span) source.Span {
	if s.Origin != nil {
		return s.At
	}
	return s.Map.Span(at)
}

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

// Bodies are what stands in the blocks of a construct, or behind a logical IF.
func (n *Node) Bodies() [][]*Node {
	if n.Action != nil {
		behind := *n.Statement
		behind.Parsed = n.Action
		return [][]*Node{{{Statement: &behind}}}
	}
	out := make([][]*Node, len(n.Blocks))
	for i, b := range n.Blocks {
		out[i] = b.Body
	}
	return out
}

// IsModule reports whether the unit is a module, and no submodule.
func (u *Unit) IsModule() bool {
	if u.Heading == nil || u.Kind != program.Module {
		return false
	}
	h, ok := u.Heading.Stmt.(*ModuleHeading)
	return ok && h.Parent == nil
}

// Ancestor returns the name of a module, and for a submodule that of the module which it
// extends; "" for other units.
func (u *Unit) Ancestor() string {
	if u.Heading == nil || u.Kind != program.Module {
		return ""
	}
	if h, ok := u.Heading.Stmt.(*ModuleHeading); ok && len(h.Parent) > 0 {
		return h.Parent[0]
	}
	return u.Name
}

// Separate reports whether a procedure of a module or submodule is a separate module
// procedure: MODULE PROCEDURE p, or a heading with the prefix MODULE.
func (u *Unit) Separate() bool {
	if u.Heading == nil {
		return true
	}
	h, ok := u.Heading.Stmt.(*ProcedureHeading)
	return ok && slices.ContainsFunc(h.Prefixes, func(p Prefix) bool { return p.Word == "module" })
}
