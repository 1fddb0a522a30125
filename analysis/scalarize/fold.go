package scalarize

import (
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// A fold is a reduction that leaves an array, or the place of an extreme: SUM
// and the others with DIM, MAXLOC and MINLOC. It splits like the reductions to
// a scalar; all who have combined a part hold the result.

// folds reports whether the call leaves an array or a place.
func folds(c *program.Call) bool {
	return isIntrinsic(c) && (c.Locates() || c.Intrinsic().Shape == program.Reduction && c.ReducedDim() != nil)
}

// foldedShape returns the extents of what a reduction leaves, none for a
// scalar.
func (r *reader) foldedShape(c *program.Call) ([]symbolic.Expr, error) {
	if c.ReducedDim() == nil && !c.Locates() {
		return nil, nil
	}
	if len(c.Args) == 0 {
		return nil, unsupported(c, c.Name+" without an argument")
	}
	shape, err := r.shape(c.Args[0].Value)
	switch {
	case err != nil:
		return nil, err
	case c.ReducedDim() == nil:
		return []symbolic.Expr{r.b.A.Int(int64(len(shape)))}, nil
	}
	d, err := r.constantDimension(c, c.ReducedDim(), len(shape))
	if err != nil {
		return nil, err
	}
	return without(shape, d), nil
}

// fold is the local part of a reduction: its argument's operations and one
// combination per element, executed by the owners of the first mapped array of
// the arguments.
func fold(n comm.Nest, c *program.Call, user *reader, fixed int) ([]*comm.Element, error) {
	if reason := user.alone(); reason != "" {
		return nil, unsupported(c, c.Name+reason)
	}
	r := newReader(n, fixed, nil)
	r.scope = user.scope[:len(user.scope):len(user.scope)]
	r.element.At, r.element.Combines = user.element.At, c
	section, err := r.foldLoops(c)
	if err != nil {
		return nil, err
	}
	r.section, r.element.Loops = section, section
	for _, a := range c.Args {
		if a.Value == c.ReducedDim() {
			continue
		}
		if err := r.expr(a.Value); err != nil {
			return nil, err
		}
	}
	r.element.Ops.Combine(c)
	home := r.firstMapped(max(1, program.RankOf(c.Args[0].Value)))
	r.element.Home = comm.OwnerOf(home)
	if dim := c.ReducedDim(); dim != nil {
		d, err := r.constantDimension(c, dim, len(section))
		if err != nil {
			return nil, err
		}
		r.element.Folded = section[d]
	}
	return withReductions(n, r, fixed)
}

// firstMapped returns the first mapped reference of at least the rank.
func (r *reader) firstMapped(rank int) *comm.Access {
	for _, x := range r.element.Reads {
		if x.Mapped() && x.Ref.Rank() >= rank {
			return x
		}
	}
	return nil
}

// foldLoops returns the loops over the elements that a reduction combines.
func (r *reader) foldLoops(c *program.Call) ([]*comm.Loop, error) {
	if ref := firstSection(c); ref != nil {
		return r.sectionLoops(ref)
	}
	for _, a := range c.Args {
		if program.RankOf(a.Value) > 0 {
			shape, err := r.shape(a.Value)
			if err != nil {
				return nil, err
			}
			return r.apart(shape).section, nil
		}
	}
	return nil, unsupported(c, c.Name+" of what has no shape here")
}

// folded computes a fold and returns the array that it leaves.
func (r *reader) folded(c *program.Call) (*operand, error) {
	shape, err := r.foldedShape(c)
	if err != nil {
		return nil, err
	}
	es, err := fold(r.nest, c, r, r.fixed)
	if err != nil {
		return nil, err
	}
	r.ahead = append(r.ahead, es...)
	local := es[len(es)-1]
	layout := mapping.Layout{}
	for _, x := range local.Home {
		if x != nil && local.Folded != nil {
			layout = r.foldedLayout(x, local)
			break
		}
	}
	o := newTemporary(r.b, c, shape, layout)
	r.ahead = append(r.ahead, r.apart(shape).stored(o)...)
	return o, nil
}

// foldedLayout maps the result as the home lies without the dimension that is
// gone: copies along what distributed it.
func (r *reader) foldedLayout(x *comm.Access, local *comm.Element) mapping.Layout {
	loops := local.Loops
	layout := r.layoutAlong(x, loops)
	gone := loopAt(loops, local.Folded)
	for g := range layout.Axes {
		switch axis := &layout.Axes[g]; {
		case axis.Kind != mapping.Aligned:
		case axis.Dim == gone:
			*axis = mapping.Axis{}
		case axis.Dim > gone:
			axis.Dim--
		}
	}
	return layout
}

// CombineElement returns the communication after the local part of a reduction
// intrinsic, nil where every processor has the whole: of one value, or along
// one dimension of as many as the processor's part of the result has.
func CombineElement(n comm.Nest, e *comm.Element, fixed int) *comm.Communication {
	b := n.B
	_, bytes := program.TypeOf(e.Combines)
	if e.Combines.Locates() {
		_, bytes = program.TypeOf(e.Combines.Args[0].Value)
		bytes += 4 * len(e.Loops) // the place goes with the value
	}
	if e.Folded == nil {
		return b.Combine(e.Home, e.At, e.Combines.Name, bytes)
	}
	home := make(comm.Home, len(e.Home))
	for g, x := range e.Home {
		if x != nil && b.Place(x, g).Sub.Loop == e.Folded {
			home[g] = x
		}
	}
	return combineAlong(b, home, e, n.Partition(e, fixed), bytes, e.At)
}

func combineAlong(b *comm.Builder, home comm.Home, e *comm.Element, p *comm.Partition, bytes int, at source.Span) *comm.Communication {
	c := b.Combine(home, at, e.Combines.Name, bytes)
	if c == nil {
		return nil
	}
	values := b.A.Int(1)
	for _, l := range e.Loops {
		if l != e.Folded {
			values = b.A.Mul(values, b.CountOf(p, l))
		}
	}
	c.Values, c.Elements = values, b.A.Mul(c.Stages, values)
	return c
}
