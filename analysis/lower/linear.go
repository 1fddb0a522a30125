package lower

import (
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// linear is scale*dummy + offset; dim is -1 without a dummy.
type linear struct {
	dim    int
	scale  int64
	offset symbolic.Expr
}

// subscript reads a target subscript: linear in at most one dummy, which no
// other subscript uses.
func (a *aligner) subscript(e fortran.Expr) (placement, bool) {
	f, ok := a.linear(e)
	switch {
	case !ok:
		a.complain(a.d, e.Span(), source.Error, "directive-syntax", "a subscript must be a linear function of one dummy with an integer factor")
		return placement{}, false
	case f.dim < 0 || f.scale == 0:
		return placement{kind: mapping.Fixed, offset: f.offset}, true
	case a.used[f.dim]:
		a.complain(a.d, e.Span(), source.Error, "directive-syntax", "a dummy may be used in one subscript only")
		return placement{}, false
	}
	a.used[f.dim] = true
	return placement{mapping.Aligned, f.dim, f.scale, f.offset}, true
}

// linear reads an expression as a linear function of one dummy.
func (a *aligner) linear(e fortran.Expr) (linear, bool) {
	switch e := e.(type) {
	case *fortran.Paren:
		return a.linear(e.X)
	case *fortran.Designator:
		if dim, ok := a.dummies[e.Parts[0].Name]; ok && len(e.Parts) == 1 && !e.Parts[0].Called() {
			return linear{dim, 1, a.out.Arena.Int(0)}, true
		}
	case *fortran.Unary:
		x, ok := a.linear(e.X)
		if e.Op == program.Neg {
			return a.times(x, -1), ok
		}
		return x, ok && e.Op == program.Plus
	case *fortran.Binary:
		if f, ok := a.linearBinary(e); ok {
			return f, true
		}
	}
	if a.mentions(e) {
		return linear{}, false
	}
	at := a.expr(e, a.d.stmt)
	if v := variableIn(at); v != nil {
		a.complain(a.d, e.Span(), source.Error, "directive-syntax", "%s is a variable and none of the dummies of this ALIGN: it has no value in a specification", v.Name)
		return linear{}, false
	}
	x, ok := program.ToIndex(a.out.Arena, at)
	return linear{-1, 0, x}, ok
}

func (a *aligner) linearBinary(e *fortran.Binary) (linear, bool) {
	x, okX := a.linear(e.X)
	y, okY := a.linear(e.Y)
	if !okX || !okY {
		return linear{}, false
	}
	switch e.Op {
	case program.Add:
		return a.plus(x, y)
	case program.Sub:
		return a.plus(x, a.times(y, -1))
	case program.Mul:
		if x.dim >= 0 {
			x, y = y, x
		}
		if v, ok := a.evaluate(x.offset); ok && x.dim < 0 {
			return a.times(y, v), true
		}
	}
	return linear{}, false
}

func (a *aligner) plus(x, y linear) (linear, bool) {
	if x.dim < 0 {
		x, y = y, x
	}
	if y.dim >= 0 && y.dim != x.dim {
		return linear{}, false
	}
	return linear{x.dim, x.scale + y.scale, a.out.Arena.Add(x.offset, y.offset)}, true
}

func (a *aligner) times(x linear, by int64) linear {
	return linear{x.dim, x.scale * by, a.out.Arena.Mul(a.out.Arena.Int(by), x.offset)}
}

// mentions reports whether a dummy stands anywhere in e.
func (a *aligner) mentions(e fortran.Expr) bool {
	switch e := e.(type) {
	case *fortran.Paren:
		return a.mentions(e.X)
	case *fortran.Unary:
		return a.mentions(e.X)
	case *fortran.Binary:
		return a.mentions(e.X) || a.mentions(e.Y)
	case *fortran.Designator:
		if _, ok := a.dummies[e.Parts[0].Name]; ok {
			return true
		}
		for _, arg := range e.Parts[0].Args {
			if a.mentions(arg) {
				return true
			}
		}
	}
	return false
}

// index lowers an integer expression of the directive; one without symbolic
// form is reported and taken as 1.
func (a *aligner) index(e fortran.Expr) symbolic.Expr {
	x, ok := program.ToIndex(a.out.Arena, a.expr(e, a.d.stmt))
	if !ok {
		a.complain(a.d, e.Span(), source.Error, "directive-syntax", "an integer expression must stand here")
		return a.out.Arena.Int(1)
	}
	return x
}

// checkBounds reports elements that would lie outside the target, where all
// bounds are known.
func (a *aligner) checkBounds(dims []placement) {
	for t, p := range dims {
		lo, okLo := a.evaluate(a.target.dims[t].lower)
		n, okN := a.evaluate(a.target.dims[t].extent)
		first, last, ok := a.reach(p)
		if !ok || !okLo || !okN || p.kind == mapping.Replicated {
			continue
		}
		if first < lo || last > lo+n-1 {
			a.complain(a.d, a.x.Target.Span(), source.Error, "out-of-template",
				"%s reaches from %d to %d in dimension %d of %s, which is %d:%d", a.source.name, first, last, t+1, a.target.name, lo, lo+n-1)
		}
	}
}

// reach returns the smallest and largest target index of a placement.
func (a *aligner) reach(p placement) (first, last int64, ok bool) {
	if p.kind == mapping.Replicated {
		return 0, 0, false
	}
	offset, ok := a.evaluate(p.offset)
	if !ok || p.kind == mapping.Fixed {
		return offset, offset, ok
	}
	lo, okLo := a.evaluate(a.source.dims[p.dim].lower)
	n, okN := a.evaluate(a.source.dims[p.dim].extent)
	if !okLo || !okN || n < 1 {
		return 0, 0, false
	}
	first, last = p.scale*lo+offset, p.scale*(lo+n-1)+offset
	return min(first, last), max(first, last), true
}

// variableIn returns a variable that a specification expression must not name:
// one that is neither a dummy argument nor shared with other units.
func variableIn(e program.Expr) *program.Symbol {
	var found *program.Symbol
	program.Walk(e, func(x program.Expr) bool {
		if r, ok := x.(*program.Ref); ok && found == nil && r.Sym.Class == program.Variable && r.Sym.Rank() == 0 && !r.Sym.Dummy && !r.Sym.Shared && r.Sym.Value == nil {
			found = r.Sym
		}
		_, inquiry := x.(*program.Call)
		return found == nil && !inquiry
	})
	return found
}
