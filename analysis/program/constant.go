package program

import "github.com/parlens/parlens/analysis/symbolic"

// ConstInt evaluates an integer expression whose names are PARAMETERs. known, if
// it is not nil, keeps the values of those that have been found.
func ConstInt(e Expr, known map[*Symbol]int64) (int64, bool) {
	return (&constants{fuel: 10_000, known: known}).int(e)
}

// constants evaluates integer constants. The fuel bounds chains of PARAMETERs,
// which broken code can make circular.
type constants struct {
	fuel  int
	known map[*Symbol]int64
}

func (v *constants) int(e Expr) (int64, bool) {
	if v.fuel--; v.fuel < 0 || e == nil {
		return 0, false
	}
	switch e := e.(type) {
	case *Const:
		return e.Int, e.Type == Integer
	case *Ref:
		if e.Sym.Class != Parameter || e.Sym.Type == Real || e.Sym.Value == nil || len(e.Subs) > 0 {
			return 0, false
		}
		return v.parameter(e.Sym)
	case *Unary:
		x, ok := v.int(e.X)
		if e.Op == Neg {
			x = -x
		}
		return x, ok && (e.Op == Neg || e.Op == Plus)
	case *Binary:
		x, okX := v.int(e.X)
		y, okY := v.int(e.Y)
		if !okX || !okY {
			return 0, false
		}
		return IntOp(e.Op, x, y)
	case *Call:
		return v.call(e)
	}
	return 0, false
}

func (v *constants) parameter(s *Symbol) (int64, bool) {
	if x, ok := v.known[s]; ok {
		return x, true
	}
	x, ok := v.int(s.Value)
	if ok && v.known != nil {
		v.known[s] = x
	}
	return x, ok
}

// IntOp applies an arithmetic operator to integers as Fortran does: division
// drops the fraction. It returns false for what has no value, and for other
// operators.
func IntOp(op Op, x, y int64) (int64, bool) {
	switch op {
	case Add:
		return x + y, true
	case Sub:
		return x - y, true
	case Mul:
		return x * y, true
	case Div:
		if y == 0 {
			return 0, false
		}
		return x / y, true
	case Pow:
		return intPower(x, y)
	}
	return 0, false
}

// intPower is x**y; with a negative exponent it is the integer part of a
// fraction.
func intPower(x, y int64) (int64, bool) {
	switch {
	case y < 0 && x == 0:
		return 0, false
	case y < 0 && x*x != 1:
		return 0, true
	case y < 0:
		y = -y
	}
	if x*x == 1 || x == 0 {
		y = min(y, 2+y%2)
	}
	if y > 62 {
		return 0, false
	}
	out := int64(1)
	for range y {
		out *= x
	}
	return out, true
}

// call evaluates the inquiries that declarations use for kinds, and the
// arithmetic of sizes.
func (v *constants) call(c *Call) (int64, bool) {
	switch c.Name {
	case "kind":
		return kindOfExpr(c.Argument("x", 0))
	case "selected_real_kind":
		digits, _ := v.int(c.Argument("p", 0))
		switch {
		case digits > 15:
			return 16, true
		case digits > 6:
			return 8, true
		}
		return 4, true
	case "selected_int_kind":
		digits, _ := v.int(c.Argument("r", 0))
		switch {
		case digits > 9:
			return 8, true
		case digits > 4:
			return 4, true
		case digits > 2:
			return 2, true
		}
		return 1, true
	}
	if c.Name == "mod" && len(c.Args) == 2 {
		x, okX := v.int(c.Args[0].Value)
		y, okY := v.int(c.Args[1].Value)
		if !okX || !okY || y == 0 {
			return 0, false
		}
		return x % y, true
	}
	a := symbolic.NewArena()
	var args []Arg
	for _, arg := range c.Args {
		x, ok := v.int(arg.Value)
		if !ok {
			return 0, false
		}
		args = append(args, Arg{Keyword: arg.Keyword, Value: IntConst(c.Span(), x)})
	}
	x, ok := ToIndex(a, NewCall(c.Span(), c.Name, nil, args...))
	if !ok {
		return 0, false
	}
	return a.ConstInt(x)
}

func kindOfExpr(e Expr) (int64, bool) {
	switch e := e.(type) {
	case *Const:
		return int64(e.Bytes), true
	case *Ref:
		return int64(e.Sym.Bytes), e.Sym.Bytes > 0
	}
	return 0, false
}
