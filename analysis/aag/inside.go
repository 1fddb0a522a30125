package aag

import (
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/scalarize"
)

// storedInside returns who makes the iterations of an INDEPENDENT loop that stores to
// nothing itself, as DO j; CALL column(j): the owners of what a procedure that it calls
// stores to first of the mapped arrays of modules and COMMON blocks, if that follows the
// loop's index by way of the arguments. The unit need not name the array. nil: nobody.
func storedInside(do *program.Do, b *comm.Builder) *comm.Iteration {
	var found *comm.Iteration
	program.Statements(do.Body, func(s program.Stmt) bool {
		c, ok := s.(*program.CallStmt)
		if !ok || found != nil {
			return found == nil
		}
		p := b.Procedure(c.Name)
		if p == nil {
			return true
		}
		for _, r := range p.Targets {
			if found = homeInside(do, r, c, p, b); found != nil {
				break
			}
		}
		return found == nil
	})
	return found
}

// homeInside makes a home of an element that a procedure stores to, as its caller would
// write it, with all of the dimensions that are not distributed; nil where a distributed
// subscript names what is not an argument that stays as it is.
func homeInside(do *program.Do, r *program.Ref, c *program.CallStmt, p *comm.Procedure, b *comm.Builder) *comm.Iteration {
	layout, ok := scalarize.Outside(b, p, r.Sym)
	if !ok || layout.Replicated() {
		return nil
	}
	home := program.NewRef(c.Span(), r.Sym, slices.Repeat([]program.Subscript{{Triplet: true}}, len(r.Subs))...)
	for _, axis := range layout.Axes {
		if axis.Kind != mapping.Aligned {
			continue
		}
		sub := r.Subs[axis.Dim]
		if sub.Triplet || !passedOn(sub.Lo, c, p) {
			return nil
		}
		lo := program.Rename(sub.Lo, c.Span(), func(s *program.Symbol) *program.Symbol { return actualOf(s, c, p) })
		home.Subs[axis.Dim] = program.Subscript{Lo: lo}
	}
	if !distributesIndex(do, home, layout) {
		return nil
	}
	return &comm.Iteration{Home: home, Outside: layout}
}

// passedOn reports whether an expression of a procedure names arguments only that its
// caller can name.
func passedOn(e program.Expr, c *program.CallStmt, p *comm.Procedure) bool {
	known := true
	program.Walk(e, func(x program.Expr) bool {
		r, ok := x.(*program.Ref)
		known = known && (!ok || actualOf(r.Sym, c, p) != nil)
		return known
	})
	return known
}

// actualOf returns the scalar that a call passes to a dummy that stays as it is, nil for
// any other expression.
func actualOf(dummy *program.Symbol, c *program.CallStmt, p *comm.Procedure) *program.Symbol {
	if !dummy.Dummy || !p.Keeps(dummy) {
		return nil
	}
	for i, a := range c.Args {
		if r, ok := a.Value.(*program.Ref); ok && p.Unit.DummyOf(a.Keyword, i) == dummy && len(r.Subs) == 0 && r.Sym.Rank() == 0 {
			return r.Sym
		}
	}
	return nil
}
