package lower

import (
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// shaped assigns the extents that a whole allocatable array gets from what is assigned to
// it (Fortran 2018, 10.2.1.3): of a variable of the unit itself that the unit never
// allocates, since others have the shape that ALLOCATE gave them.
func (l *lowerer) shaped(store program.Stmt, lhs *program.Ref, s *fortran.Statement) []program.Stmt {
	if !l.reshaped(lhs) {
		return one(store)
	}
	var shape []program.Expr
	switch store := store.(type) {
	case *program.Forall:
		r := store.Ranges[0]
		shape = []program.Expr{plus(lhs.Span(), program.NewBinary(lhs.Span(), program.Sub, r.Hi, r.Lo), 1)}
	case *program.Assign:
		if follows(store.RHS, lhs.Sym) { // which it has already
			return one(store)
		}
		shape = shapeOf(store.RHS, lhs.Sym)
	}
	return append(extents(lhs, shape, s), store)
}

// reshaped reports whether an assignment gives the variable a shape.
func (l *lowerer) reshaped(lhs *program.Ref) bool {
	v := lhs.Sym
	return len(lhs.Subs) == 0 && len(v.Extents) > 0 && !v.Pointer && !v.Shared && !l.masked && !l.allocates(v.Name)
}

// extents assigns the extents of an allocatable array, as far as they are known.
func extents(array *program.Ref, shape []program.Expr, s *fortran.Statement) []program.Stmt {
	var out []program.Stmt
	for i, n := range shape {
		if n != nil && len(array.Sym.Extents) == len(shape) {
			out = append(out, &program.Assign{Node: at(s), LHS: program.NewRef(array.Span(), array.Sym.Extents[i]), RHS: n, Descriptor: true})
		}
	}
	return out
}

// follows reports whether an expression has the shape of a variable since this is one of its
// operands.
func follows(e program.Expr, v *program.Symbol) bool {
	found := false
	program.Walk(e, func(x program.Expr) bool {
		switch x := x.(type) {
		case *program.Ref:
			found = found || x.Sym == v && len(x.Subs) == 0
			return false
		case *program.Call:
			return x.Intrinsic().Shape == program.Elemental
		}
		return !found
	})
	return found
}

// shapeOf returns the extents of an expression, by one of its arrays other than v; nil
// where they do not follow from the text.
func shapeOf(e program.Expr, v *program.Symbol) []program.Expr {
	switch e := e.(type) {
	case *program.Ref:
		if e.Sym != v {
			return shapeOfRef(e)
		}
	case *program.Unary:
		return shapeOf(e.X, v)
	case *program.Binary:
		if shape := shapeOf(e.X, v); shape != nil {
			return shape
		}
		return shapeOf(e.Y, v)
	case *program.Call:
		if e.Name == "cshift" || e.Name == "eoshift" {
			return shapeOf(e.Argument("array", 0), v)
		}
		if e.Intrinsic().Shape != program.Elemental {
			return nil
		}
		for _, a := range e.Args {
			if shape := shapeOf(a.Value, v); shape != nil {
				return shape
			}
		}
	case *program.Opaque:
		if e.Values != nil {
			return []program.Expr{program.IntConst(e.Span(), int64(len(e.Values)))}
		}
	}
	return nil
}

// shapeOfRef returns the extents of an array or section; nil for scalars, elements and
// vector subscripts.
func shapeOfRef(r *program.Ref) []program.Expr {
	var out []program.Expr
	for d := range r.Sym.Dims {
		n := extentOf(r.Span(), r.Sym, d)
		if len(r.Subs) > 0 {
			sub := r.Subs[d]
			if !sub.Triplet && program.RankOf(sub.Lo) == 0 {
				continue
			}
			if whole := sub.Triplet && sub.Lo == nil && sub.Hi == nil && sub.Stride == nil; !whole {
				n = sectionExtent(r.Span(), sub, r.Sym.Dims[d])
			}
		}
		if n == nil {
			return nil
		}
		out = append(out, n)
	}
	return out
}

// sectionExtent is the number of indices of a triplet; nil where nothing gives it.
func sectionExtent(at source.Span, sub program.Subscript, b program.Bounds) program.Expr {
	lo, hi := sub.Lo, sub.Hi
	if lo == nil {
		lo = b.Lower
	}
	if hi == nil {
		hi = b.Upper
	}
	if !sub.Triplet || lo == nil || hi == nil {
		return nil
	}
	length := program.NewBinary(at, program.Sub, hi, lo)
	if sub.Stride == nil {
		return plus(at, length, 1)
	}
	return plus(at, program.NewBinary(at, program.Div, length, sub.Stride), 1)
}

// shapesMoved gives the second argument of MOVE_ALLOC the shape of the first.
func (l *lowerer) shapesMoved(call program.Stmt, s *fortran.Statement) []program.Stmt {
	if c, ok := call.(*program.CallStmt); ok && c.Name == "move_alloc" && len(c.Args) > 1 {
		from, is := c.Args[0].Value.(*program.Ref)
		to, are := c.Args[1].Value.(*program.Ref)
		if is && are {
			return append(extents(to, shapeOfRef(from), s), call)
		}
	}
	return one(call)
}
