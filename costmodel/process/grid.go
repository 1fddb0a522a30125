package process

import (
	"math"
	"slices"

	"github.com/parlens/parlens/analysis/source"
)

// grid is the processors that are evaluated: all of them, or representatives.
// They are numbered with the last coordinate fastest.
type grid struct {
	extents []int64
	coords  [][]int64   // per dimension, ascending: the coordinates that are evaluated
	shares  [][]float64 // per dimension: how many coordinates each of them stands for
	count   int         // processors that are evaluated
	size    float64     // processors
	sampled bool        // count < size
	looked  []int64     // per dimension: how many coordinates there are of which none is known to be like another
	skips   bool        // those between the ones that are evaluated are passed over
	beyond  []int64     // per dimension: from whom on somebody waits, where it is one that another stands for; 0: nobody does
}

// newGrid is the grid of some extents, in which coordinates from some on are alike.
func newGrid(extents, alike []float64, opt Options) (*grid, error) {
	g := &grid{size: 1, beyond: make([]int64, len(extents))}
	count := 1.0
	for i, e := range extents {
		if e != math.Trunc(e) || e < 1 || e > 1<<53 {
			return nil, errorAt(source.Span{}, "extent %g of grid dimension %d is not a positive integer", e, i+1)
		}
		g.extents = append(g.extents, int64(e))
		g.size *= e
		g.looked = append(g.looked, int64(min(e, alike[i]+1)))
		count *= float64(g.looked[i])
	}
	if count > float64(opt.MaxProcessors) {
		g.represent(opt)
		return g, nil
	}
	g.keep(func(d int) []int64 { return upTo(g.looked[d]) })
	g.sampled = false // whom some stand for are like them
	return g, nil
}

// upTo are the coordinates below n.
func upTo(n int64) []int64 {
	all := make([]int64, n)
	for i := range all {
		all[i] = int64(i)
	}
	return all
}

// clip is a range of coordinates as those that are looked at, for one that asks for it;
// empty if it is.
func (g *grid) clip(d int, own, lo, hi int64) (int64, int64) {
	if g.skips && lo <= hi {
		return g.beside(d, own, lo, hi)
	}
	last := int64(len(g.coords[d]) - 1)
	if lo > last {
		g.beyond[d] = max(g.beyond[d], lo)
	}
	if lo > hi {
		return 1, 0
	}
	return min(lo, last), min(hi, last)
}

// beside is a range of coordinates as the places of those that are looked at: of the
// range, or else the next ones in its direction. The last one stands for all behind it.
func (g *grid) beside(d int, own, lo, hi int64) (int64, int64) {
	all := g.coords[d]
	at, _ := slices.BinarySearch(all, own)
	first, _ := slices.BinarySearch(all, lo)
	last, found := slices.BinarySearch(all, hi)
	if !found {
		last--
	}
	if lo < own && first == at {
		first--
	}
	if hi > own && last == at && last < len(all)-1 {
		last++
	}
	if first > last { // between two others
		if first < len(all) && all[first]-hi < lo-all[last] {
			last = first
		} else {
			first = last
		}
	}
	return int64(first), int64(last)
}

// represent restricts the grid to representatives: the first two and the last
// two coordinates of every dimension and those of opt, or without those of opt
// when they are too many.
func (g *grid) represent(opt Options) {
	g.keep(func(d int) []int64 {
		var more []int64
		if opt.Representatives != nil {
			more = opt.Representatives(d)
		}
		return edges(g.extents[d], more)
	})
	if g.count > opt.MaxProcessors {
		g.fewer()
	}
}

// fewer leaves only the first and last two coordinates of every dimension; it
// reports whether there were more.
func (g *grid) fewer() bool {
	before := g.count
	g.keep(func(d int) []int64 { return edges(g.extents[d], nil) })
	return g.count < before
}

// edges are 0, 1, n-2, n-1 and more, those of them that are in 0..n-1, sorted.
func edges(n int64, more []int64) []int64 {
	all := append([]int64{0, 1, n - 2, n - 1}, more...)
	all = slices.DeleteFunc(all, func(c int64) bool { return c < 0 || c >= n })
	slices.Sort(all)
	return slices.Compact(all)
}

// keep evaluates the coordinates that of names. Each stands for itself and
// those up to the next one.
func (g *grid) keep(of func(dimension int) []int64) {
	g.coords, g.shares = nil, nil
	g.count = 1
	for d, n := range g.extents {
		coords := of(d)
		shares := make([]float64, len(coords))
		for i, c := range coords {
			next := n
			if i+1 < len(coords) {
				next = coords[i+1]
			}
			shares[i] = float64(next - c)
		}
		g.coords, g.shares = append(g.coords, coords), append(g.shares, shares)
		g.count *= len(coords)
	}
	g.sampled = float64(g.count) < g.size
}

// at writes the coordinates of processor p to vals.
func (g *grid) at(p int, vals []float64) {
	for d := len(g.coords) - 1; d >= 0; d-- {
		n := len(g.coords[d])
		vals[d] = float64(g.coords[d][p%n])
		p /= n
	}
}

// share is the number of processors that p stands for.
func (g *grid) share(p int) float64 {
	s := 1.0
	for d := len(g.coords) - 1; d >= 0; d-- {
		n := len(g.coords[d])
		s *= g.shares[d][p%n]
		p /= n
	}
	return s
}

// processor is the coordinates of processor p.
func (g *grid) processor(p int) []int {
	c := make([]int, len(g.coords))
	for d := len(g.coords) - 1; d >= 0; d-- {
		n := len(g.coords[d])
		c[d] = int(g.coords[d][p%n])
		p /= n
	}
	return c
}

// stride is the distance of two processors that differ by one in dimension d.
func (g *grid) stride(d int) int {
	s := 1
	for _, c := range g.coords[d+1:] {
		s *= len(c)
	}
	return s
}

// processors is the coordinates of all that are evaluated.
func (g *grid) processors() [][]int {
	all := make([][]int, g.count)
	flat := make([]float64, len(g.coords))
	cells := make([]int, g.count*len(g.coords))
	for p := range all {
		g.at(p, flat)
		all[p], cells = cells[:len(flat):len(flat)], cells[len(flat):]
		for d, c := range flat {
			all[p][d] = int(c)
		}
	}
	return all
}
