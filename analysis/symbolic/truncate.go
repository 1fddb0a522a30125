package symbolic

// TruncDiv is the quotient rounded toward zero, which is what "/" is of two integers in
// Fortran and C; index only. A divisor of unknown sign is taken as positive.
func (a *Arena) TruncDiv(x, y Expr) Expr {
	if d, constant := a.ConstInt(y); constant && d < 0 {
		return a.TruncDiv(a.Neg(x), a.Int(-d))
	}
	return a.odd(x, func(x Expr) Expr { return a.FloorDiv(x, y) })
}

// TruncMod is x - y*TruncDiv(x, y): the remainder with the sign of x.
func (a *Arena) TruncMod(x, y Expr) Expr {
	if d, constant := a.ConstInt(y); constant && d < 0 {
		y = a.Int(-d)
	}
	return a.odd(x, func(x Expr) Expr { return a.Mod(x, y) })
}

// odd is f(x) where x is not negative, and -f(-x) elsewhere.
func (a *Arena) odd(x Expr, f func(Expr) Expr) Expr {
	zero := a.Int(0)
	negated := func() Expr { return a.Neg(f(a.Neg(x))) }
	switch {
	case a.AtLeast(x, zero):
		return f(x)
	case a.AtLeast(zero, x):
		return negated()
	}
	return a.Cond(a.Le(zero, x), f(x), negated())
}
