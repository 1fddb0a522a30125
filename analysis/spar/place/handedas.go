package place

import (
	"slices"

	"github.com/parlens/parlens/analysis/spar"
)

// What methods do with what they are handed by reference.

// followable tells whether the bodies of methods are known where they are called.
func (u *unit) followable(list []*Method) bool {
	return len(list) > 0 && !slices.ContainsFunc(list, func(to *Method) bool {
		return to.member.Body == nil || !slices.Contains(u.functions[to.member.Name], to)
	})
}

// handedAs is a parameter of a method; -1 is the object that it is called for.
type handedAs struct {
	to    *Method
	param int
}

// uses collects the fields that methods name of what they are handed as a parameter; false where
// they give it another name, or hand it to what is not followed.
func (u *unit) uses(list []*Method, param int, names map[string]bool, seen map[handedAs]bool) bool {
	if !u.followable(list) {
		return false
	}
	all := true
	for _, to := range list {
		h := handedAs{to, param}
		if seen[h] {
			continue
		}
		seen[h] = true
		s := u.scopeOf(to.member, to.class)
		all = all && !slices.ContainsFunc(to.member.Facts.Locals, func(d *spar.Declarator) bool { return h.is(d.Init) })
		spar.Walk(to.member.Body, func(x spar.Expr) {
			all = all && u.usesIn(h, x, s, names, seen)
		})
	}
	return all
}

// usesIn is uses for one expression of the method.
func (u *unit) usesIn(h handedAs, x spar.Expr, s *scope, names map[string]bool, seen map[handedAs]bool) bool {
	switch x := x.(type) {
	case *spar.Select:
		if h.is(x.X) {
			names[x.Name] = true
		}
	case *spar.Name:
		if v := s.find(x.Name); h.param < 0 && v != nil && v.isField() {
			names[x.Name] = true
		}
	case *spar.Assign:
		return !h.is(x.Y)
	case *spar.Call:
		whole := func(to []*Method, param int) bool { return !u.uses(to, param, names, seen) }
		return !h.handedOn(x, s, h.is, whole)
	}
	return true
}

// changes tells whether one of some methods may store into what it is handed as a parameter, or
// gives it another name.
func (u *unit) changes(list []*Method, param int, seen map[handedAs]bool) bool {
	return len(list) > 0 && !u.followable(list) || slices.ContainsFunc(list, func(to *Method) bool {
		h := handedAs{to, param}
		if seen[h] {
			return false
		}
		seen[h] = true
		s := u.scopeOf(to.member, to.class)
		found := slices.ContainsFunc(to.member.Facts.Locals, func(d *spar.Declarator) bool { return h.is(d.Init) })
		spar.Walk(to.member.Body, func(x spar.Expr) {
			found = found || u.storesInto(h, x, s, seen)
		})
		return found
	})
}

// storesInto is changes for one expression of the method.
func (u *unit) storesInto(h handedAs, x spar.Expr, s *scope, seen map[handedAs]bool) bool {
	if left := spar.Stored(x); left != nil {
		right, _ := x.(*spar.Assign)
		return h.partOf(left, s) || right != nil && h.is(right.Y)
	}
	call, ok := x.(*spar.Call)
	if !ok {
		return false
	}
	some := func(x spar.Expr) bool { return h.is(x) || h.partOf(x, s) }
	return h.handedOn(call, s, some, func(to []*Method, param int) bool { return u.changes(to, param, seen) })
}

// handedOn tells whether something holds of a parameter to which a call hands on what is handed
// to h, or is called for.
func (h handedAs) handedOn(call *spar.Call, s *scope, is func(spar.Expr) bool, holds func([]*Method, int) bool) bool {
	for i, arg := range call.Args {
		if is(arg) && holds(s.targets(call), i) {
			return true
		}
	}
	switch f := spar.Unmarked(call.Fun).(type) {
	case *spar.Select:
		return is(f.X) && holds(s.targets(call), -1)
	case *spar.Name:
		return h.param < 0 && holds(s.targets(call), -1)
	}
	return false
}

// is tells whether an expression is what is handed there.
func (h handedAs) is(x spar.Expr) bool {
	name, ok := spar.Unmarked(x).(*spar.Name)
	return ok && (h.param < 0 && name.Name == "this" || h.param >= 0 && h.to.member.Params[h.param].Name == name.Name)
}

// partOf tells whether an expression is a part of what is handed there.
func (h handedAs) partOf(x spar.Expr, s *scope) bool {
	root := rootOf(x)
	if root == nil {
		return false
	}
	v := s.find(root.Name)
	return spar.Unmarked(x) != spar.Expr(root) && h.is(root) || h.param < 0 && v != nil && v.isField()
}
