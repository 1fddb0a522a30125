package scalarize

import (
	"fmt"
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
)

// In an INDEPENDENT loop every processor calls a procedure in its own iterations
// (HPF 1.1, section 4.4: such procedures are pure). Where each array that is passed
// lies on one processor, the procedure works on a machine of one processor: who
// executes the iteration has it, or fetches it. So do functions that change nothing
// but what is their own, by whoever evaluates an expression.

// Alone reports whether those who execute an iteration call the procedure by themselves,
// and returns what they fetch for it of the arguments: what several processors have they
// gather, where the procedure does not describe it.
func Alone(n comm.Nest, s *program.CallStmt, c *comm.Called, it *comm.Iteration) (fetched []*program.Ref, ok bool) {
	if !local(n.B, c) {
		return nil, false
	}
	r := newReader(n, len(n.Loops), nil)
	home := r.prescribed(it)
	parts, ok := gathered(n.B, s, c)
	for _, part := range parts {
		l, known := r.lieOf(part.Ref)
		switch {
		case !known || part.Stored && !storable(n.B, l, home):
			return nil, false
		case !lies(n.B, l, home):
			fetched = append(fetched, part.Ref)
		}
	}
	if !ok || !home.Shared() {
		return nil, false
	}
	return fetched, true
}

// local reports whether a procedure takes all arrays as they lie, and touches no other
// mapped data.
func local(b *comm.Builder, c *comm.Called) bool {
	moves := func(m comm.Moved) bool {
		changes, known := b.A.ConstInt(m.Changes)
		return !known || changes != 0
	}
	return !slices.ContainsFunc(c.Before, moves) && !slices.ContainsFunc(c.After, moves) && len(c.First) == 0 && !shares(c.Of)
}

// touched returns what a procedure touches of the mapped arrays that it takes, in the
// caller's names; false where that is not known.
func touched(b *comm.Builder, s *program.CallStmt, c *comm.Called) ([]program.Section, bool) {
	var out []program.Section
	for i, a := range s.Args {
		l, inherited := c.Inherited[c.Of.Unit.DummyOf(a.Keyword, i)]
		ref, ok := a.Value.(*program.Ref)
		if !inherited && ok { // the procedure says the same of it
			l = b.Layouts[ref.Sym]
		}
		if l.Replicated() {
			continue
		}
		if !ok {
			return nil, false
		}
		parts, known := sections(s, c.Of, i)
		if atOnePlace(l) {
			if !known || len(parts) > 0 {
				out = append(out, program.Section{Ref: ref, Stored: !b.Keeps(s, i)})
			}
			continue
		}
		if !known {
			return nil, false
		}
		out = append(out, parts...)
	}
	return out, true
}

// gathered is touched for one processor that has all of it, or fetches it: false too where the
// procedure says how an array lies of which it touches what several processors have.
func gathered(b *comm.Builder, s *program.CallStmt, c *comm.Called) ([]program.Section, bool) {
	for i, a := range s.Args {
		dummy := c.Of.Unit.DummyOf(a.Keyword, i)
		l, inherited := c.Inherited[dummy]
		if dummy == nil || inherited && (!c.Of.Described[dummy.Name] || atOnePlace(l)) {
			continue
		}
		if parts, _ := sections(s, c.Of, i); slices.ContainsFunc(parts, func(x program.Section) bool { return anywhere(b, x.Ref) }) {
			return nil, false
		}
	}
	return touched(b, s, c)
}

// atOnePlace reports whether a section lies at one place in each grid dimension.
func atOnePlace(l mapping.Layout) bool {
	return !slices.ContainsFunc(l.Axes, func(x mapping.Axis) bool { return x.Kind == mapping.Aligned })
}

// lieOf returns how an element or section lies; false where nothing is known.
func (r *reader) lieOf(ref *program.Ref) (mapping.Layout, bool) {
	o := &operand{ref: ref, layout: r.b.Layouts[ref.Sym]}
	for d := range ref.Sym.Dims {
		sub := program.Subscript{Triplet: true}
		if len(ref.Subs) > 0 {
			sub = ref.Subs[d]
		}
		if err := r.addSub(o, d, sub); err != nil {
			return mapping.Layout{}, false
		}
	}
	l := r.mapped(o)
	return l, len(l.Axes) == len(o.layout.Axes)
}

// lies reports whether a section lies on the processors of a home.
func lies(b *comm.Builder, l mapping.Layout, home comm.Home) bool {
	for g, axis := range l.Axes {
		if axis.Kind != mapping.Replicated && !at(b, l, g, home.Of(g)) {
			return false
		}
	}
	return true
}

// storable reports whether those of a home have all of a section: in grid dimensions
// in which it says nothing, all do the same.
func storable(b *comm.Builder, l mapping.Layout, home comm.Home) bool {
	for g, axis := range l.Axes {
		if axis.Kind != mapping.Replicated && home.Of(g) != nil && !at(b, l, g, home.Of(g)) {
			return false
		}
	}
	return true
}

// at reports whether a section lies, in a grid dimension, where a reference does.
func at(b *comm.Builder, l mapping.Layout, g int, x *comm.Access) bool {
	if x == nil || l.Axes[g].Kind != mapping.Fixed {
		return false
	}
	place := b.Place(x, g)
	return place.Kind == mapping.Fixed && !place.Irregular && place.Sub.Offset == l.Axes[g].Offset && place.Dim.Same(l.DimOf(b.A, g))
}

// OwnersOf returns who works on a call: the owners of the first section that the procedure
// stores to, or else of the first that it reads; nil for everybody. They work on it together
// where all that it touches lies with them, in the grid dimensions in which their section is at
// one place. Where it reads other places, one processor works alone and fetches what is returned.
func OwnersOf(n comm.Nest, s *program.CallStmt, c *comm.Called) (it *comm.Iteration, fetched []*program.Ref) {
	if !local(n.B, c) {
		return nil, nil
	}
	parts, known := touched(n.B, s, c)
	if !known {
		parts = given(n.B, s)
	}
	if len(parts) == 0 {
		return nil, nil
	}
	first := max(0, slices.IndexFunc(parts, func(x program.Section) bool { return x.Stored }))
	it = &comm.Iteration{Home: parts[first].Ref}
	r := newReader(n, len(n.Loops), nil)
	home := r.prescribed(it)
	apart := slices.ContainsFunc(parts, func(x program.Section) bool {
		l, ok := r.lieOf(x.Ref)
		return !ok || !storable(n.B, l, home)
	})
	if !apart {
		return it, nil
	}
	if !known || slices.ContainsFunc(parts, func(x program.Section) bool { return anywhere(n.B, x.Ref) }) {
		return nil, nil
	}
	if fetched, c.Alone = Alone(n, s, c, it); c.Alone {
		return it, fetched
	}
	return nil, nil
}

// given returns the mapped arrays that a call passes, as wholes.
func given(b *comm.Builder, s *program.CallStmt) []program.Section {
	var out []program.Section
	for i, a := range s.Args {
		if ref, ok := a.Value.(*program.Ref); ok && ref.Sym.Rank() > 0 && !b.Layouts[ref.Sym].Replicated() {
			out = append(out, program.Section{Ref: ref, Stored: !b.Keeps(s, i)})
		}
	}
	return out
}

// Fetched returns elements that read the arguments of a call where an iteration is executed.
func Fetched(n comm.Nest, args []*program.Ref, it *comm.Iteration, at *program.CallStmt, fixed int) ([]*comm.Element, error) {
	return ahead(n, args, it, at, fixed, (*reader).takes)
}

// ahead returns elements that come before a call or go behind it, for each argument what is done
// with it, where an iteration is executed.
func ahead(n comm.Nest, args []*program.Ref, it *comm.Iteration, at *program.CallStmt, fixed int, do func(*reader, *program.Ref) error) ([]*comm.Element, error) {
	var out []*comm.Element
	for _, ref := range args {
		r := newReader(n, fixed, nil)
		r.element.At, r.element.Ahead = at.Span(), true
		if err := do(r, ref); err != nil {
			return nil, err
		}
		r.element.Home = r.prescribed(it)
		out = append(out, r.element)
	}
	return out, nil
}

// takes reads all elements of a section, in loops behind those of the element.
func (r *reader) takes(ref *program.Ref) error {
	section, err := r.sectionLoops(ref)
	if err != nil {
		return err
	}
	for _, l := range section {
		l.Name = fmt.Sprintf("_%d%s", len(r.element.Loops)+1, l.Name)
	}
	r.section = section
	r.element.Loops = append(r.element.Loops[:len(r.element.Loops):len(r.element.Loops)], section...)
	x, err := r.access(ref)
	if err != nil {
		return err
	}
	r.element.Reads = append(r.element.Reads, x)
	return r.subscripts(ref)
}

// evaluated lets those who execute an element call its functions by themselves, with parts
// that fetch the arrays that these take. A function that every element of an array
// expression needs alike is none of them: it is evaluated once.
func (r *reader) evaluated() error {
	e := r.element
	if !e.Home.Shared() && len(e.Loops) == 0 || len(r.section) > 0 && len(r.section) == len(e.Loops) {
		return nil
	}
	for _, f := range e.Functions {
		if !f.Passes() || everywhere(f.Called) || !local(r.b, f.Called) || !r.b.Harmless(&program.Call{Name: f.Stmt.Name}) {
			continue
		}
		parts, ok := gathered(r.b, f.Stmt, f.Called)
		for _, part := range parts {
			_, known := r.lieOf(part.Ref)
			ok = ok && known
		}
		if f.Called.Alone = ok; !ok {
			continue
		}
		for _, x := range parts {
			in := &reader{b: r.b, scope: r.scope, widened: r.widened, nest: r.nest, fixed: r.fixed}
			in.element = &comm.Element{At: e.At, Ops: comm.Operations{}, Loops: e.Loops}
			if err := in.takes(x.Ref); err != nil {
				return err
			}
			r.parts = append(r.parts, part{loops: in.element.Loops, inner: in.section, reads: in.element.Reads, ops: in.element.Ops})
		}
	}
	return nil
}

// anywhere reports whether a section runs along a distributed dimension.
func anywhere(b *comm.Builder, ref *program.Ref) bool {
	return slices.ContainsFunc(b.Layouts[ref.Sym].Axes, func(x mapping.Axis) bool {
		return x.Kind == mapping.Aligned && (len(ref.Subs) == 0 || ref.Subs[x.Dim].Triplet)
	})
}

// StoredBy returns the actual arguments of a call that the procedure may change, of arrays
// what it stores to where that is known.
func StoredBy(b *comm.Builder, s *program.CallStmt) []*program.Ref {
	var out []*program.Ref
	for i, a := range s.Args {
		ref, ok := a.Value.(*program.Ref)
		if !ok || b.Keeps(s, i) {
			continue
		}
		if p := b.Procedure(s.Name); p != nil {
			parts, known := sections(s, p, i)
			parts = slices.DeleteFunc(parts, func(x program.Section) bool { return !x.Stored })
			if known && len(parts) > 0 && !slices.ContainsFunc(parts, func(x program.Section) bool { return anywhere(b, x.Ref) }) {
				for _, x := range parts {
					out = append(out, x.Ref)
				}
				continue
			}
		}
		out = append(out, ref)
	}
	return out
}
