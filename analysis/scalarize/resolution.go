package scalarize

import (
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
)

// A left side whose subscript is known at run time only, a(p(i)), has an owner that is known at
// run time only. Where the iterations may run in any order, the owner of something that they read at
// a place that is known executes them, and the results are sent to their owners (inspector and
// executor, as in PARTI). All others are resolved at run time: every processor goes through
// all iterations, evaluates the subscript, for which it needs the index array, and compares the
// owner with itself; the owner alone goes on.

// inspect lets the owners of a reference with known places execute an element whose own loops move
// the unknown ones of its left side.
func (r *reader) inspect() {
	left := r.element.Left
	own := r.element.Loops
	if len(own) == 0 || len(r.unresolved()) == 0 {
		return
	}
	for _, x := range r.element.Reads {
		if !x.Mapped() || x.Ref == nil || len(x.Layout.Axes) != len(left.Layout.Axes) {
			continue
		}
		if alone := r.within(own, x); alone != nil && r.b.Placed(alone, own) {
			r.element.Home, r.element.Scatters = comm.OwnerOf(x), true
			return
		}
	}
}

// within is an access as these loops move it, nil where that is not known.
func (r *reader) within(loops []*comm.Loop, x *comm.Access) *comm.Access {
	moved := *r
	moved.scope = loops
	out, err := moved.access(x.Ref)
	if err != nil {
		return nil
	}
	return out
}

// unresolved are the dimensions of the left side whose subscripts decide who executes the element
// and are known at run time only, even where all loops have begun an iteration but the innermost
// one that moves them.
func (r *reader) unresolved() []int {
	left := r.element.Left
	if !left.Mapped() || r.b.Explicit || left.Ref == nil || !slices.Contains(r.element.Home, left) {
		return nil
	}
	loops := slices.Concat(comm.Scope(r.nest.Loops), r.element.Loops)
	var dims []int
	for _, axis := range left.Layout.Axes {
		if axis.Kind != mapping.Aligned {
			continue
		}
		for n := len(loops); n > 0; n-- {
			if !loops.MovesDim(loops[n-1], left, axis.Dim) {
				continue
			}
			if x := r.within(loops[n-1:], left); x != nil && x.Subs[axis.Dim].Irregular && x.Subs[axis.Dim].Offset == 0 {
				dims = append(dims, axis.Dim)
			}
			break
		}
	}
	return dims
}

// resolution is what finds out in each iteration who executes the element, or nil where that is
// known. The owner has the elements in the subscripts at hand then.
func (r *reader) resolution(s *program.Assign) (*comm.Element, error) {
	dims, left := r.unresolved(), r.element.Left
	if len(dims) == 0 {
		return nil, nil
	}
	t := &reader{b: r.b, scope: r.scope, widened: r.widened, section: r.section, nest: r.nest, fixed: r.fixed}
	t.element = &comm.Element{At: s.Span(), Loops: r.element.Loops, Ops: comm.Operations{}, Resolves: left}
	for _, d := range dims {
		if err := t.inSubscript(s.LHS.Subs[d]); err != nil {
			return nil, err
		}
	}
	for g, x := range r.element.Home {
		if x == left && slices.Contains(dims, left.Layout.Axes[g].Dim) {
			x = nil
		}
		t.element.Home = append(t.element.Home, x)
	}
	for _, found := range t.element.Reads {
		text := program.Text(found.Ref)
		r.element.Reads = slices.DeleteFunc(r.element.Reads, func(x *comm.Access) bool {
			same := x.Ref != nil && x.Sym == found.Sym && program.Text(x.Ref) == text
			if same {
				r.element.Ops["load"]--
			}
			return same
		})
	}
	return t.element, nil
}
