package program

// ExitWhere returns the condition of a statement in a loop that does nothing but leave it where
// the condition holds, IF (c) EXIT; nil of others.
func ExitWhere(loop *Do, s Stmt) Expr {
	i, ok := s.(*If)
	if !ok || len(i.Branches) != 1 || len(i.Else) > 0 || len(i.Branches[0].Body) != 1 {
		return nil
	}
	t, ok := i.Branches[0].Body[0].(*Transfer)
	if !ok || t.Keyword != "exit" || t.Target != "" && t.Target != loop.Name {
		return nil
	}
	return i.Branches[0].Cond
}

// opposite are the relations that hold where others do not, of numbers that can be compared.
var opposite = map[Op]Op{Eq: Ne, Ne: Eq, Lt: Ge, Ge: Lt, Le: Gt, Gt: Le}

// Negated is the condition that holds where another one does not.
func Negated(c Expr) Expr {
	switch x := c.(type) {
	case *Unary:
		if x.Op == Not {
			return x.X
		}
	case *Binary:
		if op, relation := opposite[x.Op]; relation && isInteger(x.X) && isInteger(x.Y) {
			return NewBinary(c.Span(), op, x.X, x.Y)
		}
	}
	return NewUnary(c.Span(), Not, c)
}

func isInteger(e Expr) bool {
	t, _ := TypeOf(e)
	return t == Integer
}
