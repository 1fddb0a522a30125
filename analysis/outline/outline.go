// Package outline answers what a reader asks of a Fortran text besides its
// cost: which names are declared where and what refers to them, what folds,
// what may be written at a place, how directives are coloured, how a wrong
// directive is put right. It looks at the trees of package fortran and at the
// tokens of the logical lines; places are byte offsets of the file.
package outline

import (
	"sort"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/source"
)

// File is a parsed file with what is declared in it. It is immutable.
type File struct {
	Path  string
	Text  *source.Text
	Units []*Unit // in source order; a host comes before what stands inside it
	lines []line  // in source order
	form  fortran.Form
}

// Unit is a program unit with the names that it declares.
type Unit struct {
	*fortran.Unit
	Host    *Unit // nil for a unit of its own
	Inside  []*Unit
	Symbol  *Symbol   // of the unit itself
	Symbols []*Symbol // in order of first appearance
	uses    []use
	names   map[string]*Symbol
	closed  []source.Span // interfaces and derived types: their names are not the unit's
	typed   bool          // IMPLICIT NONE
}

// use is one USE statement.
type use struct {
	module string
	only   bool
	local  map[string]string // local name -> name in the module
}

// New looks through a parsed file.
func New(path string, parsed *fortran.File) *File {
	f := &File{Path: path, Text: parsed.Text, form: parsed.Options.Form}
	of := map[*fortran.Unit]*Unit{}
	for _, p := range parsed.Units {
		u := &Unit{Unit: p, Host: of[p.Host], names: map[string]*Symbol{}}
		of[p] = u
		if u.Host != nil {
			u.Host.Inside = append(u.Host.Inside, u)
			u.typed = u.Host.typed
		}
		u.declare()
		f.Units = append(f.Units, u)
	}
	for _, l := range fortran.Assemble(f.Text.String(), parsed.Options) {
		f.lines = append(f.lines, line{Logical: l, unit: f.UnitAt(l.At.Start)})
	}
	return f
}

// UnitAt returns the innermost unit around offset, or nil. The line behind a
// unit's last character still belongs to it.
func (f *File) UnitAt(offset int) *Unit {
	var found *Unit
	for _, u := range f.Units {
		if u.Start <= offset && offset <= u.End {
			found = u
		}
	}
	return found
}

// unit returns the file's unit of that name that stands in no other, or nil.
func (f *File) unit(name string) *Unit {
	for _, u := range f.Units {
		if u.Host == nil && u.Name == name && name != "" {
			return u
		}
	}
	return nil
}

// lineAt returns the logical line around offset, its end included, or nil. An
// assembled statement may surround a directive: the innermost one counts.
func (f *File) lineAt(offset int) *line {
	after := sort.Search(len(f.lines), func(i int) bool { return f.lines[i].At.Start > offset })
	const depth = 20 // directives and preprocessor lines between the lines of one statement
	for i := after - 1; i >= 0 && i >= after-depth; i-- {
		if offset <= f.lines[i].At.End {
			return &f.lines[i]
		}
	}
	return nil
}
