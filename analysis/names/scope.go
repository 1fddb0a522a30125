package names

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// enclosed takes a construct whose declarations are its own. Of an interface the
// scope has the procedures' names, of a derived type the type's, of an
// enumeration the constants.
func (s *Scope) enclosed(n *fortran.Node) bool {
	switch head := n.Stmt.(type) {
	case *fortran.Enclosing:
		switch {
		case n.Blocks == nil:
		case head.Keyword == "enum":
			s.enumerators(n.Blocks[0].Body)
		case head.Keyword == "block":
			inner := s.nested(BlockScope, extent(n))
			inner.specifications(n.Blocks[0].Body)
			s.keep(inner)
		}
	case *fortran.TypeHead:
		s.Closed = append(s.Closed, s.inside(n))
		s.derivedType(head, n)
	case *fortran.InterfaceHead:
		s.Closed = append(s.Closed, s.inside(n))
		s.interfaces(head, n)
	default:
		return false
	}
	return true
}

// construct declares the names of a construct's first statement, which hold in
// the construct only.
func (s *Scope) construct(n *fortran.Node) {
	inner := s.nested(NamesScope, source.Span{})
	switch stmt := n.Stmt.(type) {
	case *fortran.Associate:
		for _, a := range stmt.Names {
			inner.associate(n.Statement, a.Name, a.Selector)
		}
	case *fortran.Select:
		if stmt.Name != nil {
			inner.associate(n.Statement, stmt.Name, stmt.Selector)
		}
	case *fortran.Do:
		inner.header(n.Statement, stmt.Header, s)
	case *fortran.Forall:
		inner.header(n.Statement, &stmt.Header, s)
	case *fortran.If:
		if n.Action != nil {
			if f, ok := n.Action.Stmt.(*fortran.Forall); ok {
				inner.header(n.Statement, &f.Header, s)
			}
		}
	default:
		return
	}
	inner.At = extent(n)
	s.keep(inner)
}

// associate declares a name that stands for a variable or an expression.
func (s *Scope) associate(st *fortran.Statement, name fortran.Name, selector fortran.Expr) {
	e := s.object(st, name)
	e.Kind, e.Value, e.ValueAt = Associate, selector, st
}

// header declares the indices of FORALL or DO CONCURRENT.
func (s *Scope) header(st *fortran.Statement, h *fortran.Header, outer *Scope) {
	if h == nil {
		return
	}
	if h.Type == nil {
		s.Kind = IndexScope
	}
	for _, i := range h.Indices {
		e := s.object(st, i.Name)
		e.Type, e.TypeAt = index, st
		if h.Type == nil {
			e.Like = outer.typed(e.Name)
		}
	}
}

// index is the type of indices and of the constants of an ENUM.
var index = &fortran.TypeSpec{Base: "integer"}

// typed returns the scope's entity of a name if a declaration types it, or nil.
func (s *Scope) typed(name string) *Entity {
	if e := s.byName[name]; e != nil && e.TypeText() != "" {
		return e
	}
	return nil
}

// enumerators declares the constants of an ENUM with their values.
func (s *Scope) enumerators(body []*fortran.Node) {
	last, from, next := zero, (*fortran.Statement)(nil), int64(0) // the last value that is given
	for _, n := range body {
		stmt, ok := n.Stmt.(*fortran.Enumerators)
		if !ok {
			continue
		}
		for _, x := range stmt.Values {
			if x.Value != nil {
				last, from, next = x.Value, n.Statement, 0
			}
			e := s.declare(n.Statement, x.Name)
			e.Kind, e.Class, e.Type, e.TypeAt = Constant, program.Parameter, index, n.Statement
			e.Value, e.ValueAt, e.More = last, from, next
			if from == nil {
				e.ValueAt = n.Statement
			}
			next++
		}
	}
}

var zero fortran.Expr = &fortran.Literal{Kind: fortran.Int, Text: "0"}

// interfaces declares the generic name and the procedures of an interface.
func (s *Scope) interfaces(head *fortran.InterfaceHead, n *fortran.Node) {
	var generic *Entity
	if head.Spec != nil && head.Spec.Name != nil {
		generic = s.external(n.Statement, head.Spec.Name)
		generic.Kind = Generic
		generic.spans(n.At)
	}
	for _, inner := range n.Blocks[0].Body {
		h, ok := inner.Stmt.(*fortran.ProcedureHeading)
		if !ok {
			continue
		}
		e := s.external(inner.Statement, h.Name)
		e.Heading, e.HeadingAt = h, inner.Statement
		s.body(h, inner)
		if generic != nil && !slices.Contains(generic.Members, e) {
			generic.Members = append(generic.Members, e)
		}
	}
}

// body declares the names of an interface body, which hold in it only.
func (s *Scope) body(h *fortran.ProcedureHeading, n *fortran.Node) {
	inner := s.nested(InterfaceScope, extent(n))
	inner.procedure(n.Statement, h)
	for _, b := range n.Blocks {
		inner.specifications(b.Body)
	}
	s.keep(inner)
}

// derivedType declares a type with its components and bindings.
func (s *Scope) derivedType(head *fortran.TypeHead, n *fortran.Node) {
	if head.Name == nil {
		return
	}
	e := s.stands(n.Statement, head.Name, Type)
	whole := n.At
	if n.End != nil {
		whole.End = n.End.At.End
	}
	e.spans(whole)
	components, bound := s.nested(TypeScope, s.inside(n)), s.nested(TypeScope, s.inside(n))
	for _, c := range n.Blocks[0].Body {
		switch stmt := c.Stmt.(type) {
		case *fortran.TypeDecl:
			components.typeDecl(stmt, c.Statement)
		case *fortran.ProcedureDecl:
			bound.bindings(stmt, c.Statement)
		case *fortran.GenericBinding:
			if stmt.Spec.Name != nil {
				bound.external(c.Statement, stmt.Spec.Name)
			}
		}
	}
	for _, c := range components.Entities {
		c.Kind = Component
	}
	e.Members = slices.Concat(components.Entities, bound.Entities)
	s.keep(bound)
}

// bindings declares what PROCEDURE binds under a name of its own, and pointers
// to procedures.
func (s *Scope) bindings(p *fortran.ProcedureDecl, st *fortran.Statement) {
	for _, x := range p.Entities {
		own := p.Interface != nil
		if to, ok := x.To.(*fortran.Designator); ok && to.Parts[0].Name != x.Name.String() {
			own = true
		}
		if own {
			s.external(st, x.Name)
		}
	}
}

// statementFunction declares the dummies of f(x, y) = ..., which hold in the
// statement only: f has a type here and no bounds, as a function has, and
// everything is known that may give it bounds.
func (s *Scope) statementFunction(a *fortran.Assignment, st *fortran.Statement) {
	d, ok := a.LHS.(*fortran.Designator)
	if !ok || a.Pointer || len(d.Parts) != 1 || !d.Parts[0].Called() || d.Parts[0].Substring() != nil {
		return
	}
	f := s.byName[d.Parts[0].Name]
	switch {
	case f == nil || f.Kind == Unknown:
		if s.None || len(s.Uses) > 0 || s.includes {
			return
		}
	case f.Kind != Variable || f.Itself || len(f.Dims) > 0 || strings.HasPrefix(f.TypeText(), "character"):
		return
	}
	inner := s.nested(FunctionScope, st.At)
	for _, arg := range d.Parts[0].Args {
		x, ok := arg.(*fortran.Designator)
		if !ok || len(x.Parts) != 1 || x.Parts[0].Called() {
			return
		}
		e := inner.entity(st, x.Parts[0].Name, x.Span())
		e.Kind, e.Named, e.Dummy, e.Like = Variable, true, true, s.typed(e.Name)
	}
	s.keep(inner)
}

// inside returns what stands between the first line of a construct and its END.
func (s *Scope) inside(n *fortran.Node) source.Span {
	end := s.size
	if n.End != nil {
		end = n.End.At.Start
	}
	return source.Span{Start: n.At.End, End: end}
}

// extent returns the place of a construct with all that stands in it.
func extent(n *fortran.Node) source.Span { return source.Span{Start: n.At.Start, End: Last(n)} }

// Last returns the end of a construct or statement.
func Last(n *fortran.Node) int {
	last := n.At.End
	if n.End != nil {
		return max(last, n.End.At.End)
	}
	for _, b := range n.Blocks {
		last = max(last, b.Head.At.End)
		for _, inner := range b.Body {
			last = max(last, Last(inner))
		}
	}
	return last
}
