package process

import (
	"math"

	"github.com/parlens/parlens/analysis/symbolic"
)

// Where a program has fewer rows than there are processors, those without any have
// all the same clock: nothing comes to them, and what they do does not depend on who
// they are. One of them stands for all, and nothing is lost: who waits for one of them
// waits for that one.

// leastTrimmed is the extent of a dimension of the grid from which on it is looked at.
const leastTrimmed = 16

// idle finds for each dimension the coordinate from which on all are alike; its extent
// where there is none.
func (r *run) idle(extents []float64) []float64 {
	from := append([]float64(nil), extents...)
	for d, n := range extents {
		if n < leastTrimmed || n > 1<<53 {
			continue
		}
		t := r.trimming(d, extents)
		if !t.alike(n - 2) {
			continue
		}
		different, alike := 0.0, n-2
		for alike-different > 1 {
			if mid := math.Floor((different + alike) / 2); t.alike(mid) {
				alike = mid
			} else {
				different = mid
			}
		}
		from[d] = alike
	}
	return from
}

// trimming looks at a program for all processors from one coordinate of a dimension on.
type trimming struct {
	*encloser
	d       int
	extents []float64
	from    float64
}

func (r *run) trimming(d int, extents []float64) *trimming {
	inner := &run{p: r.p, ctx: r.ctx, limit: math.MaxInt, vals: r.vals}
	return &trimming{d: d, extents: extents, encloser: &encloser{run: inner, ways: make([]symbolic.Ranging, r.p.slots)}}
}

// alike reports whether all from a coordinate on surely are.
func (t *trimming) alike(from float64) bool {
	t.from = from
	for d, n := range t.extents {
		t.ways[d] = symbolic.Ranging{By: 1, Steps: n - 1}
	}
	t.among(from, t.extents[t.d]-1)
	return t.same(t.p.body)
}

// among lets the coordinate be one of some.
func (t *trimming) among(from, to float64) {
	t.ways[t.d] = symbolic.Ranging{From: from, By: 1, Steps: to - from}
	t.vals[t.d] = from
}

// same reports whether a step is the same for all of them.
func (t *trimming) same(o op) bool {
	switch o := o.(type) {
	case ops:
		for _, x := range o {
			if !t.same(x) {
				return false
			}
		}
		return true
	case *mark:
		return true
	case *segment:
		return t.nothing(o)
	case *exchange:
		return t.exchange(o)
	case *branch:
		return t.settled(&o.shares) && t.same(ops(o.bodies))
	case *sweep:
		return o.order[t.d] == 0 && t.loop(o.strips)
	case *strip:
		return t.nothing(o.message) && t.nothing(o.body)
	case *loop:
		return t.loop(o)
	}
	return false
}

// loop looks at all iterations together.
func (t *trimming) loop(l *loop) bool {
	var b [3]symbolic.Hull
	if err := t.hulls(&l.bounds, b[:]); err != nil || b[1].Lo != b[1].Hi {
		return false
	}
	if b[2].Hi < 1 {
		return true
	}
	far := b[1].Lo * (b[2].Hi - 1)
	way := symbolic.Ranging{From: b[0].Lo + min(0, far), By: 1, Steps: b[0].Hi - b[0].Lo + math.Abs(far)}
	if math.IsInf(way.Steps, 0) || math.IsNaN(way.From) {
		return false
	}
	if b[0].Lo == b[0].Hi {
		way = symbolic.Ranging{From: b[0].Lo, By: b[1].Lo, Steps: b[2].Hi - 1}
	}
	t.ways[l.slot], t.vals[l.slot] = way, way.From
	same := t.same(l.body)
	t.ways[l.slot] = symbolic.Ranging{}
	return same
}

// nothing reports whether nothing in a segment depends on the coordinate.
func (t *trimming) nothing(s *segment) bool {
	if s == nil || len(s.each.items) == 0 {
		return true
	}
	return t.settled(&s.each.bound)
}

// settled reports whether outputs that mention the coordinate have one value.
func (t *trimming) settled(b *bound) bool {
	out := make([]symbolic.Hull, b.outputs)
	if err := t.hulls(b, out); err != nil {
		return false
	}
	for i, h := range out {
		if b.mentions[i]&(1<<t.d) == 0 {
			continue
		}
		if h.Lo != h.Hi {
			return false
		}
	}
	return true
}

// exchange reports whether all wait for the same ones, or nothing comes to any of them
// and nothing is asked of them that senders spend or wait for.
func (t *trimming) exchange(x *exchange) bool {
	if !t.settled(&x.flags) || !t.nothing(x.call) || !t.nothing(x.message) {
		return false
	}
	if x.ranges.outputs == 0 {
		return true
	}
	plain := x.sends == Matched && x.call == nil && !x.queues
	if plain && t.settled(&x.ranges) { // all wait for the same ones
		return true
	}
	var flags [4]symbolic.Hull
	if err := t.hulls(&x.flags, flags[:]); err != nil || flags[0].Hi > 0 || plain {
		return err == nil && flags[0].Hi <= 0
	}
	// Nothing comes to the one before them either, and nobody else waits for them.
	last := t.extents[t.d] - 1
	defer t.among(t.from, last)
	t.among(t.from-1, last)
	if err := t.hulls(&x.flags, flags[:]); err != nil || flags[0].Hi > 0 || t.from < 2 {
		return false
	}
	out := make([]symbolic.Hull, x.ranges.outputs)
	t.among(0, t.from-2)
	err := t.hulls(&x.ranges, out)
	return err == nil && !x.full[2*t.d+1] && out[2*t.d+1].Hi < t.from
}
