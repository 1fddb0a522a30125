package outline

import (
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/source"
)

// close marks what stands between the first line of a construct and its END.
func (u *Unit) close(n *fortran.Node) { u.closed = append(u.closed, u.inside(n)) }

func (u *Unit) inside(n *fortran.Node) source.Span {
	end := u.End
	if n.End != nil {
		end = u.Start + n.End.At.Start
	}
	return source.Span{Start: u.Start + n.At.End, End: end}
}

// interfaces declares the generic name and the procedures of an interface.
func (u *Unit) interfaces(head *fortran.InterfaceHead, n *fortran.Node) {
	var generic *Symbol
	if head.Spec != nil && head.Spec.Name != nil {
		name := head.Spec.Name
		generic = u.symbol(n.Statement, name.String(), name.Span())
		generic.Kind = Interface
		generic.spans(n.At.Shift(u.Start))
	}
	for _, inner := range n.Blocks[0].Body {
		h, ok := inner.Stmt.(*fortran.ProcedureHeading)
		if !ok {
			continue
		}
		sym := u.symbol(inner.Statement, h.UnitName(), h.Name.Span())
		sym.Kind = External
		u.interfaceBody(h, inner)
		if generic != nil && !slices.Contains(generic.Children, sym) {
			generic.Children = append(generic.Children, sym)
		}
	}
}

// interfaceBody declares the names of an interface body, which hold in it only.
func (u *Unit) interfaceBody(h *fortran.ProcedureHeading, n *fortran.Node) {
	inner := u.nested()
	inner.Symbol = &Symbol{Name: h.UnitName()}
	inner.Name = h.UnitName()
	inner.procedure(n.Statement, h)
	for _, b := range n.Blocks {
		inner.specifications(b.Body)
	}
	u.uses = append(u.uses, inner.uses...)
	u.conceals(u.extent(n), inner.Symbols)
}

// nested returns a unit for names that hold in a part of this one.
func (u *Unit) nested() *Unit {
	whole := *u.Unit
	return &Unit{Unit: &whole, names: map[string]int{}}
}

// conceals adds names that hold in a range, and that an outline does not show.
func (u *Unit) conceals(at source.Span, symbols []*Symbol) {
	for _, s := range symbols {
		s.Local = true
	}
	if len(symbols) > 0 {
		u.blocks = append(u.blocks, block{at: at, symbols: symbols, hidden: true})
	}
}

// derivedType declares a type; its components and bindings are its children.
func (u *Unit) derivedType(head *fortran.TypeHead, n *fortran.Node) {
	if head.Name == nil {
		return
	}
	sym := u.symbol(n.Statement, head.Name.String(), head.Name.Span())
	sym.Kind = Type
	whole := n.At.Shift(u.Start)
	if n.End != nil {
		whole.End = u.Start + n.End.At.End
	}
	sym.spans(whole)
	inner, bound := u.nested(), u.nested()
	for _, c := range n.Blocks[0].Body {
		switch stmt := c.Stmt.(type) {
		case *fortran.TypeDecl:
			inner.typeDecl(stmt, c.Statement)
		case *fortran.ProcedureDecl:
			bound.bindings(stmt, c.Statement)
		case *fortran.GenericBinding:
			if name := stmt.Spec.Name; name != nil {
				bound.symbol(c.Statement, name.String(), name.Span()).Kind = External
			}
		}
	}
	for _, c := range inner.Symbols {
		c.Kind = Field
	}
	sym.Children = append(inner.Symbols, bound.Symbols...)
	u.conceals(u.inside(n), bound.Symbols)
}

func spanOf(t fortran.Token) source.Span { return source.Span{Start: t.Start, End: t.End} }

// bindings declares what PROCEDURE binds under a name of its own, and pointers
// to procedures.
func (u *Unit) bindings(p *fortran.ProcedureDecl, s *fortran.Statement) {
	for _, e := range p.Entities {
		own := p.Interface != nil
		if to, ok := e.To.(*fortran.Designator); ok && to.Parts[0].Name != e.Name.String() {
			own = true
		}
		if own {
			u.symbol(s, e.Name.String(), e.Name.Span()).Kind = External
		}
	}
}
