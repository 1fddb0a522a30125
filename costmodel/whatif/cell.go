package whatif

import (
	"fmt"
	"math"
	"slices"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/costmodel/report"
)

// Numbers of processors are compared by the grids that they form: a prime number of them
// is a long row, its neighbour may be nearly square. So what lies between predictions is
// looked for in the space of the extents, in boxes whose corners are predicted.

// cell is a box of grids. It has inner ones in all dimensions in which it has a length.
type cell struct {
	low, high []int // corners
	at        []int // places of the axis in it
}

// cells divides grids by powers of two; what is one has no length.
func cells(grids [][]int) []*cell {
	whole := &cell{}
	for i := range grids {
		whole.at = append(whole.at, i)
	}
	return whole.divided(grids, func(_, extent int) (int, int) {
		high := 1
		for high < extent {
			high *= 2
		}
		if high == extent {
			return high, high
		}
		return high / 2, high
	})
}

// split divides a cell at a grid.
func (c *cell) split(centre []int, grids [][]int) []*cell {
	return c.divided(grids, func(d, extent int) (int, int) {
		switch m := centre[d]; {
		case extent < m:
			return c.low[d], m
		case extent > m:
			return m, c.high[d]
		}
		return extent, extent
	})
}

// divided makes cells of what ends hold in each dimension around the extents.
func (c *cell) divided(grids [][]int, ends func(d, extent int) (low, high int)) []*cell {
	var out []*cell
	places := map[string]int{}
	for _, i := range c.at {
		var low, high []int
		for d, extent := range grids[i] {
			l, h := ends(d, extent)
			low, high = append(low, l), append(high, h)
		}
		key := fmt.Sprint(low, high)
		k, there := places[key]
		if !there {
			k = len(out)
			places[key] = k
			out = append(out, &cell{low: low, high: high})
		}
		out[k].at = append(out[k].at, i)
	}
	return out
}

// single reports whether a cell is one grid.
func (c *cell) single() bool { return slices.Equal(c.low, c.high) }

// centre is the grid in the middle, by factors.
func (c *cell) centre() []int {
	out := slices.Clone(c.low)
	for d, l := range c.low {
		if h := c.high[d]; h > l {
			out[d] = min(max(int(math.Round(math.Sqrt(float64(l)*float64(h)))), l+1), h-1)
		}
	}
	return out
}

// corners are the grids at the ends, each once.
func (c *cell) corners() [][]int {
	out := [][]int{nil}
	for d, l := range c.low {
		var next [][]int
		for _, g := range out {
			next = append(next, append(slices.Clone(g), l))
			if h := c.high[d]; h > l {
				next = append(next, append(slices.Clone(g), h))
			}
		}
		out = next
	}
	return out
}

// weight is the share of a corner in what is said of a grid: by the logarithms of the
// extents.
func (c *cell) weight(corner, grid []int) float64 {
	w := 1.0
	for d, l := range c.low {
		h := c.high[d]
		if h == l {
			continue
		}
		share := math.Log(float64(grid[d])/float64(l)) / math.Log(float64(h)/float64(l))
		if corner[d] == l {
			share = 1 - share
		}
		w *= share
	}
	return w
}

// smallest bounds a time whose logarithm is taken, in seconds.
const smallest = 1e-30

// interpolated is what the corners let expect of a grid: times that are powers of the
// extents are met, as 1/P is; each kind has its share of the time.
func (c *cell) interpolated(grid []int, known func([]int) Point) Point {
	corners := c.corners()
	first := known(corners[0])
	out := Point{Unit: first.Unit, Serial: first.Serial, Processors: first.Processors, Around: [2][]int{c.low, c.high}}
	if mapping.Product(corners[0]) == first.Processors {
		out.Processors = mapping.Product(grid)
	}
	var shares [4]float64
	T := 0.0
	for _, g := range corners {
		p := known(g)
		if p.NoEstimate != "" {
			return c.without(known)
		}
		w, t := c.weight(g, grid), max(p.Charge.Total(), smallest)
		T += w * math.Log(t)
		for k, x := range p.kinds() {
			shares[k] += w * x / t
		}
		out.Efficient += w * p.Efficient
	}
	T = math.Exp(T)
	out.Charge = report.Charge{Computation: T * shares[0], Communication: T * shares[1], Overhead: T * shares[2], Wait: T * shares[3]}
	out.Speedup = out.Serial / T
	return out
}

// without is a point between some that have no estimate.
func (c *cell) without(known func([]int) Point) Point {
	out := Point{Around: [2][]int{c.low, c.high}}
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

// kinds are the kinds of time.
func (p Point) kinds() [4]float64 {
	c := p.Charge
	return [4]float64{c.Computation, c.Communication, c.Overhead, c.Wait}
}

// flat reports whether the corners take the same time nearly.
func (c *cell) flat(known func([]int) Point) bool {
	low, high := math.Inf(1), 0.0
	for _, g := range c.corners() {
		p := known(g)
		if p.NoEstimate != "" {
			return false
		}
		low, high = min(low, p.Charge.Total()), max(high, p.Charge.Total())
	}
	return high <= (1+alike)*low
}

// off is how far a prediction is from what the corners let expect of it, as a part of
// its time.
func (c *cell) off(grid []int, known func([]int) Point) float64 {
	got, want := known(grid), c.interpolated(grid, known)
	if got.NoEstimate != want.NoEstimate {
		return math.Inf(1)
	}
	T := max(got.Charge.Total(), smallest)
	most := math.Abs(want.Charge.Total() - T)
	for k, x := range got.kinds() {
		most = max(most, math.Abs(x-want.kinds()[k]))
	}
	return most / T
}
