package fortran

// Allocation is ALLOCATE ([type ::] object, ...), DEALLOCATE or NULLIFY. The
// objects are designators, whose last part has the bounds (and, of a coarray,
// the cobounds as its Image); the options STAT=, SOURCE= and so on come behind
// them as Keywords.
type Allocation struct {
	Keyword string
	Type    string // in front of "::", as written; "" without one
	Args    []Arg
}

// allocationByHand parses ALLOCATE, DEALLOCATE and NULLIFY.
func allocationByHand(h *hand) Stmt {
	a := &Allocation{Keyword: h.next().Text}
	h.expect("(")
	if h.err != nil {
		return a
	}
	a.Type = h.climb.constructorType(")")
	for {
		a.Args = append(a.Args, read(h, Token.beginsArg, (*climber).argument))
		if !h.accept(",") {
			break
		}
	}
	h.expect(")")
	return a
}

// Jump is GO TO: to a label, to one of several by the value of an index, or to
// what ASSIGN has put into a variable.
type Jump struct {
	Variable Name     `parser:"( 'goto' | 'go' 'to' ) ( @@"`
	Label    string   `parser:"| @Int )?"`
	Labels   []string `parser:"( ','? '(' @Int ( ',' @Int )* ')' )?"`
	Index    Expr     `parser:"( ','? @@ )?"`
}

// AssignLabel is ASSIGN 10 TO variable.
type AssignLabel struct {
	Label    string `parser:"'assign' @Int 'to'"`
	Variable Name   `parser:"@@"`
}
