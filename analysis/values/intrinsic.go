package values

import (
	"math"

	"github.com/parlens/parlens/analysis/program"
)

// functions of one real argument, by their generic names.
var functions = map[string]func(float64) float64{
	"sqrt": math.Sqrt, "exp": math.Exp, "log": math.Log, "log10": math.Log10,
	"sin": math.Sin, "cos": math.Cos, "tan": math.Tan, "asin": math.Asin, "acos": math.Acos, "atan": math.Atan,
	"sinh": math.Sinh, "cosh": math.Cosh, "tanh": math.Tanh, "aint": math.Trunc, "anint": math.Round,
}

// roundings to an integer, by name.
var roundings = map[string]func(float64) float64{
	"int": math.Trunc, "nint": math.Round, "floor": math.Floor, "ceiling": math.Ceil,
}

// elemental applies an intrinsic function to scalars, without the kind of the result.
func elemental(c *program.Call, args []value) value {
	if len(args) == 0 {
		return value{}
	}
	name := program.Generic(c.Name)
	x, numeric := args[0].number()
	f, g := functions[name], roundings[name]
	switch {
	case name == "merge" && len(args) == 3:
		return merge(args)
	case !numeric:
		return value{}
	case f != nil && args[0].isReal():
		return realValue(args[0].kind, f(x))
	case g != nil:
		return truncated(g(x), args[0])
	case name == "min" || name == "max":
		return extreme(name == "max", args)
	case name == "abs":
		return absolute(args[0])
	case name == "real" || name == "dble":
		_, bytes := program.TypeOf(c)
		return realValue(realKind(bytes), x)
	case bitwise[name] != nil:
		return bitwise[name](args)
	case len(args) == 2:
		return pair(name, args[0], args[1])
	}
	return value{}
}

func merge(args []value) value {
	switch holds, known := args[2].truth(); {
	case !known:
		return value{}
	case holds:
		return args[0]
	}
	return args[1]
}

func absolute(v value) value {
	if v.kind == integer {
		return intValue(max(v.i, -v.i))
	}
	return realValue(v.kind, math.Abs(v.f))
}

// extreme is MIN or MAX; one unknown argument makes the result unknown.
func extreme(largest bool, args []value) value {
	best := args[0]
	for _, a := range args[1:] {
		op := program.Lt
		if largest {
			op = program.Gt
		}
		better, known := binary(op, a, best).truth()
		switch {
		case !known:
			return value{}
		case better:
			best = a
		}
	}
	return best
}

// pair applies an intrinsic function of two numbers.
func pair(name string, x, y value) value {
	a, _ := x.number()
	b, ok := y.number()
	whole := x.kind == integer && y.kind == integer
	k := max(x.kind, y.kind)
	switch {
	case !ok:
	case name == "mod" && b != 0 && whole:
		return intValue(x.i % y.i)
	case name == "modulo" && b != 0 && whole:
		return intValue(((x.i % y.i) + y.i) % y.i)
	case name == "mod" && b != 0:
		return realValue(k, math.Mod(a, b))
	case name == "modulo" && b != 0:
		return realValue(k, a-b*math.Floor(a/b))
	case name == "sign" && whole:
		return intValue(int64(math.Copysign(math.Abs(a), b)))
	case name == "sign":
		return realValue(k, math.Copysign(a, b))
	case name == "atan2" && !whole:
		return realValue(k, math.Atan2(a, b))
	}
	return value{}
}

// reduce applies a reduction to all elements of an array.
func reduce(name string, xs []value) value {
	if len(xs) == 0 {
		return value{}
	}
	switch name {
	case "sum":
		return fold(program.Add, xs)
	case "product":
		return fold(program.Mul, xs)
	case "any":
		return fold(program.Or, xs)
	case "all":
		return fold(program.And, xs)
	case "maxval", "minval":
		return extreme(name == "maxval", xs)
	case "count":
		return counted(xs)
	}
	return value{}
}

func fold(op program.Op, xs []value) value {
	out := xs[0]
	for _, x := range xs[1:] {
		out = binary(op, out, x)
	}
	return out
}

func counted(xs []value) value {
	n := int64(0)
	for _, x := range xs {
		if x.kind != logical {
			return value{}
		}
		n += x.i
	}
	return intValue(n)
}
