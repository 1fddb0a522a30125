package comm

import (
	"strings"

	"github.com/parlens/parlens/analysis/program"
)

// Operations counts operations by class, for one element: "real_add",
// "double_multiply", "compare", "load", ... A class of arithmetic carries the
// type that the operation works in.
type Operations map[string]float64

// typePrefix names the arithmetic of a type: REAL of 8 bytes and more is
// double, COMPLEX of 16 and more too; a complex operation is a class of its own.
func typePrefix(t program.Type, bytes int) string {
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

// binary counts the operation of a node in the type it works in.
func (ops Operations) binary(e *program.Binary) {
	switch e.Op {
	case program.Eq, program.Ne, program.Lt, program.Le, program.Gt, program.Ge:
		ops["compare"]++
	case program.And, program.Or, program.Eqv, program.Neqv:
		ops["logical"]++
	case program.Pow:
		ops.power(e)
	default:
		prefix := typePrefix(program.TypeOf(e))
		ops[prefix+map[program.Op]string{program.Add: "add", program.Sub: "add", program.Mul: "multiply", program.Div: "divide"}[e.Op]]++
	}
}

// power counts x**n with a small constant n as the multiplications of binary
// powering, anything else as one power.
func (ops Operations) power(e *program.Binary) {
	prefix := typePrefix(program.TypeOf(e))
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

func (ops Operations) unary(e *program.Unary) {
	switch e.Op {
	case program.Neg:
		ops[typePrefix(program.TypeOf(e.X))+"add"]++
	case program.Not:
		ops["logical"]++
	}
}

// call counts an elemental intrinsic.
func (ops Operations) call(c *program.Call) {
	class := c.Intrinsic().Class
	switch operation, arithmetic := strings.CutPrefix(class, "."); {
	case arithmetic:
		ops[typePrefix(program.TypeOf(c))+operation]++
	case class == "abs" && len(c.Args) == 1 && complexOf(c.Args[0].Value): // the modulus
		ops["sqrt"]++
	case c.Name == "min" || c.Name == "max":
		ops[class] += float64(len(c.Args) - 1)
	case class != "":
		ops[class]++
	}
}

func complexOf(e program.Expr) bool {
	t, _ := program.TypeOf(e)
	return t == program.Complex
}

// combine counts what a reduction does with each element.
func (ops Operations) combine(c *program.Call) {
	prefix := typePrefix(program.TypeOf(c))
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
	default:
		ops["logical"]++
	}
}

// OperationsOf counts what one node of an expression does, without its operands.
func OperationsOf(e program.Expr) Operations {
	ops := Operations{}
	switch e := e.(type) {
	case *program.Unary:
		ops.unary(e)
	case *program.Binary:
		ops.binary(e)
	case *program.Call:
		ops.call(e)
	}
	return ops
}

// Add adds the counts of others.
func (ops Operations) Add(others Operations) {
	for name, n := range others {
		ops[name] += n
	}
}
