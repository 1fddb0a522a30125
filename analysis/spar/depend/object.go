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

// construct goes through the constructor of a class; one that no file declares changes nothing of
// the program.
func (s *scan) construct(name string, args []spar.Expr, at place) {
	c := s.program.classes[name]
	if c == nil {
		return
	}
	i := slices.IndexFunc(c.makers, func(m *spar.Member) bool { return len(m.Params) == len(args) })
	switch {
	case i < 0 || c.makers[i].Body == nil:
	case slices.Contains(s.open, c.makers[i]) || len(s.open) > maxDepth:
		s.doubt(at, "what making an object of "+name+" does is not known")
	default:
		s.follow(name, name, c.makers[i], args)
	}
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
		if slices.ContainsFunc(c.tree.Supers, func(super string) bool { return p.classes[super] == nil }) {
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
			if p.classes[super] != nil {
				next = p.classes[super]
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
