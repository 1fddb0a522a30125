package depend

import "github.com/parlens/parlens/analysis/program"

// accumulation recognises s = s op e, where e does not use s: the operator and
// the s on the right side.
func accumulation(s *program.Assign) (operator string, self *program.Ref) {
	operator, self = accumulates(s.LHS, s.RHS, "")
	if self == nil {
		return "", nil
	}
	uses := 0
	program.Walk(s.RHS, func(e program.Expr) bool {
		if r, ok := e.(*program.Ref); ok && r.Sym == s.LHS.Sym {
			uses++
		}
		return true
	})
	if uses != 1 {
		return "", nil
	}
	return operator, self
}

// accumulates finds s as an operand of a chain of one operator.
func accumulates(s *program.Ref, e program.Expr, operator string) (string, *program.Ref) {
	switch e := e.(type) {
	case *program.Ref:
		if operator != "" && same(s, e) {
			return operator, e
		}
	case *program.Binary:
		name := operators[e.Op]
		if name == "" || operator != "" && operator != name {
			return "", nil
		}
		if op, self := accumulates(s, e.X, name); self != nil {
			return op, self
		}
		if e.Op != program.Sub {
			return accumulates(s, e.Y, name)
		}
	case *program.Call:
		if e.Name != "min" && e.Name != "max" || operator != "" && operator != e.Name || !pure(e) {
			return "", nil
		}
		for _, arg := range e.Args {
			if op, self := accumulates(s, arg.Value, e.Name); self != nil {
				return op, self
			}
		}
	}
	return "", nil
}

var operators = map[program.Op]string{program.Add: "+", program.Sub: "+", program.Mul: "*", program.And: ".and.", program.Or: ".or."}

// same reports whether two references are written alike.
func same(r, s *program.Ref) bool {
	return r.Sym == s.Sym && len(r.Subs) == len(s.Subs) && (len(r.Subs) == 0 || subsText(r) == subsText(s))
}

// extremum is IF (e > s) s = e, perhaps with scalars that remember where: the
// accumulation of a maximum, or with the opposite test of a minimum.
type extremum struct {
	operator string
	sym      *program.Symbol
	tested   *program.Ref    // s in the condition
	store    *program.Assign // s = e
}

// Extremum returns the store and the operator of IF (e > s) s = e and its like, which
// accumulate a maximum or minimum; nil where the IF is none.
func Extremum(s *program.If) (store *program.Assign, operator string) {
	x := findExtremum(s)
	if x == nil {
		return nil, ""
	}
	return x.store, x.operator
}

// findExtremum recognises a guarded minimum or maximum, or returns nil.
func findExtremum(s *program.If) *extremum {
	if len(s.Branches) != 1 || len(s.Else) > 0 {
		return nil
	}
	cond, ok := s.Branches[0].Cond.(*program.Binary)
	if !ok {
		return nil
	}
	op := cond.Op
	for _, side := range [2][2]program.Expr{{cond.Y, cond.X}, {cond.X, cond.Y}} {
		if r, ok := side[0].(*program.Ref); ok && r.Sym.Rank() == 0 && (op == program.Gt || op == program.Ge || op == program.Lt || op == program.Le) {
			x := &extremum{operator: "max", sym: r.Sym, tested: r}
			if (op == program.Lt || op == program.Le) == (side[0] == cond.Y) {
				x.operator = "min"
			}
			if x.matches(s.Branches[0].Body, side[1]) {
				return x
			}
		}
	}
	return nil
}

// matches reports whether the block is s = value and assignments of other
// scalars, and nothing else in it or in value uses s.
func (x *extremum) matches(block []program.Stmt, value program.Expr) bool {
	if program.Mentions(x.sym, value) {
		return false
	}
	text := program.Text(value)
	for _, s := range block {
		a, ok := s.(*program.Assign)
		switch {
		case !ok || a.LHS.Sym.Rank() > 0 || program.Mentions(x.sym, a.RHS) || program.Mentions(a.LHS.Sym, a.RHS):
			return false
		case a.LHS.Sym != x.sym:
		case x.store != nil || program.Text(a.RHS) != text:
			return false
		default:
			x.store = a
		}
	}
	return x.store != nil
}
