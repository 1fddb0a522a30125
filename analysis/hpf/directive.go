// Package hpf reads the directives of High Performance Fortran 1.1 and 2.0 and
// the spellings of them that compilers accept. A directive is the text behind
// the sentinel, as package fortran assembles it; places count from its first
// byte. Names are not resolved here.
package hpf

import (
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/source"
)

// Directive is one of the structs below. A combined directive, or one with a
// list of names, stands for several.
type Directive any

// Processors declares a processor arrangement; without Dims it is one
// processor.
type Processors struct {
	Name fortran.Name
	Dims []fortran.Arg
}

// Template declares a template.
type Template struct {
	Name fortran.Name
	Dims []fortran.Arg
}

// Distribute is DISTRIBUTE or REDISTRIBUTE of a template or array.
type Distribute struct {
	Target    fortran.Name
	Star      bool // descriptive "*(BLOCK)" or, without formats, transcriptive "*"
	Formats   []Format
	FormatsAt source.Span // "(BLOCK,*)"; empty without formats
	Onto      fortran.Name
	OntoStar  bool
	Section   []fortran.Arg // of the arrangement: ONTO p(1:2)
	Again     bool          // REDISTRIBUTE
	Foreign   bool          // CM Fortran's LAYOUT: its formats are spelled otherwise
}

// Format is a distribution format: "*" (Kind ""), or "block", "cyclic",
// "gen_block", "indirect" with or without a parameter.
type Format struct {
	Kind  string       `parser:"( '*' | @( 'block' | 'cyclic' | 'gen_block' | 'indirect' )"`
	Param fortran.Expr `parser:"( '(' @@ ')' )? )"`
}

// Align is ALIGN or REALIGN of one array. A nil Source or Args of the target
// without parentheses stand for ":" in every dimension.
type Align struct {
	Alignee fortran.Name
	Listed  bool // Source was given
	Source  []fortran.Arg
	Star    bool // descriptive: WITH *t
	Target  *fortran.Designator
	Again   bool // REALIGN
}

// Independent promises that the iterations of the next loop do not interfere.
type Independent struct {
	Indices   []string // of several nested loops; nil for the next one
	New       []string
	Reduction []string
	OnHome    fortran.Expr // nil without ON HOME
	Resident  *Resident    // nil without RESIDENT
}

// Resident promises that what is referred to lies on the processor that
// executes: the references, or without any all of them.
type Resident struct{ Refs []string }

// Attribute is DYNAMIC, INHERIT, SEQUENCE, SHADOW or RANGE for names; no name
// means the whole scope.
type Attribute struct {
	Keyword string
	No      bool // NO SEQUENCE
	Names   []string
	Blocks  []string      // COMMON blocks of SEQUENCE, "" for blank COMMON
	Widths  []fortran.Arg // of SHADOW
	Ranges  [][]Format    // of RANGE: one list for each set of formats; ALL is Kind "all"
}

// Region is ON, RESIDENT, TASK_REGION or the END of one.
type Region struct {
	Keyword    string
	Begin, End bool         // a region begins or ends; else the directive is about the next statement
	Home       fortran.Expr // of ON HOME
	Processors fortran.Expr // of ON (processors)
	New        []string
	Reduction  []string
	Resident   *Resident
}
