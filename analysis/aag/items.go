package aag

import (
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// What the elements of vectors, constructors and expressions of them hold.

// itemOf is what an element (from 0) of an argument holds, a vector or a constructor; 0
// where that is not known.
func (w *walker) itemOf(argument program.Expr, d int) symbolic.Expr {
	if vector, n := w.values.vectorOf(argument, nil); vector != nil {
		if d < n {
			return w.values.element(vector, d)
		}
		return 0
	}
	if list, ok := argument.(*program.Opaque); ok {
		return w.item(list, d)
	}
	return 0
}

// item is the value of an element of a constructor, or of what all elements are.
func (w *walker) item(e program.Expr, d int) symbolic.Expr {
	switch e := e.(type) {
	case nil:
		return 0
	case *program.Const:
		if e.Type == program.Logical {
			return w.b.A.Int(e.Int)
		}
	case *program.Opaque:
		if d < len(e.Values) {
			return w.item(e.Values[d], 0)
		}
	}
	if program.RankOf(e) == 1 {
		e = w.elementOf(e, d)
	}
	if e != nil && program.RankOf(e) == 0 {
		return w.values.valueOf(e)
	}
	return 0
}

// elementOf is an expression for an element (from 0) of one with vectors and operators; nil
// where it has other parts with elements.
func (w *walker) elementOf(e program.Expr, d int) program.Expr {
	known := true
	out := program.Replace(e, e.Span(), program.Itself, func(x program.Expr) program.Expr {
		if x == nil || program.RankOf(x) == 0 {
			return x
		}
		switch x := x.(type) {
		case *program.Unary, *program.Binary:
			return nil
		case *program.Opaque:
			if d < len(x.Values) {
				return x.Values[d]
			}
		case *program.Ref:
			if vector, n := w.values.vectorOf(x, nil); vector != nil && d < n {
				if of, ok := vector.Value.(*program.Opaque); ok && vector.Class == program.Parameter && d < len(of.Values) {
					return of.Values[d]
				}
				lo, _ := w.b.DeclaredBounds(vector, 0)
				first, _ := w.b.A.ConstInt(lo)
				return program.NewRef(x.Span(), vector, program.Subscript{Lo: program.IntConst(x.Span(), first+int64(d))})
			}
		}
		known = false
		return x
	})
	if !known {
		return nil
	}
	return out
}
