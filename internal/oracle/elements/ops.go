package elements

import "github.com/parlens/parlens/analysis/program"

// Class is an operation class. The arithmetic classes exist for integers,
// reals of up to 4 bytes and reals of 8 ("double").
type Class string

// The classes without a type; the arithmetic ones are "integer_add",
// "real_multiply", "double_divide", "real_power" and so on.
const (
	Compare Class = "compare"
	Logic   Class = "logical"
	Convert Class = "convert" // explicit conversion functions only
	Abs     Class = "abs"
	MinMax  Class = "minmax"
	Sqrt    Class = "sqrt"
	Exp     Class = "exp"
	Log     Class = "log"
	Trig    Class = "trig"
	Load    Class = "load"
	Store   Class = "store"
)

// typed returns the class of an arithmetic operation on values like v.
func typed(v Value, operation string) Class {
	switch {
	case v.Type == program.Integer:
		return Class("integer_" + operation)
	case v.Bytes <= 4:
		return Class("real_" + operation)
	}
	return Class("double_" + operation)
}

var arithmeticNames = map[program.Op]string{
	program.Add: "add", program.Sub: "add", program.Neg: "add", program.Mul: "multiply", program.Div: "divide", program.Pow: "power",
}

// multiplications returns how many replace x**n by binary powering: a squaring
// where n is halved, a multiplication where it is odd.
func multiplications(n int64) int64 {
	switch {
	case n <= 1:
		return 0
	case n%2 == 0:
		return multiplications(n/2) + 1
	}
	return multiplications(n-1) + 1
}

// largestUnrolled is the largest literal exponent that is multiplied out.
const largestUnrolled = 64

// tally is what the evaluation of one expression costs whoever does it.
type tally struct {
	ops   map[Class]int64
	reads []access
}

// access is an array element that was read. Routine says that an intrinsic with
// an array result, or a temporary, stands between: such fetches are not hoisted.
type access struct {
	ref     *program.Ref
	array   *variable
	offset  int
	routine bool
}

func newTally() *tally { return &tally{ops: map[Class]int64{}} }

func (t *tally) add(c Class, n int64) { t.ops[c] += n }
