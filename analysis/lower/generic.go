package lower

import (
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/names"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// A generic name means one of several specific procedures: the one whose dummies the
// arguments agree with in number, keywords, types, ranks and kinds (Fortran 90,
// section 14.1.2.4.1). Where more than one may be meant, none is chosen.

// specific is a procedure that a generic name may mean.
type specific struct {
	name, owner string // the owner is the unit whose interface block names it
	known       bool   // its heading has been seen
	dummies     []dummy
	heading     *fortran.ProcedureHeading
	result      element         // of a function
	symbol      *program.Symbol // of the owner, nil where it knows none
}

type dummy struct {
	name     string
	of       element
	rank     int
	optional bool
	any      bool // a procedure, or what is not understood
}

// generics returns what the unit's own interface blocks say.
func (l *lowerer) generics() map[string][]specific {
	out := map[string][]specific{}
	inner := map[string]*fortran.Unit{}
	for _, p := range l.env.inner(l.unit) {
		inner[p.Name] = p
	}
	for _, n := range l.unit.Body {
		if _, isType := n.Stmt.(*fortran.TypeHead); isType {
			for meaning, names := range operatorsOf(n) {
				for _, name := range names {
					out[meaning] = append(out[meaning], l.specific(name, inner[name]))
				}
			}
			continue
		}
		head, ok := n.Stmt.(*fortran.InterfaceHead)
		if !ok || head.Spec == nil {
			continue
		}
		add := func(name string, u *fortran.Unit) {
			out[meaning(head.Spec)] = append(out[meaning(head.Spec)], l.specific(name, u))
		}
		for _, member := range n.Blocks[0].Body {
			switch stmt := member.Stmt.(type) {
			case *fortran.ModuleProcedure:
				for _, name := range stmt.Names {
					add(name.String(), inner[name.String()])
				}
			case *fortran.ProcedureDecl:
				for _, e := range stmt.Entities {
					add(e.Name.String(), inner[e.Name.String()])
				}
			case *fortran.ProcedureHeading:
				add(stmt.Name.String(), interfaceBody(stmt, member))
			}
		}
	}
	return out
}

// specific reads the heading and the declarations of a procedure, nil for one that is
// not seen from here.
func (l *lowerer) specific(name string, u *fortran.Unit) specific {
	out := specific{name: name, owner: l.unit.Name, symbol: l.scope.names[name]}
	if u == nil || u.Heading == nil {
		return out
	}
	out.heading, out.known = u.Heading.Stmt.(*fortran.ProcedureHeading)
	if !out.known {
		return out
	}
	t := names.Of(u, l.statements.read)
	for _, e := range t.Dummies {
		out.dummies = append(out.dummies, dummy{
			name: e.Name, of: l.elementOf(e), rank: len(e.Dims), optional: slices.Contains(e.Attributes, "optional"), any: e.Class != program.Variable,
		})
	}
	if t.Result != nil {
		out.result = l.elementOf(t.Result)
	}
	return out
}

// elementOf is the type of an entity of another unit.
func (l *lowerer) elementOf(e *names.Entity) element {
	if e.Type == nil {
		return l.scope.implicit[max(0, min(25, int(e.Name[0])-'a'))]
	}
	return l.foreignElement(e.Type, e.Star, e.TypeAt)
}

// offers adds the generic names of a module, and of those that it uses, to its interface.
func (i *Interface) offers(l *lowerer, access names.Access) {
	i.generics = maps.Clone(l.scope.generics())
	for _, u := range l.scope.uses {
		for theirs := range u.from.generics {
			for _, local := range u.Locals(theirs) {
				i.generics[local] = slices.Concat(i.generics[local], u.specifics(local))
			}
		}
	}
	for name := range i.generics {
		i.hidden[name] = !names.Operator(name) && access.Hides(name)
	}
}

// specifics returns what a local name may mean by the module's interfaces.
func (u *use) specifics(name string) []specific {
	if theirs, ok := u.Theirs(name); ok && (!u.from.hidden[theirs] || u.private) {
		return u.from.generics[theirs]
	}
	return nil
}

// specifics returns the procedures that a name may mean, each once: interfaces of the
// unit, of its hosts and of the modules that they use are one.
func (l *lowerer) specifics(name string) []specific {
	var out []specific
	add := func(some []specific) {
		for _, s := range some {
			if !slices.ContainsFunc(out, func(o specific) bool { return o.name == s.name && o.owner == s.owner }) {
				out = append(out, s)
			}
		}
	}
	for s := l.scope; s != nil; s = s.host {
		if s.generics != nil {
			add(s.generics()[name])
		}
		for _, u := range s.uses {
			add(u.specifics(name))
		}
	}
	return out
}

// chosen returns the procedure that a call of a generic name means, nil where that is
// not known. Kinds decide only where nothing else does, since those of other units may
// be guessed, and an elemental procedure comes after one of the rank that is given.
func (l *lowerer) chosen(name string, args []program.Arg) *specific {
	all := l.specifics(name)
	for _, tells := range []func(s specific) bool{
		func(s specific) bool { return s.accepts(args, false) },
		func(s specific) bool { return s.accepts(args, true) },
		func(s specific) bool { return s.accepts(args, true) && !(s.known && isElemental(s.heading)) },
	} {
		fit := slices.DeleteFunc(slices.Clone(all), func(s specific) bool { return !tells(s) })
		if len(fit) == 1 && fit[0].known && !slices.ContainsFunc(all, func(s specific) bool { return s.name == fit[0].name && s.owner != fit[0].owner }) {
			return &fit[0]
		}
	}
	return nil
}

// accepts tells whether the procedure may be called with the arguments.
func (s specific) accepts(args []program.Arg, kinds bool) bool {
	if !s.known {
		return true
	}
	given := make([]bool, len(s.dummies))
	for i, a := range args {
		if a.Keyword != "" {
			i = slices.IndexFunc(s.dummies, func(d dummy) bool { return d.name == a.Keyword })
		}
		if i < 0 || i >= len(given) || given[i] || !s.dummies[i].accepts(a.Value, kinds, isElemental(s.heading)) {
			return false
		}
		given[i] = true
	}
	for i, d := range s.dummies {
		if !given[i] && !d.optional {
			return false
		}
	}
	return true
}

// accepts tells whether an expression may be given to the dummy.
func (d dummy) accepts(e program.Expr, kinds, elemental bool) bool {
	if d.any || !understood(e) {
		return true
	}
	typ, bytes := program.TypeOf(e)
	switch {
	case typ != d.of.typ:
		return false
	case kinds && typ != program.Derived && typ != program.Character && bytes != d.of.bytes:
		return false
	}
	rank := program.RankOf(e)
	return rank == d.rank || elemental && d.rank == 0
}

// understood tells whether the type and the rank of an expression are known: those of
// what a function returns, or of a component, may not be.
func understood(e program.Expr) bool {
	known := e != nil
	program.Walk(e, func(x program.Expr) bool {
		switch x := x.(type) {
		case *program.Opaque:
			known = known && len(x.Items()) > 0 && !x.Typed
		case *program.Call:
			known = known && x.Sym != nil && x.Sym.Class == program.Intrinsic
		}
		return known
	})
	return known
}

// function returns the symbol of the function that is meant, which need not be visible
// by its own name; nil for none.
func (l *lowerer) function(s *specific) *program.Symbol {
	if s == nil || s.heading.Keyword != "function" {
		return nil
	}
	sym := l.visible(s.name, s.symbol)
	if sym == nil {
		sym = l.scope.own(s.name, source.Span{})
		sym.Class, sym.Type, sym.Bytes = program.Procedure, s.result.typ, s.result.bytes
		sym.Impure, sym.ByElement = !isPure(s.heading), isElemental(s.heading)
	}
	if sym.Class != program.Procedure {
		return nil
	}
	return sym
}

// visible returns the symbol of a procedure: a copy of its owner's where the unit does not
// see it by its name; nil without one.
func (l *lowerer) visible(name string, theirs *program.Symbol) *program.Symbol {
	if sym := l.scope.find(name); sym != nil || theirs == nil || theirs.Class != program.Procedure {
		return sym
	}
	sym := l.scope.own(name, source.Span{})
	sym.Class, sym.Type, sym.Bytes, sym.Impure, sym.ByElement = theirs.Class, theirs.Type, theirs.Bytes, theirs.Impure, theirs.ByElement
	l.returnedFrom(sym, theirs)
	return sym
}
