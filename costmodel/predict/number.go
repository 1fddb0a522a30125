package predict

import (
	"math"

	"github.com/parlens/parlens/analysis/program"
)

// number evaluates a scalar constant expression; lookup gives the values of
// names. It reports false for anything else.
func number(e program.Expr, lookup func(*program.Symbol) (float64, bool)) (float64, bool) {
	switch e := e.(type) {
	case *program.Const:
		switch e.Type {
		case program.Integer:
			return float64(e.Int), true
		case program.Real:
			return e.Real, true
		}
	case *program.Ref:
		if len(e.Subs) == 0 && e.Sym.Rank() == 0 {
			return lookup(e.Sym)
		}
	case *program.Unary:
		x, ok := number(e.X, lookup)
		switch {
		case ok && e.Op == program.Neg:
			return -x, true
		case ok && e.Op == program.Plus:
			return x, true
		}
	case *program.Binary:
		return binaryNumber(e, lookup)
	case *program.Call:
		return callNumber(e, lookup)
	}
	return 0, false
}

func binaryNumber(e *program.Binary, lookup func(*program.Symbol) (float64, bool)) (float64, bool) {
	x, okX := number(e.X, lookup)
	y, okY := number(e.Y, lookup)
	if !okX || !okY {
		return 0, false
	}
	t, _ := program.TypeOf(e)
	switch e.Op {
	case program.Add:
		return x + y, true
	case program.Sub:
		return x - y, true
	case program.Mul:
		return x * y, true
	case program.Div:
		if t == program.Integer {
			return math.Trunc(x / y), y != 0
		}
		return x / y, y != 0
	case program.Pow:
		return math.Pow(x, y), true
	}
	return 0, false
}

func callNumber(c *program.Call, lookup func(*program.Symbol) (float64, bool)) (float64, bool) {
	var args []float64
	for _, a := range c.Args {
		x, ok := number(a.Value, lookup)
		if !ok {
			return 0, false
		}
		args = append(args, x)
	}
	switch {
	case len(args) == 0:
	case c.Name == "max" || c.Name == "min":
		best := args[0]
		for _, x := range args[1:] {
			if (x > best) == (c.Name == "max") {
				best = x
			}
		}
		return best, true
	case c.Name == "mod" && len(args) == 2 && args[1] != 0:
		return math.Mod(args[0], args[1]), true
	case c.Name == "int":
		return math.Trunc(args[0]), true
	case c.Name == "real" || c.Name == "dble" || c.Name == "float":
		return args[0], true
	}
	return 0, false
}
