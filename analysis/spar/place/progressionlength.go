package place

import (
	"math/bits"

	"github.com/parlens/parlens/analysis/symbolic"
)

// after is what n iterations make of a value of the variable.
func (t *progression) after(a *symbolic.Arena, value, n symbolic.Expr) symbolic.Expr {
	if t.when != 0 {
		n = a.Mul(n, t.when)
	}
	switch t.way {
	case "+":
		return a.Add(value, a.Mul(a.Int(t.by), n))
	case "*":
		return a.Mul(value, a.Pow(a.Int(t.by), n))
	}
	return a.FloorDiv(value, a.Pow(a.Int(t.by), n))
}

// root is the bound of v where the condition bounds v*v, for v that is never negative.
func (t *progression) root(a *symbolic.Arena, bound symbolic.Expr) symbolic.Expr {
	root := a.Pow(a.Max(a.Int(0), bound), a.Rat(1, 2))
	if t.op == "<" {
		return a.Ceil(root)
	}
	return a.Floor(root)
}

// length is how often the condition holds when the variable begins with a value;
// 0 when that is not known, or is forever.
func (t *progression) length(a *symbolic.Arena, first, bound symbolic.Expr) symbolic.Expr {
	op := t.op
	if op == "!=" {
		op = map[bool]string{true: "<", false: ">"}[t.way == "*" || t.way == "+" && t.by > 0]
	}
	from, constant := a.ConstInt(first)
	to, constantBound := a.ConstInt(bound)
	if constant && constantBound {
		n := t.walk(from, to, op)
		if n < 0 {
			return 0
		}
		return a.Int(n)
	}
	last := bound // the last value with which the loop goes on
	switch {
	case op == "<" && (t.way == "*" || t.way == "+" && t.by > 0):
		last = a.Sub(bound, a.Int(1))
	case op == ">" && (t.way == "/" || t.way == "+" && t.by < 0):
		last = a.Add(bound, a.Int(1))
	case op == "<=" && t.way != "/" && t.by > 0, op == ">=" && (t.way == "/" || t.by < 0):
	default:
		return 0
	}
	switch {
	case t.way == "+" && t.by > 0:
		return a.Max(a.Int(0), a.Add(a.FloorDiv(a.Sub(last, first), a.Int(t.by)), a.Int(1)))
	case t.way == "+":
		return a.Max(a.Int(0), a.Add(a.FloorDiv(a.Sub(first, last), a.Int(-t.by)), a.Int(1)))
	case bits.OnesCount64(uint64(t.by)) != 1:
		return 0
	case t.way == "*" && constant && from > 0:
		return t.powers(a, a.FloorDiv(last, first))
	case t.way == "/" && constantBound && (op == ">" && to >= 0 || op == ">=" && to > 0):
		return t.powers(a, a.FloorDiv(first, last))
	}
	return 0
}

// powers is the number of powers of the factor, 1 included, that are not above
// a whole number: the smallest n with factor^n > x.
func (t *progression) powers(a *symbolic.Arena, x symbolic.Expr) symbolic.Expr {
	n := a.CeilLog2(a.Add(a.Max(x, a.Int(0)), a.Int(1)))
	return a.CeilDiv(n, a.Int(int64(bits.TrailingZeros64(uint64(t.by)))))
}

// maxGeometric bounds the iterations that are followed one by one: a factor of 2
// or more leaves the integers after 63.
const maxGeometric = 64

// walk counts the iterations between two numbers; -1 when they do not end.
func (t *progression) walk(v, bound int64, op string) int64 {
	holds := func() bool {
		switch op {
		case "<":
			return v < bound
		case "<=":
			return v <= bound
		case ">":
			return v > bound
		}
		return v >= bound
	}
	if t.op == "!=" && v != bound && !holds() {
		return -1 // away from the bound
	}
	if t.way == "+" {
		return t.stride(v, bound, op, holds())
	}
	n := int64(0)
	for ; holds(); n++ {
		if n == maxGeometric || (op == "<" || op == "<=") != (t.way == "*") {
			return -1
		}
		if t.way == "*" {
			v *= t.by
		} else {
			v /= t.by
		}
	}
	if t.op == "!=" && v != bound {
		return -1
	}
	return n
}

// stride counts the iterations of a constant step.
func (t *progression) stride(v, bound int64, op string, holds bool) int64 {
	if !holds {
		return 0
	}
	up := op == "<" || op == "<="
	if up != (t.by > 0) {
		return -1
	}
	distance, step := bound-v, t.by
	if !up {
		distance, step = -distance, -step
	}
	if t.op == "!=" && distance%step != 0 {
		return -1
	}
	if op == "<" || op == ">" {
		distance--
	}
	return distance/step + 1
}
