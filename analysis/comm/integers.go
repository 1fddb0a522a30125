package comm

import (
	"errors"
	"fmt"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/analysis/values"
)

// Partners in a hypercube differ in one bit of their numbers: ieor(me, 2**k), if (btest(me, k)).
// Powers and functions of bits have no form in the algebra: where processors have scalars of
// their own they are functions that are evaluated for each of them.

// integersOf returns an expression in which such powers and functions are names, with what these
// stand for; false without any, or where their operands have no value.
func (b *Builder) integersOf(e program.Expr, scope Scope) (program.Expr, map[string]symbolic.Expr, bool) {
	with, known := map[string]symbolic.Expr{}, true
	out := program.Replace(e, e.Span(), program.Itself, func(x program.Expr) program.Expr {
		operands := integerOperands(x)
		if operands == nil {
			return nil
		}
		args := make([]symbolic.Expr, len(operands))
		for i, operand := range operands {
			v, ok := b.ValueIn(operand, scope)
			args[i], known = v, known && ok
		}
		if !known {
			return x
		}
		name := fmt.Sprintf("integer%d'", len(with))
		with[name] = b.A.Opaque(functionOf(x), args...)
		return program.NewRef(x.Span(), &program.Symbol{Name: name, Type: program.Integer})
	})
	return out, with, known && len(with) > 0
}

// integerOperands are the operands of a power, or the arguments of a function of bits, where all
// are integers; nil for other expressions.
func integerOperands(e program.Expr) []program.Expr {
	var operands []program.Expr
	switch e := e.(type) {
	case *program.Binary:
		if e.Op == program.Pow {
			operands = []program.Expr{e.X, e.Y}
		}
	case *program.Call:
		if values.OfBits(e) {
			for _, a := range e.Args {
				if a.Keyword != "" {
					return nil
				}
				operands = append(operands, a.Value)
			}
		}
	}
	for _, x := range operands {
		if t, _ := program.TypeOf(x); t != program.Integer || program.RankOf(x) > 0 {
			return nil
		}
	}
	return operands
}

var errNoInteger = errors.New("a power or a function of bits has no integer value")

func functionOf(e program.Expr) *symbolic.Function {
	name := "power"
	if c, call := e.(*program.Call); call {
		name = c.Name
	}
	return &symbolic.Function{Name: name, Key: name, Result: symbolic.Index, Cost: 4, Eval: func(args []float64) (float64, error) {
		v, known := values.OfIntegers(e, args)
		if !known {
			return 0, errNoInteger
		}
		return v, nil
	}}
}
