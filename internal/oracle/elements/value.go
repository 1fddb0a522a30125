package elements

import (
	"math"

	"github.com/parlens/parlens/analysis/program"
)

// Value is an integer, real or logical value; I holds integers and logicals
// (0 or 1), R reals. A real of 4 bytes is rounded to single precision.
type Value struct {
	Type  program.Type
	Bytes int
	I     int64
	R     float64
}

func integer(v int64) Value { return Value{Type: program.Integer, Bytes: 4, I: v} }

func logical(v bool) Value {
	if v {
		return Value{Type: program.Logical, Bytes: 4, I: 1}
	}
	return Value{Type: program.Logical, Bytes: 4}
}

func realOf(v float64, bytes int) Value {
	if bytes <= 4 {
		v = float64(float32(v))
	}
	return Value{Type: program.Real, Bytes: bytes, R: v}
}

// number returns the value as a real number.
func (v Value) number() float64 {
	if v.Type == program.Real {
		return v.R
	}
	return float64(v.I)
}

func (v Value) true() bool { return v.I != 0 }

// convert returns v in the type of a variable that it is assigned to.
func (it *interpreter) convert(v Value, t program.Type, bytes int) Value {
	switch {
	case (v.Type == program.Logical) != (t == program.Logical):
		it.fail("a logical and a number in one assignment")
	case t == program.Real:
		return realOf(v.number(), bytes)
	case t == program.Integer && v.Type == program.Real:
		return it.whole(math.Trunc(v.R), bytes)
	case t == program.Integer || t == program.Logical:
		return Value{Type: t, Bytes: bytes, I: v.I}
	}
	it.fail("only integer, real and logical variables are executed")
	return Value{}
}

// whole returns an integer that a real function gave.
func (it *interpreter) whole(x float64, bytes int) Value {
	if !(math.Abs(x) < 1<<53) {
		it.fail("integer overflow")
	}
	return Value{Type: program.Integer, Bytes: bytes, I: int64(x)}
}

// promote returns x and y in the wider of their types.
func (it *interpreter) promote(x, y Value) (Value, Value) {
	switch {
	case x.Type == program.Logical || y.Type == program.Logical:
		it.fail("arithmetic on a logical")
	case x.Type == y.Type:
		bytes := max(x.Bytes, y.Bytes)
		x.Bytes, y.Bytes = bytes, bytes
	case x.Type == program.Real:
		y = realOf(y.number(), x.Bytes)
	default:
		x = realOf(x.number(), y.Bytes)
	}
	return x, y
}

// arithmetic returns x op y for two numbers.
func (it *interpreter) arithmetic(op program.Op, x, y Value) Value {
	if op == program.Pow {
		return it.power(x, y)
	}
	x, y = it.promote(x, y)
	if x.Type == program.Real {
		return realOf(realArithmetic(op, x.R, y.R), x.Bytes)
	}
	return it.integerArithmetic(op, x, y)
}

func realArithmetic(op program.Op, x, y float64) float64 {
	switch op {
	case program.Add:
		return x + y
	case program.Sub:
		return x - y
	case program.Mul:
		return x * y
	}
	return x / y
}

func (it *interpreter) integerArithmetic(op program.Op, x, y Value) Value {
	v := x.I
	switch op {
	case program.Add:
		v += y.I
	case program.Sub:
		v -= y.I
	case program.Mul:
		v *= y.I
	default:
		if y.I == 0 {
			it.fail("integer division by zero")
		}
		v /= y.I
	}
	return it.ranged(Value{Type: program.Integer, Bytes: x.Bytes, I: v})
}

// ranged fails when v does not fit its width.
func (it *interpreter) ranged(v Value) Value {
	if v.Bytes <= 4 && int64(int32(v.I)) != v.I {
		it.fail("integer overflow")
	}
	return v
}

// power returns x**y; an integer exponent leaves the type of x.
func (it *interpreter) power(x, y Value) Value {
	if x.Type == program.Integer && y.Type == program.Integer {
		return it.integerPower(x, y.I)
	}
	if y.Type == program.Integer {
		return realOf(math.Pow(x.R, float64(y.I)), x.Bytes)
	}
	x, y = it.promote(x, y)
	return realOf(math.Pow(x.R, y.R), x.Bytes)
}

func (it *interpreter) integerPower(x Value, n int64) Value {
	if n < 0 {
		return it.integerArithmetic(program.Div, integer(1), it.integerPower(x, -n))
	}
	result := Value{Type: program.Integer, Bytes: x.Bytes, I: 1}
	for ; n > 0; n-- {
		if result.I == 0 || x.I == 1 {
			return Value{Type: program.Integer, Bytes: x.Bytes, I: result.I}
		}
		result = it.integerArithmetic(program.Mul, result, x)
	}
	return result
}

// compare returns the truth of x op y.
func (it *interpreter) compare(op program.Op, x, y Value) Value {
	x, y = it.promote(x, y)
	a, b := x.number(), y.number()
	switch op {
	case program.Eq:
		return logical(a == b)
	case program.Ne:
		return logical(a != b)
	case program.Lt:
		return logical(a < b)
	case program.Le:
		return logical(a <= b)
	case program.Gt:
		return logical(a > b)
	}
	return logical(a >= b)
}

// connect returns x op y for two logicals.
func (it *interpreter) connect(op program.Op, x, y Value) Value {
	if x.Type != program.Logical || y.Type != program.Logical {
		it.fail("a logical operation on a number")
	}
	switch op {
	case program.And:
		return logical(x.true() && y.true())
	case program.Or:
		return logical(x.true() || y.true())
	case program.Eqv:
		return logical(x.true() == y.true())
	}
	return logical(x.true() != y.true())
}
