package place

import (
	"fmt"
	"slices"

	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
)

// Which method a call executes is decided by the class of the object (the Java Language
// Specification, section 15.12): those of the classes below the declared one of which the
// program makes objects. Of several, each has the share of its classes, which is asked for.

// findLineages finds for each class what it continues: itself, then the classes and
// interfaces that it extends and implements, and theirs.
func (u *unit) findLineages() {
	for _, c := range u.classes {
		c.lineage = []*class{c}
		for i := 0; i < len(c.lineage); i++ {
			for _, t := range c.lineage[i].tree.Supers {
				if super := u.className(t.Base); super != nil && !slices.Contains(c.lineage, super) {
					c.lineage = append(c.lineage, super)
				}
			}
		}
	}
}

// findMade finds the classes of which the program makes objects.
func (u *unit) findMade() {
	note := func(x spar.Expr) {
		if n, ok := x.(*spar.New); ok {
			if c := u.className(n.Type.Base); c != nil {
				c.made = true
			}
		}
	}
	for _, m := range u.members {
		for _, d := range m.Names {
			spar.WalkExpr(d.Init, note)
		}
		for _, x := range m.Facts.Created {
			note(x.New)
		}
	}
}

// method is the one of a name that a class has or inherits, of those with a body where that
// is asked for; nil where there is none.
func (c *class) method(name string, args int, withBody bool) *Method {
	for _, d := range c.lineage {
		for _, m := range d.methods[name] {
			if len(m.member.Params) == args && (m.member.Body != nil || !withBody) {
				return m
			}
		}
	}
	return nil
}

// implementation is the method whose body an object of a class executes for another one.
func (c *class) implementation(m *Method) *Method {
	return c.method(m.member.Name, len(m.member.Params), true)
}

// objects are the classes that an object of a declared class may have: those that the
// program makes objects of; of a library, where it makes none, all that can be made.
func (u *unit) objects(c *class) []*class {
	below := func(ok func(*class) bool) (out []*class) {
		for _, d := range u.classes {
			if slices.Contains(d.lineage, c) && ok(d) {
				out = append(out, d)
			}
		}
		return out
	}
	if list := below(func(d *class) bool { return d.made }); list != nil {
		return list
	}
	return below(func(d *class) bool { return !d.tree.Interface && !slices.Contains(d.tree.Modifiers, "abstract") })
}

// targets are the methods that a call may execute, each once; none for one of a library.
func (s *scope) targets(x *spar.Call) []*Method {
	m, c := s.declared(x)
	switch {
	case m == nil:
		return nil
	case c == nil || m.member.Kind != spar.Method || m.member.Has("static") || m.member.Has("private") || m.member.Has("final"):
		return []*Method{m}
	}
	var out []*Method
	for _, d := range s.u.objects(c) {
		if to := d.implementation(m); to != nil && !slices.Contains(out, to) {
			out = append(out, to)
		}
	}
	if out == nil {
		return []*Method{m}
	}
	return out
}

// callee is the one method that a call means; nil where it is another's, or one of several.
func (s *scope) callee(x *spar.Call) *Method {
	if list := s.targets(x); len(list) == 1 {
		return list[0]
	}
	return nil
}

// declared is the method of the program that a call names, and the class that its object is
// declared with: none where that is not the one that decides, as for super.f().
func (s *scope) declared(x *spar.Call) (*Method, *class) {
	name, classes, decides := "", []*class{}, true
	switch f := spar.Unmarked(x.Fun).(type) {
	case *spar.Name:
		if m := s.u.chained(s.class, x); m != nil {
			return m, nil
		}
		name = f.Name
		for c := s.class; c != nil; c = c.outer {
			classes = append(classes, c)
		}
	case *spar.Select:
		name = f.Name
		classes = append(classes, s.classAt(f.X))
		of, ok := spar.Unmarked(f.X).(*spar.Name)
		decides = !ok || of.Name != "super"
	}
	for _, c := range classes {
		if c == nil {
			continue
		}
		if m := c.method(name, len(x.Args), false); m != nil {
			if !decides {
				c = nil
			}
			return m, c
		}
	}
	return nil, nil
}

// oneOf executes one of several methods: each with the share of the objects that are of its
// classes.
func (m *worker) oneOf(list []*Method, e *spar.Call, at Owner) {
	declared, c := m.scope.declared(e)
	shares := m.b.shares(c, m.span(e))
	for _, to := range list {
		var sum []notation.Node
		for i, d := range m.b.objects(c) {
			if d.implementation(declared) == to {
				sum = append(sum, shares[i])
			}
		}
		then := m.into(func() { m.callOf(to, e.Args, m.span(e), at) })
		m.add(&Branch{Span: m.span(e), Cond: notation.Infix("+", sum...), Then: then})
	}
}

// shares are those of the classes that an object may have: critical variables, and for
// the last one what they leave.
func (b *builder) shares(c *class, at source.Span) []notation.Node {
	list, rest := b.objects(c), []notation.Node{notation.Int(1)}
	for _, d := range list[:len(list)-1] {
		name := c.name + "_is_" + d.name
		rest = append(rest, notation.Sym(name))
		b.criticalList = append(b.criticalList, Critical{Name: name, Default: 1 / float64(len(list)), Span: at,
			Why: fmt.Sprintf("how many of the objects of %s are of %s is not known: one of %d classes", c.name, d.name, len(list))})
	}
	return append(slices.Clone(rest[1:]), notation.In(notation.Infix("-", rest...)))
}

// callsSome tells whether a member calls a method, or makes an object.
func callsSome(m spar.Placed) bool { return len(m.Facts.Calls)+len(m.Facts.Created) > 0 }
