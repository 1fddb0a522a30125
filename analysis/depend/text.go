package depend

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/program"
)

func upper(s *program.Symbol) string { return strings.ToUpper(s.Name) }

// refText writes a reference as in "A(i,j-1)".
func refText(r *program.Ref) string { return upper(r.Sym) + subsText(r) }

func subsText(r *program.Ref) string {
	if len(r.Subs) == 0 {
		return ""
	}
	parts := make([]string, len(r.Subs))
	for i, s := range r.Subs {
		parts[i] = subText(s)
	}
	return "(" + strings.Join(parts, ",") + ")"
}

func subText(s program.Subscript) string {
	if !s.Triplet {
		return exprText(s.Lo)
	}
	out := exprText(s.Lo) + ":" + exprText(s.Hi)
	if s.Stride != nil {
		out += ":" + exprText(s.Stride)
	}
	return out
}

// exprText writes an expression in Fortran; different expressions have
// different texts.
func exprText(e program.Expr) string {
	switch e := e.(type) {
	case *program.Const:
		return constText(e)
	case *program.Ref:
		return e.Sym.Name + subsText(e)
	case *program.Unary:
		return e.Op.String() + operandText(e, e.X)
	case *program.Binary:
		return firstText(e) + e.Op.String() + operandText(e, e.Y)
	case *program.Call:
		parts := make([]string, len(e.Args))
		for i, arg := range e.Args {
			parts[i] = exprText(arg.Value)
			if arg.Keyword != "" {
				parts[i] = arg.Keyword + "=" + parts[i]
			}
		}
		return e.Name + "(" + strings.Join(parts, ",") + ")"
	case *program.Opaque:
		return e.Text
	}
	return ""
}

// firstText leaves out the brackets of a first operand that binds as tightly:
// i+j-1.
func firstText(e *program.Binary) string {
	if x, ok := e.X.(*program.Binary); ok && level(x.Op) == level(e.Op) && (level(e.Op) == 1 || level(e.Op) == 2) {
		return exprText(x)
	}
	if x, ok := e.X.(*program.Unary); ok && level(e.Op) == 1 && x.Op == program.Neg {
		return exprText(x)
	}
	return operandText(e, e.X)
}

// operandText leaves out the brackets of an operand that binds more tightly.
func operandText(of program.Expr, e program.Expr) string {
	switch e := e.(type) {
	case *program.Binary:
		if x, ok := of.(*program.Binary); ok && level(x.Op) > 0 && level(e.Op) > level(x.Op) {
			return exprText(e)
		}
		return "(" + exprText(e) + ")"
	case *program.Unary:
		return "(" + exprText(e) + ")"
	}
	return exprText(e)
}

// level is how tightly an arithmetic operator binds, 0 for the others.
func level(op program.Op) int {
	switch op {
	case program.Add, program.Sub:
		return 1
	case program.Mul, program.Div:
		return 2
	case program.Pow:
		return 3
	}
	return 0
}

func constText(c *program.Const) string {
	switch c.Type {
	case program.Integer:
		return strconv.FormatInt(c.Int, 10)
	case program.Logical:
		return fmt.Sprintf(".%t.", c.Int != 0)
	case program.Character:
		return strconv.Quote(c.Text)
	}
	return strconv.FormatFloat(c.Real, 'g', -1, 64)
}
