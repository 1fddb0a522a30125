package evaluate

import (
	"fmt"
	"math"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// otherGrids gives the extents of the unit's further arrangements their values:
// what the program declares, if it stands on the processors that there are;
// else all processors, spread evenly.
func (n *numbers) otherGrids() {
	total := mapping.Product(n.grid)
	for _, g := range n.m.unit.OtherGrids() {
		extents, size := n.declaredExtents(g)
		whole := n.wasWhole(g)
		switch {
		case extents == nil, whole && size != total:
			extents = mapping.Factor(total, g.Rank())
		case size > total:
			n.problem(g.At, source.Error, "processors", fmt.Sprintf("the arrangement %s has %d processors, more than the %d that there are: they are spread evenly", g.Name, size, total))
			extents = mapping.Factor(total, g.Rank())
		}
		for d, extent := range g.Extents {
			for _, s := range n.m.unit.Arena.Free(extent) {
				n.env[s.Name] = float64(extents[d])
			}
		}
	}
}

// assumedTables notes the vectors of GEN_BLOCK and INDIRECT whose values nobody
// knows before run time.
func (n *numbers) assumedTables() {
	seen := map[string]bool{}
	for _, sym := range n.m.unit.Symbols {
		for _, x := range n.m.unit.Layouts[sym].Axes {
			if f := x.Format; f.Tabled() && f.Numbers == nil && !seen[f.Table] {
				seen[f.Table] = true
				n.assume(f.Table, "equal blocks", fmt.Sprintf("the values of %s are not known before run time, and %s depends on them", f.Table, f.Kind))
			}
		}
	}
}

// wasWhole reports whether the program declares as many processors for the
// arrangement as for the first one.
func (n *numbers) wasWhole(g *mapping.Grid) bool {
	return !n.m.unit.Grid.Smaller(n.m.unit.Arena, g)
}

// declaredExtents evaluates the extents that the program gives; nil when it
// leaves one open.
func (n *numbers) declaredExtents(g *mapping.Grid) (extents []int, size int) {
	size = 1
	for d := range g.Declared {
		v, ok := n.extent(g, d)
		if !ok || v > math.MaxInt32/size {
			return nil, 0
		}
		extents = append(extents, v)
		size *= v
	}
	return extents, size
}

// alone gives every extent of the unit's arrangements the value 1.
func (n *numbers) alone(env map[string]float64) {
	set := func(a *symbolic.Arena, extents []symbolic.Expr) {
		for _, e := range extents {
			for _, s := range a.Free(e) {
				env[s.Name] = 1
			}
		}
	}
	for _, g := range n.m.unit.OtherGrids() {
		set(n.m.unit.Arena, g.Extents)
	}
	for d := range n.grid {
		env[extentName(n.m, d)] = 1
	}
	n.touchedAlone(env)
	for _, u := range patterned(n.m.graph) {
		env[u.Comm.Pattern] = 0 // nothing is sent
	}
}
