package aag

import "github.com/parlens/parlens/analysis/program"

// combines returns the operator by which a scalar assignment combines a value
// into its own left side, as in s = s + e, or "".
func combines(a *program.Assign) string {
	if a.LHS.Sym.Rank() > 0 {
		return ""
	}
	return combinesInto(a)
}

// combinesInto does the same for elements and sections of an array too, which a
// REDUCTION clause names.
func combinesInto(a *program.Assign) string {
	if operator := combining(a.RHS, a.LHS); operator != itself {
		return operator
	}
	return ""
}

// itself is what combining returns for the scalar alone.
const itself = "itself"

// combining returns how e combines s with the rest of e; s + x + y reads
// (s + x) + y.
func combining(e program.Expr, s *program.Ref) string {
	switch e := e.(type) {
	case *program.Ref:
		if e.Sym == s.Sym && (len(e.Subs) == 0 && len(s.Subs) == 0 || program.Text(e) == program.Text(s)) {
			return itself
		}
	case *program.Binary:
		return combiningBinary(e, s)
	case *program.Call:
		if (e.Name == "max" || e.Name == "min") && once(e, s) {
			return e.Name
		}
	}
	return ""
}

func combiningBinary(e *program.Binary, s *program.Ref) string {
	operator := map[program.Op]string{program.Add: "+", program.Sub: "+", program.Mul: "*", program.And: ".and.", program.Or: ".or."}[e.Op]
	inner := ""
	switch {
	case occurs(e.Y, s.Sym) == 0:
		inner = combining(e.X, s)
	case occurs(e.X, s.Sym) == 0 && e.Op != program.Sub:
		inner = combining(e.Y, s)
	}
	if inner == itself || inner == operator {
		return operator
	}
	return ""
}

// once reports whether s is one argument of the call and in no other.
func once(c *program.Call, s *program.Ref) bool {
	self, other := 0, 0
	for _, arg := range c.Args {
		switch {
		case combining(arg.Value, s) == itself:
			self++
		case occurs(arg.Value, s.Sym) > 0:
			other++
		}
	}
	return self == 1 && other == 0
}
