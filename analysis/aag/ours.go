package aag

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// What a variable of a procedure is called by who calls it, and with what value it begins.

// brought returns a value that a procedure leaves as one of the unit: 0 where it rests
// on what the unit does not know.
func (w *ownValues) brought(call *program.CallStmt, p *comm.Procedure, v symbolic.Expr) symbolic.Expr {
	a, in := w.b.A, p.Leaves
	with := map[string]symbolic.Expr{}
	for part, ours := range map[symbolic.Expr]symbolic.Expr{in.Number: w.b.Number(), in.Size: w.b.Size()} {
		for _, s := range in.Arena.Free(part) {
			with[s.Name] = ours
		}
	}
	for _, s := range p.Unit.Symbols {
		if callersSee(s) {
			with[comm.Entered(s)] = w.given(call, p.Unit, s)
		}
	}
	for _, part := range in.Parts {
		with[comm.Entered(part)] = w.given(call, p.Unit, part)
	}
	for _, s := range in.Arena.Free(v) {
		if with[s.Name] == 0 {
			return 0
		}
	}
	return a.Subst(a.Import(in.Arena, v), with)
}

// given is the value with which a scalar of a procedure is entered.
func (w *ownValues) given(call *program.CallStmt, u *program.Unit, theirs *program.Symbol) symbolic.Expr {
	if whole, suffix := theirs.PartOf(); whole != nil {
		if d, element := whole.ElementNumber(suffix); element {
			if v := w.itemOf(actual(call, u, whole), d); v != 0 {
				return v
			}
		}
		return w.scalars[w.ours(call, u, theirs)]
	}
	if theirs.Dummy {
		if e := actual(call, u, theirs); e != nil {
			return w.valueOf(e)
		}
		return 0
	}
	ours := w.ours(call, u, theirs)
	if ours == nil {
		return 0
	}
	if v, changed := w.scalars[ours]; changed || !w.named(ours) {
		return v
	}
	return w.valueOf(program.NewRef(call.Span(), ours))
}

// actual is the argument of a call for a dummy, nil without one.
func actual(call *program.CallStmt, u *program.Unit, dummy *program.Symbol) program.Expr {
	for i, a := range call.Args {
		if u.DummyOf(a.Keyword, i) == dummy {
			return a.Value
		}
	}
	return nil
}

// ours returns the variable of the unit that a call gives the value of one of the
// procedure's, nil for none.
func (w *ownValues) ours(call *program.CallStmt, u *program.Unit, theirs *program.Symbol) *program.Symbol {
	if whole, suffix := theirs.PartOf(); whole != nil {
		ours := w.ours(call, u, whole)
		if ours == nil || strings.HasPrefix(suffix, "(") && !sameFirst(whole, ours) {
			return nil
		}
		return w.followedPart(ours, suffix)
	}
	if program.IsExtent(theirs.Name) && theirs.Array != nil && !theirs.Array.Dummy {
		if dummy, _ := u.DummyPart(theirs.Array); dummy != nil {
			return w.extentOf(w.ours(call, u, theirs.Array), slices.Index(theirs.Array.Extents, theirs))
		}
	}
	if dummy, suffix := u.DummyPart(theirs); dummy != nil {
		if ours := w.ours(call, u, dummy); ours != nil {
			return w.partNamed(ours, suffix)
		}
		return nil
	}
	if !theirs.Dummy {
		return w.standing(theirs)
	}
	for i, a := range call.Args {
		r, ok := a.Value.(*program.Ref)
		if !ok || u.DummyOf(a.Keyword, i) != theirs {
			continue
		}
		if r.Sym.Rank() == theirs.Rank() && len(r.Subs) == 0 {
			return r.Sym
		}
		if theirs.Rank() == 0 {
			return w.variable(r)
		}
	}
	return nil
}

// sameFirst reports whether elements of two arrays have the same subscripts; those of more
// dimensions begin alike here.
func sameFirst(x, y *program.Symbol) bool {
	m, okM := x.FirstIndex()
	n, okN := y.FirstIndex()
	return x == y || x.Rank() != 1 || y.Rank() != 1 || !okM || !okN || m == n
}

// extentOf is what stands for the extent of an allocated array, or component, that the unit
// may not name; nil for no array.
func (w *ownValues) extentOf(array *program.Symbol, dim int) *program.Symbol {
	switch {
	case array == nil || dim < 0:
		return nil
	case dim < len(array.Extents):
		return array.Extents[dim]
	}
	name := program.ExtentName(array.Name, dim)
	if w.followed[name] == nil {
		w.followed[name] = &program.Symbol{Name: name, Type: program.Integer, Array: array, Dummy: array.Dummy, Shared: array.Shared}
	}
	return w.followed[name]
}

// standing returns the variable of the unit that stands where a shared one of another
// unit does; one that no text can name where the unit names none.
func (w *ownValues) standing(theirs *program.Symbol) *program.Symbol {
	for _, list := range [][]*program.Symbol{w.g.Unit.Symbols, w.elsewhere} {
		for _, s := range list {
			if w.g.Unit.StandsWhere(s, theirs) {
				return s
			}
		}
	}
	ours := theirs.Elsewhere()
	if ours != nil {
		w.elsewhere = append(w.elsewhere, ours)
	}
	return ours
}

func (w *ownValues) named(s *program.Symbol) bool { return w.g.Unit.Lookup(s.Name) == s }
