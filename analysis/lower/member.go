package lower

import (
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/source"
)

// members reports the names in derived types and interfaces that nothing
// declares: what is extended, bound, final, imported, or called by a generic
// name.
func (l *lowerer) members(body []*fortran.Node) {
	if l.elsewhere || !l.scope.explicit {
		return
	}
	for _, n := range body {
		switch head := n.Stmt.(type) {
		case *fortran.TypeHead:
			if base := head.Extends(); base != nil {
				l.mustBe(base.Parts[0].Name, n.Place(base.Span()))
			}
			l.bindings(n)
		case *fortran.InterfaceHead:
			l.generic(n)
		case *fortran.ProcedureDecl:
			l.interfaceOf(head, n.Statement)
		}
	}
}

// mustBe reports a name that nothing declares.
func (l *lowerer) mustBe(name string, at source.Span) {
	if l.scope.find(name) == nil && !l.types[name] && l.typeNamed(name) == nil && !l.macros[name] && !l.usesGeneric(name) {
		l.report(at, source.Warning, "undeclared-name", "%s is not declared", name)
	}
}

// usesGeneric reports whether a module that is used has a generic name, or a type
// of an unknown kind, of that name.
func (l *lowerer) usesGeneric(name string) bool {
	for s := l.scope; s != nil; s = s.host {
		for _, u := range s.uses {
			if theirs, ok := u.Theirs(name); ok && u.from.types[theirs] {
				return true
			}
		}
	}
	return false
}

// bindings checks the members of a derived type that name procedures.
func (l *lowerer) bindings(n *fortran.Node) {
	for _, member := range n.Blocks[0].Body {
		switch stmt := member.Stmt.(type) {
		case *fortran.ProcedureDecl:
			l.interfaceOf(stmt, member.Statement)
			if stmt.Interface != nil {
				continue // what a deferred binding or a pointer will be is not known
			}
			for _, e := range stmt.Entities {
				if to, ok := e.To.(*fortran.Designator); ok {
					l.mustBe(to.Parts[0].Name, member.Place(to.Span()))
				} else if e.To == nil {
					l.mustBe(e.Name.String(), member.Place(e.Name.Span()))
				}
			}
		case *fortran.Final:
			for _, name := range stmt.Names {
				l.mustBe(name.String(), member.Place(name.Span()))
			}
		case *fortran.GenericBinding:
			l.bound(stmt, n, member.Statement)
		}
	}
}

// bound checks that the type binds what a GENERIC names.
func (l *lowerer) bound(g *fortran.GenericBinding, n *fortran.Node, s *fortran.Statement) {
	head := n.Stmt.(*fortran.TypeHead)
	if head.Extends() != nil {
		return // it may be bound by an ancestor
	}
	for _, name := range g.Bindings {
		if !slices.ContainsFunc(n.Blocks[0].Body, func(m *fortran.Node) bool { return binds(m.Stmt, name.String()) }) {
			l.report(s.Place(name.Span()), source.Warning, "undeclared-name", "the type binds no %s", name)
		}
	}
}

func binds(stmt fortran.Stmt, name string) bool {
	p, ok := stmt.(*fortran.ProcedureDecl)
	return ok && slices.ContainsFunc(p.Entities, func(e fortran.NamedBinding) bool { return e.Name.String() == name })
}

// generic checks the procedures of a generic interface, and what its bodies
// import.
func (l *lowerer) generic(n *fortran.Node) {
	for _, member := range n.Blocks[0].Body {
		switch stmt := member.Stmt.(type) {
		case *fortran.ModuleProcedure:
			for _, name := range stmt.Names {
				l.mustBe(name.String(), member.Place(name.Span()))
			}
		case *fortran.ProcedureDecl:
			for _, e := range stmt.Entities {
				l.mustBe(e.Name.String(), member.Place(e.Name.Span()))
			}
		case *fortran.ProcedureHeading:
			l.imports(member)
		}
	}
}

func (l *lowerer) imports(body *fortran.Node) {
	for _, b := range body.Blocks {
		for _, n := range b.Body {
			if i, ok := n.Stmt.(*fortran.Import); ok {
				for _, name := range i.Names {
					l.mustBe(name.String(), n.Place(name.Span()))
				}
			}
		}
	}
}

// interfaceOf checks the interface that a PROCEDURE statement names.
func (l *lowerer) interfaceOf(p *fortran.ProcedureDecl, s *fortran.Statement) {
	if p.Interface != nil && p.Interface.Name != nil {
		l.mustBe(p.Interface.Name.String(), s.Place(p.Interface.Name.Span()))
	}
}
