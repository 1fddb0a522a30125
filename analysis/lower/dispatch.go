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
	return &program.CallStmt{Node: at(s), Name: b.procedure, Args: l.boundArgs(b, d, s)}
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
