package lower

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// descriptor gives an array whose shape ALLOCATE decides a variable for the extent
// of each dimension. ALLOCATE assigns them (allocated), so that extents are
// followed as other scalars are: through branches, calls and modules. Formulas call
// them "size(x,1)". Lower bounds are 1 but where the unit itself allocates
// the array with a constant one.
func (l *lowerer) descriptor(sym *program.Symbol, lowers []program.Expr) {
	sym.Extents = make([]*program.Symbol, sym.Rank())
	for i := range sym.Dims {
		extent := &program.Symbol{Name: program.ExtentName(sym.Name, i), Type: program.Integer, Bytes: 8, Shared: sym.Shared, Declared: sym.Declared, Array: sym}
		if unit, array, ok := strings.Cut(sym.Storage, "%"); ok {
			extent.Storage = unit + "%" + program.ExtentName(array, i)
		}
		sym.Extents[i] = extent
		l.scope.enter(extent.Name, extent)
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

// deferred reports whether ALLOCATE decides the shape of what is declared.
func deferred(d *declaration) bool {
	return !d.sym.Dummy && len(d.Dims) > 0 && slices.Contains(d.Attributes, "allocatable") &&
		!slices.ContainsFunc(d.sym.Dims, func(b program.Bounds) bool { return b.Upper != nil })
}

// lowerBounds returns the constant lower bounds with which the unit allocates a
// variable; nil where it does not.
func (l *lowerer) lowerBounds(name string, body []*fortran.Node) []program.Expr {
	for _, n := range body {
		if stmt, ok := n.Stmt.(*fortran.Allocation); ok {
			for _, arg := range stmt.Args {
				if d, is := arg.(*fortran.Designator); is && len(d.Parts) == 1 && d.Parts[0].Name == name {
					return l.lowersOf(d.Parts[0].Args, n.Statement)
				}
			}
		}
		for _, b := range n.Blocks {
			if found := l.lowerBounds(name, b.Body); found != nil {
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

// allocated assigns the extents of what a statement allocates.
func (l *lowerer) allocated(stmt *fortran.Allocation, s *fortran.Statement) []program.Stmt {
	if stmt.Keyword != "allocate" {
		return nil
	}
	var out []program.Stmt
	for _, arg := range stmt.Args {
		d, ok := arg.(*fortran.Designator)
		if !ok {
			continue
		}
		array := *d
		array.Parts = slices.Clone(d.Parts)
		last := &array.Parts[len(array.Parts)-1]
		bounds := last.Args
		*last = fortran.Part{Name: last.Name, At: last.At}
		ref, is := l.expr(&array, s).(*program.Ref)
		if !is || len(ref.Sym.Extents) == 0 || len(bounds) != ref.Sym.Rank() {
			continue
		}
		for i, arg := range bounds {
			if n := l.allocatedExtent(arg, s); n != nil {
				out = append(out, &program.Assign{Node: at(s), LHS: program.NewRef(s.Place(d.Span()), ref.Sym.Extents[i]), RHS: n, Descriptor: true})
			}
		}
	}
	return out
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
