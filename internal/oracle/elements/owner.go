package elements

import (
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/symbolic"
)

// place is one coordinate per grid dimension; everywhere stands for all of
// them. It denotes a set of processors: those that hold an element, or that
// execute something.
type place []int

const everywhere = -1

// axis says how one grid dimension deals an array out: the element with index
// j in dimension dim lies on template index scale*j + offset (Aligned), or
// every element on template index offset (Fixed).
type axis struct {
	kind          mapping.AxisKind
	dim           int
	scale, offset int64
	lower, extent int64
	format        mapping.FormatKind
	block         int64 // indices dealt at a time
	owners        []int // coordinate of each template index, from lower on
}

// dealt reports whether different coordinates hold different elements.
func (a axis) dealt() bool { return a.kind != mapping.Replicated }

// axes evaluates the layout of an array.
func (it *interpreter) axes(v *variable) []axis {
	layout, ok := it.in.Layouts[v.symbol]
	if f := it.follower(v.symbol); f != nil && !ok {
		return it.following(f)
	}
	if !ok || layout.Grid == nil || v.symbol.Rank() == 0 {
		return it.replicated()
	}
	on := it.arrangements[layout.Grid]
	rank := len(layout.Axes)
	if on != nil && on.partial {
		rank++
	}
	if on == nil || rank != len(on.extents) {
		it.fail("array %s is mapped onto an arrangement whose extents are not known", v.symbol.Name)
	}
	axes := it.replicated()
	for g, x := range layout.Axes {
		axes[on.first+g] = it.axis(v.symbol.Name, x, on.extents[g])
	}
	if on.partial {
		axes[on.first+rank-1] = axis{kind: mapping.Fixed, extent: 1, format: mapping.Block, block: 1, owners: []int{0}}
	}
	return axes
}

func (it *interpreter) axis(name string, x mapping.Axis, p int) axis {
	a := axis{kind: x.Kind, dim: x.Dim, scale: x.Scale}
	if !a.dealt() {
		return a
	}
	a.offset, a.lower, a.extent = it.symbolic(x.Offset), it.symbolic(x.Lower), it.symbolic(x.Extent)
	a.format = x.Format.Kind
	switch {
	case x.Format.Kind == mapping.GenBlock || x.Format.Kind == mapping.Indirect:
		a.owners = it.dealByTable(name, a, it.table(x.Format.Table), p)
		return a
	case x.Format.Param != 0:
		a.block = it.symbolic(x.Format.Param)
	case x.Format.Kind == mapping.Cyclic:
		a.block = 1
	default:
		a.block = smallestBlock(a.extent, p)
	}
	a.owners = it.deal(name, a, p)
	return a
}

// smallestBlock returns the size that BLOCK has: the smallest with which p
// blocks cover n indices, found by trying.
func smallestBlock(n int64, p int) int64 {
	m := int64(1)
	for m*int64(p) < n {
		m++
	}
	return m
}

// deal hands the template's indices out, block by block: BLOCK gives every
// coordinate one block, CYCLIC goes round.
func (it *interpreter) deal(name string, a axis, p int) []int {
	if a.block < 1 {
		it.fail("blocks of %d in the mapping of %s", a.block, name)
	}
	owners := make([]int, 0, max(0, a.extent))
	coordinate, dealt := 0, int64(0)
	for range max(0, a.extent) {
		if dealt == a.block {
			coordinate, dealt = coordinate+1, 0
		}
		if coordinate == p && a.format == mapping.Block {
			it.fail("blocks of %d on %d processors do not cover the template of %s", a.block, p, name)
		}
		coordinate %= p
		owners = append(owners, coordinate)
		dealt++
	}
	return owners
}

// coordinate returns where the index of the aligned dimension lies.
func (it *interpreter) coordinate(v *variable, a axis, index int64) int {
	switch a.kind {
	case mapping.Replicated:
		return everywhere
	case mapping.Fixed:
		index = 0
	}
	t := a.scale*index + a.offset
	if t < a.lower || t >= a.lower+a.extent {
		it.fail("an element of %s lies on template index %d, outside %d:%d", v.symbol.Name, t, a.lower, a.lower+a.extent-1)
	}
	return a.owners[t-a.lower]
}

// holders returns where the element lies.
func (it *interpreter) holders(v *variable, offset int) place {
	where := it.all()
	index := v.index(offset)
	for g, a := range v.axes {
		at := int64(0)
		if a.kind == mapping.Aligned {
			at = index[a.dim]
		}
		where[g] = it.coordinate(v, a, at)
	}
	return where
}

// all returns the place of all processors.
func (it *interpreter) all() place {
	where := make(place, len(it.extents))
	for g := range where {
		where[g] = everywhere
	}
	return where
}

// members returns the processors of a place in ascending order. Numbers count
// the grid with the first dimension fastest.
func (it *interpreter) members(where place) []int {
	var members []int
	for p := range it.procs {
		if it.holds(where, p) {
			members = append(members, p)
		}
	}
	return members
}

func (it *interpreter) holds(where place, p int) bool {
	for g, c := range it.coordinates[p] {
		if where[g] != everywhere && where[g] != c {
			return false
		}
	}
	return true
}

// coordinates returns the grid coordinates of processor p.
func coordinates(grid []int, p int) []int {
	c := make([]int, len(grid))
	for g, extent := range grid {
		c[g] = p % extent
		p /= extent
	}
	return c
}

// nearest returns the processor among candidates that agrees with p in most
// coordinates; of several the smallest.
func (it *interpreter) nearest(candidates []int, p int) int {
	best, agreement := -1, -1
	for _, q := range candidates {
		if n := it.agreement(p, q); n > agreement {
			best, agreement = q, n
		}
	}
	return best
}

func (it *interpreter) agreement(p, q int) int {
	n, cp, cq := 0, it.coordinates[p], it.coordinates[q]
	for g := range cp {
		if cp[g] == cq[g] {
			n++
		}
	}
	return n
}

// symbolic evaluates an expression of a layout; none is 0.
func (it *interpreter) symbolic(e symbolic.Expr) int64 {
	if e == 0 {
		return 0
	}
	v, err := it.in.Arena.Eval(e, it.env)
	if err != nil || v != float64(int64(v)) {
		it.fail("a mapping without an integer value: %v (%v)", v, err)
	}
	return int64(v)
}
