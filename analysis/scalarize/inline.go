package scalarize

import (
	"fmt"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
)

// In FORALL and INDEPENDENT loops there are no routines: whoever executes an
// element computes what it needs by itself.

// inline evaluates an intrinsic as a part of the element that uses it.
func (r *reader) inline(c *program.Call) error {
	switch {
	case routines[c.Name] && c.Name != "pack" && c.Name != "unpack":
		_, err := r.put(c)
		return err
	case folds(c) || c.Intrinsic().Shape == program.Reduction:
		return r.reduceHere(c)
	}
	return unsupported(c, c.Name+r.alone())
}

// reduceHere lets the element's executors combine all that the reduction takes,
// in loops inside those of the element.
func (r *reader) reduceHere(c *program.Call) error {
	inner, section, err := r.innerLoops(c)
	if err != nil {
		return err
	}
	in := &reader{b: r.b, scope: r.scope, widened: r.widened, nest: r.nest, fixed: r.fixed, section: section}
	in.element = &comm.Element{At: r.element.At, Ops: comm.Operations{}}
	in.element.Loops = append(append([]*comm.Loop{}, r.element.Loops...), inner...)
	for _, a := range c.Args {
		if a.Value == c.ReducedDim() {
			continue
		}
		if err := in.expr(a.Value); err != nil {
			return err
		}
	}
	if len(in.element.Functions) > 0 {
		return unsupported(c, c.Name+" of a user's function has no cost model here")
	}
	in.element.Ops.Combine(c)
	if c.Locates() {
		for _, x := range in.element.Reads {
			x.Routine = true
		}
	}
	r.ahead = append(r.ahead, in.ahead...)
	r.parts = append(append(r.parts, in.parts...), part{loops: in.element.Loops, inner: inner, reads: in.element.Reads, ops: in.element.Ops, call: c})
	return nil
}

// innerLoops returns the loops that a reduction inside an element runs over,
// and the section that its arguments follow.
func (r *reader) innerLoops(c *program.Call) (inner, section []*comm.Loop, err error) {
	all, err := r.foldLoops(c)
	if err != nil {
		return nil, nil, err
	}
	for k, l := range all {
		l.Name = fmt.Sprintf("_%d%c", len(r.element.Loops)+1, 'a'+k)
	}
	if c.ReducedDim() == nil {
		return all, all, nil
	}
	d, err := r.constantDimension(c, c.ReducedDim(), len(all))
	if err != nil {
		return nil, nil, err
	}
	if len(r.section) != len(all)-1 {
		return nil, nil, unsupported(c, fmt.Sprintf("%s has rank %d here, not %d", c.Name, len(all)-1, len(r.section)))
	}
	return all[d : d+1], with(r.section, d, all[d]), nil
}
