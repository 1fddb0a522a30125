package comm

import (
	"fmt"
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// A unit may have several processor arrangements. Arrangements of one size
// stand on the same processors, element by element in array element order (HPF
// 1.1, section 3.7); one of fewer elements stands on the first processors. So
// the dimensions of all arrangements form one grid: the coordinates in the
// first one are symbols, those in another follow from the processor's number.
// An array has copies along the dimensions of all arrangements but its own.

// arranged is where the dimensions of an arrangement stand in the joint grid.
type arranged struct {
	grid  *mapping.Grid // of the front end
	first int
	rest  bool // one more dimension: which of the groups of its size a processor is in; 0 has it
}

// arrange makes the joint grid of the layouts' arrangements.
func (b *Builder) arrange(from *symbolic.Arena, main *mapping.Grid, layouts map[*program.Symbol]mapping.Layout) {
	b.arrangements = []arranged{{grid: main}}
	b.Joint = &mapping.Grid{Extents: slices.Clone(b.Grid.Extents)}
	for _, g := range others(main, layouts) {
		if b.arrangementOf(g) == nil {
			b.addArrangement(from, main, g)
		}
	}
}

// others returns the arrangements of the layouts besides the first, in the order
// of their directives.
func others(main *mapping.Grid, layouts map[*program.Symbol]mapping.Layout) []*mapping.Grid {
	seen := map[*mapping.Grid]bool{main: true, nil: true}
	for _, l := range layouts {
		seen[l.Grid] = true
	}
	delete(seen, main)
	delete(seen, nil)
	return slices.SortedFunc(maps.Keys(seen), func(g, h *mapping.Grid) int {
		if g.At.Start != h.At.Start {
			return g.At.Start - h.At.Start
		}
		return slices.Compare([]byte(shapeName(g)), []byte(shapeName(h)))
	})
}

func shapeName(g *mapping.Grid) string { return fmt.Sprintf("%s/%d", g.Name, g.Rank()) }

// arrangementOf returns where an arrangement of g's shape stands, or nil.
func (b *Builder) arrangementOf(g *mapping.Grid) *arranged {
	for i := range b.arrangements {
		if g.SameShape(b.arrangements[i].grid) {
			return &b.arrangements[i]
		}
	}
	return nil
}

// addArrangement gives an arrangement its dimensions: coordinate d of processor
// number L is L div (q1*...*q(d-1)) mod qd.
func (b *Builder) addArrangement(from *symbolic.Arena, main, g *mapping.Grid) {
	a := b.A
	smaller := main.Smaller(from, g)
	b.arrangements = append(b.arrangements, arranged{grid: g, first: len(b.Coords), rest: smaller})
	number, size := b.number(), a.Int(1)
	for i, extent := range b.importGrid(from, g).Extents {
		for _, p := range a.Free(extent) {
			a.Assume(p.Name, 1, symbolic.Unbounded)
		}
		place := a.FloorDiv(number, size)
		if smaller || i < g.Rank()-1 {
			place = a.Mod(place, extent)
		}
		size = a.Mul(size, extent)
		b.dimension(extent, place)
	}
	if smaller {
		b.dimension(a.CeilDiv(b.size(), size), a.FloorDiv(number, size))
	}
}

func (b *Builder) dimension(extent, coordinate symbolic.Expr) {
	b.Joint.Extents = append(b.Joint.Extents, extent)
	b.Coords = append(b.Coords, coordinate)
}

// number is the processor's number in the first arrangement, the first
// dimension fastest.
func (b *Builder) number() symbolic.Expr {
	n, stride := b.A.Int(0), b.A.Int(1)
	for g, extent := range b.Grid.Extents {
		n = b.A.Add(n, b.A.Mul(stride, b.Coords[g]))
		stride = b.A.Mul(stride, extent)
	}
	return n
}

// size is the number of processors.
func (b *Builder) size() symbolic.Expr {
	n := b.A.Int(1)
	for _, extent := range b.Grid.Extents {
		n = b.A.Mul(n, extent)
	}
	return n
}

// spreadOut puts the axes of a layout on an arrangement onto the joint grid.
func (b *Builder) spreadOut(grid *mapping.Grid, axes []mapping.Axis) []mapping.Axis {
	out := make([]mapping.Axis, len(b.Joint.Extents))
	on := b.arrangementOf(grid)
	switch {
	case grid == nil:
		on = &b.arrangements[0]
	case on == nil:
		return out
	}
	copy(out[on.first:], axes)
	if on.rest {
		one := b.A.Int(1)
		rest := on.first + len(axes)
		out[rest] = mapping.Axis{
			Kind: mapping.Fixed, Offset: b.A.Int(0), Lower: b.A.Int(0), Extent: b.Joint.Extents[rest],
			Format: mapping.Format{Kind: mapping.Block, Param: one},
		}
	}
	return out
}

// onFirst turns ranges of coordinates in the joint grid into those in the first
// arrangement: everybody where another arrangement decides.
func (b *Builder) onFirst(from []Range) []Range {
	rank := b.Grid.Rank()
	if len(from) <= rank {
		return from
	}
	for g := rank; g < len(from); g++ {
		if from[g].First != b.Coords[g] || from[g].Last != b.Coords[g] {
			return b.everybody()
		}
	}
	return from[:rank]
}

func (b *Builder) everybody() []Range {
	var all []Range
	for _, extent := range b.Grid.Extents {
		all = append(all, Range{b.A.Int(0), b.A.Sub(extent, b.A.Int(1))})
	}
	return all
}

// LocalExtent returns the largest number of indices of an array dimension that a
// coordinate holds.
func (b *Builder) LocalExtent(sym *program.Symbol, d int) symbolic.Expr {
	layout := b.Layouts[sym]
	g := layout.AxisOf(d)
	if g < 0 {
		return b.extent(sym, d)
	}
	const c = "coordinate of the most"
	first, last := b.DeclaredBounds(sym, d)
	dim := layout.DimOf(b.A, g)
	held := layout.Axes[g].Held(dim, b.A.Sym(c, symbolic.Index), first, last)
	return b.A.MaxOver(c, b.A.Int(0), b.A.Sub(dim.P, b.A.Int(1)), held)
}
