// Package comm works out, for a program under a mapping and a compile scheme,
// which processor executes which iterations and what has to be communicated
// for it: program x mapping x scheme -> partitions and communications, all as
// functions of the processor's coordinates. It knows no machine number.
package comm

import (
	"fmt"

	"github.com/parlens/parlens/analysis/depend"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/scheme"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Builder holds what the analysis of a statement needs: what is the same for all
// statements of a unit, and what holds where this one stands. Its methods build
// expressions in A and so must not be called concurrently.
type Builder struct {
	*ofUnit
	State
}

// State is what the statements so far leave for the next one. It is never changed: a
// statement that leaves something else hands on another one.
type State struct {
	Layouts map[*program.Symbol]mapping.Layout // in force, in A
	// Enclosing are the DO loops around the statement, outermost first: outside a
	// message their indices are symbols.
	Enclosing []*Loop
	Own       Own // in a unit that passes messages: the values of its scalars; nil in others
}

// Around returns the builder of a statement inside other loops.
func (b *Builder) Around(loops []*Loop) *Builder {
	return &Builder{b.ofUnit, State{b.Layouts, loops, b.Own}}
}

// Under returns the builder of a statement with other mappings in force.
func (b *Builder) Under(layouts map[*program.Symbol]mapping.Layout) *Builder {
	return &Builder{b.ofUnit, State{layouts, b.Enclosing, b.Own}}
}

// Knowing returns the builder of a statement that finds other values of scalars.
func (b *Builder) Knowing(own Own) *Builder {
	return &Builder{b.ofUnit, State{b.Layouts, b.Enclosing, own}}
}

// Seeing returns a builder that knows of procedures only.
func Seeing(procedures func(name string) (p *Procedure, unseen string)) *Builder {
	return &Builder{ofUnit: &ofUnit{Procedures: procedures}}
}

// ofUnit is the same for all statements of a unit.
type ofUnit struct {
	A      *symbolic.Arena
	Grid   *mapping.Grid   // in A, the first arrangement; nil when nothing is mapped
	Coords []symbolic.Expr // the processor's coordinate in each grid dimension, those of other arrangements behind
	Scheme scheme.Scheme
	// Explicit says that only directives communicate, each time that the program comes to one.
	Explicit bool
	// Procedures returns a procedure that the unit calls, or why it is not seen.
	Procedures func(name string) (p *Procedure, unseen string)
	Circular   func(name string) bool // it comes to itself again, and is not seen for that
	Depend     *depend.Result         // of the unit's loops; nil: only what their bodies store is known
	// Others is that of [depend.Whole].
	Others func(*program.Do) bool
	// Constants are the unit's integer PARAMETERs. A procedure that has one of the same
	// name and value means the same by it.
	Constants map[string]int64
	Given     Own           // what Own is at the beginning of the unit
	Taken     symbolic.Expr // 1 on the processors that execute the unit, where others do not; 0: all do
	// Pause is called between statements: it may panic to end the building, after
	// which the cache is Interrupted. nil does nothing.
	Pause        func()
	Joint        *mapping.Grid // of all arrangements; see arrange.go
	arrangements []arranged
	*results     // before, in A
	pins         map[*program.Ref]pin
	made         map[*program.Do]map[*program.Ref]bool // see produced.go
	places       map[placeKey]place
	moves        map[*program.Remap][]mapping.Move
	Temporaries  map[*program.Symbol][]symbolic.Expr // extents, from 1
	declarations map[*program.Symbol]int64           // numbers; see query.go
	base         []byte                              // what all keys of statements begin with
	scratch      scratch                             // for one
	slabs        slabs
}

// Paused gives who waits for the graph the chance to stop.
func (b *Builder) Paused() {
	if b.Pause != nil {
		b.Pause()
	}
}

// NewBuilder imports the layouts and the grid from the arena of the front end
// into a new arena.
func NewBuilder(from *symbolic.Arena, layouts map[*program.Symbol]mapping.Layout, grid *mapping.Grid, s scheme.Scheme, remaps ...map[*program.Remap][]mapping.Move) *Builder {
	w := Uncached()
	return w.NewBuilder(from, layouts, grid, s, remaps...)
}

// begin imports the layouts and the grid.
func (b *Builder) begin(from *symbolic.Arena, layouts map[*program.Symbol]mapping.Layout, grid *mapping.Grid, remaps []map[*program.Remap][]mapping.Move) {
	if grid == nil {
		return
	}
	b.Grid = b.importGrid(from, grid)
	for g, extent := range b.Grid.Extents {
		for _, p := range b.A.Free(extent) {
			b.A.Assume(p.Name, 1, symbolic.Unbounded)
		}
		name := grid.Coordinate(g)
		b.A.Assume(name, 0, symbolic.Unbounded)
		b.Coords = append(b.Coords, b.A.Sym(name, symbolic.Index))
	}
	b.A.Assume(belowName, 0, symbolic.Unbounded)
	b.A.Assume(aboveName, 0, symbolic.Unbounded)
	b.arrange(from, grid, allLayouts(layouts, remaps))
	for g := range b.Coords {
		b.A.Assume(b.BlockName(g), 1, symbolic.Unbounded)
	}
	for sym, l := range layouts {
		b.Layouts[sym] = b.importLayout(from, l)
	}
	b.importMoves(from, remaps)
}

func (b *Builder) importGrid(from *symbolic.Arena, g *mapping.Grid) *mapping.Grid {
	copied := *g
	copied.Extents = nil
	for _, e := range g.Extents {
		copied.Extents = append(copied.Extents, b.A.Import(from, e))
	}
	return &copied
}

func (b *Builder) importLayout(from *symbolic.Arena, l mapping.Layout) mapping.Layout {
	in := func(e symbolic.Expr) symbolic.Expr {
		if e == 0 {
			return 0
		}
		return b.A.Import(from, e)
	}
	var axes []mapping.Axis
	for _, x := range l.Axes {
		x.Offset, x.Lower, x.Extent, x.Format.Param = in(x.Offset), in(x.Lower), in(x.Extent), in(x.Format.Param)
		axes = append(axes, x)
	}
	copied := mapping.Layout{Grid: b.Joint, At: l.At, Axes: b.spreadOut(l.Grid, axes)}
	for g := range copied.Axes { // BLOCK becomes BLOCK(m): worked out once
		if x := &copied.Axes[g]; x.Kind != mapping.Replicated && x.Format.Numbers == nil {
			x.Format.Param = copied.DimOf(b.A, g).BlockSize()
		}
	}
	return copied
}

// extent returns the declared extent of a dimension, or a symbol that stands
// for it when the declaration does not say.
func (b *Builder) extent(s *program.Symbol, dim int) symbolic.Expr {
	lo, hi := b.DeclaredBounds(s, dim)
	return b.A.Add(b.A.Sub(hi, lo), b.A.Int(1))
}

// DeclaredBounds returns the declared bounds of a dimension (from 0). An assumed or
// deferred upper bound is the symbol "size(name,dim)".
func (b *Builder) DeclaredBounds(s *program.Symbol, dim int) (lo, hi symbolic.Expr) {
	if extents, ok := b.Temporaries[s]; ok {
		return b.A.Int(1), extents[dim]
	}
	d := s.Dims[dim]
	lo, ok := program.ToIndex(b.A, d.Lower)
	if d.Lower == nil || !ok {
		lo = b.A.Int(1)
	}
	if s.Extents != nil && b.Own[s.Extents[dim]] != 0 {
		return lo, b.A.Add(lo, b.Own[s.Extents[dim]], b.A.Int(-1))
	}
	if d.Upper != nil {
		if hi, ok = program.ToIndex(b.A, d.Upper); ok {
			return b.Given.in(b.A, lo), b.Given.in(b.A, hi)
		}
	}
	size := b.A.Sym(program.ExtentName(s.Name, dim), symbolic.Index)
	return lo, b.A.Add(lo, size, b.A.Int(-1))
}

// BlockName is what formulas call the block size of a grid dimension (from 0).
func (b *Builder) BlockName(g int) string {
	if len(b.Coords) == 1 {
		return "block"
	}
	return fmt.Sprintf("block%d", g+1)
}

// Named returns the dimension with a name for its block size, which makes
// formulas shorter: "block", or "block1", "block2", ... by dimension of the
// arrangement.
func (b *Builder) Named(d mapping.Dim, g int) mapping.Dim {
	if d = d.In(b.A); d.Format.Kind != mapping.Block {
		return d
	}
	if _, constant := b.A.ConstInt(d.BlockSize()); !constant {
		d.Format.Param = b.A.Sym(b.BlockName(g), symbolic.Index)
	}
	return d
}
