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
	for _, x := range o.types {
		if t.descends(x) {
			x.overridden[name] = true
		}
	}
}

// extensions visits the types that are seen here and extend one.
func (l *lowerer) extensions(t *derivedType, visit func(x *derivedType)) {
	met := map[*derivedType]bool{}
	each := func(types map[string]*derivedType) {
		for _, x := range types {
			if !met[x] && x != t && x.descends(t) {
				met[x] = true
				visit(x)
			}
		}
	}
	each(l.objects().types)
	for s := l.scope; s != nil; s = s.host {
		for _, u := range s.uses {
			each(u.from.derived)
		}
	}
}

// overrides reports whether a type that is seen here extends one and binds a name anew.
func (l *lowerer) overrides(t *derivedType, name string) bool {
	found := false
	l.extensions(t, func(x *derivedType) {
		_, binds := x.bindings[name]
		found = found || binds
	})
	return found
}

// soleBinding is what the types that are seen here bind to a name which one defers, where that
// is one procedure; open where they bind several.
func (l *lowerer) soleBinding(t *derivedType, name string) (binding, bool) {
	var found binding
	known := false
	l.extensions(t, func(x *derivedType) {
		b, binds := x.bindings[name]
		found.open = found.open || binds && known && b.procedure != found.procedure
		if binds && !known {
			b.dynamic = true
			found, known = b, true
		}
	})
	return found, known
}

// defers reports whether a type leaves a binding to those that extend it.
func (t *derivedType) defers(name string) bool {
	for x := range t.lineage() {
		if x.deferred[name] {
			return true
		}
	}
	return false
}

// descends reports whether a type extends another one, directly or not.
func (t *derivedType) descends(from *derivedType) bool {
	for up := range t.parent.lineage() {
		if up == from {
			return true
		}
	}
	return false
}
