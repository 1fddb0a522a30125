package elements

import "github.com/parlens/parlens/analysis/program"

// combines returns the operation ("+", "*", "min", "max", ".and.", ".or.") by which a scalar
// assignment combines values into its own left side, or "": the right side joins
// operands by that operation, one of which is the scalar and none of the others
// mentions it.
func combines(a *program.Assign) string {
	if a.LHS.Sym.Rank() > 0 {
		return ""
	}
	return accumulates(a)
}

// accumulates does the same for what a REDUCTION clause names, which may be
// elements of an array.
func accumulates(a *program.Assign) string {
	s := a.LHS.Sym
	for _, op := range []string{"+", "*", "min", "max", ".and.", ".or."} {
		joined, others := operands(a.RHS, op)
		self := 0
		for _, e := range joined {
			if r, ok := e.(*program.Ref); ok && r.Sym == s && program.Text(r) == program.Text(a.LHS) {
				self++
			} else {
				others = append(others, e)
			}
		}
		if self != 1 || len(others) == 0 {
			continue
		}
		for _, e := range others {
			if mentions(e, s) {
				self++
			}
		}
		if self == 1 {
			return op
		}
	}
	return ""
}

// operands returns what a chain of the operation joins, however it is bracketed,
// and what it takes away.
func operands(e program.Expr, op string) (joined, taken []program.Expr) {
	if c, ok := e.(*program.Call); ok && c.Name == op {
		for _, arg := range c.Args {
			joined = append(joined, arg.Value)
		}
		return joined, nil
	}
	for open := []program.Expr{e}; len(open) > 0; {
		e, open = open[0], open[1:]
		b, ok := e.(*program.Binary)
		switch {
		case ok && (op == "+" && b.Op == program.Add || op == "*" && b.Op == program.Mul || op == ".and." && b.Op == program.And || op == ".or." && b.Op == program.Or):
			open = append(open, b.X, b.Y)
		case ok && op == "+" && b.Op == program.Sub:
			open, taken = append(open, b.X), append(taken, b.Y)
		default:
			joined = append(joined, e)
		}
	}
	return joined, taken
}
