package outline

import (
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/source"
)

// block is a construct with names of its own: BLOCK, ASSOCIATE, SELECT TYPE
// with a name, FORALL or DO CONCURRENT with a type.
type block struct {
	at      source.Span // where the names hold
	symbols []*Symbol
}

// scoped takes a construct, and reports whether it has declared all that stands
// in it.
func (u *Unit) scoped(n *fortran.Node) bool {
	inner := &Unit{Unit: u.Unit, names: map[string]int{}}
	whole := false
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
		inner.header(n.Statement, stmt.Header)
	case *fortran.Forall:
		inner.header(n.Statement, &stmt.Header)
	}
	if len(inner.Symbols) > 0 {
		u.blocks = append(u.blocks, block{u.extent(n), inner.Symbols})
	}
	u.blocks, u.closed, u.uses = append(u.blocks, inner.blocks...), append(u.closed, inner.closed...), append(u.uses, inner.uses...)
	return whole
}

// stands declares a name that stands for a variable or an expression.
func (u *Unit) stands(s *fortran.Statement, name fortran.Name, selector fortran.Expr) {
	sym := u.symbol(s, name.String(), name.Span())
	sym.Type, sym.Value = "associate", spelled(s, selector.Span())
}

// header declares the indices of FORALL or DO CONCURRENT, where it gives them
// a type. Else the unit's declaration of the name does.
func (u *Unit) header(s *fortran.Statement, h *fortran.Header) {
	if h == nil || h.Type == nil {
		return
	}
	for _, i := range h.Indices {
		u.symbol(s, i.Name.String(), i.Name.Span()).Type = "integer"
	}
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
