package names

import "github.com/parlens/parlens/analysis/fortran"

// Access says which names of a module are private.
type Access struct {
	private bool            // those that no statement names
	named   map[string]bool // by name: private or not
}

// Hides reports whether a name is private.
func (a Access) Hides(name string) bool {
	if private, named := a.named[name]; named {
		return private
	}
	return a.private
}

// AccessOf reads the PUBLIC and PRIVATE statements and attributes of a module.
func AccessOf(body []*fortran.Node) Access {
	a := Access{named: map[string]bool{}}
	for _, n := range body {
		switch stmt := n.Stmt.(type) {
		case *fortran.AttributeDecl:
			if stmt.Keyword == "private" || stmt.Keyword == "public" {
				a.declared(stmt)
			}
		case *fortran.TypeHead:
			for _, attr := range stmt.Attrs {
				if stmt.Name != nil && (attr.Keyword == "private" || attr.Keyword == "public") {
					a.named[stmt.Name.String()] = attr.Keyword == "private"
				}
			}
		case *fortran.TypeDecl:
			for _, attr := range stmt.Attrs {
				if attr.Keyword == "private" || attr.Keyword == "public" {
					for i := range stmt.Entities {
						a.named[stmt.Entities[i].Name.String()] = attr.Keyword == "private"
					}
				}
			}
		}
	}
	return a
}

// declared takes a PRIVATE or PUBLIC statement; without names it is for all.
func (a *Access) declared(stmt *fortran.AttributeDecl) {
	if len(stmt.Names) == 0 {
		a.private = stmt.Keyword == "private"
	}
	for _, n := range stmt.Names {
		if n.Name != nil {
			a.named[n.Name.String()] = stmt.Keyword == "private"
		}
	}
}
