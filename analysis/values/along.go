package values

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// mostAlong bounds the iterations in which the values of a scalar are kept apart.
const mostAlong = 1 << 16

// iterationValues is what a scalar is in each iteration of loops around its uses.
type iterationValues struct {
	low, high []int64 // of the indices
	at        [][]int64
	values    []int64
	lost      bool // it has several values in one iteration, or there are too many
}

// goesAlong notes the value of a scalar in the iterations of the loops that it has values of its own in.
func (m *machine) goesAlong(r *program.Ref, x float64) {
	if len(r.Along) == 0 {
		return
	}
	c := m.perIteration[r.Name()]
	if c == nil {
		c = &iterationValues{}
		m.perIteration[r.Name()] = c
	}
	at := make([]int64, len(r.Along))
	for d, index := range r.Along {
		v := m.cell(index).scalar
		if v.kind != integer {
			c.lost = true
			return
		}
		at[d] = v.i
	}
	c.add(at, int64(x))
}

func (c *iterationValues) add(at []int64, x int64) {
	last := len(c.values) - 1
	switch {
	case c.lost:
		return
	case last >= 0 && slices.Equal(c.at[last], at):
		c.lost = c.values[last] != x
		return
	case last+1 >= mostAlong:
		c.lost = true
		return
	case last < 0:
		c.low, c.high = slices.Clone(at), slices.Clone(at)
	}
	for d, i := range at {
		c.low[d], c.high[d] = min(c.low[d], i), max(c.high[d], i)
	}
	c.at, c.values = append(c.at, at), append(c.values, x)
}

// Course returns what a scalar is in the iterations of the loops that its uses name as those
// that it has values of its own in: the lowest indices, their extents, and the values, column
// by column. Where it was not used it has the value of the iteration before. False where it
// has several values in an iteration, or the run does not know one.
func (r *Result) Course(name string) (lower, extent, list []int64, ok bool) {
	c, u := r.machine.perIteration[name], r.uses[name]
	if c == nil || c.lost || u == nil || u.unknown || u.min == u.max {
		return nil, nil, nil, false
	}
	size := int64(1)
	for d, low := range c.low {
		extent = append(extent, c.high[d]-low+1)
		if size *= extent[d]; size > mostAlong {
			return nil, nil, nil, false
		}
	}
	list = slices.Repeat([]int64{NoElement}, int(size))
	for k, at := range c.at {
		place, stride := int64(0), int64(1)
		for d, i := range at {
			place, stride = place+(i-c.low[d])*stride, stride*extent[d]
		}
		if list[place] != NoElement && list[place] != c.values[k] {
			return nil, nil, nil, false
		}
		list[place] = c.values[k]
	}
	before := c.values[0]
	for k, x := range list {
		if x == NoElement {
			list[k] = before
		}
		before = list[k]
	}
	return c.low, extent, list, true
}
