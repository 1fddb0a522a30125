package depend

import (
	"slices"

	"github.com/parlens/parlens/analysis/spar"
)

// libraries are the classes whose methods change nothing of a program.
var libraries = map[string]bool{"Math": true, "Complex": true}

// call goes through what a method does, with its arguments.
func (s *scan) call(x *spar.Call) {
	if s.delegates(x) {
		return
	}
	if s.objectOf(x) == "" && s.ofObject(x) {
		return
	}
	class, name := ownerOf(x, s.class), called(x)
	object := s.objectOf(x)
	if object != "" {
		class = s.program.declaring(object, name, len(x.Args))
	}
	if _, ok := x.Fun.(*spar.Select); ok && (libraries[class] || name == "getSize" || name == "getRoom") {
		s.arguments(x, nil)
		return
	}
	m := s.program.method(class, name, len(x.Args))
	s.arguments(x, m)
	switch {
	case m == nil || m.Body == nil || object == "" && s.program.overridden(class, m):
		s.doubt(x.At(), "what "+spar.Text(x.Fun)+" does is not known")
	case slices.Contains(s.open, m):
		if s.rough == 0 || !passesOn(m, x) {
			s.doubt(x.At(), name+" calls itself with other arrays")
		}
		// else its own accesses are there already, with subscripts that are not looked at
	case len(s.open) > maxDepth:
		s.doubt(x.At(), "calls are nested too deeply")
	default:
		s.follow(class, object, s.itself(x, m), m, x.Args)
	}
}

// itself is the object for which a call of its own method is made; nil for any other call.
func (s *scan) itself(x *spar.Call, m *spar.Member) *meaning {
	if f, ok := x.Fun.(*spar.Select); m.Has("static") || ok && spar.Text(f.X) != "this" {
		return nil
	}
	return s.self
}

// maxDepth is how deep calls are followed.
const maxDepth = 16

// arguments reads the arguments of a call, but for arrays, of which the method
// says what it does to them.
func (s *scan) arguments(x *spar.Call, m *spar.Member) {
	for i, a := range x.Args {
		if of, _, _ := s.path(a); of != nil && m != nil && s.program.refers(m.Params[i].Type) {
			s.subscripts(a)
			continue
		}
		s.read(a)
	}
}

func isArray(p *spar.Param) bool { return p.Type != nil && len(p.Type.Dims) > 0 }

// passesOn tells whether a method calls itself with the arrays that it was given.
func passesOn(m *spar.Member, x *spar.Call) bool {
	for i, p := range m.Params {
		if n, ok := x.Args[i].(*spar.Name); isArray(p) && (!ok || n.Name != p.Name) {
			return false
		}
	}
	return true
}

// follow goes through the body of a method, whose parameters stand for the
// arguments; of an object of the iteration's own, if its class is told, or of another one.
func (s *scan) follow(class, object string, self *meaning, m *spar.Member, args []spar.Expr) {
	inner := &names{of: map[string]*meaning{}}
	for i, p := range m.Params {
		to := &meaning{private: true}
		if of, name, subs := s.path(args[i]); of != nil && s.program.refers(p.Type) {
			arg := *of
			arg.name = name
			arg.subs = append(slices.Clone(of.subs), subs...)
			to = &arg
		} else if !slices.Contains(m.Facts.Assigned, p.Name) {
			to.value = s.form(args[i])
		}
		inner.of[p.Name] = to
	}
	before, at, of, mine, tests, jumps := s.names, s.class, s.object, s.self, s.tests, s.jumps
	s.names, s.class, s.object, s.self, s.open = inner, class, object, self, append(s.open, m)
	s.calls = true
	recursive := slices.ContainsFunc(m.Facts.Calls, func(c spar.CallSite) bool { return called(c.Call) == m.Name })
	if recursive {
		s.rough++
	}
	s.statement(m.Body)
	if recursive {
		s.rough--
	}
	s.names, s.class, s.object, s.self, s.tests, s.jumps, s.open = before, at, of, mine, tests, jumps, s.open[:len(s.open)-1]
}

// overridden tells whether a class below another one has its own body for a method.
func (p *program) overridden(class string, m *spar.Member) bool {
	if m.Has("static") || m.Has("private") || m.Has("final") {
		return false
	}
	return slices.ContainsFunc(p.names, func(name string) bool {
		return name != class && p.method(name, m.Name, len(m.Params)) != nil && p.continues(name, class, maxDepth)
	})
}

// continues tells whether a class extends or implements another one, by at most so many.
func (p *program) continues(name, other string, steps int) bool {
	c := p.classes[name]
	return c != nil && (name == other || steps > 0 && slices.ContainsFunc(c.tree.Supers, func(super *spar.TypeRef) bool { return p.continues(super.Base, other, steps-1) }))
}

func (p *program) method(class, name string, args int) *spar.Member {
	if c := p.classes[class]; c != nil {
		for _, m := range c.methods[name] {
			if len(m.Params) == args {
				return m
			}
		}
	}
	return nil
}
