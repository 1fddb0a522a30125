package aag

import (
	"fmt"

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

// fact is what a call gives a variable or an element; 0 for a value that is not known.
type fact struct {
	to    *program.Symbol
	value symbolic.Expr
}

// topology returns what a call about a grid, a communicator or a type tells, before what it changes is forgotten.
func (w *ownValues) topology(m *program.Message) []fact {
	switch m.Op {
	case program.DealsProcesses:
		return w.dimsCreate(m)
	case program.MakesGrid:
		return w.makeGrid(m)
	case program.DescribesType:
		return w.messages.describe(m)
	case program.CopiesCommunicator:
		return w.messages.copiedCommunicator(m)
	case program.PartsCommunicator:
		return w.messages.parted(m)
	case program.Packs, program.Unpacks:
		return w.messages.packed(m)
	case program.TellsCoordinates, program.TellsGrid, program.TellsNeighbours, program.TellsGridRank:
		if grid := w.gridBehind(w.variable(m.Argument("comm"))); grid != nil {
			return w.aboutGrid(m, grid)
		}
	}
	return nil
}

// dimsCreate deals the processes out over the dimensions that hold 0, as evenly as it
// goes, larger extents first.
func (w *ownValues) dimsCreate(m *program.Message) []fact {
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
	var out []fact
	nth := 0
	for d := range fixed {
		v := a.Int(fixed[d])
		if fixed[d] == 0 {
			v = w.factor(a.FloorDiv(nodes, a.Int(given)), nth, free)
			nth++
		}
		out = append(out, fact{w.elementSymbol(dims, d), v})
	}
	return out
}

// factor is the nth extent (from 0) of so many processors dealt out over dimensions.
func (w *ownValues) factor(processors symbolic.Expr, nth, dimensions int) symbolic.Expr {
	if dimensions == 1 {
		return processors
	}
	return w.b.A.Opaque(&symbolic.Function{
		Name: fmt.Sprintf("dims%d", nth+1), Key: fmt.Sprint("of ", dimensions), Result: symbolic.Index, Cost: 20, Lo: 1, Hi: 1 << 31,
		Eval: func(args []float64) (float64, error) {
			if args[0] < 1 || args[0] > 1<<31 {
				return 1, nil
			}
			return float64(mapping.Dims(int(args[0]), dimensions)[nth]), nil
		},
	}, processors)
}

// makeGrid tells what the grid behind a new communicator is like: values of parts of
// the communicator's variable, which are followed as scalars are. Dimensions that it
// does not have are 1 long, which changes no number.
func (w *ownValues) makeGrid(m *program.Message) []fact {
	to := w.variable(m.Argument("comm_cart"))
	if to == nil {
		return nil
	}
	rank, known := w.b.A.ConstInt(w.valueOf(m.Argument("ndims")))
	known = known && rank <= gridDimensions
	var out []fact
	for d := range gridDimensions {
		extent, ring := symbolic.Expr(0), symbolic.Expr(0)
		switch {
		case known && d < int(rank):
			extent, ring = w.itemOf(m.Argument("dims"), d), w.itemOf(m.Argument("periods"), d)
		case known:
			extent, ring = w.once(), w.b.A.Int(0)
		}
		out = append(out, fact{w.followedPart(to, gridExtent(d)), extent}, fact{w.followedPart(to, gridRing(d)), ring})
	}
	return out
}

// gridDimensions is how many dimensions a grid that is followed may have.
const gridDimensions = 4

// gridExtent and gridRing are the parts of a communicator that stand for the extents of
// its grid, and for 1 where a dimension closes to a ring.
func gridExtent(d int) string { return fmt.Sprintf(" extent %d", d+1) }
func gridRing(d int) string   { return fmt.Sprintf(" ring %d", d+1) }

// gridBehind is the grid of a communicator; nil where an extent is not known.
func (w *ownValues) gridBehind(communicator *program.Symbol) *cartesian {
	if communicator == nil {
		return nil
	}
	grid := &cartesian{}
	for d := range gridDimensions {
		extent := w.partHolds(w.followedPart(communicator, gridExtent(d)))
		if extent == 0 {
			return nil
		}
		grid.dims = append(grid.dims, extent)
		grid.periodic = append(grid.periodic, w.partHolds(w.followedPart(communicator, gridRing(d))))
	}
	return grid
}

// aboutGrid returns what a call asks of a known grid.
func (w *ownValues) aboutGrid(m *program.Message, grid *cartesian) []fact {
	var out []fact
	each := func(argument string, value func(d int) symbolic.Expr) {
		vector, n := w.vectorOf(m.Argument(argument), nil)
		for d := range min(n, gridDimensions) {
			out = append(out, fact{w.elementSymbol(vector, d), value(d)})
		}
	}
	scalar := func(argument string, v symbolic.Expr) {
		if to := w.variable(m.Argument(argument)); to != nil {
			out = append(out, fact{to, v})
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
		scalar("rank", w.number(grid, m.Argument("coords")))
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
func (w *ownValues) stride(grid *cartesian, d int) symbolic.Expr {
	return w.b.A.Mul(append([]symbolic.Expr{w.b.A.Int(1)}, grid.dims[d+1:]...)...)
}

func (w *ownValues) coordinate(grid *cartesian, number symbolic.Expr, d int) symbolic.Expr {
	a := w.b.A
	at := a.FloorDiv(number, w.stride(grid, d))
	if d == 0 {
		return at
	}
	return a.Mod(at, grid.dims[d])
}

// number is that of the processor with coordinates; 0 where one is not known.
func (w *ownValues) number(grid *cartesian, coords program.Expr) symbolic.Expr {
	a, out := w.b.A, w.b.A.Int(0)
	_, n := w.vectorOf(coords, nil)
	if list, ok := coords.(*program.Opaque); ok {
		n = len(list.Values)
	}
	if n == 0 {
		return 0
	}
	for d := range min(n, gridDimensions) {
		c := w.itemOf(coords, d)
		if c == 0 {
			return 0
		}
		out = a.Add(out, a.Mul(c, w.stride(grid, d)))
	}
	return out
}

// neighbour is the number of the processor so far along a dimension, that of
// MPI_PROC_NULL beyond an end.
func (w *ownValues) neighbour(grid *cartesian, d int, by symbolic.Expr) symbolic.Expr {
	a, ring := w.b.A, grid.periodic[d]
	if ring == 0 {
		return 0
	}
	at, here := w.coordinate(grid, w.b.Number(), d), w.b.Number()
	to, apart := a.Add(at, by), w.stride(grid, d)
	around := a.Add(here, a.Mul(a.Sub(a.Mod(to, grid.dims[d]), at), apart))
	inside := a.And(a.Le(a.Int(0), to), a.Lt(to, grid.dims[d]))
	within := a.Sub(a.Mul(inside, a.Add(here, a.Mul(by, apart), a.Int(1))), a.Int(1))
	return a.Cond(ring, around, within)
}
