package symbolic

import (
	"math"
)

func fused(x, y, z Poly) (Poly, bool) {
	p, ok := x.times(y)
	return p.plus(z), ok
}

// stop says that nothing is known beyond m steps.
func (f *follower) stop(m float64) { f.steps = min(f.steps, m) }

// sign is the sign of p at all steps.
func (f *follower) sign(p Poly) int {
	switch {
	case p[0] > 0:
		f.stop(p.Positive(f.steps))
		return 1
	case p[0] < 0:
		f.stop(p.scale(-1).Positive(f.steps))
		return -1
	}
	if p.Degree() > 0 {
		f.stop(0)
	}
	return 0
}

// larger is the larger one of two at all steps: at the first, where they may be
// equal, and at those after it.
func (f *follower) larger(x, y Poly) Poly {
	d := x.plus(y.scale(-1))
	if d[0] != 0 {
		if f.sign(d) > 0 {
			return x
		}
		return y
	}
	if d.Degree() == 0 {
		return x
	}
	copy(d[:], d[1:]) // d is m times this
	d[followedDegree] = 0
	if f.sign(d) >= 0 {
		return x
	}
	return y
}

// divide follows a division by a constant.
func (f *follower) divide(in *instr) bool {
	x, y := f.n[in.x], f.n[in.y]
	if y.Degree() > 0 || y[0] == 0 {
		return false
	}
	if x.Degree() == 1 {
		return f.divided(in, stair{line: x}, y[0])
	}
	q, ok := f.floor(x, y[0])
	if in.code == cModI {
		q = x.plus(q.scale(-y[0]))
	}
	f.n[in.dst] = q
	return ok
}

// floor is the largest integer not above x/y. It is a polynomial where every step
// adds a multiple of y, and constant until the next multiple is reached.
func (f *follower) floor(x Poly, y float64) (Poly, bool) {
	q, whole := Poly{math.Floor(x[0] / y)}, true
	for k := 1; k <= followedDegree; k++ {
		q[k] = x[k] / y
		whole = whole && q[k] == math.Trunc(q[k])
	}
	if whole {
		return q, true
	}
	if x.Degree() > 1 {
		f.period = lcm(f.period, math.Abs(y))
		return q, false
	}
	f.untilNext(x, y)
	return Poly{q[0]}, f.steps >= 1
}

// lcm is the least common multiple, or 0 (none) beyond 2^31.
func lcm(x, y float64) float64 {
	if x == 0 || y == 0 || x > 1<<31 || y > 1<<31 {
		return 0
	}
	g, r := x, y
	for r != 0 {
		g, r = r, math.Mod(g, r)
	}
	if l := x / g * y; l <= 1<<31 {
		return l
	}
	return 0
}
