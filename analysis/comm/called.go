package comm

import (
	"slices"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Called is what a call does besides the procedure's own work (HPF 1.1, section
// 3.10). An array dummy without a mapping of its own (none, INHERIT, "*") lies
// as its actual argument does; one with a mapping is brought there before the
// body, unless it is INTENT(OUT), and back after it, unless it is INTENT(IN).
type Called struct {
	Before, After []Moved
	First         []*Element               // what computes the arguments that are expressions
	Scalars       []program.Expr           // scalar arguments that everybody evaluates
	Values        map[string]symbolic.Expr // of names in the procedure: dummies, extents
	Parts         map[string]symbolic.Expr // of what scalar dummies stand for: components, grids behind communicators
	Inherited     map[*program.Symbol]mapping.Layout
	Of            *Procedure
	Unknown       []string // dummies whose values have no formula
	// Alone: the processors call it in iterations of their own, each with what it has
	// itself.
	Alone bool
}

// Function is a reference to a user's function.
type Function struct {
	Stmt   *program.CallStmt // the same call as a statement
	Called *Called
	Items  int64 // of the constructor in which it stands: one in so many iterations of the element evaluates it
}

// Passes reports whether the function takes arrays.
func (f *Function) Passes() bool {
	return slices.ContainsFunc(f.Called.Of.Unit.Dummies, func(d *program.Symbol) bool { return d.Rank() > 0 })
}
