package outline

import (
	"strings"

	"github.com/parlens/parlens/analysis/dialect"
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/source"
)

// declare collects the names of a unit from its heading, its declarations and
// its directives.
func (u *Unit) declare() {
	u.Symbol = &Symbol{Name: u.Name, Spelling: u.Name, Kind: unitKinds[u.Kind], Range: source.Span{Start: u.Start, End: u.End}}
	u.Symbol.At = source.Span{Start: u.Start, End: u.Start}
	if len(u.Body) > 0 {
		u.Symbol.At = u.Body[0].At.Shift(u.Start)
	}
	if u.Heading != nil {
		u.heading(u.Heading)
	}
	u.Symbol.Range.Start = u.Symbol.At.Start
	if u.Heading != nil {
		u.Symbol.Range.Start = u.Start + u.Heading.At.Start
	}
	u.Symbol.Range.End = max(u.Symbol.Range.End, u.Symbol.At.End)
	u.specifications(u.Body)
}

func (u *Unit) heading(s *fortran.Statement) {
	u.Symbol.At = s.At.Shift(u.Start)
	switch h := s.Stmt.(type) {
	case *fortran.ProgramHeading:
		u.called(s, h.Name)
	case *fortran.ModuleHeading:
		u.called(s, h.Name)
	case *fortran.BlockDataHeading:
		u.called(s, h.Name)
	case *fortran.ProcedureHeading:
		u.called(s, h.Name)
		u.procedure(s, h)
	}
}

// called gives the unit its name as it is written.
func (u *Unit) called(s *fortran.Statement, n fortran.Name) {
	if n == nil {
		return
	}
	u.Symbol.At = s.Place(n.Span()).Shift(u.Start)
	u.Symbol.Spelling = spelled(s, n.Span())
}

func spelled(s *fortran.Statement, at source.Span) string { return s.Text[at.Start:at.End] }

// procedure declares the dummies and the result. A result without a name of
// its own is the function itself.
func (u *Unit) procedure(s *fortran.Statement, h *fortran.ProcedureHeading) {
	names := []string{}
	for _, d := range h.Dummies {
		if d.Name == nil {
			names = append(names, "*")
			continue
		}
		names = append(names, spelled(s, d.Name.Span()))
		u.symbol(s, d.Name.String(), d.Name.Span()).Dummy = true
	}
	u.Symbol.Shape = "(" + strings.Join(names, ", ") + ")"
	if h.Keyword != "function" {
		return
	}
	result := u.Symbol
	if h.Result != nil {
		result = u.symbol(s, h.Result.String(), h.Result.Span())
	} else {
		u.names[u.Name] = itself
	}
	for i := range h.Prefixes {
		if h.Prefixes[i].Type != nil {
			result.Type = typeText(s, h.Name.Span().Start)
		}
	}
}

// typeText returns the type in front of a declaration: up to a comma, "::" or
// the first name.
func typeText(s *fortran.Statement, limit int) string {
	depth, end := 0, 0
	for _, t := range fortran.Tokens(s.Text[:min(limit, len(s.Text))]) {
		switch t.Text {
		case "(":
			depth++
		case ")":
			depth--
		case ",", "::", "function":
			if depth == 0 {
				return strings.ToLower(strings.TrimSpace(s.Text[:end]))
			}
		}
		end = t.End
	}
	return strings.ToLower(strings.TrimSpace(s.Text[:end]))
}

// symbol returns the unit's symbol of the name, new if there is none; at is
// its place in the statement.
func (u *Unit) symbol(s *fortran.Statement, name string, at source.Span) *Symbol {
	if sym := u.named(name); sym != nil {
		return sym
	}
	sym := newSymbol(u, s, name, at)
	u.names[name] = len(u.Symbols)
	u.Symbols = append(u.Symbols, sym)
	return sym
}

func newSymbol(u *Unit, s *fortran.Statement, name string, at source.Span) *Symbol {
	where := s.Place(at).Shift(u.Start)
	return &Symbol{Name: name, Spelling: spelled(s, at), Kind: Variable, At: where, Range: where, Origin: s.Origin}
}

func (u *Unit) specifications(body []*fortran.Node) {
	for _, n := range body {
		iface, isInterface := n.Stmt.(*fortran.InterfaceHead)
		typ, isType := n.Stmt.(*fortran.TypeHead)
		switch {
		case n.Kind == fortran.Directive:
			u.directive(n.Statement)
			for _, b := range n.Blocks {
				u.specifications(b.Body)
			}
		case isInterface:
			u.close(n)
			u.interfaces(iface, n)
		case isType:
			u.close(n)
			u.derivedType(typ, n)
		case u.scoped(n):
		default:
			u.specification(n.Statement)
			for _, b := range n.Blocks {
				u.specifications(b.Body)
			}
		}
	}
}

func (u *Unit) specification(s *fortran.Statement) {
	switch stmt := s.Stmt.(type) {
	case *fortran.TypeDecl:
		u.typeDecl(stmt, s)
	case *fortran.DimensionDecl:
		for i := range stmt.Entities {
			sym := u.entity(&stmt.Entities[i], s)
			if stmt.Keyword != "dimension" {
				sym.Attributes = append(sym.Attributes, stmt.Keyword)
			}
		}
	case *fortran.ParameterDecl:
		for _, v := range stmt.Values {
			sym := u.symbol(s, v.Name.String(), v.Name.Span())
			sym.Kind, sym.Value = Constant, spelled(s, v.Value.Span())
		}
	case *fortran.Common:
		u.common(stmt, s)
	case *fortran.NamesDecl:
		for _, n := range stmt.Names {
			if stmt.Keyword == "external" {
				u.symbol(s, n.String(), n.Span()).Kind = External
			}
		}
	case *fortran.Implicit:
		u.typed = u.typed || stmt.None
	case *fortran.ProcedureDecl:
		for _, e := range stmt.Entities {
			u.symbol(s, e.Name.String(), e.Name.Span()).Kind = External
		}
	case *fortran.CrayPointer:
		for i := range stmt.Pairs {
			p := stmt.Pairs[i].Pointer
			u.symbol(s, p.String(), p.Span())
			u.entity(&stmt.Pairs[i].Pointee, s)
		}
	case *fortran.Record:
		for _, g := range stmt.Groups {
			for i := range g.Entities {
				u.entity(&g.Entities[i], s).Type = "record /" + g.Structure.String() + "/"
			}
		}
	case *fortran.Namelist:
		for _, g := range stmt.Groups {
			u.symbol(s, g.Name.String(), g.Name.Span()).Kind = Group
		}
	case *fortran.Assignment:
		u.statementFunction(stmt, s)
	case *fortran.Use:
		u.uses = append(u.uses, useOf(stmt))
	}
}

func (u *Unit) common(c *fortran.Common, s *fortran.Statement) {
	for _, b := range c.Blocks {
		for i := range b.Members {
			u.entity(&b.Members[i], s)
		}
	}
}

func useOf(stmt *fortran.Use) use {
	out := use{module: stmt.Module.String(), only: stmt.Only, local: map[string]string{}}
	for _, n := range stmt.Names {
		switch {
		case n.Local == nil:
		case n.Target != nil:
			out.local[n.Local.String()] = n.Target.String()
		default:
			out.local[n.Local.String()] = n.Local.String()
		}
	}
	return out
}

func (u *Unit) typeDecl(t *fortran.TypeDecl, s *fortran.Statement) {
	for i := range t.Entities {
		sym := u.entity(&t.Entities[i], s)
		attribute(sym, t, s)
		if sym.Kind == Constant && t.Entities[i].Init != nil {
			sym.Value = spelled(s, t.Entities[i].Init.Span())
		}
	}
}

// attribute gives a symbol what stands in front of "::".
func attribute(sym *Symbol, t *fortran.TypeDecl, s *fortran.Statement) {
	sym.Type = typeText(s, t.Entities[0].Name.Span().Start)
	for _, a := range t.Attrs {
		switch a.Keyword {
		case "dimension", "array":
			if sym.Shape == "" {
				sym.shaped(a.Args, s)
			}
		case "parameter":
			sym.Kind = Constant
		case "external":
			sym.Kind = External
		case "intent":
			sym.Attributes = append(sym.Attributes, "intent("+a.Intent+")")
		default:
			sym.Attributes = append(sym.Attributes, a.Keyword)
		}
	}
}

// entity declares one name with what stands directly behind it.
func (u *Unit) entity(e *fortran.Entity, s *fortran.Statement) *Symbol {
	sym := u.symbol(s, e.Name.String(), e.Name.Span())
	sym.shaped(e.Dims, s)
	if len(e.Dims) > 0 {
		end := e.Dims[len(e.Dims)-1].Span().End
		end += strings.IndexByte(s.Text[end:], ')') + 1
		sym.At = s.Place(e.Name.Span()).Shift(u.Start)
		sym.Range = s.Place(source.Span{Start: e.Name.Span().Start, End: end}).Shift(u.Start)
	}
	return sym
}

// spans gives a symbol the range of its declaration, unless the name has been
// declared elsewhere before.
func (s *Symbol) spans(whole source.Span) {
	if whole.Start <= s.At.Start && s.At.End <= whole.End {
		s.Range = whole
	}
}

// shaped gives a symbol its bounds.
func (s *Symbol) shaped(dims []fortran.Arg, at *fortran.Statement) {
	if len(dims) == 0 {
		return
	}
	s.Rank = len(dims)
	s.Shape = "(" + spelled(at, dims[0].Span().Join(dims[len(dims)-1].Span())) + ")"
	if s.Kind == Variable {
		s.Kind = Array
	}
}

// directive declares arrangements and templates.
func (u *Unit) directive(s *fortran.Statement) {
	for _, d := range dialect.ReadLine(s.Logical).Directives {
		switch d := d.(type) {
		case *hpf.Processors:
			u.object(s, d.Name, d.Dims, Processors)
		case *hpf.Template:
			u.object(s, d.Name, d.Dims, Template)
		}
	}
}

func (u *Unit) object(s *fortran.Statement, name fortran.Name, dims []fortran.Arg, kind Kind) {
	sym := u.symbol(s, name.String(), name.Span())
	sym.Kind = kind
	sym.spans(s.At.Shift(u.Start))
	sym.shaped(dims, s)
}
