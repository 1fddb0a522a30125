package process

import (
	"math"

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
	note := func(bs ...*bound) {
		for _, b := range bs {
			if b.tape != nil && depends(b) {
				l.varying = append(l.varying, varying{b, append([]*loop(nil), loops...)})
			}
		}
	}
	work := func(s *segment) {
		if s != nil {
			note(&s.uniform.bound, &s.each.bound)
		}
	}
	var walk func(o op)
	inner := func(i *loop) {
		note(&i.bounds)
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
			note(&o.ranges, &o.flags)
			work(o.call)
			work(o.message)
		case *branch:
			note(&o.shares)
			walk(ops(o.bodies))
		case *strip:
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

// regime is how far amounts are polynomials from some iteration on.
type regime struct {
	steps  float64 // so many more
	degree int
	period float64 // stride with which it might be further; 0: unknown
}

// reach follows what varies, for at most limit steps.
func (s *steps) reach(r *run, limit float64) (regime, error) {
	c := regime{steps: limit, period: 1}
	offsets := []float64{0}
	if s.stride > 1 {
		offsets = append(offsets, s.stride-1)
	}
	for _, v := range s.loop.varying {
		each := 1
		if v.bound.varied {
			each = r.grid.count
		}
		for p := range each {
			if err := r.step(1); err != nil {
				return c, err
			}
			r.grid.at(p, r.vals)
			for _, j := range offsets {
				s.follow(r, v, j, &c)
			}
			if c.steps < 1 && c.period <= 1 {
				return c, nil
			}
		}
	}
	return c, nil
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
		if empty {
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
	in := make([]symbolic.Poly, len(b.slot))
	for i, slot := range b.slot {
		if p, known := at[slot]; known {
			in[i] = p
		} else {
			in[i] = symbolic.Poly{r.vals[slot]}
		}
	}
	along := b.tape.Along(in, max(1, c.steps))
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
