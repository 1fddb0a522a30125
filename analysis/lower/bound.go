package lower

import (
	"iter"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/names"
	"github.com/parlens/parlens/analysis/program"
)

// binding is a procedure of a derived type: x%name(...) calls procedure.
type binding struct {
	procedure string
	nopass    bool            // x itself is no argument
	symbol    *program.Symbol // of the procedure where the type is declared, nil where it is not seen
	open      bool            // the object is polymorphic, and types that extend its own bind other procedures
	dynamic   bool            // it is, and no type that is seen does
}

// derivedType is what a derived type declares, for references through objects.
// It never changes once its scope has been read.
type derivedType struct {
	parent     *derivedType            // that it extends, nil for none or an unknown one
	bindings   map[string]binding      // by name
	components map[string]*derivedType // those of a derived type that is known
	fields     map[string]*field       // all components
	order      []string                // of the components
	deferred   map[string]bool         // bindings that types which extend it have
	overridden map[string]bool         // bindings for which types that extend it, in the same scope, have others
	initial    map[string]program.Expr // its own default values that are constants, by paths: "n", "grid%n"
}

// bound finds a binding, the nearest one among the type and its ancestors.
func (t *derivedType) bound(name string) (binding, bool) {
	for x := range t.lineage() {
		if b, ok := x.bindings[name]; ok {
			return b, true
		}
	}
	return binding{}, false
}

// component returns the type of a component, nil where that is not known.
func (t *derivedType) component(name string) *derivedType {
	for x := range t.lineage() {
		if c := x.components[name]; c != nil {
			return c
		}
	}
	return nil
}

// maxAncestors bounds chains of types that extend each other.
const maxAncestors = 32

// lineage is a type and those that it extends, the nearest first; nothing for nil.
func (t *derivedType) lineage() iter.Seq[*derivedType] {
	return func(yield func(*derivedType) bool) {
		for depth, x := 0, t; x != nil && depth < maxAncestors && yield(x); depth++ {
			x = x.parent
		}
	}
}

// objects is what a unit and its hosts declare of derived types.
type objects struct {
	of    map[string]string       // the type of each variable that has one; "" for others
	class map[string]bool         // polymorphic variables
	types map[string]*derivedType // by name
}

// objects looks through the declarations once.
func (l *lowerer) objects() *objects {
	if l.objectTypes == nil {
		l.objectTypes = &objects{map[string]string{}, map[string]bool{}, map[string]*derivedType{}}
		for u := l.unit; u != nil; u = u.Host {
			l.objectTypes.result(u)
			l.objectTypes.declare(u.Body)
		}
		filled := map[string]bool{}
		for u := l.unit; u != nil; u = u.Host {
			l.fill(u.Body, filled)
		}
	}
	return l.objectTypes
}

// result takes the result of a function that the prefix gives a type: TYPE(t) FUNCTION f.
func (o *objects) result(u *fortran.Unit) {
	if u.Heading == nil {
		return
	}
	h, ok := u.Heading.Stmt.(*fortran.ProcedureHeading)
	if !ok {
		return
	}
	name := h.Name.String()
	if h.Result != nil {
		name = h.Result.String()
	}
	for _, p := range h.Prefixes {
		if p.Type != nil && o.of[name] == "" {
			o.of[name] = typeName(p.Type)
		}
	}
}

// declare takes the names that a unit declares: those of the inner units, which
// come first, win.
func (o *objects) declare(body []*fortran.Node) {
	for _, n := range body {
		switch stmt := n.Stmt.(type) {
		case *fortran.TypeDecl:
			typ := typeName(&stmt.Type)
			for _, e := range stmt.Entities {
				if _, known := o.of[e.Name.String()]; !known {
					o.of[e.Name.String()] = typ
					o.class[e.Name.String()] = stmt.Type.Base == "class"
				}
			}
		case *fortran.TypeHead:
			if stmt.Name != nil && o.types[stmt.Name.String()] == nil {
				o.types[stmt.Name.String()] = &derivedType{bindings: map[string]binding{}, deferred: map[string]bool{}, overridden: map[string]bool{}, components: map[string]*derivedType{}, fields: map[string]*field{}, initial: map[string]program.Expr{}}
			}
		}
	}
}

// typeName returns the t of TYPE(t) or CLASS(t), "" for other types.
func typeName(t *fortran.TypeSpec) string {
	if len(t.Args) == 0 || t.Base != "type" && t.Base != "class" {
		return ""
	}
	if d, ok := t.Args[0].(*fortran.Designator); ok {
		return d.Parts[0].Name
	}
	return ""
}

// fill reads the members of the types that a unit declares, of each the first
// time that its name occurs.
func (l *lowerer) fill(body []*fortran.Node, filled map[string]bool) {
	for _, n := range body {
		head, ok := n.Stmt.(*fortran.TypeHead)
		if !ok || head.Name == nil || filled[head.Name.String()] {
			continue
		}
		filled[head.Name.String()] = true
		t := l.objectTypes.types[head.Name.String()]
		if base := head.Extends(); base != nil {
			t.parent = l.typeNamed(base.Parts[0].Name)
		}
		for _, member := range n.Blocks[0].Body {
			l.typeMember(t, member.Stmt, member.Statement)
		}
	}
}

func (l *lowerer) typeMember(t *derivedType, stmt fortran.Stmt, s *fortran.Statement) {
	switch stmt := stmt.(type) {
	case *fortran.TypeDecl:
		l.fieldsOf(t, stmt, s)
		of := l.typeNamed(typeName(&stmt.Type))
		for _, e := range stmt.Entities {
			if of != nil {
				t.components[e.Name.String()] = of
			}
			if f := t.fields[e.Name.String()]; !f.pointer && !f.allocatable {
				l.initialize(t.initial, e.Name.String(), of, e.Init, s)
			}
		}
	case *fortran.ProcedureDecl:
		if stmt.Has("deferred") {
			for _, e := range stmt.Entities {
				t.deferred[e.Name.String()] = true
			}
		}
		if stmt.Has("pointer") || stmt.Has("deferred") {
			return // which procedure is called is not known
		}
		for _, e := range stmt.Entities {
			b := binding{procedure: e.Name.String(), nopass: stmt.Has("nopass")}
			if to, ok := e.To.(*fortran.Designator); ok {
				b.procedure = to.Parts[0].Name
			}
			b.symbol = l.scope.declared(b.procedure)
			t.bindings[e.Name.String()] = b
			l.objectTypes.override(t, e.Name.String())
		}
	case *fortran.GenericBinding:
		if stmt.Spec.Name == nil || len(stmt.Bindings) != 1 {
			return // which one is called depends on the arguments
		}
		if b, ok := t.bound(stmt.Bindings[0].String()); ok {
			t.bindings[stmt.Spec.Name.String()] = b
		}
	}
}

// typeNamed returns the derived type of a name, which the unit, a host or a
// module that one of them uses declares; nil for none.
func (l *lowerer) typeNamed(name string) *derivedType {
	if name == "" {
		return nil
	}
	if t := l.objects().types[name]; t != nil {
		return t
	}
	for s := l.scope; s != nil; s = s.host {
		for _, u := range s.uses {
			if t := u.derived(name); t != nil {
				return t
			}
		}
	}
	return nil
}

// derived returns the type of a module that has the local name, or nil.
func (u *use) derived(name string) *derivedType {
	if theirs, ok := u.Theirs(name); ok && (!u.from.hidden[theirs] || u.private) {
		return u.from.derived[theirs]
	}
	return nil
}

// object returns the derived type of a variable, nil where it has none or that
// is not known.
func (l *lowerer) object(name string) *derivedType {
	if typ, declared := l.objects().of[name]; declared {
		return l.typeNamed(typ)
	}
	for s := l.scope; s != nil; s = s.host {
		for _, u := range s.uses {
			if theirs, ok := u.Theirs(name); ok && u.find(name) != nil {
				return u.from.variables[theirs]
			}
		}
	}
	return nil
}

// shows adds the derived types of a module, and its variables of them, to its
// interface.
func (i *Interface) shows(l *lowerer, access names.Access) {
	i.derived, i.variables, i.hidden = map[string]*derivedType{}, map[string]*derivedType{}, map[string]bool{}
	i.polymorphic = map[string]bool{}
	for _, u := range l.scope.uses {
		for theirs := range u.from.derived {
			for _, local := range u.Locals(theirs) {
				i.derived[local] = u.derived(local)
			}
		}
		for theirs, t := range u.from.variables {
			for _, local := range u.Locals(theirs) {
				i.variables[local], i.polymorphic[local] = t, u.from.polymorphic[theirs]
			}
		}
	}
	own := l.objects()
	for name, t := range own.types {
		i.derived[name] = t
	}
	for name := range own.of {
		if t := l.object(name); t != nil {
			i.variables[name], i.polymorphic[name] = t, own.class[name]
		}
	}
	for name := range i.derived {
		i.hidden[name] = access.Hides(name)
	}
}

// boundTo finds the type-bound procedure that a reference x%p or x%y%p means,
// where the type of x is known.
func (l *lowerer) boundTo(d *fortran.Designator) (binding, bool) {
	last := len(d.Parts) - 1
	if last < 1 {
		return binding{}, false
	}
	t, polymorphic := l.object(d.Parts[0].Name), l.polymorphic(d.Parts[0].Name)
	for _, p := range d.Parts[1:last] {
		f := t.field(p.Name)
		polymorphic = f != nil && f.polymorphic
		if t != nil {
			t = t.component(p.Name)
		}
	}
	b, ok := t.bound(d.Parts[last].Name)
	if !ok && polymorphic && t.defers(d.Parts[last].Name) {
		return l.soleBinding(t, d.Parts[last].Name)
	}
	if ok && polymorphic {
		b.open = t.overridden[d.Parts[last].Name] || l.overrides(t, d.Parts[last].Name)
		b.dynamic = !b.open
	}
	return b, ok
}

// polymorphic reports whether a variable is declared as CLASS.
func (l *lowerer) polymorphic(name string) bool {
	if _, declared := l.objects().of[name]; declared {
		return l.objects().class[name]
	}
	for s := l.scope; s != nil; s = s.host {
		for _, u := range s.uses {
			if theirs, ok := u.Theirs(name); ok && u.find(name) != nil {
				return u.from.polymorphic[theirs]
			}
		}
	}
	return false
}

// boundArgs returns the arguments of a call through an object: the object, if
// it is passed, and those in parentheses.
func (l *lowerer) boundArgs(b binding, d *fortran.Designator, s *fortran.Statement) []program.Arg {
	last := len(d.Parts) - 1
	args := l.args(d.Parts[last].Args, s)
	if b.nopass {
		return args
	}
	object := *d
	object.Parts = d.Parts[:last]
	return append([]program.Arg{{Value: l.expr(&object, s)}}, args...)
}
