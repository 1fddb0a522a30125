package workspace

import (
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/names"
	"github.com/parlens/parlens/analysis/source"
)

// maxUses bounds chains of modules that use each other.
const maxUses = 8

// Declared returns the file and the line (from 1) where the name that a unit of
// f sees is declared: in the unit, in a module that it uses, in a host, or in a
// text that one of these includes. The line is 0 where no declaration is found.
func (s *Snapshot) Declared(f *File, u *fortran.Unit, name string) (*File, int) {
	return s.declared(f, u, name, 0)
}

func (s *Snapshot) declared(f *File, u *fortran.Unit, name string, depth int) (*File, int) {
	for ; u != nil && depth <= maxUses; u = u.Host {
		if n, at := declaring(u.Body, name); n != nil {
			return s.origin(f, u, n, at)
		}
		for _, n := range u.Body {
			use, ok := n.Stmt.(*fortran.Use)
			if !ok {
				continue
			}
			there, visible := names.NewUse(use, n.Statement).Theirs(name)
			file, module := s.Module(f, use.Module.String())
			if !visible || module == nil {
				continue
			}
			if file, line := s.declared(file, module, there, depth+1); line > 0 {
				return file, line
			}
		}
	}
	return f, 0
}

// declaring finds the statement that declares a name, with its place in it: the
// first one that gives it a type or a shape.
func declaring(body []*fortran.Node, name string) (*fortran.Node, source.Span) {
	for _, n := range body {
		if constants, ok := n.Stmt.(*fortran.ParameterDecl); ok {
			for _, v := range constants.Values {
				if v.Name.String() == name {
					return n, v.Name.Span()
				}
			}
		}
		for _, e := range fortran.Entities(n.Stmt) {
			if e.Name.String() == name {
				return n, e.Name.Span()
			}
		}
	}
	return nil, source.Span{}
}

// origin returns the line of a place in a statement, which may come from an
// included text.
func (s *Snapshot) origin(f *File, u *fortran.Unit, n *fortran.Node, at source.Span) (*File, int) {
	if o := n.Origin; o != nil {
		if file, err := s.File(o.File); err == nil {
			return file, o.Line
		}
	}
	return f, f.Text.LineOf(u.Start + n.Place(at).Start)
}
