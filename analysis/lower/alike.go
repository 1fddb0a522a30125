package lower

import (
	"fmt"
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
)

// Arrays that ALLOCATE always gives the same shape share the variables of their
// extents, so that formulas see that they are mapped alike: in
// "allocate(a(n,n), b(n,n))" the extents of b are those of a. What counts is every
// ALLOCATE that the scope that declares them holds: its own and those of the
// procedures that it contains.

// shapedLike returns the array whose extents an allocated array of the unit shares; nil
// where they are its own.
func (l *lowerer) shapedLike(name string) *program.Symbol {
	if l.alike == nil {
		l.alike = map[string]string{} // while it is made
		l.alike = l.allocatedAlike()
	}
	if of := l.alike[name]; of != "" {
		if sym := l.scope.find(of); sym != nil && sym != l.scope.find(name) {
			return sym
		}
	}
	return nil
}

// declaredLike is shapedLike for an array that the unit declares.
func (l *lowerer) declaredLike(d *declaration) *program.Symbol {
	like := l.shapedLike(d.Name)
	if other := l.found[like]; other != nil && (like.Extents != nil || l.deferred(other)) {
		return like
	}
	return nil
}

// adoptedLike is shapedLike for an array of a module, which the unit knows under a local
// name: the module may have found its like, or the unit.
func (l *lowerer) adoptedLike(theirs *program.Symbol, local string) *program.Symbol {
	if upper, ok := firstName(theirs.Dims[0].Upper); ok && upper.Array != theirs {
		return l.foreignSymbol(upper.Array)
	}
	if like := l.shapedLike(local); like != nil && like.Extents != nil {
		return like
	}
	return nil
}

// firstName returns the first variable of an expression.
func firstName(e program.Expr) (found *program.Symbol, ok bool) {
	program.Walk(e, func(x program.Expr) bool {
		if r, is := x.(*program.Ref); is && found == nil {
			found = r.Sym
		}
		return found == nil
	})
	return found, found != nil && found.Array != nil
}

// allocatedAlike returns, for each array of the scope that has the shape of one that
// is allocated before it, the first array of that shape.
func (l *lowerer) allocatedAlike() map[string]string {
	shapes, order := map[string]string{}, []string{}
	note := func(u *fortran.Unit, outer bool, from int) {
		for _, a := range u.Allocated {
			if outer && a.Own {
				continue
			}
			if shapes[a.Array] == "" {
				order = append(order, a.Array)
			}
			shape := shapes[a.Like]
			if a.Bounds != "" || shape == "" {
				shape = l.shape(a, outer, from)
			}
			switch before := shapes[a.Array]; {
			case a.Points && before == shape: // it keeps its shape
			case a.Points && before != "":
				shapes[a.Array] += fmt.Sprintf("%s at %d of %d\n", shape, a.Moment, from)
			default:
				shapes[a.Array] += shape
			}
		}
	}
	note(l.unit, false, 0)
	for i, p := range l.env.inner(l.unit) {
		note(p, true, i+1)
	}
	first, alike := map[string]string{}, map[string]string{}
	for _, name := range order {
		if of := first[shapes[name]]; of != "" {
			alike[name] = of
		} else {
			first[shapes[name]] = name
		}
	}
	return alike
}

// shape is equal for equal shapes: those by constants anywhere, others at the same
// moment of the same unit only. Names that a procedure inside declares are no constants
// of the scope.
func (l *lowerer) shape(a fortran.Allocated, outer bool, unit int) string {
	varies := outer && a.Local || slices.ContainsFunc(a.Names, func(name string) bool {
		sym := l.scope.find(name)
		return sym == nil || sym.Class != program.Parameter
	})
	switch constant := l.constantShape(a.Like); {
	case a.Bounds == "" && constant != "":
		return constant
	case a.Bounds == "":
		return "like " + a.Array
	case varies:
		return fmt.Sprintf("%s at %d of %d\n", a.Bounds, a.Moment, unit)
	}
	return a.Bounds + "\n"
}

// constantShape is the shape of an array that the scope declares with constant bounds; "" for
// others.
func (l *lowerer) constantShape(name string) string {
	d := l.found[l.scope.find(name)]
	if d == nil || len(d.Dims) == 0 {
		return ""
	}
	shape := ""
	for _, arg := range d.Dims {
		b := l.bounds(arg, d.DimsAt)
		lower, known := l.constInt(b.Lower)
		if b.Upper == nil || !known {
			return ""
		}
		upper, known := l.constInt(b.Upper)
		if !known {
			return ""
		}
		shape += fmt.Sprintf("%d:%d,", lower, upper)
	}
	return shape + "\n"
}
