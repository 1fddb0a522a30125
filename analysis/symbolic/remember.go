package symbolic

// call is one call of a building operation with few operands.
type call struct {
	o        op
	operands [4]Expr
}

// rememberable returns the key under which the result of a call may be
// remembered: the same formulas are built again and again, and what the
// simplifications in them rest on is proven at length. Inside of loops they also
// rest on the bounds of their indices.
func (a *Arena) rememberable(o op, operands ...Expr) (call, bool) {
	c := call{o: o}
	if len(operands) > len(c.operands) || len(a.open) > 0 || a.eager || a.frozen {
		return c, false
	}
	copy(c.operands[:], operands)
	return c, true
}

// remember returns the result of a call, built if it is not known.
func (a *Arena) remember(build func() Expr, o op, operands ...Expr) Expr {
	c, ok := a.rememberable(o, operands...)
	if !ok {
		return build()
	}
	e, known := a.calls[c]
	if !known {
		e = build()
		a.calls[c] = e
	}
	return e
}
