package pamela

import (
	"math"

	"strconv"

	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/calculus"
)

func (v *evaluator) literal(f *frame, n *Number) (value, error) {
	x, err := strconv.ParseFloat(n.Text, 64)
	if err != nil || math.IsInf(x, 0) {
		return value{}, f.fail(n, "number", "%s is not a number that can be computed with", n.Text)
	}
	if i, err := strconv.ParseInt(n.Text, 10, 64); err == nil {
		return value{sort: aNumber, number: v.arena.Int(i), truth: i == 0 || i == 1}, nil
	}
	return value{sort: aNumber, number: v.arena.Real(x), truth: x == 0 || x == 1}, nil
}

func (v *evaluator) unary(f *frame, n *Unary) (value, error) {
	x, err := v.number(f, n.X)
	if err != nil {
		return value{}, err
	}
	if n.Op == "not" {
		return truth(v.arena.Not(x)), nil
	}
	return number(v.arena.Neg(x)), nil
}

func (v *evaluator) binary(f *frame, n *Binary) (value, error) {
	x, err := v.node(f, n.X)
	if err != nil {
		return value{}, err
	}
	y, err := v.node(f, n.Y)
	if err != nil {
		return value{}, err
	}
	switch {
	case n.Op == ";" || n.Op == "||" && (x.sort == aProcess || y.sort == aProcess):
		return v.compose(f, n, x, y)
	case x.sort == aVector || y.sort == aVector:
		return v.vectors(f, n, x, y)
	case x.sort != aNumber || y.sort != aNumber:
		return value{}, f.fail(n, "kind", "%s %s %s has no meaning", x.sort, n.Op, y.sort)
	}
	return v.arithmetic(f, n, x.number, y.number)
}

// compose is x ; y and x || y.
func (v *evaluator) compose(f *frame, n *Binary, x, y value) (value, error) {
	for _, o := range []struct {
		node Node
		v    value
	}{{n.X, x}, {n.Y, y}} {
		if o.v.sort != aProcess {
			return value{}, f.fail(o.node, "kind", "this is %s where a process is wanted", o.v.sort)
		}
	}
	if n.Op == ";" {
		return processOf(&calculus.Serial{Terms: []calculus.Term{x.process, y.process}}), nil
	}
	return processOf(&calculus.Parallel{Terms: []calculus.Term{x.process, y.process}}), nil
}

func (v *evaluator) arithmetic(f *frame, n *Binary, x, y symbolic.Expr) (value, error) {
	a := v.arena
	out := value{sort: aNumber}
	switch n.Op {
	case "+":
		out.number = a.Add(x, y)
	case "-":
		out.number = a.Sub(x, y)
	case "*":
		out.number = a.Mul(x, y)
	case "/", "div", "mod":
		if c, ok := a.Const(y); ok && c == 0 {
			return value{}, f.byZero(n.Y)
		}
		out.number = v.quotient(n.Op, x, y)
	case "^":
		out.number = a.Pow(x, y)
	default:
		out = truth(v.test(n.Op, x, y))
	}
	return out, v.defined(f, n, out.number)
}

func (v *evaluator) test(op string, x, y symbolic.Expr) symbolic.Expr {
	a := v.arena
	switch op {
	case "==":
		return a.Eq(x, y)
	case "!=":
		return a.Ne(x, y)
	case "<":
		return a.Lt(x, y)
	case "<=":
		return a.Le(x, y)
	case ">":
		return a.Lt(y, x)
	case ">=":
		return a.Le(y, x)
	case "&&":
		return a.And(x, y)
	}
	return a.Or(x, y)
}

// quotient is x / y, and of integers x div y and x mod y.
func (v *evaluator) quotient(op string, x, y symbolic.Expr) symbolic.Expr {
	a := v.arena
	if op == "/" {
		return a.Quo(x, y)
	}
	if a.Type(x) == symbolic.Real || a.Type(y) == symbolic.Real {
		whole := a.Floor(a.Quo(x, y))
		if op == "div" {
			return whole
		}
		return a.Sub(x, a.Mul(y, whole))
	}
	y = v.divisors.positive(y)
	if op == "div" {
		return a.FloorDiv(x, y)
	}
	return a.Mod(x, y)
}

// vectors is an operation on a vector: the sum of two, a multiple of one.
func (v *evaluator) vectors(f *frame, n *Binary, x, y value) (value, error) {
	switch {
	case n.Op == "+" && x.sort == aVector && y.sort == aVector:
		return vectorOf(v.calculus.Plus(x.vector, y.vector)), nil
	case n.Op == "*" && x.sort == aVector && y.sort == aNumber:
		return vectorOf(v.calculus.Times(x.vector, y.number)), nil
	case n.Op == "*" && x.sort == aNumber && y.sort == aVector:
		return vectorOf(v.calculus.Times(y.vector, x.number)), nil
	case n.Op == "/" && x.sort == aVector && y.sort == aNumber:
		if c, ok := v.arena.Const(y.number); ok && c == 0 {
			return value{}, f.byZero(n.Y)
		}
		return vectorOf(v.calculus.Times(x.vector, v.arena.Quo(v.arena.Int(1), y.number))), nil
	}
	return value{}, f.fail(n, "kind", "%s %s %s has no meaning: vectors are added to each other and multiplied by numbers", x.sort, n.Op, y.sort)
}

// byZero is the failure of a division by an expression that is 0.
func (f *frame) byZero(n Node) error {
	if _, literal := asRead(n).(*Number); literal {
		return f.fail(n, "division-by-zero", "division by zero")
	}
	return f.fail(n, "division-by-zero", "division by zero: %s is 0", Source(n))
}
