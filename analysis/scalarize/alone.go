package scalarize

import (
	"fmt"

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
// and returns the arguments that they fetch for it.
func Alone(n comm.Nest, s *program.CallStmt, c *comm.Called, it *comm.Iteration) (fetched []*program.Ref, ok bool) {
	if it == nil || !local(c) {
		return nil, false
	}
	home := newReader(n, len(n.Loops), nil).prescribed(it)
	for i, a := range s.Args {
		l, shared := c.Inherited[c.Of.Unit.DummyOf(a.Keyword, i)]
		if !shared || l.Replicated() || lies(n.B, l, home) {
			continue
		}
		ref, ok := a.Value.(*program.Ref)
		if !ok || !n.B.Keeps(s, i) {
			return nil, false
		}
		fetched = append(fetched, ref)
	}
	return fetched, home.Shared()
}

// local reports whether a procedure can work on one processor: it takes each array from
// one, as it lies, and touches no other mapped data.
func local(c *comm.Called) bool {
	if len(c.Before)+len(c.After)+len(c.First) > 0 || shares(c.Of) {
		return false
	}
	for _, l := range c.Inherited {
		for _, axis := range l.Axes {
			if axis.Kind == mapping.Aligned {
				return false
			}
		}
	}
	return true
}

// lies reports whether a section lies on the processors of a home.
func lies(b *comm.Builder, l mapping.Layout, home comm.Home) bool {
	for g, axis := range l.Axes {
		if axis.Kind == mapping.Replicated {
			continue
		}
		x := home.Of(g)
		if x == nil {
			return false
		}
		at := b.Place(x, g)
		if at.Kind != mapping.Fixed || at.Irregular || at.Sub.Offset != axis.Offset || !at.Dim.Same(l.DimOf(b.A, g)) {
			return false
		}
	}
	return true
}

// Fetched returns elements that read the arguments of a call where an iteration is executed.
func Fetched(n comm.Nest, args []*program.Ref, it *comm.Iteration, at *program.CallStmt, fixed int) ([]*comm.Element, error) {
	var out []*comm.Element
	for _, ref := range args {
		r := newReader(n, fixed, nil)
		r.element.At, r.element.Ahead = at.Span(), true
		if err := r.takes(ref); err != nil {
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
		if !f.Passes() || everywhere(f.Called) || !local(f.Called) || !r.b.Harmless(&program.Call{Name: f.Stmt.Name}) {
			continue
		}
		f.Called.Alone = true
		for i, a := range f.Stmt.Args {
			ref, ok := a.Value.(*program.Ref)
			if l := f.Called.Inherited[f.Called.Of.Unit.DummyOf(a.Keyword, i)]; !ok || l.Replicated() {
				continue
			}
			in := &reader{b: r.b, scope: r.scope, widened: r.widened, nest: r.nest, fixed: r.fixed}
			in.element = &comm.Element{At: e.At, Ops: comm.Operations{}, Loops: e.Loops}
			if err := in.takes(ref); err != nil {
				return err
			}
			r.parts = append(r.parts, part{loops: in.element.Loops, inner: in.section, reads: in.element.Reads, ops: in.element.Ops})
		}
	}
	return nil
}

// StoredBy returns the actual arguments of a call that the procedure may change.
func StoredBy(b *comm.Builder, s *program.CallStmt) []*program.Ref {
	var out []*program.Ref
	for i, a := range s.Args {
		if ref, ok := a.Value.(*program.Ref); ok && !b.Keeps(s, i) {
			out = append(out, ref)
		}
	}
	return out
}
