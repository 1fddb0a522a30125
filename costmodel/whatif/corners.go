package whatif

import (
	"math"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/costmodel/report"
)

// A cell has thousands of grids in it. What its corners say is worked out once for all of
// them.

// expectation is what the corners of a cell let expect of the grids in it: times that are
// powers of the extents are met, as 1/P is; each kind has its share of the time.
type expectation struct {
	*cell
	dims   []int     // those that have a length
	ratios []float64 // logarithms of how much longer the high end is in each of them
	low    Point
	ends   []corner
	least  bool   // some corner is what the time is at least
	none   *Point // what is said of all grids where a corner has no estimate
}

// corner is what a corner says.
type corner struct {
	beyond    bool // it is not known; others stand for it
	T, log    float64
	kinds     [4]float64
	efficient float64
}

// smallest bounds a time whose logarithm is taken, in seconds.
const smallest = 1e-30

// expects is what is known of the corners.
func (c *cell) expects(known func([]int) Point) *expectation {
	x := &expectation{cell: c, dims: c.long(), low: known(c.low), ends: make([]corner, c.ends())}
	for _, d := range x.dims {
		x.ratios = append(x.ratios, math.Log(float64(c.high[d])/float64(c.low[d])))
	}
	for ends := range x.ends {
		if c.beyond(ends) {
			x.ends[ends].beyond = true
			continue
		}
		p := known(c.corner(ends))
		if p.NoEstimate != "" && !c.single() {
			x.none = c.without(known)
		}
		x.ends[ends], x.least = p.corner(), x.least || p.AtLeast
	}
	return x
}

func (p Point) corner() corner {
	T := max(p.Charge.Total(), smallest)
	return corner{T: T, log: math.Log(T), kinds: p.kinds(), efficient: p.Efficient}
}

// mostCorners is how many corners are weighed without memory of their own.
const mostCorners = 16

// weights are the shares of the corners in what is said of a grid, by the logarithms of
// the extents; those that are beyond have given theirs to the others.
func (x *expectation) weights(grid []int, out []float64) []float64 {
	for range x.ends {
		out = append(out, 1)
	}
	for k, d := range x.dims {
		share := math.Log(float64(grid[d])/float64(x.cell.low[d])) / x.ratios[k]
		for ends := range out {
			if ends>>k&1 == 1 {
				out[ends] *= share
			} else {
				out[ends] *= 1 - share
			}
		}
	}
	for ends, w := range out {
		if !x.ends[ends].beyond {
			continue
		}
		out[ends] = 0
		out[0] += w
		for k := range x.dims {
			if ends>>k&1 == 1 {
				out[0] -= w
				out[1<<k] += w
			}
		}
	}
	return out
}

// at is what is expected of a grid; the only one of a cell is known.
func (x *expectation) at(grid []int) Point {
	switch {
	case x.single():
		return x.low
	case x.none != nil:
		return *x.none
	}
	out := Point{Unit: x.low.Unit, Serial: x.low.Serial, Processors: x.low.Processors, Interpolated: x.around, AtLeast: x.least}
	if mapping.Product(x.cell.low) == x.low.Processors {
		out.Processors = mapping.Product(grid)
	}
	var shares [4]float64
	var room [mostCorners]float64
	T := 0.0
	for ends, w := range x.weights(grid, room[:0]) {
		c := &x.ends[ends]
		if c.beyond {
			continue
		}
		T += w * c.log
		for k, kind := range c.kinds {
			shares[k] += w * kind / c.T
		}
		out.Efficient += w * c.efficient
	}
	T = math.Exp(T)
	sum := 0.0
	for k, x := range shares { // weights may be below zero
		shares[k] = max(x, 0)
		sum += shares[k]
	}
	T, out.Efficient = T/sum, max(out.Efficient, 0)
	out.Charge = report.Charge{Computation: T * shares[0], Communication: T * shares[1], Overhead: T * shares[2], Wait: T * shares[3]}
	out.Speedup = out.Serial / out.Charge.Total()
	return out
}

// without is a point between some that have no estimate.
func (c *cell) without(known func([]int) Point) *Point {
	out := &Point{Interpolated: c.around}
	for _, g := range c.corners() {
		p := known(g)
		out.Unit = p.Unit
		switch {
		case p.NoEstimate == "":
			out.NoEstimate = "it was not predicted, and some of those around it have no estimate"
			return out
		case out.NoEstimate == "":
			out.NoEstimate = p.NoEstimate
		}
	}
	return out
}
