package aag

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Cartesian topologies (MPI 4.0, chapter 8): the processors stand in a grid, row by row
// in the order of their numbers. Coordinates and neighbours are expressions in the
// processor's number, as programs compute them that keep such grids themselves.

// cartesian is the grid behind a communicator. Periodic is 1 where a dimension closes to
// a ring; 0 stands for what is not known.
type cartesian struct{ dims, periodic []symbolic.Expr }

// told is what a call gives a variable or an element; 0 for a value that is not known.
type told struct {
	to    *program.Symbol
	value symbolic.Expr
}

// topology returns what a call about a grid tells, before what it changes is forgotten.
func (w *walker) topology(m *program.Message) []told {
	switch m.Op {
	case program.DealsProcesses:
		return w.dimsCreate(m)
	case program.MakesGrid:
		w.makeGrid(m)
	case program.TellsCoordinates, program.TellsGrid, program.TellsNeighbours, program.TellsGridRank:
		if grid := w.grids[arrayOf(m.Argument("comm"))]; grid != nil {
			return w.aboutGrid(m, grid)
		}
	}
	return nil
}

// dimsCreate deals the processes out over the dimensions that hold 0, as evenly as it
// goes, larger extents first.
func (w *walker) dimsCreate(m *program.Message) []told {
	dims, rank := w.vectorOf(m.Argument("dims"), m.Argument("ndims"))
	nodes := w.valueOf(m.Argument("nnodes"))
	if dims == nil || nodes == 0 {
		return nil
	}
	a, given, free := w.b.A, int64(1), 0
	fixed := make([]int64, rank)
	for d := range fixed {
		if v, ok := a.ConstInt(w.element(dims, d)); ok && v > 0 {
			fixed[d] = v
			given *= v
		} else {
			free++
		}
	}
	var out []told
	nth := 0
	for d := range fixed {
		v := a.Int(fixed[d])
		if fixed[d] == 0 {
			v = w.factor(a.FloorDiv(nodes, a.Int(given)), nth, free)
			nth++
		}
		out = append(out, told{w.elementSymbol(dims, d), v})
	}
	return out
}

// factor is the nth extent (from 0) of so many processors dealt out over dimensions.
func (w *walker) factor(processors symbolic.Expr, nth, dimensions int) symbolic.Expr {
	if dimensions == 1 {
		return processors
	}
	return w.b.A.Opaque(&symbolic.Function{
		Name: fmt.Sprintf("dims%d", nth+1), Key: fmt.Sprint("of ", dimensions), Result: symbolic.Index, Cost: 20, Lo: 1, Hi: 1 << 31,
		Eval: func(args []float64) (float64, error) {
			if args[0] < 1 || args[0] > 1<<31 {
				return 1, nil
			}
			extents := mapping.Factor(int(args[0]), dimensions)
			slices.Sort(extents)
			return float64(extents[dimensions-1-nth]), nil
		},
	}, processors)
}

// makeGrid notes the grid of a new communicator.
func (w *walker) makeGrid(m *program.Message) {
	to := arrayOf(m.Argument("comm_cart"))
	if to == nil {
		return
	}
	if w.grids == nil {
		w.grids = map[*program.Symbol]*cartesian{}
	}
	grid := w.gridOf(m)
	if other, again := w.grids[to]; again && !reflect.DeepEqual(other, grid) {
		grid = nil // of two, which one it is depends on the way taken
	}
	w.grids[to] = grid
}

// gridOf is what MPI_CART_CREATE makes; nil where an extent is not known.
func (w *walker) gridOf(m *program.Message) *cartesian {
	dims, rank := w.vectorOf(m.Argument("dims"), m.Argument("ndims"))
	periods, _ := w.vectorOf(m.Argument("periods"), m.Argument("ndims"))
	if dims == nil || periods == nil {
		return nil
	}
	grid := &cartesian{}
	for d := range rank {
		extent := w.element(dims, d)
		if extent == 0 {
			return nil
		}
		grid.dims = append(grid.dims, extent)
		grid.periodic = append(grid.periodic, w.element(periods, d))
	}
	return grid
}

// forgetGrids drops the grids with an extent or a ring from what is changed.
func (w *walker) forgetGrids(changed func(symbolic.Expr) bool) {
	for at, grid := range w.grids {
		if grid != nil && (slices.ContainsFunc(grid.dims, changed) || slices.ContainsFunc(grid.periodic, changed)) {
			w.grids[at] = nil
		}
	}
}

func (w *walker) aboutGrid(m *program.Message, grid *cartesian) []told {
	var out []told
	each := func(argument string, value func(d int) symbolic.Expr) {
		vector, _ := w.vectorOf(m.Argument(argument), nil)
		for d := range grid.dims {
			if vector != nil {
				out = append(out, told{w.elementSymbol(vector, d), value(d)})
			}
		}
	}
	scalar := func(argument string, v symbolic.Expr) {
		if r, ok := m.Argument(argument).(*program.Ref); ok && r.Sym.Rank() == 0 {
			out = append(out, told{r.Sym, v})
		}
	}
	switch m.Op {
	case program.TellsCoordinates:
		if number := w.valueOf(m.Argument("rank")); number != 0 {
			each("coords", func(d int) symbolic.Expr { return w.coordinate(grid, number, d) })
		}
	case program.TellsGrid:
		each("dims", func(d int) symbolic.Expr { return grid.dims[d] })
		each("periods", func(d int) symbolic.Expr { return grid.periodic[d] })
		each("coords", func(d int) symbolic.Expr { return w.coordinate(grid, w.b.Number(), d) })
	case program.TellsGridRank:
		if coords, _ := w.vectorOf(m.Argument("coords"), nil); coords != nil {
			scalar("rank", w.number(grid, coords))
		}
	case program.TellsNeighbours:
		direction, known := w.b.A.ConstInt(w.valueOf(m.Argument("direction")))
		by := w.valueOf(m.Argument("disp"))
		if known && direction >= 0 && int(direction) < len(grid.dims) && by != 0 {
			scalar("rank_source", w.neighbour(grid, int(direction), w.b.A.Neg(by)))
			scalar("rank_dest", w.neighbour(grid, int(direction), by))
		}
	}
	return out
}

// stride is how far apart the numbers of neighbours along a dimension (from 0) are.
func (w *walker) stride(grid *cartesian, d int) symbolic.Expr {
	return w.b.A.Mul(append([]symbolic.Expr{w.b.A.Int(1)}, grid.dims[d+1:]...)...)
}

func (w *walker) coordinate(grid *cartesian, number symbolic.Expr, d int) symbolic.Expr {
	a := w.b.A
	at := a.FloorDiv(number, w.stride(grid, d))
	if d == 0 {
		return at
	}
	return a.Mod(at, grid.dims[d])
}

// number is that of the processor with coordinates.
func (w *walker) number(grid *cartesian, coords *program.Symbol) symbolic.Expr {
	a, out := w.b.A, w.b.A.Int(0)
	for d := range grid.dims {
		c := w.element(coords, d)
		if c == 0 {
			return 0
		}
		out = a.Add(out, a.Mul(c, w.stride(grid, d)))
	}
	return out
}

// neighbour is the number of the processor so far along a dimension, that of
// MPI_PROC_NULL beyond an end.
func (w *walker) neighbour(grid *cartesian, d int, by symbolic.Expr) symbolic.Expr {
	a := w.b.A
	ring, known := a.ConstInt(grid.periodic[d])
	if grid.periodic[d] == 0 || !known {
		return 0
	}
	at, here := w.coordinate(grid, w.b.Number(), d), w.b.Number()
	to := a.Add(at, by)
	if ring != 0 {
		return a.Add(here, a.Mul(a.Sub(a.Mod(to, grid.dims[d]), at), w.stride(grid, d)))
	}
	inside := a.And(a.Le(a.Int(0), to), a.Lt(to, grid.dims[d]))
	return a.Sub(a.Mul(inside, a.Add(here, a.Mul(by, w.stride(grid, d)), a.Int(1))), a.Int(1))
}

// mostDimensions bounds the vectors whose elements are followed.
const mostDimensions = 8

// vectorOf returns the integer or logical vector that an argument names whole, and its
// length, or what count says of it.
func (w *walker) vectorOf(e, count program.Expr) (*program.Symbol, int) {
	r, ok := e.(*program.Ref)
	if !ok || r.Sym.Rank() != 1 || len(r.Subs) > 0 {
		return nil, 0
	}
	lo, hi := w.b.DeclaredBounds(r.Sym, 0)
	size := w.b.A.Sub(hi, w.b.A.Sub(lo, w.once()))
	if count != nil {
		size = w.valueOf(count)
	}
	n, known := w.b.A.ConstInt(size)
	if _, first := w.b.A.ConstInt(lo); !known || !first || n < 1 || n > mostDimensions {
		return nil, 0
	}
	return r.Sym, int(n)
}

// elementSymbol stands for an element (from 0) of a vector: it is followed as scalars
// are, under the name that it has in the program.
func (w *walker) elementSymbol(vector *program.Symbol, d int) *program.Symbol {
	lo, _ := w.b.DeclaredBounds(vector, 0)
	first, _ := w.b.A.ConstInt(lo)
	name := fmt.Sprintf("%s(%d)", vector.Name, first+int64(d))
	if w.followed == nil {
		w.followed = map[string]*program.Symbol{}
	}
	if w.followed[name] == nil {
		w.followed[name] = &program.Symbol{Name: name, Type: vector.Type, Array: vector}
	}
	return w.followed[name]
}

// element is what an element of a vector holds; 0 where that is not known.
func (w *walker) element(vector *program.Symbol, d int) symbolic.Expr {
	if v, followed := w.scalars[w.elementSymbol(vector, d)]; followed {
		return v
	}
	return w.item(vector.Value, d)
}

// item is the value of an element of a constructor, or of what all elements are.
func (w *walker) item(e program.Expr, d int) symbolic.Expr {
	switch e := e.(type) {
	case nil:
		return 0
	case *program.Const:
		if e.Type == program.Logical {
			return w.b.A.Int(e.Int)
		}
	case *program.Opaque:
		if d < len(e.Values) {
			return w.item(e.Values[d], 0)
		}
	}
	if program.RankOf(e) == 0 {
		return w.valueOf(e)
	}
	return 0
}

// followElements notes what an assignment leaves in a vector's elements.
func (w *walker) followElements(s *program.Assign) {
	vector := s.LHS.Sym
	if vector.Rank() != 1 || vector.Type != program.Integer && vector.Type != program.Logical {
		return
	}
	whole := program.NewRef(s.LHS.Span(), vector)
	if _, n := w.vectorOf(whole, nil); n > 0 && len(s.LHS.Subs) == 0 {
		values := make([]symbolic.Expr, n)
		for d := range values {
			values[d] = w.item(s.RHS, d)
		}
		for d, v := range values {
			w.define(w.elementSymbol(vector, d), v)
		}
		return
	}
	v := w.item(s.RHS, 0)
	if s.LHS.IsElement() {
		if sub, ok := w.b.Value(s.LHS.Subs[0].Lo); ok {
			lo, _ := w.b.DeclaredBounds(vector, 0)
			if d, known := w.b.A.ConstInt(w.b.A.Sub(sub, lo)); known && d >= 0 && d < mostDimensions {
				w.define(w.elementSymbol(vector, int(d)), v)
				return
			}
		}
	}
	w.forgetElements(vector)
}

// forgetElements says that the elements of a vector are not known any more.
func (w *walker) forgetElements(vector *program.Symbol) {
	if vector.Rank() != 1 || vector.Type != program.Integer && vector.Type != program.Logical {
		return
	}
	if _, n := w.vectorOf(program.NewRef(vector.Declared, vector), nil); n > 0 {
		for d := range n {
			w.forget(w.elementSymbol(vector, d))
		}
	}
	for _, part := range w.followed {
		if part.Array == vector {
			w.forget(part)
		}
	}
}
