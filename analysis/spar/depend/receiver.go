package depend

import (
	"slices"

	"github.com/parlens/parlens/analysis/spar"
)

// A call of a method of an object that others may have: the variables of the object are parts of
// what names it, and one of the methods is executed of the classes that it may be of.

// ofObject goes through what a call of an object's method may do; false where it is another
// call, or the object is not known.
func (s *scan) ofObject(x *spar.Call) bool {
	f, ok := x.Fun.(*spar.Select)
	if !ok {
		return false
	}
	list := s.program.implementations(s.classOf(f.X), f.Name, len(x.Args))
	m, name, subs := s.path(f.X)
	_, isCall := f.X.(*spar.Call)
	switch {
	case len(list) == 0 || len(s.open) > maxDepth || m == nil && !isCall:
		return false
	case m == nil:
		s.read(f.X)
		m = &meaning{private: true}
	case !m.private && len(m.subs)+len(subs) > 0 && s.program.sources(m.base).refers():
		return false // two elements may be one object
	}
	for _, to := range list {
		if slices.Contains(s.open, to.member) {
			return false
		}
	}
	self := *m
	self.name, self.subs, self.shared = name, append(slices.Clone(m.subs), subs...), m.private
	s.subscripts(f.X)
	s.arguments(x, list[0].member)
	for _, to := range list {
		run := func() { s.follow(to.class, "", &self, to.member, x.Args) }
		if len(list) > 1 {
			s.tested(nil, run)
		} else {
			run()
		}
	}
	return true
}

// body is a method of a class.
type body struct {
	class  string
	member *spar.Member
}

// implementations are the methods that a call of an object of a class may execute; none where
// one of them has no body.
func (p *program) implementations(class, name string, args int) (out []body) {
	if p.classes[class] == nil {
		return nil
	}
	for _, of := range p.names {
		if c := p.classes[of]; c.tree.Interface || slices.Contains(c.tree.Modifiers, "abstract") || !p.continues(of, class, maxDepth) {
			continue
		}
		at := p.declaring(of, name, args)
		m := p.method(at, name, args)
		if m == nil || m.Body == nil {
			return nil
		}
		if x := (body{at, m}); !slices.Contains(out, x) {
			out = append(out, x)
		}
	}
	return out
}

// ofSelf is a variable of the object whose method is gone through, if others may have it; nil for
// any other.
func (s *scan) ofSelf(name string) *meaning {
	if s.self == nil {
		return nil
	}
	for _, c := range s.program.lineage(s.class) {
		if f := c.fields[name]; f != nil && !f.member.Has("static") {
			of := s.self.selecting(name)
			of.name = s.self.name + "." + name
			return of
		}
	}
	return nil
}

// selecting is a part of what something means.
func (m *meaning) selecting(name string) *meaning {
	of := *m
	of.key, of.holder, of.part, of.value = m.key+"."+name, m.part, name, atom(m.key+"."+name)
	return &of
}

// classOf is the class of the objects that an expression names; "" for anything else.
func (s *scan) classOf(x spar.Expr) string {
	if t, dims := s.typeOf(x); t != nil && len(t.Dims) == dims && s.program.classes[t.Base] != nil {
		return t.Base
	}
	return ""
}

// typeOf is the declared type of what an expression names, and how many levels of arrays its
// subscripts take away.
func (s *scan) typeOf(x spar.Expr) (*spar.TypeRef, int) {
	switch x := x.(type) {
	case *spar.Marked:
		return s.typeOf(x.X)
	case *spar.Cast:
		return x.Type, 0
	case *spar.New:
		return x.Type, 0
	case *spar.Index:
		t, dims := s.typeOf(x.X)
		return t, dims + 1
	case *spar.Name:
		if t := declared(s.open[len(s.open)-1], x.Name); t != nil {
			return t, 0
		}
		return s.program.fieldType(s.class, x.Name), 0
	case *spar.Select:
		class := s.classOf(x.X)
		if of, ok := x.X.(*spar.Name); ok && class == "" {
			class = of.Name
			if of.Name == "this" {
				class = s.class
			}
		}
		return s.program.fieldType(class, x.Name), 0
	case *spar.Call:
		class := s.class
		if f, ok := x.Fun.(*spar.Select); ok {
			class = s.classOf(f.X)
		}
		if m := s.program.method(s.program.declaring(class, called(x), len(x.Args)), called(x), len(x.Args)); m != nil {
			return m.Type, 0
		}
	}
	return nil, 0
}

// fieldType is the type of a variable that a class has or inherits; nil for any other name.
func (p *program) fieldType(class, name string) *spar.TypeRef {
	for _, c := range p.lineage(class) {
		if f := c.fields[name]; f != nil {
			return f.d.Type
		}
	}
	return nil
}

// refers tells whether a variable of a type is a reference: to an array, or an object of the
// program.
func (p *program) refers(t *spar.TypeRef) bool {
	return t != nil && (len(t.Dims) > 0 || p.classes[t.Base] != nil)
}
