package comm

import "github.com/parlens/parlens/analysis/program"

// Nest is a statement together with the DO loops around it, outermost first.
// Its methods take the number of outer loops that stay fixed: from a message's
// place, the loops inside are ranges and those outside are symbols.
type Nest struct {
	B     *Builder
	Loops []*Loop
	Wide  bool // its loops have bounds for all iterations of those around them
	Whole int  // the iterations of the innermost of so many loops are executed whole, each by one processor; 0: no such loop
}

// Context is what the constructs around an assignment say about it.
type Context struct {
	Ranges    []program.IndexRange // of the FORALLs around it
	Mask      program.Expr         // to be evaluated before it, or nil
	MaskAt    program.Stmt         // the construct that has the mask
	Masked    bool                 // a mask decides about it, evaluated here or before
	Iteration *Iteration           // of the INDEPENDENT loop around it, or nil
	Partial   *program.Ref         // whose owners add up their part of a reduction, or nil
}
