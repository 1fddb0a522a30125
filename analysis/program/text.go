package program

import (
	"fmt"
	"strconv"
)

// Text writes an expression in Fortran, names in lower case; different
// expressions have different texts.
func Text(e Expr) string { return string(writer{}.expr(nil, e)) }

// Named writes an expression with the names that formulas have for values: "m#2+1".
func Named(e Expr) string { return string(writer{definitions: true}.expr(nil, e)) }

// writer writes expressions, with the numbers of definitions or without.
type writer struct{ definitions bool }

// AppendSubscripts writes the subscripts of a reference behind b, with their
// brackets; nothing where it has none.
func AppendSubscripts(b []byte, r *Ref) []byte { return writer{}.subs(b, r) }

func (w writer) subs(b []byte, r *Ref) []byte {
	for i := range r.Subs {
		b = w.sub(append(b, "(,"[min(i, 1)]), &r.Subs[i])
	}
	if len(r.Subs) > 0 {
		b = append(b, ')')
	}
	return b
}

func (w writer) sub(b []byte, s *Subscript) []byte {
	b = w.expr(b, s.Lo)
	if !s.Triplet {
		return b
	}
	b = w.expr(append(b, ':'), s.Hi)
	if s.Stride != nil {
		b = w.expr(append(b, ':'), s.Stride)
	}
	return b
}

func (w writer) expr(b []byte, e Expr) []byte {
	switch e := e.(type) {
	case *Const:
		return append(b, constText(e)...)
	case *Ref:
		b = append(b, e.Sym.Name...)
		if w.definitions && e.Definition > 0 {
			b = strconv.AppendInt(append(b, '#'), int64(e.Definition)+1, 10)
		}
		return w.subs(b, e)
	case *Unary:
		return w.operand(append(b, e.Op.String()...), e, e.X)
	case *Binary:
		return w.operand(append(w.first(b, e), e.Op.String()...), e, e.Y)
	case *Call:
		b = append(append(b, e.Name...), '(')
		for i, arg := range e.Args {
			if i > 0 {
				b = append(b, ',')
			}
			if arg.Keyword != "" {
				b = append(append(b, arg.Keyword...), '=')
			}
			b = w.expr(b, arg.Value)
		}
		return append(b, ')')
	case *Opaque:
		if !w.definitions || e.Values == nil {
			return append(b, e.Text...)
		}
		for _, v := range e.Values {
			b = append(w.expr(b, v), ',')
		}
		return b
	}
	return b
}

// appendFirst leaves out the brackets of a first operand that binds as tightly:
// i+j-1.
func (w writer) first(b []byte, e *Binary) []byte {
	if x, ok := e.X.(*Binary); ok && level(x.Op) == level(e.Op) && (level(e.Op) == 1 || level(e.Op) == 2) {
		return w.expr(b, x)
	}
	if x, ok := e.X.(*Unary); ok && level(e.Op) == 1 && x.Op == Neg {
		return w.expr(b, x)
	}
	return w.operand(b, e, e.X)
}

// appendOperand leaves out the brackets of an operand that binds more tightly.
func (w writer) operand(b []byte, of Expr, e Expr) []byte {
	switch e := e.(type) {
	case *Binary:
		if x, ok := of.(*Binary); ok && level(x.Op) > 0 && level(e.Op) > level(x.Op) {
			return w.expr(b, e)
		}
		return append(w.expr(append(b, '('), e), ')')
	case *Unary:
		return append(w.expr(append(b, '('), e), ')')
	}
	return w.expr(b, e)
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
