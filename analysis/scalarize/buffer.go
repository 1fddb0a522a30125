package scalarize

import (
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Buffered returns the elements of an item's copy to or from the buffer of input and
// output, which the first processor has. What they fetch is fetched every time.
func Buffered(n comm.Nest, copied *program.Assign, ranges []program.IndexRange, fixed int) ([]*comm.Element, error) {
	es, err := Assign(n, copied, comm.Context{Ranges: ranges}, fixed)
	for _, e := range es {
		for _, x := range e.Reads {
			x.Routine = true
		}
	}
	return es, err
}

// layoutOf returns the mapping in force of a variable: a buffer lies on the first
// processor.
func layoutOf(b *comm.Builder, v *program.Symbol) mapping.Layout {
	if !v.Buffer || b.Joint == nil {
		return b.Layouts[v]
	}
	first := mapping.Layout{Grid: b.Joint, Axes: make([]mapping.Axis, len(b.Joint.Extents))}
	for g, extent := range b.Joint.Extents {
		first.Axes[g] = mapping.Axis{
			Kind: mapping.Fixed, Offset: b.A.Int(0), Lower: b.A.Int(0), Extent: extent,
			Format: mapping.Format{Kind: mapping.Block, Param: b.A.Int(1)},
		}
	}
	return first
}

// Volume returns how many elements an item of input and output has, over all
// iterations of its implied DOs.
func Volume(n comm.Nest, item program.Expr, ranges []program.IndexRange) (symbolic.Expr, error) {
	a := n.B.A
	loops, err := rangeLoops(n, ranges, 0)
	if err != nil {
		return 0, err
	}
	if program.RankOf(item) == 0 { // a function may have arrays in its arguments
		return n.B.Total(loops, a.Int(1)), nil
	}
	r := newReader(comm.Nest{B: n.B, Loops: append(append([]*comm.Loop{}, n.Loops...), loops...), Whole: n.Whole}, 0, nil)
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
