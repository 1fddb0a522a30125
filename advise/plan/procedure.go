package plan

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
)

// Procedure returns the only procedure of a name in the program's files, nil where there
// is none, or more than one, or one that may keep values from one call to the next or has
// several entries.
func (p *Program) Procedure(name string) *program.Unit {
	var found *program.Unit
	for _, x := range p.files {
		for i, u := range x.parsed.Units {
			if !strings.EqualFold(u.Name, name) || u.Kind != program.Subroutine && u.Kind != program.Function {
				continue
			}
			if found != nil || keepsValues(u) {
				return nil
			}
			found = p.snap.Program(x.File).Units[i].Fork().Unit
		}
	}
	return found
}

// keepsValues tells whether a procedure has SAVE, DATA or ENTRY statements.
func keepsValues(u *fortran.Unit) bool {
	found := false
	fortran.EachOwn(u.Body, func(n *fortran.Node) {
		switch s := n.Stmt.(type) {
		case *fortran.Data, *fortran.Entry:
			found = true
		case *fortran.AttributeDecl:
			found = found || s.Keyword == "save"
		case *fortran.TypeDecl:
			found = found || slices.ContainsFunc(s.Attrs, func(a fortran.Attr) bool { return a.Keyword == "save" })
		}
	})
	return found
}
