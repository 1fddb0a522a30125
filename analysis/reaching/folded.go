package reaching

import "github.com/parlens/parlens/analysis/program"

// mostNodes bounds the expression that a value is.
const mostNodes = 40

// folded is x op y, a number where both are, or where the one changes nothing.
func folded(op program.Op, x, y program.Expr) program.Expr {
	a, okX := x.(*program.Const)
	b, okY := y.(*program.Const)
	switch {
	case okX && okY:
		if v, ok := program.IntOp(op, a.Int, b.Int); ok {
			return program.IntConst(x.Span(), v)
		}
	case okY && b.Int == 0 && (op == program.Add || op == program.Sub), okY && b.Int == 1 && (op == program.Mul || op == program.Div):
		return x
	case okX && a.Int == 0 && op == program.Add, okX && a.Int == 1 && op == program.Mul:
		return y
	}
	return program.NewBinary(x.Span(), op, x, y)
}

func sum(x, y program.Expr) program.Expr     { return folded(program.Add, x, y) }
func product(x, y program.Expr) program.Expr { return folded(program.Mul, x, y) }
