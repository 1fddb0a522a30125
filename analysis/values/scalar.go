package values

import "github.com/parlens/parlens/analysis/program"

// Scalar evaluates a numeric expression of constants and scalars, for which
// lookup has the values; false for what has none. Reals are computed in double
// precision, since what a value is worth to a reader is not how a machine rounds
// it.
func Scalar(e program.Expr, lookup func(*program.Symbol) (float64, bool)) (float64, bool) {
	return scalar(e, lookup).number()
}

func scalar(e program.Expr, lookup func(*program.Symbol) (float64, bool)) value {
	switch e := e.(type) {
	case *program.Const:
		if e.Type == program.Real {
			return realValue(double, e.Real)
		}
		return constant(e)
	case *program.Ref:
		if len(e.Subs) > 0 || e.Sym.Rank() > 0 {
			return value{}
		}
		x, ok := lookup(e.Sym)
		switch {
		case !ok:
			return value{}
		case e.Sym.Type == program.Integer:
			return truncated(x, value{})
		}
		return realValue(double, x)
	case *program.Unary:
		return unary(e.Op, scalar(e.X, lookup))
	case *program.Binary:
		return binary(e.Op, scalar(e.X, lookup), scalar(e.Y, lookup))
	case *program.Call:
		args := make([]value, len(e.Args))
		for i, a := range e.Args {
			args[i] = scalar(a.Value, lookup)
		}
		switch program.Generic(e.Name) {
		case "real", "dble":
			return widened(args)
		}
		return elemental(e, args)
	}
	return value{}
}

// widened makes a real of a number, of double precision whatever is asked for.
func widened(args []value) value {
	if len(args) == 0 {
		return value{}
	}
	if x, ok := args[0].number(); ok {
		return realValue(double, x)
	}
	return value{}
}
