package symbolic

import (
	"math"
	"slices"
)

// stair is an integer that goes in steps: a line, and the sum of k*floor(x/y) for some x
// of the same kind. As long as it is only compared or divided it need not be cut where it
// changes, but where the outcome does: the owner of a row changes from block to block,
// whether it is one processor only twice; the owner of element h + j*floor(h/j) changes
// where that reaches the next block, not after every j.
type stair struct {
	line   Poly // of degree 1 at most
	treads []tread
}

type tread struct {
	k, y float64
	x    stair
}

// mostTreads bounds those of a stair, with those inside.
const mostTreads = 16

func (s stair) at(m float64) float64 {
	v := s.line[0] + s.line[1]*m
	for _, t := range s.treads {
		v += t.k * math.Floor(t.x.at(m)/t.y)
	}
	return v
}

func (s stair) level() bool { return s.line[1] == 0 && len(s.treads) == 0 }

// direction tells whether a stair surely never falls, and whether it never rises.
func (s stair) direction() (up, down bool) {
	up, down = s.line[1] >= 0, s.line[1] <= 0
	for _, t := range s.treads {
		u, d := t.x.direction()
		if (t.k > 0) != (t.y > 0) {
			u, d = d, u
		}
		up, down = up && u, down && d
	}
	return up, down
}

func (s stair) size() int {
	n := len(s.treads)
	for _, t := range s.treads {
		n += t.x.size()
	}
	return n
}

func (s stair) equal(o stair) bool {
	return s.line == o.line && slices.EqualFunc(s.treads, o.treads, func(t, u tread) bool {
		return t.k == u.k && t.y == u.y && t.x.equal(u.x)
	})
}

func (s stair) plus(o stair) stair {
	out := stair{line: s.line.plus(o.line), treads: slices.Clone(s.treads)}
	for _, t := range o.treads {
		out.add(t)
	}
	return out
}

// add makes one tread of those with equal quotients.
func (s *stair) add(t tread) {
	i := slices.IndexFunc(s.treads, func(u tread) bool { return t.y == u.y && t.x.equal(u.x) })
	if i < 0 {
		s.treads = append(s.treads, t)
	} else if s.treads[i].k += t.k; s.treads[i].k == 0 {
		s.treads = slices.Delete(s.treads, i, i+1)
	}
}

func (s stair) scale(by float64) stair {
	if by == 0 {
		return stair{}
	}
	out := stair{line: s.line.scale(by), treads: slices.Clone(s.treads)}
	for i := range out.treads {
		out.treads[i].k *= by
	}
	return out
}

// over is the quotient by y, rounded down, and the remainder. What grows by multiples of
// y leaves none.
func (s stair) over(y float64) (quotient, remainder stair) {
	whole := func(x float64) bool { return math.Mod(x, y) == 0 }
	var q, rest stair
	q.line[0] = math.Floor(s.line[0] / y)
	rest.line[0] = s.line[0] - q.line[0]*y
	if whole(s.line[1]) {
		q.line[1] = s.line[1] / y
	} else {
		rest.line[1] = s.line[1]
	}
	for _, t := range s.treads {
		if whole(t.k) {
			q.treads = append(q.treads, tread{t.k / y, t.y, t.x})
		} else {
			rest.treads = append(rest.treads, t)
		}
	}
	if rest.level() {
		return q, rest
	}
	remainder = rest.plus(stair{treads: []tread{{-y, y, rest}}})
	q.add(tread{1, y, rest})
	return q, remainder
}
