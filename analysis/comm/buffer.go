package comm

import (
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Buffered returns the elements of an item's copy to or from the buffer of input and
// output, which the first processor has. What they fetch is fetched every time.
func (n Nest) Buffered(copied *program.Assign, ranges []program.IndexRange, fixed int) ([]*Element, error) {
	es, err := n.Assign(copied, Context{Ranges: ranges}, fixed)
	for _, e := range es {
		for _, x := range e.Reads {
			x.Routine = true
		}
	}
	return es, err
}

// layoutOf returns the mapping in force of a variable: a buffer lies on the first
// processor.
func (b *Builder) layoutOf(v *program.Symbol) mapping.Layout {
	if !v.Buffer || b.joint == nil {
		return b.Layouts[v]
	}
	first := mapping.Layout{Grid: b.joint, Axes: make([]mapping.Axis, len(b.joint.Extents))}
	for g, extent := range b.joint.Extents {
		first.Axes[g] = mapping.Axis{
			Kind: mapping.Fixed, Offset: b.A.Int(0), Lower: b.A.Int(0), Extent: extent,
			Format: mapping.Format{Kind: mapping.Block, Param: b.A.Int(1)},
		}
	}
	return first
}

// Volume returns how many elements an item of input and output has, over all
// iterations of its implied DOs.
func (n Nest) Volume(item program.Expr, ranges []program.IndexRange) (symbolic.Expr, error) {
	a := n.B.A
	loops, err := n.rangeLoops(ranges, 0)
	if err != nil {
		return 0, err
	}
	r := Nest{B: n.B, Loops: append(append([]*Loop{}, n.Loops...), loops...)}.reader(0, nil)
	extents, err := r.shape(item)
	if err != nil {
		return 0, err
	}
	elements := a.Int(1)
	for _, extent := range extents {
		elements = a.Mul(elements, a.Max(a.Int(0), extent))
	}
	return n.B.Total(loops, elements), nil
}
