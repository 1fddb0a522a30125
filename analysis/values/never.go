package values

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/program"
)

// neverKnown returns the arrays of the unit whose elements no run can know: nothing gives
// them a value but input and other such arrays. Loops are not executed for conditions on
// them, which would stay as unknown as before.
func (m *machine) neverKnown() map[*program.Symbol]bool {
	known := map[*program.Symbol]bool{}
	var open []*program.Assign
	m.each(func(s program.Stmt) {
		a, assigns := s.(*program.Assign)
		if assigns {
			open = append(open, a)
		}
		if _, input := s.(*program.Unmodelled); input {
			return
		}
		for _, v := range m.changes[s] {
			known[v] = known[v] || !assigns || v != a.LHS.Sym
		}
	})
	unknown := func(v *program.Symbol) bool { return !known[v] && m.onlyAssigned(v) }
	for before := -1; before != len(open); {
		before = len(open)
		open = slices.DeleteFunc(open, func(a *program.Assign) bool {
			if !known[a.LHS.Sym] && (slices.ContainsFunc(variables(a.RHS), unknown) || slices.ContainsFunc(subscripting(a.LHS), unknown)) {
				return false
			}
			known[a.LHS.Sym] = true
			return true
		})
	}
	never := map[*program.Symbol]bool{}
	for _, v := range m.unit.Symbols {
		if unknown(v) {
			never[v] = true
		}
	}
	return never
}

// subscripting returns the variables in the subscripts of a reference.
func subscripting(r *program.Ref) (out []*program.Symbol) {
	for _, s := range r.Subs {
		for _, e := range []program.Expr{s.Lo, s.Hi, s.Stride} {
			if e != nil {
				out = withVariables(out, e)
			}
		}
	}
	return out
}

// onlyAssigned reports whether an array has no elements but those that statements of the
// unit give it.
func (m *machine) onlyAssigned(v *program.Symbol) bool {
	if v.Rank() == 0 || v.Class != program.Variable || v.Type == program.Derived || v.Dummy || v.Shared || v.Storage != "" || v.Pointer || v.Overlaid || v.Value != nil {
		return false
	}
	for name := range m.opt.Set {
		if element, ok := strings.CutPrefix(name, v.Name); ok && (element == "" || element[0] == '(') {
			return false
		}
	}
	return true
}
