package depend

import "github.com/parlens/parlens/analysis/program"

// parameter returns the value of an integer PARAMETER.
func (a *analysis) parameter(s *program.Symbol) (int64, bool) {
	return constant(s.Value, 8)
}

// constant evaluates an integer expression of literals and PARAMETERs; depth
// limits definitions by definitions.
func constant(e program.Expr, depth int) (int64, bool) {
	var x, y int64
	ok := depth > 0
	switch e := e.(type) {
	case *program.Const:
		return e.Int, e.Type == program.Integer && e.Int <= limit && e.Int >= -limit
	case *program.Ref:
		if e.Sym.Class != program.Parameter || e.Sym.Type != program.Integer || len(e.Subs) > 0 || e.Sym.Value == nil || !ok {
			return 0, false
		}
		return constant(e.Sym.Value, depth-1)
	case *program.Unary:
		if x, ok = constant(e.X, depth); ok && e.Op == program.Neg {
			return -x, true
		}
		return x, ok && e.Op == program.Plus
	case *program.Binary:
		if x, ok = constant(e.X, depth); !ok {
			return 0, false
		}
		if y, ok = constant(e.Y, depth); !ok {
			return 0, false
		}
		return operate(e.Op, x, y)
	}
	return 0, false
}

func operate(op program.Op, x, y int64) (v int64, ok bool) {
	switch {
	case op == program.Add:
		v = x + y
	case op == program.Sub:
		v = x - y
	case op == program.Mul:
		v = x * y
	case op == program.Div && y != 0:
		v = x / y
	default:
		return 0, false
	}
	return v, v <= limit && v >= -limit
}
