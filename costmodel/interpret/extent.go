package interpret

import (
	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// side is one end of an array dimension.
type side struct {
	array *program.Symbol
	dim   int
	upper bool
}

// overlapAreas returns how many elements the shifts of a graph bring to each side
// of the arrays' parts: the arrays are that much longer in memory.
func overlapAreas(g *aag.Graph) map[side]int64 {
	widths := map[side]int64{}
	for _, u := range g.Units {
		if u.Comm == nil || u.Comm.Kind != comm.Shift || u.Comm.Array == nil {
			continue
		}
		for _, m := range u.Comm.Moves {
			at := side{u.Comm.Array, m.Dim, m.Offset > 0}
			widths[at] = max(widths[at], m.Offset, -m.Offset)
		}
	}
	return widths
}

// extent is how many elements of an array dimension a processor has room for. One
// that is alone along it has no overlap area.
func (i *interpreter) extent(array *program.Symbol, dim int) symbolic.Expr {
	at := dimension{array, dim}
	e, known := i.extents[at]
	if !known {
		e = i.newExtent(array, dim)
		i.extents[at] = e
	}
	return e
}

// dimension is a dimension of an array.
type dimension struct {
	array *program.Symbol
	dim   int
}

func (i *interpreter) newExtent(array *program.Symbol, dim int) symbolic.Expr {
	a, extent := i.a, i.b.LocalExtent(array, dim)
	width := i.overlaps[side{array, dim, false}] + i.overlaps[side{array, dim, true}]
	layout := i.b.Layouts[array]
	axis := layout.AxisOf(dim)
	if extent == 0 || width == 0 || axis < 0 {
		return extent
	}
	others := a.Sub(layout.DimOf(a, axis).P, a.Int(1))
	return a.Add(extent, a.Mul(a.Int(width), a.Min(a.Int(1), others)))
}
