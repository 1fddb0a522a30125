package symbolic

// Undefined is an expression without a value; evaluating it is an error that
// gives the reason.
func (a *Arena) Undefined(reason string) Expr {
	return a.named(opUndef, Real, reason)
}

// IsUndefined reports whether e has no value, and why: the reason of the first
// undefined part.
func (a *Arena) IsUndefined(e Expr) (reason string, ok bool) {
	if a.op(e) == opUndef {
		return a.text(e), true
	}
	return "", false
}

// Sym is the symbol of that name; the same name is the same node. A name used
// with two types is undefined.
func (a *Arena) Sym(name string, t Type) Expr {
	if e, ok := a.syms[name]; ok {
		if a.nodes[e].typ != t {
			return a.Undefined("symbol " + name + " is used with two types")
		}
		return e
	}
	e := a.named(opSym, t, name)
	a.syms[name] = e
	return e
}

// named interns a node identified by its text.
func (a *Arena) named(o op, t Type, text string) Expr {
	h := seedHash(uint64(o)).mix(uint64(t)).mixString(text)
	return a.intern(node{op: o, typ: t, hash: h}, nil, func() int {
		a.texts = append(a.texts, text)
		return len(a.texts) - 1
	})
}

func (a *Arena) text(e Expr) string { return a.texts[a.nodes[e].aux] }

// Int is an exact integer constant.
func (a *Arena) Int(v int64) Expr { return a.num(intNum(v)) }

// Real is a real constant, read as the shortest decimal that denotes v. NaN and
// the infinities are undefined.
func (a *Arena) Real(v float64) Expr { return a.num(floatNum(v)) }

// Rat is the exact rational num/den; undefined when den is zero.
func (a *Arena) Rat(num, den int64) Expr {
	if den == 0 {
		return a.Undefined("division by zero")
	}
	return a.num(ratNum(num, den))
}

func (a *Arena) num(v num) Expr {
	if v.bad() {
		return a.Undefined("number too large")
	}
	t := Real
	if _, ok := v.int64(); ok {
		t = Index
	}
	h := seedHash(uint64(opConst)).mixNum(v)
	return a.intern(node{op: opConst, typ: t, hash: h}, nil, func() int {
		a.coefs = append(a.coefs, v)
		return len(a.coefs) - 1
	})
}

func (a *Arena) constNum(e Expr) (num, bool) {
	if a.op(e) != opConst {
		return num{}, false
	}
	return a.coefs[a.nodes[e].aux], true
}

// Const is the value of a constant expression.
func (a *Arena) Const(e Expr) (float64, bool) {
	v, ok := a.constNum(e)
	if !ok {
		return 0, false
	}
	return v.float(), true
}

// ConstInt is the value of a constant integer expression.
func (a *Arena) ConstInt(e Expr) (int64, bool) {
	v, ok := a.constNum(e)
	if !ok {
		return 0, false
	}
	return v.int64()
}

// undef returns the first undefined or missing operand as an undefined node.
func (a *Arena) undef(xs ...Expr) (Expr, bool) {
	var found Expr
	for _, x := range xs {
		if x == 0 {
			x = a.Undefined("missing expression")
		}
		if a.op(x) == opUndef && (found == 0 || a.nodes[x].hash.Less(a.nodes[found].hash)) {
			found = x
		}
	}
	return found, found != 0
}
