package comm

import (
	"strings"

	"github.com/parlens/parlens/analysis/program"
)

// Operations counts operations by class, for one element: "real_add",
// "double_multiply", "compare", "load", ... A class of arithmetic carries the
// type that the operation works in.
type Operations map[string]float64

// TypePrefix names the arithmetic of a type: REAL of 8 bytes and more is
// double, COMPLEX of 16 and more too; a complex operation is a class of its own.
func TypePrefix(t program.Type, bytes int) string {
	switch {
	case t == program.Integer:
		return "integer_"
	case t == program.Complex && bytes >= 16:
		return "double_complex_"
	case t == program.Complex:
		return "complex_"
	case bytes >= 8:
		return "double_"
	}
	return "real_"
}

// Binary counts the operation of a node in the type it works in.
func (ops Operations) Binary(e *program.Binary) {
	switch e.Op {
	case program.Eq, program.Ne, program.Lt, program.Le, program.Gt, program.Ge:
		ops["compare"]++
	case program.And, program.Or, program.Eqv, program.Neqv:
		ops["logical"]++
	case program.Pow:
		ops.power(e)
	case program.Concat: // a copy
		ops["load"]++
		ops["store"]++
	default:
		prefix := TypePrefix(program.TypeOf(e))
		ops[prefix+map[program.Op]string{program.Add: "add", program.Sub: "add", program.Mul: "multiply", program.Div: "divide"}[e.Op]]++
	}
}

// power counts x**n with a small constant n as the multiplications of binary
// powering, anything else as one power.
func (ops Operations) power(e *program.Binary) {
	prefix := TypePrefix(program.TypeOf(e))
	c, ok := e.Y.(*program.Const)
	if !ok || c.Type != program.Integer || c.Int < 1 || c.Int > 64 {
		ops[prefix+"power"]++
		return
	}
	multiplies := -1.0
	for n := c.Int; n > 0; n >>= 1 {
		multiplies += float64(1 + n&1)
	}
	if multiplies > 1 {
		ops[prefix+"multiply"] += multiplies - 1 // the leading bit needs neither
	}
}

// Unary counts a sign or a negation.
func (ops Operations) Unary(e *program.Unary) {
	switch e.Op {
	case program.Neg:
		ops[TypePrefix(program.TypeOf(e.X))+"add"]++
	case program.Not:
		ops["logical"]++
	}
}

// Call counts an elemental intrinsic.
func (ops Operations) Call(c *program.Call) {
	class := c.Intrinsic().Class
	switch operation, arithmetic := strings.CutPrefix(class, "."); {
	case arithmetic:
		ops[TypePrefix(program.TypeOf(c))+operation]++
	case len(c.Args) > 0 && complexOf(c.Args[0].Value) && ops.complexCall(class, c.Args[0].Value):
	case class == "convert" && takesParts(c):
	case c.Name == "min" || c.Name == "max":
		ops[class] += float64(len(c.Args) - 1)
	case class != "":
		ops[class]++
	}
}

// complexFunctions are what functions of x + yi are made of, for each class:
// |z| = sqrt(x*x + y*y); sqrt z from |z|, one more root, and y divided by it;
// exp z = exp(x)*(cos y + i sin y); log z = log(x*x + y*y)/2 + i atan2(y,x);
// sin z = sin x cosh y + i cos x sinh y, both hyperbolic ones from one exponential.
var complexFunctions = map[string]struct{ library, arithmetic Operations }{
	"abs":  {Operations{"sqrt": 1}, Operations{"multiply": 2, "add": 1}},
	"sqrt": {Operations{"sqrt": 2}, Operations{"multiply": 4, "add": 2, "divide": 1}},
	"exp":  {Operations{"exp": 1, "trig": 2}, Operations{"multiply": 2}},
	"log":  {Operations{"log": 1, "trig": 1}, Operations{"multiply": 3, "add": 1}},
	"trig": {Operations{"exp": 1, "trig": 2}, Operations{"multiply": 4, "add": 2, "divide": 1}},
}

// complexCall counts a function of a complex argument, if it is one of these.
func (ops Operations) complexCall(class string, argument program.Expr) bool {
	f, ok := complexFunctions[class]
	ops.Add(f.library)
	_, bytes := program.TypeOf(argument)
	for name, n := range f.arithmetic {
		ops[TypePrefix(program.Real, bytes/2)+name] += n
	}
	return ok
}

// takesParts reports whether a conversion only takes a complex number apart, or puts
// one together, of parts that are as wide.
func takesParts(c *program.Call) bool {
	to, width := program.TypeOf(c)
	for _, a := range c.Args {
		if a.Keyword == "kind" {
			continue
		}
		switch t, bytes := program.TypeOf(a.Value); {
		case t == program.Complex && to == program.Real && bytes == 2*width:
		case t == program.Real && to == program.Complex && 2*bytes == width:
		case len(c.Args) > 1 && to == program.Complex && isConst(a.Value):
		default:
			return false
		}
	}
	return to == program.Complex || len(c.Args) > 0 && complexOf(c.Args[0].Value)
}

func isConst(e program.Expr) bool {
	_, ok := e.(*program.Const)
	return ok
}

func complexOf(e program.Expr) bool {
	t, _ := program.TypeOf(e)
	return t == program.Complex
}

// Combine counts what a reduction does with each element.
func (ops Operations) Combine(c *program.Call) {
	prefix := TypePrefix(program.TypeOf(c))
	switch c.Name {
	case "sum":
		ops[prefix+"add"]++
	case "product":
		ops[prefix+"multiply"]++
	case "dot_product":
		ops[prefix+"multiply"]++
		ops[prefix+"add"]++
	case "norm2":
		ops[prefix+"multiply"]++
		ops[prefix+"add"]++
	case "maxval", "minval", "maxloc", "minloc":
		ops["minmax"]++
	case "findloc":
		ops["compare"]++
	default:
		ops["logical"]++
	}
}

// OperationsOf counts what one node of an expression does, without its operands.
func OperationsOf(e program.Expr) Operations {
	ops := Operations{}
	switch e := e.(type) {
	case *program.Unary:
		ops.Unary(e)
	case *program.Binary:
		ops.Binary(e)
	case *program.Call:
		ops.Call(e)
	}
	return ops
}

// Add adds the counts of others.
func (ops Operations) Add(others Operations) {
	for name, n := range others {
		ops[name] += n
	}
}
