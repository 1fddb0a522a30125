package pamela

import (
	"math"

	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/calculus"
	"github.com/parlens/parlens/costmodel/process"
)

func (v *evaluator) builtin(f *frame, n *Name) (value, error) {
	switch n.Name {
	case "use":
		return v.use(f, n)
	case "delay":
		x, err := v.time(f, n.Args[0])
		return v.delay(f, n, calculus.Delay{Kind: process.Computation, Amount: x}), err
	case "unitvec":
		return v.unitvec(f, n)
	case "max", "min":
		return v.extremum(f, n)
	}
	args := make([]symbolic.Expr, len(n.Args))
	for i, arg := range n.Args {
		x, err := v.number(f, arg)
		if err != nil {
			return value{}, err
		}
		args[i] = x
	}
	out := v.function(n.Name, args)
	return out, v.defined(f, n, out.number)
}

func (v *evaluator) function(name string, args []symbolic.Expr) value {
	a, x := v.arena, args[0]
	switch name {
	case "log":
		return number(a.Mul(a.Real(math.Ln2), a.Log2(x)))
	case "log2":
		return number(a.Log2(x))
	case "ceil_log2":
		return number(a.CeilLog2(x))
	case "floor":
		return number(a.Floor(x))
	case "ceil":
		return number(a.Ceil(x))
	case "sqrt":
		return number(a.Pow(x, a.Rat(1, 2)))
	case "pow":
		return number(a.Pow(x, args[1]))
	case "and":
		return truth(a.And(args...))
	}
	return truth(a.Or(args...))
}

// extremum is max and min: of numbers, or the largest entry of a vector.
func (v *evaluator) extremum(f *frame, n *Name) (value, error) {
	var args []symbolic.Expr
	for _, arg := range n.Args {
		x, err := v.node(f, arg)
		switch {
		case err != nil:
			return value{}, err
		case x.sort == aVector && len(n.Args) == 1 && n.Name == "max":
			return number(v.calculus.Omega(x.vector)), nil
		case x.sort != aNumber:
			return value{}, f.fail(arg, "kind", "%s of %s among numbers has no meaning", n.Name, x.sort)
		}
		args = append(args, x.number)
	}
	if n.Name == "max" {
		return number(v.arena.Max(args...)), nil
	}
	return number(v.arena.Min(args...)), nil
}

// use is use(resource, time).
func (v *evaluator) use(f *frame, n *Name) (value, error) {
	r, err := v.node(f, n.Args[0])
	if err != nil {
		return value{}, err
	}
	if r.sort != aResource {
		return value{}, f.fail(n.Args[0], "kind", "this is %s where a resource is wanted", r.sort)
	}
	x, err := v.time(f, n.Args[1])
	return v.used(f, n, r, calculus.Delay{Kind: process.Computation, Amount: x}), err
}

// time is an amount of time.
func (v *evaluator) time(f *frame, n Node) (symbolic.Expr, error) {
	x, err := v.number(f, n)
	if err != nil {
		return 0, err
	}
	if c, ok := v.arena.Const(x); ok && c < 0 {
		return 0, f.fail(n, "negative-time", "a time cannot be negative, and this is %v", c)
	}
	return x, nil
}
