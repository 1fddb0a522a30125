package whatif

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/parlens/parlens/analysis/mapping"
)

// Numbers of processors are compared by the grids that they form: a prime number of them
// is a long row, its neighbour may be nearly square. So what lies between predictions is
// looked for in the space of the extents, in boxes whose corners are predicted.

// cell is a box of grids. It has inner ones in all dimensions in which it has a length.
type cell struct {
	low, high []int // corners
	at        []int // places of the axis in it
	most      int   // processors that anybody asks for
	around    string
}

// cells divides grids by powers of two, and of four beyond fineTo; what is one has no
// length.
func cells(grids [][]int) []*cell {
	whole := &cell{}
	last := make([]int, len(grids[0])) // extents
	for i, g := range grids {
		whole.at, whole.most = append(whole.at, i), max(whole.most, mapping.Product(g))
		for d, extent := range g {
			last[d] = max(last[d], extent)
		}
	}
	return whole.divided(grids, func(d, extent int) (int, int) {
		low, high := 1, 1
		for high < extent {
			low, high = high, 2*high
			if low >= fineTo && high < last[d] {
				high *= 2
			}
		}
		if high == extent {
			return high, high
		}
		return low, high
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
	var low, high []int
	var key []byte
	for _, i := range c.at {
		low, high, key = low[:0], high[:0], key[:0]
		for d, extent := range grids[i] {
			l, h := ends(d, extent)
			low, high = append(low, l), append(high, h)
		}
		key = appendGrid(appendGrid(key, low), high)
		k, there := places[string(key)]
		if !there {
			k = len(out)
			places[string(key)] = k
			out = append(out, &cell{low: slices.Clone(low), high: slices.Clone(high), most: c.most, around: "between " + written(low) + " and " + written(high) + " processors"})
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

// bySize compares cells by their processors in the middle.
func bySize(a, b *cell) int {
	return cmp.Compare(mapping.Product(a.centre()), mapping.Product(b.centre()))
}

// corners are those of some cells.
func corners(of []*cell) [][]int {
	var out [][]int
	for _, c := range of {
		out = append(out, c.corners()...)
	}
	return out
}

// corners are the grids at the ends, each once, without those that are beyond.
func (c *cell) corners() [][]int {
	var out [][]int
	for ends := range c.ends() {
		if !c.beyond(ends) {
			out = append(out, c.corner(ends))
		}
	}
	return out
}

// ends is how many corners the box has; each is a number with a bit for each dimension
// that has a length, 1 for its high end.
func (c *cell) ends() int { return 1 << len(c.long()) }

// long are the dimensions that have a length.
func (c *cell) long() []int {
	var out []int
	for d, l := range c.low {
		if l < c.high[d] {
			out = append(out, d)
		}
	}
	return out
}

func (c *cell) corner(ends int) []int {
	out := slices.Clone(c.low)
	for k, d := range c.long() {
		if ends>>k&1 == 1 {
			out[d] = c.high[d]
		}
	}
	return out
}

// beyond reports whether a corner with several high ends has more processors than
// anybody asks for: what those with one high end let expect of it stands for it.
func (c *cell) beyond(ends int) bool {
	return bits.OnesCount(uint(ends)) > 1 && mapping.Product(c.corner(ends)) > c.most
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
	got, want := known(grid), c.expects(known).at(grid)
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
