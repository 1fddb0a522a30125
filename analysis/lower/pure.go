package lower

import (
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// isPure reports whether a procedure promises to be PURE, as an ELEMENTAL one
// does.
func isPure(h *fortran.ProcedureHeading) bool {
	pure := false
	for i := range h.Prefixes {
		switch h.Prefixes[i].Word {
		case "impure":
			return false
		case "pure", "elemental":
			pure = true
		}
	}
	return pure
}

// isElemental reports whether a procedure takes scalars, and arrays element by
// element.
func isElemental(h *fortran.ProcedureHeading) bool {
	return slices.ContainsFunc(h.Prefixes, func(p fortran.Prefix) bool { return p.Word == "elemental" })
}

// pure reports what a PURE procedure must not do: input and output but to
// internal files, stopping, keeping a value, mapping anew, calling what is not
// PURE, changing what it shares with others (HPF 1.1, section 4.2).
func (l *lowerer) pure() {
	if l.unit.Heading == nil {
		return
	}
	if h, ok := l.unit.Heading.Stmt.(*fortran.ProcedureHeading); !ok || !isPure(h) {
		return
	}
	fortran.EachOwn(l.unit.Body, func(n *fortran.Node) {
		if what := l.impure(n); what != "" {
			l.report(n.At, source.Error, "impure", "a PURE procedure has no %s", what)
		}
	})
	l.onlyPure(l.out.Body, "a PURE procedure")
	program.Statements(l.out.Body, func(s program.Stmt) bool {
		if a, ok := s.(*program.Assign); ok && l.shared(a.LHS.Sym) {
			l.report(a.LHS.Span(), source.Error, "impure", "a PURE procedure cannot change %s, which others see", a.LHS.Sym.Name)
		}
		return true
	})
}

// impure says what a statement does that no PURE procedure may do, "" for
// nothing.
func (l *lowerer) impure(n *fortran.Node) string {
	stmt := n.Stmt
	if n.Action != nil {
		stmt = n.Action.Stmt
	}
	switch stmt := stmt.(type) {
	case *fortran.Transfer:
		if stmt.Keyword != "return" && stmt.Keyword != "cycle" && stmt.Keyword != "exit" && stmt.Keyword != "errorstop" {
			return stmt.Keyword
		}
	case *fortran.AttributeDecl:
		if stmt.Keyword == "save" {
			return "SAVE"
		}
	case *fortran.TypeDecl:
		for _, a := range stmt.Attrs {
			if a.Keyword == "save" {
				return "SAVE"
			}
		}
	case *fortran.FileControl, *fortran.Inquire:
		return fortran.KindOf(stmt)
	case *fortran.DataTransfer:
		return l.external(stmt)
	}
	return remaps(n)
}

// external says what a transfer is unless its unit is an internal file.
func (l *lowerer) external(d *fortran.DataTransfer) string {
	switch unit := d.Unit().(type) {
	case nil:
		return fortran.KindOf(d)
	case *fortran.Designator:
		if sym := l.scope.find(unit.Parts[0].Name); len(unit.Parts) > 1 || sym == nil || sym.Type == program.Character {
			return ""
		}
	case *fortran.Literal:
		if unit.Kind != fortran.Int {
			return ""
		}
	}
	return fortran.KindOf(d) + " of an external unit"
}

// remaps returns the name of an executable mapping directive, "" for anything
// else.
func remaps(n *fortran.Node) string {
	if n.Kind != fortran.Directive {
		return ""
	}
	for _, d := range hpf.Read(n.Text, n.Form).Directives {
		switch d := d.(type) {
		case *hpf.Distribute:
			if d.Again {
				return "REDISTRIBUTE"
			}
		case *hpf.Align:
			if d.Again {
				return "REALIGN"
			}
		}
	}
	return ""
}

// shared reports whether others see a variable: those of hosts and modules.
func (l *lowerer) shared(sym *program.Symbol) bool {
	if sym.Dummy || sym.Class != program.Variable {
		return false
	}
	return l.copied[sym] != nil || l.scope.host != nil && l.scope.host.names[sym.Name] == sym
}

// onlyPure reports the procedures that statements call and that are known not
// to be PURE, each once.
func (l *lowerer) onlyPure(body []program.Stmt, where string) {
	said := map[string]bool{}
	check := func(at source.Span, name string, sym *program.Symbol) {
		if sym == nil || !sym.Impure || sym.Class != program.Procedure || said[name] {
			return
		}
		said[name] = true
		l.report(at, source.Error, "impure", "%s calls PURE procedures only, and %s is none", where, name)
	}
	program.Statements(body, func(s program.Stmt) bool {
		if c, ok := s.(*program.CallStmt); ok {
			check(c.Span(), c.Name, l.scope.find(c.Name))
		}
		for e := range program.Exprs(s) {
			program.Walk(e, func(e program.Expr) bool {
				if c, ok := e.(*program.Call); ok {
					check(c.Span(), c.Name, c.Sym)
				}
				return true
			})
		}
		return true
	})
}
