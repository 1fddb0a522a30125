// Package outline answers what a reader asks of a Fortran text besides its
// cost: which names are declared where and what refers to them, what folds,
// what may be written at a place, how directives are coloured, how a wrong
// directive is put right. It looks at the trees of package fortran and at the
// tokens of the logical lines; places are byte offsets of the file.
package outline

import (
	"sort"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/names"
	"github.com/parlens/parlens/analysis/source"
)

// File is a parsed file with what is declared in it. It is immutable.
type File struct {
	Path    string
	Text    *source.Text
	Units   []*Unit // in source order; a host comes before what stands inside it
	regions []region
	form    fortran.Form
}

// Unit is a program unit with the names that it declares.
type Unit struct {
	*fortran.Unit
	Host    *Unit // nil for a unit of its own
	Inside  []*Unit
	Symbol  *Symbol   // of the unit itself
	Symbols []*Symbol // in order of first appearance
	uses    []*names.Use
	names   map[string]int // index in Symbols of each name, itself for the unit's own
	closed  []source.Span  // interfaces and derived types: their names are not the unit's
	blocks  []block        // constructs with names of their own
	typed   bool           // IMPLICIT NONE
}

// itself is the index of a name that the unit's own symbol stands for.
const itself = -1

// New looks through a parsed file. After an edit only the units around it are
// looked through again, if the table knows the others.
func New(path string, parsed *fortran.File, known *memo.Table) *File {
	f := &File{Path: path, Text: parsed.Text, form: parsed.Options.Form}
	of := make(map[*fortran.Unit]*Unit, len(parsed.Units))
	for _, p := range parsed.Units {
		u := sheetOf(p, known).at(p, of[p.Host])
		of[p] = u
		if u.Host != nil {
			u.Host.Inside = append(u.Host.Inside, u)
		}
		f.Units = append(f.Units, u)
	}
	f.regions = regionsOf(parsed, known)
	return f
}

// UnitAt returns the innermost unit around offset, or nil. The line behind a
// unit's last character still belongs to it.
func (f *File) UnitAt(offset int) *Unit {
	i := sort.Search(len(f.Units), func(i int) bool { return f.Units[i].Start > offset }) - 1
	if i < 0 {
		return nil
	}
	u := f.Units[i]
	for u != nil && offset > u.End {
		u = u.Host
	}
	return u
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
	lines := f.around(offset)
	for i := len(lines) - 1; i >= 0; i-- {
		if l := &lines[i]; l.At.Start <= offset && offset <= l.At.End {
			return l
		}
	}
	return nil
}
