package place

import (
	"slices"

	"github.com/parlens/parlens/analysis/spar"
)

// pure tells whether a call is a function of the numbers among its arguments and
// of nothing else, so that it can be computed like an operator where they are: a
// function of the library, or a method that reads and changes no variables of
// classes but constants.
func (b *builder) pure(x *spar.Call, s *scope) bool {
	if len(x.Args) == 0 {
		return false
	}
	if list := s.targets(x); list != nil {
		return b.unit.pureMethods(list, map[*Method]bool{})
	}
	f, ok := spar.Unmarked(x.Fun).(*spar.Select)
	if !ok {
		return false
	}
	owner := spar.Text(f.X)
	return owner == "Math" || owner == "Complex"
}

// pureMethods tells whether all of several methods are pure.
func (u *unit) pureMethods(list []*Method, seen map[*Method]bool) bool {
	return !slices.ContainsFunc(list, func(m *Method) bool { return !u.pureMethod(m, seen) })
}

// pureMethod is pure of a method; seen are those that are being looked at.
func (u *unit) pureMethod(m *Method, seen map[*Method]bool) bool {
	if seen[m] {
		return true
	}
	seen[m] = true
	if m.member.Body == nil || len(m.member.Facts.Stored) > 0 || m.member.Pragmas.Get("on") != nil || len(m.member.Facts.Places) > 0 {
		return false
	}
	for _, p := range m.member.Params {
		if len(p.Type.Dims) > 0 || classOfType(p.Type) == Reference && len(p.Type.Tuple) == 0 {
			return false
		}
	}
	s := u.scopeOf(m.member, m.class)
	for _, c := range m.member.Facts.Calls {
		if !u.pureMethods(s.targets(c.Call), seen) {
			return false
		}
	}
	for _, name := range m.member.Facts.Read {
		for _, c := range u.classes {
			if f := c.fields[name]; f != nil && (u.assigned[name] || len(f.declarator.Type.Dims) > 0) {
				return false
			}
		}
	}
	return true
}
