package process

import (
	"math"
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// A loop whose body mentions its index goes on in stretches in which every
// amount is a polynomial in the iteration: the rows of one block, the columns
// that are left to all in turn. reach finds where such a stretch ends.

// varying is an expression list in a loop's body that depends on the index, with
// the loops between them, outermost first.
type varying struct {
	bound *bound
	loops []*loop
	idle  *bound // where its first outputs are 0, the list does not matter; nil: it always does
	outs  int    // so many of them
}

// vary lists what depends on the index of l in its body.
func (l *loop) vary() {
	slots := map[int]bool{l.slot: true}
	var loops []*loop
	depends := func(b *bound) bool {
		for _, slot := range b.indices {
			if slots[slot] {
				return true
			}
		}
		return false
	}
	note := func(b, idle *bound, outs int) {
		if b.tape != nil && depends(b) {
			for _, slot := range b.indices {
				if slot != l.slot && !slices.Contains(l.around, slot) {
					l.around = append(l.around, slot)
				}
			}
			l.varying = append(l.varying, varying{b, slices.Clone(loops), idle, outs})
		}
	}
	work := func(s *segment) {
		if s != nil {
			note(&s.uniform.bound, nil, 0)
			note(&s.each.bound, &s.each.bound, s.each.outputs)
		}
	}
	var walk func(o op)
	inner := func(i *loop) {
		note(&i.bounds, nil, 0)
		slots[i.slot] = depends(&i.bounds)
		loops = append(loops, i)
		walk(i.body)
		loops = loops[:len(loops)-1]
		delete(slots, i.slot)
	}
	walk = func(o op) {
		switch o := o.(type) {
		case ops:
			for _, x := range o {
				walk(x)
			}
		case *segment:
			work(o)
		case *exchange:
			idle := &o.flags
			if !o.mayBeQuiet {
				idle = nil
			}
			note(&o.flags, idle, 1)
			note(&o.ranges, idle, 1)
			work(o.call)
			work(o.message)
		case *branch:
			note(&o.shares, nil, 0)
			walk(ops(o.bodies))
		case *strip:
			if o.awaits != nil {
				work(o.awaits)
			}
			work(o.message)
			work(o.body)
		case *sweep:
			inner(o.strips)
		case *loop:
			inner(o)
		}
	}
	walk(l.body)
}

// follow narrows c by one expression list at the iterations offset, offset +
// stride and so on, for some places in the loops between.
func (s *steps) follow(r *run, v varying, offset float64, c *regime) {
	for place := range places {
		at := map[int]symbolic.Poly{s.loop.slot: {s.lo + s.by*(s.first+offset), s.by * s.stride}}
		empty, sums := false, 0
		for _, l := range v.loops {
			var b [3]symbolic.Poly
			if !s.polys(r, &l.bounds, at, c, sums, b[:]) {
				return
			}
			if empty = c.empty(b[2]); empty {
				break
			}
			at[l.slot] = inside(b, place)
			sums += b[2].Degree()
		}
		if empty || v.idle != nil && v.idle != v.bound && s.idle(r, v, at, c) {
			continue
		}
		if !s.polys(r, v.bound, at, c, sums, nil) {
			return
		}
		if len(v.loops) == 0 {
			return
		}
	}
}

// empty reports whether a loop has no iterations, and narrows c to where that
// stays so.
func (c *regime) empty(trips symbolic.Poly) bool {
	trips[0] -= 0.5
	none := trips[0] < 0
	if none {
		for k := range trips {
			trips[k] = -trips[k]
		}
	}
	c.steps = trips.Positive(c.steps)
	return none
}

// places are the first and last iterations of a loop, those beside them, and one
// in the middle.
const places = 5

// inside is one of the places in a loop with the given lower bound, step and number of iterations.
func inside(b [3]symbolic.Poly, place int) symbolic.Poly {
	lo, by, trips := b[0], b[1][0], b[2]
	at := lo
	switch place {
	case 1:
		at[0] += by * min(1, trips[0]-1)
	case 2:
		at[0] += by * math.Floor((trips[0]-1)/2)
	case 3, 4:
		for k := range at {
			at[k] += by * trips[k]
		}
		at[0] -= by * min(float64(place-2), trips[0])
	}
	return at
}

// polys follows one expression list; false where that is not possible. It counts as
// often as loops around it have iterations, a polynomial of the degree sums.
func (s *steps) polys(r *run, b *bound, at map[int]symbolic.Poly, c *regime, sums int, out []symbolic.Poly) bool {
	along := b.along(r, at, c.steps)
	c.period = lcm(c.period, along.Period)
	c.steps = min(c.steps, along.Steps)
	if along.Steps < 1 {
		return false
	}
	for _, p := range along.Out {
		c.degree = max(c.degree, p.Degree()+sums)
	}
	copy(out, along.Out)
	return true
}

// idle reports whether nothing asks for v as far as c reaches.
func (s *steps) idle(r *run, v varying, at map[int]symbolic.Poly, c *regime) bool {
	along := v.idle.along(r, at, c.steps)
	if along.Steps < max(1, c.steps) {
		return false
	}
	for _, p := range along.Out[:v.outs] {
		if p != (symbolic.Poly{}) {
			return false
		}
	}
	return true
}

// along follows a tape for at most so many steps, from the values of the slots and those of
// them that change on the way.
func (b *bound) along(r *run, at map[int]symbolic.Poly, steps float64) symbolic.Segment {
	in := make([]symbolic.Poly, len(b.slot))
	for i, slot := range b.slot {
		if p, known := at[slot]; known {
			in[i] = p
		} else {
			in[i] = symbolic.Poly{r.vals[slot]}
		}
	}
	return b.tape.Along(in, max(1, steps))
}

// lcm is the least common multiple of two periods, 0 where it is too long.
func lcm(x, y float64) float64 {
	if x == 0 || y == 0 {
		return 0
	}
	g, rest := x, y
	for rest != 0 {
		g, rest = rest, math.Mod(g, rest)
	}
	if l := x / g * y; l <= longestStride {
		return l
	}
	return 0
}

const longestStride = 4096 // iterations in one step
