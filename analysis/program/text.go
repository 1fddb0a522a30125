package program

import (
	"fmt"
	"strconv"
)

// Text writes an expression in Fortran, names in lower case; different
// expressions have different texts.
func Text(e Expr) string { return string(appendExpr(nil, e)) }

// AppendSubscripts writes the subscripts of a reference behind b, with their
// brackets; nothing where it has none.
func AppendSubscripts(b []byte, r *Ref) []byte { return appendSubs(b, r) }

func appendSubs(b []byte, r *Ref) []byte {
	for i := range r.Subs {
		b = appendSub(append(b, "(,"[min(i, 1)]), &r.Subs[i])
	}
	if len(r.Subs) > 0 {
		b = append(b, ')')
	}
	return b
}

func appendSub(b []byte, s *Subscript) []byte {
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

func appendExpr(b []byte, e Expr) []byte {
	switch e := e.(type) {
	case *Const:
		return append(b, constText(e)...)
	case *Ref:
		return appendSubs(append(b, e.Sym.Name...), e)
	case *Unary:
		return appendOperand(append(b, e.Op.String()...), e, e.X)
	case *Binary:
		return appendOperand(append(appendFirst(b, e), e.Op.String()...), e, e.Y)
	case *Call:
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
	case *Opaque:
		return append(b, e.Text...)
	}
	return b
}

// appendFirst leaves out the brackets of a first operand that binds as tightly:
// i+j-1.
func appendFirst(b []byte, e *Binary) []byte {
	if x, ok := e.X.(*Binary); ok && level(x.Op) == level(e.Op) && (level(e.Op) == 1 || level(e.Op) == 2) {
		return appendExpr(b, x)
	}
	if x, ok := e.X.(*Unary); ok && level(e.Op) == 1 && x.Op == Neg {
		return appendExpr(b, x)
	}
	return appendOperand(b, e, e.X)
}

// appendOperand leaves out the brackets of an operand that binds more tightly.
func appendOperand(b []byte, of Expr, e Expr) []byte {
	switch e := e.(type) {
	case *Binary:
		if x, ok := of.(*Binary); ok && level(x.Op) > 0 && level(e.Op) > level(x.Op) {
			return appendExpr(b, e)
		}
		return append(appendExpr(append(b, '('), e), ')')
	case *Unary:
		return append(appendExpr(append(b, '('), e), ')')
	}
	return appendExpr(b, e)
}

// level is how tightly an arithmetic operator binds, 0 for the others.
func level(op Op) int {
	switch op {
	case Add, Sub:
		return 1
	case Mul, Div:
		return 2
	case Pow:
		return 3
	}
	return 0
}

func constText(c *Const) string {
	switch c.Type {
	case Integer:
		return strconv.FormatInt(c.Int, 10)
	case Logical:
		return fmt.Sprintf(".%t.", c.Int != 0)
	case Character:
		return strconv.Quote(c.Text)
	}
	return strconv.FormatFloat(c.Real, 'g', -1, 64)
}
