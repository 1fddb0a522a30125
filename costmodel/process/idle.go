package process

import (
	"math"
	"slices"

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
		from[d] = r.trimming(d, extents).least()
	}
	return from
}

// trimming looks at a program for all processors from one coordinate of a dimension on.
type trimming struct {
	*encloser
	d       int
	extents []float64
	from    float64
	rising  bool // the coordinate from which on is looked for
}

func (r *run) trimming(d int, extents []float64) *trimming {
	inner := &run{p: r.p, ctx: r.ctx, limit: math.MaxInt, vals: r.vals}
	return &trimming{d: d, extents: extents, encloser: inner.ranging()}
}

// least is the coordinate from which on all surely are alike; the extent where there is none.
// Each step is asked by itself from where it is so, and all once more together: who waits for
// whom may be so from one coordinate on and not from the next.
func (t *trimming) least() float64 {
	t.rising = true
	found := t.alike(1)
	t.rising = false
	if found && !t.alike(t.from) {
		t.from = 0
		found = t.rise(t.p.body)
	}
	if !found {
		return t.extents[t.d]
	}
	return t.from
}

// alike reports whether all from a coordinate on surely are; where that is looked for, whether
// those from the one on are that it finds.
func (t *trimming) alike(from float64) bool {
	for d, n := range t.extents {
		t.ways[d] = symbolic.Ranging{By: 1, Steps: n - 1}
	}
	t.begin(from)
	return t.same(t.p.body)
}

func (t *trimming) begin(from float64) {
	t.from = from
	t.among(from, t.extents[t.d]-1)
}

// rise finds the coordinate from which on a step is the same for all, from the present one on.
func (t *trimming) rise(o op) bool {
	rising := t.rising
	t.rising = false
	defer func() { t.rising = rising }()
	if rising && t.same(o) {
		return true
	}
	different, same := t.from, t.extents[t.d]-2
	if t.begin(same); different >= same || !t.same(o) {
		return false
	}
	for same-different > 1 {
		mid := math.Floor((different + same) / 2)
		if t.begin(mid); t.same(o) {
			same = mid
		} else {
			different = mid
		}
	}
	t.begin(same)
	return true
}

// whole reports whether a step is looked at as a whole: what the coordinate decides how often
// it is executed cannot be looked at alone.
func (t *trimming) whole(o op) bool {
	switch o := o.(type) {
	case ops:
		return false
	case *branch:
		return t.mentioned(&o.shares)
	case *loop:
		return t.mentioned(&o.bounds)
	case *sweep:
		return t.mentioned(&o.strips.bounds)
	}
	return true
}

// mentioned reports whether some output mentions the coordinate.
func (t *trimming) mentioned(b *bound) bool {
	return slices.ContainsFunc(b.mentions, func(m uint32) bool { return m&(1<<t.d) != 0 })
}

// among lets the coordinate be one of some.
func (t *trimming) among(from, to float64) {
	t.ways[t.d] = symbolic.Ranging{From: from, By: 1, Steps: to - from}
	t.vals[t.d] = from
}

// same reports whether a step is the same for all of them.
func (t *trimming) same(o op) bool {
	if t.rising && t.whole(o) {
		return t.rise(o)
	}
	switch o := o.(type) {
	case ops:
		for _, x := range o {
			if !t.same(x) {
				return false
			}
		}
		return true
	case *mark:
		return t.settled(&o.messages)
	case *segment:
		return t.nothing(o)
	case *exchange:
		return t.exchange(o)
	case *branch:
		return t.settled(&o.shares) && t.same(ops(o.bodies))
	case *sweep:
		return o.order[t.d] == 0 && t.loop(o.strips)
	case *strip:
		return o.awaits == nil && t.nothing(o.message) && t.nothing(o.body)
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
	if !t.mentioned(b) {
		return true
	}
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
