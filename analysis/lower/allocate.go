package lower

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// descriptor gives an array whose shape ALLOCATE or a pointer assignment decides a variable
// for the extent of each dimension. These assign them (allocated, pointed), so that extents are
// followed as other scalars are: through branches, calls and modules. Formulas call
// them "size(x,1)". Lower bounds are 1 but where the unit itself allocates
// the array with a constant one, or a pointer gets one from what it points at. Upper bounds are those that follow from the extents
// of the array that it is always allocated like, if there is one.
func (l *lowerer) descriptor(sym, like *program.Symbol, lowers []program.Expr) {
	extents := l.extentsOf(sym)
	if like != nil && like.Rank() == sym.Rank() {
		extents = l.extentsOf(like)
	}
	for i, extent := range extents {
		lower := sym.Dims[i].Lower
		if i < len(lowers) && lowers[i] != nil {
			lower = lowers[i]
		}
		upper := program.Expr(program.NewRef(sym.Declared, extent))
		if first, constant := l.constInt(lower); constant && first != 1 {
			upper = program.NewBinary(sym.Declared, program.Add, upper, program.IntConst(sym.Declared, first-1))
		}
		sym.Dims[i] = program.Bounds{Lower: lower, Upper: upper}
	}
}

// extentsOf returns the variables of an array's extents, new ones the first time.
func (l *lowerer) extentsOf(sym *program.Symbol) []*program.Symbol {
	if sym.Extents != nil && sym.Extents[0].Array == sym {
		return sym.Extents
	}
	sym.Extents = make([]*program.Symbol, sym.Rank())
	for i := range sym.Extents {
		extent := &program.Symbol{Name: program.ExtentName(sym.Name, i), Type: program.Integer, Bytes: 8, Shared: sym.Shared, Declared: sym.Declared, Array: sym}
		if unit, array, ok := strings.Cut(sym.Storage, "%"); ok {
			extent.Storage = unit + "%" + program.ExtentName(array, i)
		}
		sym.Extents[i] = extent
		l.scope.enter(extent.Name, extent)
	}
	return sym.Extents
}

// deferred reports whether ALLOCATE or a pointer assignment decides the shape of what is
// declared: of a dummy of INTENT(OUT), or one that the unit itself gives a shape, as it has its
// caller's otherwise.
func (l *lowerer) deferred(d *declaration) bool {
	return (!d.sym.Dummy || d.sym.Intent == "out" || l.allocates(d.Name)) && len(d.Dims) > 0 && (d.sym.Pointer || slices.Contains(d.Attributes, "allocatable")) &&
		!slices.ContainsFunc(d.sym.Dims, func(b program.Bounds) bool { return b.Upper != nil })
}

// allocates reports whether the unit itself allocates a variable, or lets it point at another.
func (l *lowerer) allocates(name string) bool {
	return slices.ContainsFunc(l.unit.Allocated, func(a fortran.Allocated) bool { return a.Array == name })
}

// lowerBounds returns the constant lower bounds with which the unit allocates a
// variable, or lets it point at another; nil where it does not.
func (l *lowerer) lowerBounds(name string, body []*fortran.Node) []program.Expr {
	for _, n := range body {
		switch stmt := n.Stmt.(type) {
		case *fortran.Assignment:
			if found := l.lowersPointed(name, stmt, n.Statement); found != nil {
				return found
			}
		case *fortran.Allocation:
			for _, arg := range stmt.Args {
				if d, is := arg.(*fortran.Designator); is && len(d.Parts) == 1 && d.Parts[0].Name == name {
					return l.lowersOf(d.Parts[0].Args, n.Statement)
				}
			}
		}
		for _, body := range n.Bodies() {
			if found := l.lowerBounds(name, body); found != nil {
				return found
			}
		}
	}
	return nil
}

func (l *lowerer) lowersOf(args []fortran.Arg, s *fortran.Statement) []program.Expr {
	out := make([]program.Expr, len(args))
	for i, arg := range args {
		if r, ok := arg.(*fortran.Range); ok && r.Lo != nil {
			if v, constant := l.constInt(l.expr(r.Lo, s)); constant {
				out[i] = program.IntConst(s.Place(r.Lo.Span()), v)
			}
		}
	}
	return out
}

// allocated assigns the extents of what a statement allocates, and to arrays of numbers what
// SOURCE gives them (Fortran 2018, 9.7.1.1).
func (l *lowerer) allocated(stmt *fortran.Allocation, s *fortran.Statement) (extents, filled []program.Stmt) {
	if stmt.Keyword != "allocate" {
		return nil, nil
	}
	value := option(stmt, "source")
	if value != nil && l.calledOnce(value, s) {
		value = nil
	}
	for _, arg := range stmt.Args {
		d, ok := arg.(*fortran.Designator)
		if !ok {
			continue
		}
		array, bounds := wholeOf(d)
		ref, is := l.expr(array, s).(*program.Ref)
		if !is || len(ref.Sym.Extents) == 0 {
			continue
		}
		extents = append(extents, l.shapedBy(stmt, ref, bounds, s.Place(d.Span()), s)...)
		if value != nil && ref.Sym.Type != program.Derived {
			filled = append(filled, l.statements.assignment(&fortran.Assignment{LHS: array, RHS: value}, s)...)
		}
	}
	return extents, filled
}

// shapedBy assigns the extents of an array that a statement allocates with some bounds, or
// like another one.
func (l *lowerer) shapedBy(stmt *fortran.Allocation, ref *program.Ref, bounds []fortran.Arg, place source.Span, s *fortran.Statement) []program.Stmt {
	extent := func(i int) program.Expr { return l.allocatedExtent(bounds[i], s) }
	if len(bounds) == 0 {
		if extent = l.extentsLike(stmt, ref.Sym.Rank(), s); extent == nil {
			return nil
		}
		return descriptorOf(ref, ref.Sym.Rank(), extent, place, s)
	}
	return descriptorOf(ref, len(bounds), extent, place, s)
}

// descriptorOf assigns the extents of the last dimensions of an array: those before them are of
// the structures around. What gives no extent leaves it.
func descriptorOf(ref *program.Ref, rank int, extent func(dim int) program.Expr, place source.Span, s *fortran.Statement) []program.Stmt {
	array := ref.Sym
	first := array.Rank() - rank
	if first < 0 || first > 0 && !strings.Contains(array.Name, "%") {
		return nil
	}
	var out []program.Stmt
	element := ref
	if first == 0 {
		element = nil
	}
	for i, v := range array.Extents[first:] {
		if n := extent(i); n != nil {
			out = append(out, &program.Assign{Node: at(s), LHS: program.NewRef(place, v), RHS: n, Descriptor: true, Of: element})
		}
	}
	return out
}

// option is what a statement says behind one of the keywords; nil where it has none of them.
func option(stmt *fortran.Allocation, keywords ...string) fortran.Expr {
	for _, arg := range stmt.Args {
		if k, ok := arg.(*fortran.Keyword); ok && slices.Contains(keywords, k.Name) {
			return k.Value
		}
	}
	return nil
}

// wholeOf is the array of which an ALLOCATE names the bounds.
func wholeOf(d *fortran.Designator) (array *fortran.Designator, bounds []fortran.Arg) {
	whole := *d
	whole.Parts = slices.Clone(d.Parts)
	last := &whole.Parts[len(whole.Parts)-1]
	bounds = last.Args
	*last = fortran.Part{Name: last.Name, At: last.At}
	return &whole, bounds
}

// calledOnce reports whether a scalar is what a function of the program returns: an assignment
// would be counted as calling it for every element.
func (l *lowerer) calledOnce(value fortran.Expr, s *fortran.Statement) bool {
	e, calls := l.expr(value, s), false
	program.Walk(e, func(x program.Expr) bool {
		c, ok := x.(*program.Call)
		calls = calls || ok && c.Intrinsic().Shape == program.NotIntrinsic
		return !calls
	})
	return calls && program.RankOf(e) == 0
}

// extentsLike are the extents of the array that SOURCE or MOLD names; nil without one
// of the rank.
func (l *lowerer) extentsLike(stmt *fortran.Allocation, rank int, s *fortran.Statement) func(dim int) program.Expr {
	like := option(stmt, "source", "mold")
	if like == nil {
		return nil
	}
	if ref, is := l.expr(like, s).(*program.Ref); is && len(ref.Subs) == 0 && ref.Sym.Rank() == rank {
		return func(dim int) program.Expr { return extentOf(s.Place(like.Span()), ref.Sym, dim) }
	}
	return nil
}

// extentOf is the extent of a dimension (from 0); nil where nothing gives it.
func extentOf(place source.Span, sym *program.Symbol, dim int) program.Expr {
	b := sym.Dims[dim]
	switch {
	case len(sym.Extents) > 0:
		return program.NewRef(place, sym.Extents[dim])
	case b.Upper == nil && sym.Dummy:
		return program.NewCall(place, "size", nil, program.Arg{Value: program.NewRef(place, sym)}, program.Arg{Value: program.IntConst(place, int64(dim)+1)})
	case b.Upper == nil:
		return nil
	}
	return plus(place, program.NewBinary(place, program.Sub, b.Upper, b.Lower), 1)
}

// allocatedExtent is n of n, and hi - lo + 1 of lo:hi.
func (l *lowerer) allocatedExtent(arg fortran.Arg, s *fortran.Statement) program.Expr {
	r, ok := arg.(*fortran.Range)
	switch {
	case !ok:
		return l.expr(arg, s)
	case r.Hi == nil:
		return nil
	case r.Lo == nil:
		return l.expr(r.Hi, s)
	}
	place := s.Place(r.Span())
	lo, hi := l.expr(r.Lo, s), l.expr(r.Hi, s)
	if first, constant := l.constInt(lo); constant {
		return plus(place, hi, 1-first)
	}
	return plus(place, program.NewBinary(place, program.Sub, hi, lo), 1)
}

// plus is x + n.
func plus(at source.Span, x program.Expr, n int64) program.Expr {
	if n == 0 {
		return x
	}
	return program.NewBinary(at, program.Add, x, program.IntConst(at, n))
}
