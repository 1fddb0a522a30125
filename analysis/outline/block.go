package outline

import (
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/source"
)

// block is a construct with names of its own: BLOCK, ASSOCIATE, SELECT TYPE
// with a name, FORALL, DO CONCURRENT, an interface body, a statement function.
type block struct {
	at      source.Span // where the names hold
	symbols []*Symbol
	hidden  bool // an outline does not show them
}

// scoped takes a construct, and reports whether it has declared all that stands
// in it.
func (u *Unit) scoped(n *fortran.Node) bool {
	inner := u.nested()
	whole, hidden := false, false
	switch stmt := n.Stmt.(type) {
	case *fortran.Enclosing:
		if stmt.Keyword == "block" && len(n.Blocks) > 0 {
			inner.specifications(n.Blocks[0].Body)
			whole = true
		}
	case *fortran.Associate:
		for _, a := range stmt.Names {
			inner.stands(n.Statement, a.Name, a.Selector)
		}
	case *fortran.Select:
		if stmt.Name != nil {
			inner.stands(n.Statement, stmt.Name, stmt.Selector)
		}
	case *fortran.Do:
		hidden = inner.header(n.Statement, stmt.Header, u)
	case *fortran.Forall:
		hidden = inner.header(n.Statement, &stmt.Header, u)
	case *fortran.If:
		if n.Action != nil {
			if f, ok := n.Action.Stmt.(*fortran.Forall); ok {
				hidden = inner.header(n.Statement, &f.Header, u)
			}
		}
	}
	if len(inner.Symbols) > 0 {
		u.blocks = append(u.blocks, block{u.extent(n), inner.Symbols, hidden})
	}
	u.blocks, u.closed, u.uses = append(u.blocks, inner.blocks...), append(u.closed, inner.closed...), append(u.uses, inner.uses...)
	return whole
}

// stands declares a name that stands for a variable or an expression.
func (u *Unit) stands(s *fortran.Statement, name fortran.Name, selector fortran.Expr) {
	sym := u.symbol(s, name.String(), name.Span())
	sym.Type, sym.Value = "associate", spelled(s, selector.Span())
}

// header declares the indices of FORALL or DO CONCURRENT, which hold in the
// construct only. Without a type in the header they have that of the unit's
// name, and an outline does not show them.
func (u *Unit) header(s *fortran.Statement, h *fortran.Header, outer *Unit) (hidden bool) {
	if h == nil {
		return false
	}
	for _, i := range h.Indices {
		sym := u.symbol(s, i.Name.String(), i.Name.Span())
		sym.Type = "integer"
		if declared := outer.named(sym.Name); h.Type == nil && declared != nil && declared.Type != "" {
			sym.Type = declared.Type
		}
	}
	return h.Type == nil
}

// statementFunction declares the dummies of f(x, y) = ..., which hold in the
// statement only: f has a type here and no bounds, as a function has, and
// everything is known that may give it bounds.
func (u *Unit) statementFunction(a *fortran.Assignment, s *fortran.Statement) {
	d, ok := a.LHS.(*fortran.Designator)
	if !ok || a.Pointer || len(d.Parts) != 1 || !d.Parts[0].Called() || d.Parts[0].Substring() != nil {
		return
	}
	f := u.named(d.Parts[0].Name)
	if f == nil && (u.typed || len(u.uses) > 0 || len(u.Includes) > 0) || f != nil && (f.Kind != Variable || strings.HasPrefix(f.Type, "character")) {
		return
	}
	inner := u.nested()
	for _, arg := range d.Parts[0].Args {
		x, ok := arg.(*fortran.Designator)
		if !ok || len(x.Parts) != 1 || x.Parts[0].Called() {
			return
		}
		sym := inner.symbol(s, x.Parts[0].Name, x.Span())
		sym.Dummy = true
		if declared := u.named(sym.Name); declared != nil {
			sym.Type = declared.Type
		}
	}
	u.conceals(s.At.Shift(u.Start), inner.Symbols)
}

// extent returns the place of a construct with all that stands in it.
func (u *Unit) extent(n *fortran.Node) source.Span {
	return source.Span{Start: u.Start + n.At.Start, End: u.Start + lastOf(n)}
}

// inner returns what the innermost construct around a place declares under the
// name, nil for nothing.
func (u *Unit) inner(name string, at int) *Symbol {
	var found *Symbol
	size := -1
	for _, b := range u.blocks {
		if at < b.at.Start || at > b.at.End || size >= 0 && b.at.End-b.at.Start >= size {
			continue
		}
		for _, s := range b.symbols {
			if s.Name == name {
				found, size = s, b.at.End-b.at.Start
			}
		}
	}
	return found
}
