package depend

import (
	"slices"

	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
)

// Loops tells of all loops over cardinalities in the methods of a file that reach into a
// part of it; others hold the classes of other files that it names. The loops of a method
// are remembered by it, by the methods that it comes to, and by the classes with their
// variables: after an edit in a method only those are looked at again that come to it.
func Loops(known *memo.Table, within source.Span, f *spar.File, others ...*spar.File) []Loop {
	return newProgram(append([]*spar.File{f}, others...)).all(known, f, within, false)
}

// Marked tells of the loops that are marked, in the whole file.
func Marked(known *memo.Table, f *spar.File, others ...*spar.File) []Loop {
	return newProgram(append([]*spar.File{f}, others...)).all(known, f, source.Span{End: f.Text.Len()}, true)
}

func (p *program) all(known *memo.Table, f *spar.File, within source.Span, marked bool) []Loop {
	variables, references := p.variables(known), p.references(known)
	var out []Loop
	for _, t := range f.Types {
		for _, m := range t.Members {
			if m.Body == nil || m.End < within.Start || within.End < m.Start || !hasLoops(m.Body, marked) {
				continue
			}
			key := methodKey{t.Name, m.Member, p.reached(known, t.Name, m.Member, variables), references, marked}
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

// hasLoops tells whether there is a loop to judge in a statement.
func hasLoops(s spar.Stmt, marked bool) bool {
	if l, ok := s.(*spar.Loop); ok && judged(l, marked) {
		return true
	}
	return slices.ContainsFunc(spar.Parts(s), func(part spar.Stmt) bool { return hasLoops(part, marked) })
}

func judged(l *spar.Loop, marked bool) bool { return !l.Inline && (!marked || isMarked(l)) }

// methodKey holds all that is known of the loops of a method is made of.
type methodKey struct {
	class  string
	method *spar.Member
	sees   *members
	refers string // what may be the same in the program, see references
	marked bool   // only those that are marked
}

// members is a list of what stands in classes; equal ones are the same one.
type members struct {
	class  string
	field  string       // a variable as others see it; "" for a method, and for the class itself
	member *spar.Member // a method; nil for anything else
	rest   *members
}

func (m members) itself() *members { return &m }

func (rest *members) with(known *memo.Table, x members) *members {
	x.rest = rest
	return memo.Get(known, x, members.itself)
}

// typed is a program with the class of a method.
type typed struct {
	*program
	class *spar.Type
}

func (k methodKey) loops(p typed) []Loop { return p.loops(k.method.Body, k, p.class, nil) }

// loops tells of the loops in a statement of a method.
func (p *program) loops(s spar.Stmt, k methodKey, t *spar.Type, out []Loop) []Loop {
	if l, ok := s.(*spar.Loop); ok && judged(l, k.marked) {
		found := p.judge(l, k.method, t)
		found.Span = l.Proper()
		out = append(out, found)
	}
	for _, part := range spar.Parts(s) {
		out = p.loops(part, k, t, out)
	}
	return out
}

// variables lists the classes with their variables.
func (p *program) variables(known *memo.Table) *members {
	var out *members
	for _, name := range p.names {
		out = out.with(known, members{class: name})
		for _, m := range p.classes[name].tree.Members {
			if m.Kind == spar.Field {
				out = out.with(known, members{class: name, field: m.Signature()})
			}
		}
	}
	return out
}

// reached adds the methods that one comes to by its calls, and those of the objects that it
// makes.
func (p *program) reached(known *memo.Table, class string, from *spar.Member, out *members) *members {
	type named struct{ class, name string }
	seen := map[named]bool{}
	var walk func(class string, m *spar.Member)
	walk = func(class string, m *spar.Member) {
		for _, c := range m.Facts.Calls {
			owners := []string{ownerOf(c.Call, class)}
			if p.classes[owners[0]] == nil { // of an object, of whatever class
				owners = p.names
			}
			for _, owner := range owners {
				to := named{owner, called(c.Call)}
				if seen[to] {
					continue
				}
				seen[to] = true
				for _, x := range p.classes[to.class].methods[to.name] {
					out = out.with(known, members{class: to.class, member: x})
					walk(to.class, x)
				}
			}
		}
		for _, c := range m.Facts.Created {
			for _, of := range p.lineage(c.New.Type.Base) {
				if made := (named{of.tree.Name, "new"}); !seen[made] {
					seen[made] = true
					for _, x := range of.tree.Members {
						if x.Kind == spar.Method || x.Kind == spar.Constructor {
							out = out.with(known, members{class: made.class, member: x.Member})
							walk(made.class, x.Member)
						}
					}
				}
			}
		}
	}
	walk(class, from)
	return out
}

// ownerOf is the class in which the name of a called method is looked up; "" for the
// method of what an expression yields.
func ownerOf(x *spar.Call, class string) string {
	f, ok := x.Fun.(*spar.Select)
	if !ok {
		return class
	}
	owner, _ := f.X.(*spar.Name)
	switch {
	case owner == nil:
		return ""
	case owner.Name == "this":
		return class
	}
	return owner.Name
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
