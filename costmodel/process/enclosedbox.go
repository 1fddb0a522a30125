package process

import (
	"math"
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// boxes are the ranges of an exchange: for every processor those that it surely waits
// for, and those that it may wait for. They are cells where the grid has cells.
type boxes struct {
	key      []float64
	surely   *window
	maybe    *window
	definite bool // both are the same, of single processors
}

// boxesOf evaluates the ranges, unless they are known.
func (b *encloser) boxesOf(x *exchange) (*boxes, error) {
	known := b.boxes[x.id]
	key := b.key(nil, x.ranges.indices)
	if known != nil && slices.Equal(known.key, key) {
		return known, nil
	}
	if known == nil {
		known = &boxes{surely: x.newWindow(b.run), maybe: x.newWindow(b.run)}
		b.boxes[x.id] = known
	}
	known.key, known.definite = key, !b.grid.sampled
	out := make([]symbolic.Hull, x.ranges.outputs)
	for d := range known.surely.lo {
		for i := range known.surely.lo[d] {
			if known.surely.separable {
				b.axis(d, i)
			} else {
				b.place(i)
			}
			if err := b.step(1); err != nil {
				return nil, err
			}
			if err := b.hulls(&x.ranges, out); err != nil {
				return nil, err
			}
			b.box(x, known, d, i, out)
		}
	}
	return known, nil
}

// axis sets the coordinates to the i-th cell of dimension d and the first of others.
func (b *encloser) axis(d, i int) {
	p := i * b.grid.stride(d)
	b.place(p)
}

// box reads the ranges of dimension d.
func (b *encloser) box(x *exchange, w *boxes, d, i int, out []symbolic.Hull) {
	last := float64(b.grid.extents[d] - 1)
	lo, hi := symbolic.Hull{}, symbolic.Hull{Lo: last, Hi: last}
	if !x.full[2*d] {
		lo = clipped(out[2*d], 0, last+1)
	}
	if !x.full[2*d+1] {
		hi = clipped(out[2*d+1], -1, last)
	}
	w.definite = w.definite && lo.Lo == lo.Hi && hi.Lo == hi.Hi
	if !b.grid.sampled {
		w.surely.lo[d][i], w.surely.hi[d][i] = b.grid.clip(d, 0, int64(lo.Hi), int64(hi.Lo))
		w.maybe.lo[d][i], w.maybe.hi[d][i] = b.grid.clip(d, 0, int64(lo.Lo), int64(hi.Hi))
		return
	}
	w.surely.lo[d][i], w.surely.hi[d][i] = b.grid.within(d, lo.Hi, hi.Lo)
	w.maybe.lo[d][i], w.maybe.hi[d][i] = b.grid.touched(d, lo.Lo, hi.Hi)
}

func clipped(h symbolic.Hull, least, most float64) symbolic.Hull {
	clip := func(v float64) float64 { return min(max(v, least), most) }
	return symbolic.Hull{Lo: clip(h.Lo), Hi: clip(h.Hi)}
}

// latest finds for every processor the one with the largest clock in its box, without
// itself where others is set; -1 where there is none.
func (b *encloser) latest(w *window, clock []float64, others bool) ([]int32, error) {
	c := &comparison{b: b, clock: clock}
	if !w.separable {
		out := make([]int32, len(clock))
		for p := range out {
			out[p] = -1
			if err := w.visit(b.run, p, func(q int) {
				if !others || q != p {
					out[p] = c.later(out[p], int32(q))
				}
			}); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	// within[k] is over the last k dimensions: those that differ in the first
	// dimension, those that do not and differ in the second, and so on.
	own := make([]int32, len(clock))
	for p := range own {
		own[p] = int32(p)
	}
	within := [][]int32{own}
	rank := len(w.lo)
	for d := rank - 1; d >= 0; d-- {
		if d == 0 && others {
			break
		}
		over, err := c.lines(d, w.lo[d], w.hi[d], within[len(within)-1], false)
		if err != nil {
			return nil, err
		}
		within = append(within, over)
	}
	if !others {
		return within[rank], nil
	}
	out := make([]int32, len(clock))
	for p := range out {
		out[p] = -1
	}
	for d := range rank {
		beside, err := c.lines(d, w.lo[d], w.hi[d], within[rank-1-d], true)
		if err != nil {
			return nil, err
		}
		for p := range out {
			if w.holds(b.grid, p, d) {
				out[p] = c.later(out[p], beside[p])
			}
		}
	}
	return out, nil
}

// comparison compares processors by their clocks.
type comparison struct {
	b     *encloser
	clock []float64
}

// later is the one of two whose clock is larger.
func (c *comparison) later(p, q int32) int32 {
	if p < 0 || q >= 0 && c.clock[q] > c.clock[p] {
		return q
	}
	return p
}

// lines finds the latest among those that differ from each in dimension d only, or of
// those beside it.
func (c *comparison) lines(d int, lo, hi []int64, from []int32, beside bool) ([]int32, error) {
	n, stride := len(lo), c.b.grid.stride(d)
	cost := 1
	for i := range lo {
		cost += windowCost(lo[i], hi[i], int64(n))
	}
	if err := c.b.step(cost * (len(from) / n)); err != nil {
		return nil, err
	}
	out := make([]int32, len(from))
	prefix, suffix := make([]int32, n+1), make([]int32, n+1)
	for first := range from {
		if first/stride%n != 0 {
			continue
		}
		prefix[0], suffix[0] = -1, -1
		for i := range n {
			prefix[i+1] = c.later(prefix[i], from[first+i*stride])
			suffix[i+1] = c.later(suffix[i], from[first+(n-1-i)*stride])
		}
		over := func(l, h int) int32 {
			switch {
			case l > h:
				return -1
			case l == 0:
				return prefix[h+1]
			case h == n-1:
				return suffix[n-l]
			}
			best := int32(-1)
			for i := l; i <= h; i++ {
				best = c.later(best, from[first+i*stride])
			}
			return best
		}
		for i := range n {
			l, h := int(lo[i]), int(hi[i])
			if beside && l <= i && i <= h {
				out[first+i*stride] = c.later(over(l, i-1), over(i+1, h))
			} else {
				out[first+i*stride] = over(l, h)
			}
		}
	}
	return out, nil
}

// cells is the grid of representatives and of what lies between them.
func (g *grid) cells() *grid {
	c := &grid{extents: g.extents, size: g.size, beyond: g.beyond}
	c.keep(func(d int) []int64 {
		var at []int64
		for _, x := range g.coords[d] {
			if at = append(at, x); x+1 < g.extents[d] {
				at = append(at, x+1)
			}
		}
		slices.Sort(at)
		return slices.Compact(at)
	})
	return c
}

// within are the cells of dimension d that lie in a range of coordinates, touched those
// that have a part in it.
func (g *grid) within(d int, lo, hi float64) (first, last int64) {
	first, last = 0, -1
	started := false
	for i, c := range g.coords[d] {
		from, to := float64(c), float64(c)+g.shares[d][i]-1
		if lo <= from && to <= hi {
			if !started {
				first, started = int64(i), true
			}
			last = int64(i)
		}
	}
	return first, last
}

func (g *grid) touched(d int, lo, hi float64) (first, last int64) {
	first, last = int64(len(g.coords[d])), -1
	for i, c := range g.coords[d] {
		from, to := float64(c), float64(c)+g.shares[d][i]-1
		if lo <= to && from <= hi {
			first, last = min(first, int64(i)), int64(i)
		}
	}
	return first, last
}

// noTime is a clock before all others.
var noTime = math.Inf(-1)
