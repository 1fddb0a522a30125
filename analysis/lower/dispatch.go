package lower

import (
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/program"
)

const openBinding = "call of a procedure that several types bind: which one it is depends on the type that the object has when the program runs"

// boundCall calls a procedure of the type that an object has.
func (l *statements) boundCall(b binding, d *fortran.Designator, s *fortran.Statement) program.Stmt {
	if b.open {
		l.lookUp([]fortran.Arg{d}, s)
		return l.unmodelled("call", s, openBinding)
	}
	l.out.Bound = append(l.out.Bound, b.procedure)
	return &program.CallStmt{Node: at(s), Name: b.procedure, Args: l.boundArgs(b, d, s), Dynamic: b.dynamic}
}

// override notes in the types of the scope that a type extends that it binds a name anew.
func (o *objects) override(t *derivedType, name string) {
	own := func(t *derivedType) bool {
		for _, x := range o.types {
			if x == t {
				return true
			}
		}
		return false
	}
	for depth, up := 0, t.parent; up != nil && depth < maxAncestors; depth, up = depth+1, up.parent {
		if own(up) {
			up.overridden[name] = true
		}
	}
}

// overrides reports whether a type that modules show here extends one and binds a name anew.
func (l *lowerer) overrides(t *derivedType, name string) bool {
	for s := l.scope; s != nil; s = s.host {
		for _, u := range s.uses {
			for _, x := range u.from.derived {
				if _, binds := x.bindings[name]; binds && x != t && x.descends(t) {
					return true
				}
			}
		}
	}
	return false
}

// descends reports whether a type extends another one, directly or not.
func (t *derivedType) descends(from *derivedType) bool {
	for depth, up := 0, t.parent; up != nil && depth < maxAncestors; depth, up = depth+1, up.parent {
		if up == from {
			return true
		}
	}
	return false
}
