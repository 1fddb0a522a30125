package place

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
)

// An array that is handed to a method whose parameter has no map lives where the map of
// the array says, when all arrays that any call hands there are mapped alike: those of
// classes and of objects, those that the calling method makes, and what a calling method
// has been handed itself.

// mapped is an array that a call hands to a method.
type mapped struct {
	field *field           // of a class; nil for any other
	inner bool             // one of the arrays that are the elements of field
	from  *Method          // that declares it; nil for that of a class
	local *spar.Declarator // of that method
	param *spar.Param      // of that method, with a map of its own
}

// key says which array it is, and where its elements are if a method declares it.
func (x mapped) key() string {
	switch {
	case x.inner:
		return x.field.model + "[]"
	case x.field != nil:
		return x.field.model
	case x.local != nil:
		return fmt.Sprint(x.from.Model, " ", x.local.Name, " ", texts(mapsAmong(pragmasOf(x.local))))
	}
	return fmt.Sprint(x.from.Model, " ", x.param.Name, " ", texts(mapsOf(x.param)))
}

// number is that of the member which declares it.
func (x mapped) number() int {
	if x.field != nil {
		return x.field.number
	}
	return x.from.number
}

func texts(list []*spar.Pragma) (out []string) {
	for _, p := range list {
		out = append(out, p.Name+"="+p.Value.String())
	}
	return out
}

// mapsAmong are the pragmas among others that say where elements are.
func mapsAmong(list []*spar.Pragmas) (out []*spar.Pragma) {
	for _, x := range list {
		out = append(append(out, x.All("on")...), x.All("dist")...)
	}
	return out
}

// pragmasOf are the pragmas of a declared array, at its type and its sizes.
func pragmasOf(d *spar.Declarator) []*spar.Pragmas {
	list := []*spar.Pragmas{d.Type.Pragmas}
	for _, x := range d.Type.Dims {
		list = append(list, x.Pragmas)
	}
	if n, ok := spar.Unmarked(d.Init).(*spar.NewArray); ok {
		for _, z := range n.Sizes {
			list = append(list, z.Pragmas)
		}
	}
	return list
}

// arrays are those that calls hand to one parameter.
type arrays struct {
	list  []mapped
	other bool // something else is handed there too
}

// handedArrays follows what calls hand to a parameter to where it is declared.
func (u *unit) handedArrays(m *Method, k int) *arrays {
	type parameter struct {
		m *Method
		k int
	}
	out, seen := &arrays{}, map[parameter]bool{}
	var follow func(parameter)
	follow = func(p parameter) {
		if seen[p] {
			return
		}
		seen[p] = true
		for _, c := range u.calls[p.m] {
			x, from := spar.Unmarked(c.args[p.k]), c.from
			i := from.param(x)
			element, _ := x.(*spar.Index)
			switch f, local := u.fieldIn(from, x), from.local(x); {
			case element != nil && u.innerField(from, element) != nil:
				out.add(mapped{field: u.innerField(from, element), inner: true})
			case i >= 0 && len(mapsOf(from.member.Params[i])) == 0:
				follow(parameter{from, i})
			case i >= 0:
				out.add(mapped{from: from, param: from.member.Params[i]})
			case local != nil && local.Type != nil && len(local.Type.Dims) > 0 && (makes(local) || len(mapsAmong(pragmasOf(local))) > 0):
				out.add(mapped{from: from, local: local})
			case local == nil && f != nil:
				out.add(mapped{field: f})
			default:
				out.other = true
			}
		}
	}
	follow(parameter{m, k})
	return out
}

func (a *arrays) add(x mapped) {
	if !slices.Contains(a.list, x) {
		a.list = append(a.list, x)
	}
}

// makes tells whether a declaration makes the array, and is no other name of one.
func makes(d *spar.Declarator) bool {
	_, ok := spar.Unmarked(d.Init).(*spar.NewArray)
	return ok
}

// handedMapped tells whether the map of what is handed may be that of a parameter.
func (u *unit) handedMapped(m *Method, k int) bool {
	x := u.handedArrays(m, k)
	return !x.other && slices.ContainsFunc(x.list, u.hasMap)
}

// hasMap tells whether something says where the elements of an array are.
func (u *unit) hasMap(x mapped) bool {
	switch {
	case x.param != nil || x.inner:
		return true
	case x.local != nil:
		return len(mapsAmong(pragmasOf(x.local))) > 0
	}
	list := append(pragmasOf(x.field.declarator), x.field.member.Pragmas)
	if at, ok := u.madeFor(u.owners[x.field.number-1], x.field.declarator.Name, false); ok {
		for _, z := range at.Sizes {
			list = append(list, z.Pragmas)
		}
	}
	return len(mapsAmong(list)) > 0
}

// handedLayout is the map that all arrays have which calls hand to a parameter.
func (b *builder) handedLayout(m *Method, k int) *Layout {
	if !b.handedMapped(m, k) {
		return nil
	}
	x, p := b.handedArrays(m, k), m.member.Params[k]
	first := b.mapOf(x.list[0], p)
	for _, y := range x.list[1:] {
		if l := b.mapOf(y, p); !alike(first, l) {
			b.report(p.NameSpan, source.Warning, "spar-map", fmt.Sprintf("calls of %s hand it arrays that lie on the processors in different ways: %s, which has no map, is taken to be at hand everywhere", m.Name, p.Name))
			return nil
		}
	}
	return first
}

// alike tells whether two arrays without a map, or with one, lie alike.
func alike(x, y *Layout) bool {
	if x == nil || y == nil {
		return (x == nil || x.Everywhere()) && (y == nil || y.Everywhere())
	}
	values := func(l *Layout) bool { return strings.Contains(l.String(), "@") }
	return sameMap(x, y) && (!values(x) || x.scope.class == y.scope.class && x.scope.method == y.scope.method)
}

// mapOf is the map of an array that is handed to a parameter; nil without.
func (b *builder) mapOf(x mapped, p *spar.Param) *Layout {
	if x.inner {
		v := b.field(x.field)
		at, _ := b.innerMade(v)
		l := b.innerMap(v)
		if l != nil {
			l.scope = b.makingScope(at.number)
		}
		return l
	}
	if x.field != nil {
		return b.field(x.field).Layout
	}
	old := b.start
	b.start = x.from.number * memberSpace
	b.quiet++
	defer func() { b.start, b.quiet = old, b.quiet-1 }()
	list := []*spar.Pragmas{}
	if x.local != nil {
		list = pragmasOf(x.local)
	} else {
		list = append(list, x.param.Pragmas, x.param.Type.Pragmas)
		for _, d := range x.param.Type.Dims {
			list = append(list, d.Pragmas)
		}
	}
	for _, y := range list {
		if l := b.layoutOf(y, p.Type.Dims[0].Rank); l != nil {
			l.scope = b.callerScope(x.from)
			return l
		}
	}
	return nil
}

// innerField is the array of arrays of a class, made with maps of their own, of which an
// expression is one.
func (u *unit) innerField(m *Method, x *spar.Index) *field {
	f := u.fieldIn(m, x.X)
	if f == nil {
		return nil
	}
	at, ok := u.innerMade(&Variable{Name: f.declarator.Name, Type: f.declarator.Type, class: u.owners[f.number-1]})
	if !ok || len(mapsAmong([]*spar.Pragmas{at.Sizes[0].Pragmas})) == 0 {
		return nil
	}
	return f
}

// fieldIn is the variable of a class that an expression in a method stands for.
func (u *unit) fieldIn(m *Method, x spar.Expr) *field {
	v := u.scopeOf(m.member, m.class).variable(x)
	if v == nil || v.class == nil {
		return nil
	}
	return v.class.fields[v.Name]
}

// local is the variable of the method that an expression is; nil for any other.
func (m *Method) local(x spar.Expr) *spar.Declarator {
	if n, ok := x.(*spar.Name); ok {
		for _, d := range m.member.Facts.Locals {
			if d.Name == n.Name {
				return d
			}
		}
	}
	return nil
}

// scopeOf holds the types of what a member declares: enough to find the methods and arrays
// of its objects.
func (u *unit) scopeOf(m spar.Placed, c *class) *scope {
	s := &scope{u: u, class: c, names: map[string]*Variable{}}
	for _, p := range m.Params {
		s.names[p.Name] = &Variable{Name: p.Name, Type: p.Type}
	}
	for _, name := range m.Facts.Indices {
		s.names[name] = &Variable{Name: name, Type: &spar.TypeRef{Base: "int"}}
	}
	for _, d := range m.Facts.Locals {
		s.names[d.Name] = &Variable{Name: d.Name, Type: d.Type}
	}
	return s
}
