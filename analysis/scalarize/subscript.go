package scalarize

import (
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// subscript reads a scalar subscript as a function of one of the loops that are
// ranges here. One that depends on a scalar which they assign has another value
// in each iteration, known at run time only.
func (r *reader) subscript(e program.Expr) comm.Affine {
	if changes(r.scope, e) {
		return comm.IrregularSubscript
	}
	return r.b.Affine(e, r.scope)
}

// bound returns a bound or stride of a section in the symbols of the loops
// around; false when it is not known. What they assign, or elements that they
// follow, are values of the iteration, as in the bounds of a DO.
func (r *reader) bound(e program.Expr) (symbolic.Expr, bool) {
	return r.b.BoundIn(e, r.scope)
}

// changes reports whether the bodies of the loops assign a scalar of the
// expression that is not one of their indices.
func changes(s comm.Scope, e program.Expr) bool {
	found := false
	program.Walk(e, func(x program.Expr) bool {
		ref, ok := x.(*program.Ref)
		if !ok || ref.Sym.Class != program.Variable || ref.Sym.Rank() > 0 || s.Of(ref.Sym) != nil {
			return !found
		}
		for _, l := range s {
			found = found || l.Do != nil && l.Stores.Has(ref.Sym)
		}
		return !found
	})
	return found
}

// several returns a subscript that moves with the section's loop and with
// others around it, whose value is known in their symbols.
func (r *reader) several(s comm.Affine) comm.Affine {
	if r.b.MentionsAny(s.Offset, r.scope.Names()) {
		return comm.Affine{Offset: r.b.AffineExpr(s), Irregular: true}
	}
	return s
}
