package outline

import (
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// Kind says what a symbol names.
type Kind uint8

// The kinds of symbols.
const (
	Program Kind = iota
	Subroutine
	Function
	Module
	BlockData
	Fragment // statements without a unit
	Variable
	Array
	Constant
	External // a procedure that is declared here and defined elsewhere
	Type
	Field // of a derived type
	Interface
	Template
	Processors
	Index // of an ALIGN directive: a name that is known in it only
	Group // of a NAMELIST
)

var kindNames = [...]string{
	"program", "subroutine", "function", "module", "block data", "statements", "variable", "array", "constant",
	"procedure", "type", "component", "interface", "template", "processor arrangement", "index", "namelist",
}

// String returns the kind in words.
func (k Kind) String() string { return kindNames[k] }

var unitKinds = map[program.UnitKind]Kind{
	program.Main: Program, program.Subroutine: Subroutine, program.Function: Function, program.Module: Module,
	program.BlockData: BlockData, program.Fragment: Fragment,
}

// Symbol is a declared name. Type, Shape and Value stand as they are written.
type Symbol struct {
	Name       string // lower case, "" for an unnamed unit
	Spelling   string // as it is declared
	Kind       Kind
	At         source.Span // of the name; of the first statement where there is none
	Range      source.Span // of the whole declaration
	Type       string      // "real(8)"
	Shape      string      // "(0:n,0:n)"; the dummies of a procedure
	Rank       int         // number of declared dimensions
	Value      string      // of a constant
	Attributes []string    // "allocatable", "intent(in)"
	Dummy      bool
	Local      bool            // to an interface body or the like: package lower has no symbol of it
	Origin     *fortran.Origin // where an included text declares it; nil in the file itself
	Children   []*Symbol       // components, procedures of an interface
}

// IsUnit reports whether the symbol is a program unit.
func (s *Symbol) IsUnit() bool { return s.Kind <= Fragment }

// IsData reports whether the symbol is data that a program declares.
func (s *Symbol) IsData() bool { return s.Kind == Variable || s.Kind == Array || s.Kind == Constant }

// Detail says in a few words what the symbol is: "real(8) (0:n,0:n)".
func (s *Symbol) Detail() string {
	words := []string{}
	if s.Kind == Template || s.Kind == Processors || s.Type == "" && !s.IsData() {
		words = append(words, s.Kind.String())
	}
	for _, w := range []string{s.Type, s.Shape} {
		if w != "" {
			words = append(words, w)
		}
	}
	if s.Value != "" {
		words = append(words, "= "+s.Value)
	}
	return strings.Join(words, " ")
}

// Declaration writes the symbol as a declaration.
func (s *Symbol) Declaration() string {
	if !s.IsData() {
		return strings.TrimSpace(strings.TrimSpace(s.Type+" "+s.Kind.String()) + " " + s.Spelling + s.Shape)
	}
	words := []string{s.Type}
	if s.Type == "" {
		words[0] = "implicit type"
	}
	if s.Kind == Constant {
		words = append(words, "parameter")
	}
	words = append(words, s.Attributes...)
	text := strings.Join(words, ", ") + " :: " + s.Spelling + s.Shape
	if s.Value != "" {
		text += " = " + s.Value
	}
	return text
}
