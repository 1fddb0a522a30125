package depend

import (
	"slices"

	"github.com/parlens/parlens/analysis/spar"
)

// An object that an iteration makes and keeps is the iteration's own, and so are its variables
// where these are numbers: what they refer to may be others', too.

// create goes through what making an object does.
func (s *scan) create(x *spar.New) {
	for _, y := range spar.Operands(x) {
		s.read(y)
	}
	if x.Body != nil {
		s.doubt(x.At(), "what the class of this object does is not known")
		return
	}
	s.construct(x.Type.Base, x.Args, x.At())
}

// construct goes through the constructor of a class, after that of the class which it extends;
// one that no file declares changes nothing of the program.
func (s *scan) construct(name string, args []spar.Expr, at place) {
	c := s.program.classes[name]
	if c == nil {
		return
	}
	var fitting []*spar.Member
	for _, m := range c.makers {
		if len(m.Params) == len(args) {
			fitting = append(fitting, m)
		}
	}
	above := s.program.lineage(name)[1:]
	switch {
	case len(fitting) > 1, len(fitting) == 0 && len(c.makers) > 0, c.begins(s.program), len(above) >= maxDepth-1,
		len(fitting) == 1 && (fitting[0].Body == nil || slices.Contains(s.open, fitting[0]) || len(s.open) > maxDepth):
		s.doubt(at, "what making an object of "+name+" does is not known")
		return
	}
	if len(above) > 0 && (len(fitting) == 0 || !delegating(fitting[0])) {
		s.construct(above[0].tree.Name, nil, at)
	}
	if len(fitting) > 0 {
		s.follow(name, name, nil, fitting[0], args)
	}
}

// delegating tells whether a constructor calls another one itself.
func delegating(m *spar.Member) bool {
	return slices.ContainsFunc(m.Facts.Calls, func(c spar.CallSite) bool {
		return c.Call != nil && (called(c.Call) == "super" || called(c.Call) == "this")
	})
}

// begins tells whether variables of an object begin with what a call, or another object of the
// program, gives.
func (c *class) begins(p *program) bool {
	for _, f := range c.fields {
		found := false
		if f.d.Init != nil && !f.member.Has("static") {
			spar.WalkExpr(f.d.Init, func(x spar.Expr) {
				made, isNew := x.(*spar.New)
				_, isCall := x.(*spar.Call)
				found = found || isCall || isNew && p.classes[made.Type.Base] != nil
			})
		}
		if found {
			return true
		}
	}
	return false
}

// elsewhere tells whether a variable of an object may be one of an object that others have:
// that of a name, or of what a call returns, which is not known to be the iteration's own.
func (s *scan) elsewhere(x spar.Expr) bool {
	part, selects := spar.Unmarked(x).(*spar.Select)
	if !selects {
		return false
	}
	of := spar.Unmarked(part.X)
	switch y := of.(type) {
	case *spar.Name:
		m := s.names.find(y.Name)
		return m != nil && m.private && m.object == ""
	case *spar.Select:
		m, _, _ := s.path(y)
		return m == nil || m.refers || s.elsewhere(y)
	case *spar.Index:
		m, _, _ := s.path(y)
		return m == nil
	}
	return true
}

// delegates goes through another constructor of the object, where a call is one; false where it
// is not.
func (s *scan) delegates(x *spar.Call) bool {
	f, ok := x.Fun.(*spar.Name)
	if !ok || f.Name != "super" && f.Name != "this" {
		return false
	}
	s.arguments(x, nil)
	if f.Name == "this" {
		s.construct(s.class, x.Args, x.At())
	} else if line := s.program.lineage(s.class); len(line) > 1 {
		s.construct(line[1].tree.Name, x.Args, x.At())
	}
	return true
}

// objectOf is the class of the iteration's own object that a call is about; "" for any other.
func (s *scan) objectOf(x *spar.Call) string {
	f, ok := x.Fun.(*spar.Select)
	if !ok {
		return s.object
	}
	if of, ok := f.X.(*spar.Name); ok {
		if of.Name == "this" {
			return s.object
		}
		if m := s.names.find(of.Name); m != nil {
			return m.object
		}
	}
	return ""
}

// plain tells whether all variables of an object that is made are numbers.
func (p *program) plain(x *spar.New) bool {
	if x.Body != nil || p.classes[x.Type.Base] == nil {
		return false
	}
	for _, c := range p.lineage(x.Type.Base) {
		for _, f := range c.fields {
			if !f.member.Has("static") && !isNumber(f.d.Type) {
				return false
			}
		}
		if slices.ContainsFunc(c.tree.Supers, func(super *spar.TypeRef) bool { return p.classes[super.Base] == nil }) {
			return false // what no file declares
		}
	}
	return true
}

// isNumber tells whether values of a type are copied: numbers, and vectors.
func isNumber(t *spar.TypeRef) bool {
	return t != nil && len(t.Dims) == 0 && (len(t.Tuple) > 0 || numbers[t.Base])
}

var numbers = map[string]bool{"boolean": true, "byte": true, "short": true, "char": true, "int": true, "long": true, "float": true, "double": true, "complex": true}

// own is a variable of the iteration's own object whose method or constructor that is; nil for
// any other.
func (s *scan) own(name string) *meaning {
	if s.object == "" {
		return nil
	}
	for _, c := range s.program.lineage(s.object) {
		if f := c.fields[name]; f != nil && !f.member.Has("static") {
			return &meaning{private: true, refers: !isNumber(f.d.Type)}
		}
	}
	return nil
}

// lineage is a class with those that it extends, as far as files declare them.
func (p *program) lineage(name string) (out []*class) {
	for c := p.classes[name]; c != nil && len(out) < maxDepth; {
		out = append(out, c)
		var next *class
		for _, super := range c.tree.Supers {
			if p.classes[super.Base] != nil {
				next = p.classes[super.Base]
			}
		}
		c = next
	}
	return out
}

// declaring is the class that declares the method of an object.
func (p *program) declaring(of, name string, args int) string {
	for _, c := range p.lineage(of) {
		if p.method(c.tree.Name, name, args) != nil {
			return c.tree.Name
		}
	}
	return of
}
