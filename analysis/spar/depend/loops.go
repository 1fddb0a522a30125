package depend

import (
	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/spar"
)

// Loops tells of all loops over cardinalities in a file; others hold the classes
// of other files that it names. The loops of a method are remembered by it, by the
// methods that it comes to, and by the classes with their variables: after an edit in
// a method only those are looked at again that come to it.
func Loops(known *memo.Table, f *spar.File, others ...*spar.File) []Loop {
	p := newProgram(append([]*spar.File{f}, others...))
	variables := p.variables(known)
	var out []Loop
	for _, t := range f.Types {
		for _, m := range t.Members {
			if m.Body == nil {
				continue
			}
			key := methodKey{t.Name, m.Member, p.reached(known, m.Member, variables)}
			for _, l := range memo.GetFrom(known, key, typed{p, t}, methodKey.loops) {
				l.Span = l.Span.Shift(m.Start)
				if !l.At.Empty() {
					l.At = l.At.Shift(m.Start)
				}
				out = append(out, l)
			}
		}
	}
	return out
}

// methodKey holds all that is known of the loops of a method is made of.
type methodKey struct {
	class  string
	method *spar.Member
	sees   *members
}

// members is a list of what stands in classes; equal ones are the same one.
type members struct {
	class  string
	member *spar.Member // nil: the class itself
	rest   *members
}

func (m members) itself() *members { return &m }

func (rest *members) with(known *memo.Table, class string, m *spar.Member) *members {
	return memo.Get(known, members{class, m, rest}, members.itself)
}

// typed is a program with the class of a method.
type typed struct {
	*program
	class *spar.Type
}

func (k methodKey) loops(p typed) []Loop { return p.loops(k.method.Body, k.method, p.class, nil) }

// loops tells of the loops in a statement of a method.
func (p *program) loops(s spar.Stmt, m *spar.Member, t *spar.Type, out []Loop) []Loop {
	if l, ok := s.(*spar.Loop); ok && !l.Inline {
		found := p.judge(l, m, t)
		found.Span = l.Proper()
		out = append(out, found)
	}
	for _, part := range spar.Parts(s) {
		out = p.loops(part, m, t, out)
	}
	return out
}

// variables lists the classes with their variables.
func (p *program) variables(known *memo.Table) *members {
	var out *members
	for _, name := range p.names {
		out = out.with(known, name, nil)
		for _, m := range p.classes[name].tree.Members {
			if m.Kind == spar.Field {
				out = out.with(known, name, m.Member)
			}
		}
	}
	return out
}

// reached adds the methods that one comes to by its calls, whichever class they are of.
func (p *program) reached(known *memo.Table, from *spar.Member, out *members) *members {
	seen := map[string]bool{}
	var walk func(m *spar.Member)
	walk = func(m *spar.Member) {
		for _, c := range m.Facts.Calls {
			name := called(c.Call)
			if seen[name] {
				continue
			}
			seen[name] = true
			for _, class := range p.names {
				for _, to := range p.classes[class].methods[name] {
					out = out.with(known, class, to)
					walk(to)
				}
			}
		}
	}
	walk(from)
	return out
}

// called is the name of the method that is called.
func called(x *spar.Call) string {
	switch f := x.Fun.(type) {
	case *spar.Name:
		return f.Name
	case *spar.Select:
		return f.Name
	}
	return ""
}
