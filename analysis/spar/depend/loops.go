package depend

import (
	"slices"

	"github.com/parlens/parlens/analysis/memo"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
)

// Loops tells of all loops over cardinalities in the methods of a file that reach into a
// part of it; others hold the classes of other files that it names. The loops of a method
// are remembered by it and by the declarations and methods to which one comes from its words:
// after an edit only those are looked at again that come to what has changed.
func Loops(known *memo.Table, within source.Span, f *spar.File, others ...*spar.File) []Loop {
	return newProgram(append([]*spar.File{f}, others...)).all(known, f, within, false)
}

// Marked tells of the loops that are marked, in the whole file.
func Marked(known *memo.Table, f *spar.File, others ...*spar.File) []Loop {
	return newProgram(append([]*spar.File{f}, others...)).all(known, f, source.Span{End: f.Text.Len()}, true)
}

func (p *program) all(known *memo.Table, f *spar.File, within source.Span, marked bool) []Loop {
	says, references := p.surface(), p.references(known)
	var out []Loop
	for _, t := range f.Types {
		for _, m := range t.Members {
			if m.Body == nil || m.End < within.Start || within.End < m.Start || !hasLoops(m.Body, marked) {
				continue
			}
			key := methodKey{m.Member, says.Seen(known, m.Member, slices.Index(p.names, t.Name), t.Name), references, marked}
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
	method *spar.Member
	sees   string // of the program, and in which class, see surface
	refers string // what may be the same in the program, see references
	marked bool   // only those that are marked
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
