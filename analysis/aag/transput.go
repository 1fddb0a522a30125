package aag

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// transput builds the unit of a PRINT, WRITE or READ: the bytes of its items, as
// they are stored, and what of them has no estimate.
func (w *walker) transput(s *program.Unmodelled) []*AAU {
	u := AAU{Kind: IO, At: s.Span(), Local: w.local(), Count: w.count(), Bytes: w.b.A.Int(0), Everywhere: w.g.Unit.Messages}
	if s.List.Implied {
		u.Reason = "the items of the implied DO are counted once"
	}
	for _, item := range s.List.Items {
		bytes, missing := w.transferred(item)
		u.Bytes = w.b.A.Add(u.Bytes, bytes)
		if missing != "" {
			u.Reason = missing
		}
	}
	return []*AAU{w.unit(u)}
}

// transferred returns the bytes of an item, and what its estimate leaves out.
func (w *walker) transferred(item program.Expr) (symbolic.Expr, string) {
	a := w.b.A
	switch x := item.(type) {
	case *program.Const:
		return a.Int(int64(max(x.Bytes, len(x.Text)))), ""
	case *program.Ref:
		if _, mapped := w.b.Layouts[x.Sym]; mapped {
			return a.Int(int64(x.Sym.Bytes)), fmt.Sprintf("what collecting %s from its owners takes is not included", strings.ToUpper(x.Sym.Name))
		}
		if x.Sym.Rank() == 0 || len(x.Subs) > 0 && x.Rank() == 0 {
			return a.Int(int64(x.Sym.Bytes)), ""
		}
		if len(x.Subs) == 0 && bounded(x.Sym) {
			bytes := a.Int(int64(x.Sym.Bytes))
			for d := range x.Sym.Dims {
				lo, hi := w.b.Bounds(x.Sym, d)
				bytes = a.Mul(bytes, a.Max(a.Int(0), a.Add(a.Sub(hi, lo), a.Int(1))))
			}
			return bytes, ""
		}
		return a.Int(int64(x.Sym.Bytes)), "a section is counted as one element of it"
	}
	if simple(item) {
		return a.Int(8), ""
	}
	return a.Int(8), "what computing an item takes is not included"
}

// bounded reports whether the shape of an array is declared.
func bounded(s *program.Symbol) bool {
	for _, d := range s.Dims {
		if d.Upper == nil {
			return false
		}
	}
	return true
}

// simple reports whether an expression is made of scalars and operators only:
// what it takes to compute is nothing beside its transfer.
func simple(e program.Expr) bool {
	ok := true
	program.Walk(e, func(x program.Expr) bool {
		switch x := x.(type) {
		case *program.Ref:
			ok = ok && x.Sym.Rank() == 0
		case *program.Const, *program.Unary, *program.Binary:
		default:
			ok = false
		}
		return ok
	})
	return ok
}
