package spar

// Walk calls f for every expression in a statement, and in the statements in
// it: operands before what is made of them.
func Walk(s Stmt, f func(Expr)) {
	if s == nil {
		return
	}
	for _, x := range Expressions(s) {
		WalkExpr(x, f)
	}
	for _, part := range Parts(s) {
		Walk(part, f)
	}
}

// Expressions are the expressions of a statement itself, in their order.
func Expressions(s Stmt) []Expr {
	var out []Expr
	add := func(list ...Expr) {
		for _, x := range list {
			if x != nil {
				out = append(out, x)
			}
		}
	}
	switch s := s.(type) {
	case *Local:
		for _, d := range s.Names {
			add(d.Init)
		}
	case *ExprStmt:
		add(s.X)
	case *If:
		add(s.Cond)
	case *While:
		add(s.Cond)
	case *For:
		add(s.Cond)
		add(s.Step...)
	case *Loop:
		for _, c := range s.Cards {
			add(c.Low, c.High, c.Stride)
		}
	case *Switch:
		add(s.X)
		for _, c := range s.Cases {
			add(c.Value)
		}
	case *Jump:
		add(s.X)
	case *Synchronized:
		add(s.X)
	case *Print:
		add(s.Args...)
	case *Delete:
		add(s.X)
	}
	return out
}

// WalkExpr calls f for an expression and all in it, operands first.
func WalkExpr(x Expr, f func(Expr)) {
	if x == nil {
		return
	}
	for _, k := range Operands(x) {
		WalkExpr(k, f)
	}
	f(x)
}

// Operands are the expressions directly in an expression, in their order.
func Operands(x Expr) []Expr {
	var out []Expr
	add := func(list ...Expr) {
		for _, x := range list {
			if x != nil {
				out = append(out, x)
			}
		}
	}
	switch x := x.(type) {
	case *Unary:
		add(x.X)
	case *Binary:
		add(x.X, x.Y)
	case *Assign:
		add(x.X, x.Y)
	case *Choice:
		add(x.Cond, x.Then, x.Else)
	case *Cast:
		add(x.X)
	case *InstanceOf:
		add(x.X)
	case *Index:
		add(x.X)
		add(x.Subs...)
	case *Call:
		add(x.Fun)
		add(x.Args...)
	case *Select:
		add(x.X)
	case *New:
		add(x.Outer)
		add(x.Args...)
	case *NewArray:
		for _, z := range x.Sizes {
			add(z.Subs...)
		}
		if x.Init != nil {
			add(x.Init)
		}
	case *ArrayInit:
		add(x.Items...)
	case *Tuple:
		add(x.Items...)
	case *Complex:
		add(x.Re, x.Im)
	case *Marked:
		add(x.X)
	}
	return out
}

// Stored is what an expression stores into: the left side of an assignment, or what
// counts up or down.
func Stored(x Expr) Expr {
	switch x := x.(type) {
	case *Assign:
		return x.X
	case *Unary:
		if x.Op == "++" || x.Op == "--" {
			return x.X
		}
	}
	return nil
}
