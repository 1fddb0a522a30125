package values

import "github.com/parlens/parlens/analysis/program"

// OfBits reports whether a function is one of the bits of integers.
func OfBits(c *program.Call) bool {
	return c.Intrinsic().Shape == program.Elemental && bitwise[program.Generic(c.Name)] != nil
}

// OfIntegers is what an operator or an elemental intrinsic makes of integers, 1 for true and 0 for
// false; false where the result is none, or not known.
func OfIntegers(e program.Expr, operands []float64) (float64, bool) {
	args := make([]value, len(operands))
	for i, x := range operands {
		args[i] = intValue(int64(x))
	}
	v := value{}
	switch e := e.(type) {
	case *program.Binary:
		v = binary(e.Op, args[0], args[1])
	case *program.Call:
		v = elemental(e, args)
	}
	if holds, logical := v.truth(); logical {
		v = intValue(0)
		if holds {
			v = intValue(1)
		}
	}
	if v.kind != integer {
		return 0, false
	}
	return float64(v.i), true
}
