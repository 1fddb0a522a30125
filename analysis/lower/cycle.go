package lower

import (
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// uncircle takes away the bounds that an array's shape cannot have because they
// ask for that shape, themselves or through other arrays. Whoever evaluates
// bounds follows SIZE into other declarations, and would never end.
func (l *lowerer) uncircle(d *declaration) {
	for i := range d.sym.Dims {
		b := &d.sym.Dims[i]
		for _, e := range []*program.Expr{&b.Lower, &b.Upper} {
			if !asksFor(*e, d.sym, map[*program.Symbol]bool{}) {
				continue
			}
			at := d.DimsAt.Place(d.Dims[i].Span())
			l.report(at, source.Error, "bound-cycle", "a bound of %s depends on the shape of %s", d.sym.Name, d.sym.Name)
			*e = program.NewOpaque(at, d.sym.Name, "it depends on itself")
		}
	}
}

// asksFor reports whether an expression, or a bound of an array in it, names an
// array.
func asksFor(e program.Expr, array *program.Symbol, seen map[*program.Symbol]bool) bool {
	found := false
	program.Walk(e, func(e program.Expr) bool {
		r, ok := e.(*program.Ref)
		if !ok || found {
			return !found
		}
		found = r.Sym == array
		if !seen[r.Sym] {
			seen[r.Sym] = true
			for _, b := range r.Sym.Dims {
				found = found || asksFor(b.Lower, array, seen) || asksFor(b.Upper, array, seen)
			}
		}
		return !found
	})
	return found
}
