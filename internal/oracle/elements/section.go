package elements

import (
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
)

// sectionAxes returns the mapping that a section has as an array of its own,
// with the given lower bounds: that of its parent, composed with the
// subscripts. A scalar subscript keeps the section where its index lies.
func (it *interpreter) sectionAxes(r *program.Ref, lower []int64) []axis {
	axes := it.replicated()
	for g, a := range it.variable(r.Sym).axes {
		if a.kind == mapping.Aligned {
			a = it.sectionAxis(r, a, lower)
		}
		axes[g] = a
	}
	return axes
}

func (it *interpreter) sectionAxis(r *program.Ref, a axis, lower []int64) axis {
	k := sectionDimension(r, a.dim)
	switch {
	case k < 0:
		a.kind, a.offset = mapping.Fixed, a.offset+a.scale*it.quiet(nil).subscript(r, a.dim)
	case len(r.Subs) > 0 && !r.Subs[a.dim].Triplet:
		return it.vectorAxis(r, a, k, lower[k])
	default:
		first, _, stride := it.quiet(nil).triplet(r, a.dim)
		a.dim, a.offset, a.scale = k, a.offset+a.scale*(first-stride*lower[k]), a.scale*stride
	}
	return a
}

// vectorAxis returns the axis of a section dimension that a vector subscript
// runs through: the owners of its elements, one by one.
func (it *interpreter) vectorAxis(r *program.Ref, a axis, k int, lower int64) axis {
	v := it.variable(r.Sym)
	out := axis{kind: mapping.Aligned, dim: k, scale: 1, lower: lower, extent: it.quiet(nil).sectionShape(r)[k], format: mapping.Indirect}
	position := make([]int64, r.Rank())
	for position[k] = range out.extent {
		out.owners = append(out.owners, it.coordinate(v, a, it.quiet(position).subscript(r, a.dim)))
	}
	return out
}

// axesOf returns the mapping of an expression's result: that of its first
// mapped operand of its rank; without one it is replicated.
func (it *interpreter) axesOf(e program.Expr) []axis {
	rank := len(it.quiet(nil).shape(e))
	if r := it.firstMapped(rank, e); r != nil && r.Rank() == rank {
		return it.sectionAxes(r, ones(rank))
	}
	return it.replicated()
}

func (it *interpreter) replicated() []axis { return make([]axis, len(it.extents)) }

// ones are the lower bounds of an array without declared ones.
func ones(rank int) []int64 {
	lower := make([]int64, rank)
	for d := range lower {
		lower[d] = 1
	}
	return lower
}
