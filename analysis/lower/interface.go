package lower

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/names"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Interface is what a module shows to those that use it. It holds no places
// and never changes.
type Interface struct {
	Name string
	// Fingerprint is equal for interfaces that mean the same to every user.
	Fingerprint [sha256.Size]byte
	names       map[string]*export
	types       map[string]bool            // derived types and generic names
	derived     map[string]*derivedType    // that are declared or used
	hidden      map[string]bool            // derived types and generic names that are private
	variables   map[string]*derivedType    // the types of the variables that have one
	polymorphic map[string]bool            // those of them that are declared as CLASS
	generics    map[string][]specific      // what generic names may mean
	symbols     map[string]*program.Symbol // by the names in symbolic expressions
	arena       *symbolic.Arena
	groups      map[string][]*export // of NAMELIST
	bodies      []*fortran.Unit      // of the procedures that have interfaces
	incomplete  bool                 // it uses something that is not known
	circular    bool                 // the module uses its user

	initial map[string]program.Expr // of members of COMMON blocks, by storage; see blockdata.go
}

// Public lists the names that a USE of the module makes known, sorted.
func (i *Interface) Public() []string {
	var out []string
	for name, x := range i.names {
		if !x.private {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// Symbol returns a public name as the module declares it, nil for none and for
// templates and processor arrangements. Names of sizes in it are those of the
// module. It must not be changed.
func (i *Interface) Symbol(name string) *program.Symbol {
	if x := i.names[name]; x != nil && !x.private {
		return x.sym
	}
	return nil
}

// export is an entity of a module: a symbol, a template, or a processor
// arrangement. It belongs to the module that declares it, and so do all the
// names in it: symbols are called module%name.
type export struct {
	owner   *Interface
	sym     *program.Symbol // nil for a template or an arrangement
	object  *object         // the mapping of an array, or a template
	grid    *arrangement
	private bool
}

// Procedures returns the procedures that a module of the file contains.
func Procedures(f *fortran.File, module *fortran.Unit) []*fortran.Unit {
	var out []*fortran.Unit
	for _, u := range f.Units {
		if u.Host == module {
			out = append(out, u)
		}
	}
	return out
}

// Interface returns what a module, which contains the procedures, shows.
func (e Environment) Interface(module *fortran.Unit, procedures []*fortran.Unit) *Interface {
	e.Inner = func(*fortran.Unit) []*fortran.Unit { return procedures }
	l := newLowerer(module, e, module.Name+"%")
	l.declare()
	m := l.mapArrays()
	m.shadows()
	l.commons()
	l.besideMembers()
	out := &Interface{
		Name: module.Name, names: map[string]*export{}, types: l.types, symbols: l.scope.names, arena: l.out.Arena, incomplete: l.elsewhere,
		bodies: interfaceBodies(module), groups: map[string][]*export{},
	}
	access := names.AccessOf(module.Body)
	for _, u := range l.scope.uses {
		u.each(func(name string, x *export) {
			shared := *x
			shared.private = access.Hides(name)
			out.names[name] = &shared
		})
		maps.Copy(out.types, u.from.types)
		maps.Copy(out.groups, u.from.groups)
	}
	m.exports(out, access)
	for name, members := range l.groups {
		for _, v := range members {
			if x := out.names[v]; x != nil && x.sym != nil {
				out.groups[name] = append(out.groups[name], x)
			}
		}
	}
	out.shows(l, access)
	out.offers(l, access)
	l.out.Arena.Freeze()
	out.Fingerprint = fingerprint(module, procedures, l.scope.uses)
	return out
}

// exports adds the module's own entities.
func (m *mapper) exports(out *Interface, access names.Access) {
	add := func(name string) *export {
		x := out.names[name]
		if x == nil || x.owner != out {
			x = &export{owner: out, private: access.Hides(name)}
			out.names[name] = x
		}
		return x
	}
	for name, sym := range m.scope.names {
		if name != sym.Name && m.copied[sym] == nil {
			add(name).sym = sym
		}
	}
	for name, o := range m.objects {
		if o.sym != nil && m.copied[o.sym] != nil {
			continue
		}
		if o.sym == nil || m.follow(o) && o.root.dist != nil {
			add(name).object = o
			m.follow(o)
		}
	}
	for name, a := range m.grids {
		if a.name != "" {
			add(name).grid = a
		}
	}
}

// procedure declares a procedure that the unit contains, with the type of its
// result.
func (l *lowerer) procedure(u *fortran.Unit) {
	name := u.Name
	if l.scope.names[name] != nil {
		return
	}
	sym := l.scope.own(name, source.Span{})
	sym.Class = program.Procedure
	if u.Heading == nil {
		return
	}
	h, ok := u.Heading.Stmt.(*fortran.ProcedureHeading)
	sym.Impure, sym.ByElement = ok && !isPure(h), ok && isElemental(h)
	if !ok || h.Keyword != "function" {
		return
	}
	if h.Result != nil {
		name = h.Result.String()
	}
	e, known := l.resultType(u, h, name)
	if !known {
		e = l.scope.implicit[max(0, min(25, int(name[0])-'a'))]
	}
	sym.Type, sym.Bytes = e.typ, e.bytes
}

// resultType finds the declaration of a function's result.
func (l *lowerer) resultType(u *fortran.Unit, h *fortran.ProcedureHeading, result string) (element, bool) {
	for i := range h.Prefixes {
		if t := h.Prefixes[i].Type; t != nil {
			return l.foreignElement(t, nil, u.Heading), true
		}
	}
	for _, n := range u.Body {
		if t, ok := n.Stmt.(*fortran.TypeDecl); ok {
			for i := range t.Entities {
				if t.Entities[i].Name.String() == result {
					return l.foreignElement(&t.Type, t.Entities[i].Length, n.Statement), true
				}
			}
		}
	}
	return element{}, false
}

// foreignElement is element for a declaration of another unit, which may name
// what only that unit knows: then the usual names of kinds count.
func (l *lowerer) foreignElement(t *fortran.TypeSpec, star fortran.Length, s *fortran.Statement) element {
	for _, arg := range t.Args {
		if k, ok := arg.(*fortran.Keyword); ok {
			arg = k.Value
		}
		d, ok := arg.(*fortran.Designator)
		if !ok || l.scope.find(d.Parts[0].Name) != nil {
			continue
		}
		e := bases[t.Base]
		if width := usualKind(d.Parts[0].Name); width > 0 && e.typ == program.Complex {
			e.bytes = 2 * int(width)
		} else if width > 0 {
			e.bytes = int(width)
		}
		return e
	}
	return l.element(t, star, s)
}

// fingerprint covers all that an interface is made of: the statements of the
// module before CONTAINS, what its procedures take, return and allocate, and what it
// uses.
func fingerprint(module *fortran.Unit, procedures []*fortran.Unit, uses []*use) [sha256.Size]byte {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n", module.Name)
	hashBody(h, module.Body)
	for _, p := range procedures {
		fmt.Fprintf(h, "%s %v\n", p.Signature, p.Allocated)
	}
	for _, u := range uses {
		fmt.Fprintf(h, "%x\n", u.from.Fingerprint)
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// hashBody covers the statements and which of them stand in a block of which: a
// procedure that is not ended holds the next one.
func hashBody(h hash.Hash, body []*fortran.Node) {
	defer io.WriteString(h, "end\n")
	for _, n := range body {
		fmt.Fprintf(h, "%d %t %s\n", n.Kind, n.Found, n.Text)
		for i, b := range n.Blocks {
			if i > 0 {
				fmt.Fprintf(h, "%s\n", b.Head.Text)
			}
			hashBody(h, b.Body)
		}
	}
}
