package lower

import (
	"slices"
	"sync"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/names"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// declaration is a symbol with what the specification part says about it.
type declaration struct {
	sym *program.Symbol
	*names.Entity
}

// directive is a specification directive with its statement.
type directive struct {
	hpf.Directive
	stmt      *fortran.Statement
	at        source.Span
	inherited bool // from the host
}

// declare makes symbols of the unit's names, and resolves types, values and
// shapes.
func (l *lowerer) declare() {
	t := names.Of(l.unit, l.statements.read)
	l.heading(t)
	l.uses(t.Scope)
	l.implicits(t.Scope)
	l.symbols(t.Scope)
	for _, p := range l.env.inner(l.unit) {
		l.procedure(p)
	}
	l.resolve()
	l.returns()
	l.overlaid()
	l.scope.generics = sync.OnceValue(l.generics)
}

// overlaid marks the variables that share storage: those that EQUIVALENCE names, with the
// COMMON blocks that they stand in, and all of a unit with Cray's pointers.
func (l *lowerer) overlaid() {
	pointers, s := false, storage{map[string]string{}, map[string][]string{}}
	fortran.EachOwn(l.unit.Body, func(n *fortran.Node) {
		switch stmt := n.Stmt.(type) {
		case *fortran.CrayPointer:
			pointers = true
		case *fortran.Common:
			s.common(stmt)
		case *fortran.Equivalence:
			s.equivalence(stmt)
		}
	})
	if len(s.why) > 0 {
		l.overlap(s.blocks)
	}
	for _, members := range s.blocks {
		if slices.ContainsFunc(members, func(name string) bool { return s.why[name] != "" }) {
			s.all(members, "stands beside one that shares its storage")
		}
	}
	for name, sym := range l.scope.names {
		sym.Overlaid = sym.Overlaid || pointers || s.why[name] != ""
		sym.Aliased = sym.Aliased || pointers
	}
}

// heading declares the dummies and the result of a procedure.
func (l *lowerer) heading(t *names.Table) {
	if l.unit.Heading != nil {
		l.out.Span = l.unit.Heading.At
	}
	if t.Parent != "" {
		l.parent(t.Parent)
	}
	for _, d := range t.Dummies {
		sym := l.scope.own(d.Name, d.Declared())
		sym.Dummy = true
		l.out.Dummies = append(l.out.Dummies, sym)
	}
	if t.Result != nil {
		l.out.Result = l.scope.own(t.Result.Name, t.Result.Declared())
	}
}

// implicits applies the IMPLICIT statements before anything else.
func (l *lowerer) implicits(s *names.Scope) {
	l.scope.explicit = l.scope.explicit || s.None
	for _, i := range s.Implicit {
		l.implicit(i.Rule, i.In)
	}
}

func (l *lowerer) implicit(rule fortran.ImplicitRule, s *fortran.Statement) {
	spec := &fortran.TypeSpec{Base: rule.Base, Star: rule.Star}
	letters := rule.Lists[len(rule.Lists)-1].Args
	if len(rule.Lists) > 1 {
		spec.Args = rule.Lists[0].Args
	}
	e := l.element(spec, nil, s)
	for _, arg := range letters {
		from, to := letterRange(arg)
		for c := from; c <= to && 'a' <= from && to <= 'z'; c++ {
			l.scope.implicit[c-'a'] = e
		}
	}
}

// letterRange reads "a" or "a-h", which is parsed as a difference.
func letterRange(arg fortran.Expr) (from, to byte) {
	switch arg := arg.(type) {
	case *fortran.Designator:
		return arg.Parts[0].Name[0], arg.Parts[0].Name[0]
	case *fortran.Binary:
		from, _ = letterRange(arg.X)
		to, _ = letterRange(arg.Y)
	}
	return from, to
}

// symbols makes symbols of the data and the procedures of a scope, and collects
// its directives.
func (l *lowerer) symbols(s *names.Scope) {
	for _, d := range s.Directives {
		l.statements.directive(d)
	}
	for _, e := range s.Entities {
		l.entity(e)
	}
	for _, e := range s.Declared {
		sym := l.scope.own(e.Name, e.Declared())
		if sym.Declared.Empty() {
			sym.Declared = e.Declared()
		}
		sym.Pointer = slices.Contains(e.Attributes, "pointer")
		sym.Aliased = sym.Pointer || slices.Contains(e.Attributes, "target")
		d := &declaration{sym, e}
		l.found[sym] = d
		l.declared = append(l.declared, d)
	}
	l.elsewhere = l.elsewhere || s.Missing
	for _, name := range s.Macros {
		l.macros[name] = true
	}
}

func (l *lowerer) entity(e *names.Entity) {
	switch e.Kind {
	case names.Type, names.Generic:
		l.types[e.Name] = true
	case names.Group:
		l.groups[e.Name] = append(l.groups[e.Name], e.Group...)
	}
	if !e.Named {
		return
	}
	sym := l.scope.own(e.Name, e.Declared())
	if e.Class != program.Variable {
		sym.Class = e.Class
	}
	if e.Intent != "" {
		sym.Intent = e.Intent
	}
	if e.Heading != nil {
		l.body(e, sym)
	}
}

// body gives a procedure what its interface body says.
func (l *lowerer) body(e *names.Entity, sym *program.Symbol) {
	h := e.Heading
	sym.Impure, sym.ByElement = !isPure(h), isElemental(h)
	for i := range h.Prefixes {
		if t := h.Prefixes[i].Type; t != nil && h.Keyword == "function" {
			x := l.foreignElement(t, nil, e.HeadingAt)
			sym.Type, sym.Bytes = x.typ, x.bytes
		}
	}
}
