package comm

import (
	"fmt"
	"slices"
	"strings"

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
	Scattered     []Scattered
	// Alone: the processors call it in iterations of their own, each with what it has
	// itself.
	Alone   bool
	Dynamic bool // it may be another procedure, see [program.CallStmt]
}

// Scattered is a dummy that may have another value in each iteration around the call, of which
// there is no formula, and that says where in a distributed dimension the procedure works, whose bounds are
// First and Last: where nobody knows it, it may be any of them.
type Scattered struct {
	Dummy       string
	First, Last symbolic.Expr
}

// Scatters reports whether a dummy is one of those.
func (c *Called) Scatters(dummy string) bool {
	return slices.ContainsFunc(c.Scattered, func(x Scattered) bool { return x.Dummy == dummy })
}

// Apart says who executes an EXTRINSIC procedure that not all processors execute together on
// what they share (HPF 2.0, chapters 6 and 11), where it gets arrays that they share; "" of
// others, and where processors call it alone.
func (c *Called) Apart() string {
	who, kind := "", c.Of.Extrinsic
	switch {
	case strings.HasSuffix(kind, "_local"):
		who = "each processor executes it on its own part of the arrays"
	case strings.HasSuffix(kind, "_serial"):
		who = "one processor executes it, to whom the arrays are brought"
	}
	shared := len(c.Before)+len(c.After) > 0
	for _, l := range c.Inherited {
		shared = shared || !l.Replicated()
	}
	if who == "" || c.Alone || !shared {
		return ""
	}
	return fmt.Sprintf("it is EXTRINSIC(%s), %s, which has no cost model yet", strings.ToUpper(kind), who)
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
