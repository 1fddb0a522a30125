package whatif

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/mapping"
)

// A curve over thousands of numbers of processors is predicted at each where few of them
// differ (process.Curve). Where many do, a few are predicted: those whose grids have
// powers of two as extents, and what lies in the middle between them where that is not
// what they let expect, the worst first. All others are interpolated, and say so. How
// many are predicted is counted in predictions.

const (
	fewestEstimated = 256     // numbers of processors from which on some may be interpolated
	mostLooked      = 2048    // of them that are looked at ...
	mostClasses     = 640     // ... to see whether so many differ
	mostSplit       = 24      // cells that are split ...
	mostProcessors  = 1 << 16 // ... and processors that are looked at for it, in all predictions together
	fineTo          = 64      // extents up to which each power of two is predicted; beyond it each power of four is
)

// curve is a row of points along the numbers of processors, of which some are predicted.
type curve struct {
	predict func(grids [][]int) ([]Point, error)
	grids   [][]int // of the places along the axis
	known   map[string]Point
	cells   []*cell
	room    int            // processors that may still be looked at
	said    []*expectation // what is said in each cell
	of      []int          // the cell of a place
}

// newCurve predicts what is needed for the grids.
func newCurve(grids [][]int, predict func([][]int) ([]Point, error)) (*curve, error) {
	c := &curve{predict: predict, grids: grids, known: map[string]Point{}, of: make([]int, len(grids))}
	c.cells = cells(grids)
	if err := c.refine(); err != nil {
		return nil, err
	}
	for k, x := range c.cells {
		c.said = append(c.said, x.expects(c.point))
		for _, i := range x.at {
			c.of[i] = k
		}
	}
	return c, nil
}

// at is the point at a place along the axis.
func (c *curve) at(i int) Point {
	return c.said[c.of[i]].at(c.grids[i])
}

func (c *curve) point(grid []int) Point {
	var key [64]byte
	return c.known[string(appendGrid(key[:0], grid))]
}

// appendGrid appends the extents of a grid to a key.
func appendGrid(key []byte, grid []int) []byte {
	for _, extent := range grid {
		key = binary.AppendUvarint(key, uint64(extent))
	}
	return key
}

// know predicts the grids that are not known yet.
func (c *curve) know(grids [][]int) error {
	var wanted [][]int
	asked := map[string]bool{}
	for _, g := range grids {
		key := string(appendGrid(nil, g))
		if _, known := c.known[key]; !known && !asked[key] {
			asked[key] = true
			wanted = append(wanted, g)
		}
	}
	points, err := c.predict(wanted)
	for i, p := range points {
		c.known[string(appendGrid(nil, wanted[i]))] = p
		c.room -= mapping.Product(wanted[i])
	}
	return err
}

// refine splits the cells whose middle is not what their corners let expect.
func (c *curve) refine() error {
	fresh := c.cells // those whose corners are not known yet
	if err := c.know(corners(fresh)); err != nil {
		return err
	}
	c.room = mostProcessors
	var bad []split
	for left := mostSplit; ; {
		more, err := c.examine(fresh)
		if err != nil || left == 0 || c.room <= 0 {
			return err
		}
		bad = append(bad, more...)
		slices.SortStableFunc(bad, func(a, b split) int { return cmp.Compare(b.off, a.off) })
		n := min(left, len(bad), 1+left/2)
		if n == 0 {
			return nil
		}
		fresh = nil
		for _, b := range bad[:n] {
			fresh = append(fresh, b.cell.split(b.centre, c.grids)...)
			c.cells = slices.DeleteFunc(c.cells, func(x *cell) bool { return x == b.cell })
		}
		c.cells = append(c.cells, fresh...)
		bad, left = slices.Clone(bad[n:]), left-n
	}
}

// split is a cell that is not what its corners let expect.
type split struct {
	cell   *cell
	centre []int
	off    float64
}

// examine predicts the corners of cells, and the middle of those that are not flat, those
// with few processors first.
func (c *curve) examine(fresh []*cell) ([]split, error) {
	if err := c.know(corners(fresh)); err != nil {
		return nil, err
	}
	var bad []split
	var grids [][]int
	room := c.room / 2 // the other half is for the corners of the parts
	for _, x := range slices.SortedStableFunc(slices.Values(fresh), bySize) {
		if size := mapping.Product(x.centre()); !x.single() && !x.flat(c.point) && size <= room {
			room -= size
			bad = append(bad, split{cell: x, centre: x.centre()})
			grids = append(grids, x.centre())
		}
	}
	if err := c.know(grids); err != nil {
		return nil, err
	}
	for i, b := range bad {
		bad[i].off = b.cell.off(b.centre, c.point)
	}
	return slices.DeleteFunc(bad, func(b split) bool { return b.off <= alike }), nil
}

func written(grid []int) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(grid), "[]"), " ", "x")
}

// evenly lets all numbers of processors form grids of a rank.
func evenly(rank int) func(processors int) []int {
	return func(processors int) []int { return mapping.Factor(processors, rank) }
}

// gridsOf are the grids that numbers of processors form.
func gridsOf(values []Value, stands func(processors int) []int) [][]int {
	out := make([][]int, len(values))
	for i, v := range values {
		out[i] = stands(int(v.Number))
	}
	return out
}
