package program

import "github.com/parlens/parlens/analysis/symbolic"

// indexMerge returns MERGE of two integers by a comparison of integers.
func indexMerge(a *symbolic.Arena, e *Call) (symbolic.Expr, bool) {
	x, okX := ToIndex(a, e.Argument("tsource", 0))
	y, okY := ToIndex(a, e.Argument("fsource", 1))
	mask, ok := toCondition(a, e.Argument("mask", 2))
	if !okX || !okY || !ok {
		return 0, false
	}
	return a.Cond(mask, x, y), true
}

// toCondition returns a logical expression of comparisons of integers as 0 or 1.
func toCondition(a *symbolic.Arena, e Expr) (symbolic.Expr, bool) {
	switch e := e.(type) {
	case *Unary:
		x, ok := toCondition(a, e.X)
		return a.Not(x), ok && e.Op == Not
	case *Binary:
		if e.Op == And || e.Op == Or {
			x, okX := toCondition(a, e.X)
			y, okY := toCondition(a, e.Y)
			if e.Op == And {
				return a.And(x, y), okX && okY
			}
			return a.Or(x, y), okX && okY
		}
		x, okX := ToIndex(a, e.X)
		y, okY := ToIndex(a, e.Y)
		if okX && okY {
			return compared(a, e.Op, x, y)
		}
	}
	return a.Int(0), false
}

func compared(a *symbolic.Arena, op Op, x, y symbolic.Expr) (symbolic.Expr, bool) {
	switch op {
	case Eq:
		return a.Eq(x, y), true
	case Ne:
		return a.Ne(x, y), true
	case Lt:
		return a.Lt(x, y), true
	case Le:
		return a.Le(x, y), true
	case Gt:
		return a.Lt(y, x), true
	case Ge:
		return a.Le(y, x), true
	}
	return a.Int(0), false
}
