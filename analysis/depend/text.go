package depend

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/program"
)

func upper(s *program.Symbol) string { return strings.ToUpper(s.Name) }

// refText writes a reference as in "A(i,j-1)".
func refText(r *program.Ref) string { return string(appendRef(nil, r)) }

func appendRef(b []byte, r *program.Ref) []byte { return appendSubs(append(b, upper(r.Sym)...), r) }

func subsText(r *program.Ref) string { return string(appendSubs(nil, r)) }

func appendSubs(b []byte, r *program.Ref) []byte {
	for i := range r.Subs {
		b = appendSub(append(b, "(,"[min(i, 1)]), &r.Subs[i])
	}
	if len(r.Subs) > 0 {
		b = append(b, ')')
	}
	return b
}

func appendSub(b []byte, s *program.Subscript) []byte {
	b = appendExpr(b, s.Lo)
	if !s.Triplet {
		return b
	}
	b = appendExpr(append(b, ':'), s.Hi)
	if s.Stride != nil {
		b = appendExpr(append(b, ':'), s.Stride)
	}
	return b
}

// exprText writes an expression in Fortran; different expressions have
// different texts.
func exprText(e program.Expr) string { return string(appendExpr(nil, e)) }

func appendExpr(b []byte, e program.Expr) []byte {
	switch e := e.(type) {
	case *program.Const:
		return append(b, constText(e)...)
	case *program.Ref:
		return appendSubs(append(b, e.Sym.Name...), e)
	case *program.Unary:
		return appendOperand(append(b, e.Op.String()...), e, e.X)
	case *program.Binary:
		return appendOperand(append(appendFirst(b, e), e.Op.String()...), e, e.Y)
	case *program.Call:
		b = append(append(b, e.Name...), '(')
		for i, arg := range e.Args {
			if i > 0 {
				b = append(b, ',')
			}
			if arg.Keyword != "" {
				b = append(append(b, arg.Keyword...), '=')
			}
			b = appendExpr(b, arg.Value)
		}
		return append(b, ')')
	case *program.Opaque:
		return append(b, e.Text...)
	}
	return b
}

// appendFirst leaves out the brackets of a first operand that binds as tightly:
// i+j-1.
func appendFirst(b []byte, e *program.Binary) []byte {
	if x, ok := e.X.(*program.Binary); ok && level(x.Op) == level(e.Op) && (level(e.Op) == 1 || level(e.Op) == 2) {
		return appendExpr(b, x)
	}
	if x, ok := e.X.(*program.Unary); ok && level(e.Op) == 1 && x.Op == program.Neg {
		return appendExpr(b, x)
	}
	return appendOperand(b, e, e.X)
}

// appendOperand leaves out the brackets of an operand that binds more tightly.
func appendOperand(b []byte, of program.Expr, e program.Expr) []byte {
	switch e := e.(type) {
	case *program.Binary:
		if x, ok := of.(*program.Binary); ok && level(x.Op) > 0 && level(e.Op) > level(x.Op) {
			return appendExpr(b, e)
		}
		return append(appendExpr(append(b, '('), e), ')')
	case *program.Unary:
		return append(appendExpr(append(b, '('), e), ')')
	}
	return appendExpr(b, e)
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
