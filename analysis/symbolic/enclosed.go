package symbolic

import "math"

// enclosed holds every value that a register may have for the inputs of a Hulls:
// between lo and hi; center plus a multiple of each input's way plus something up to
// rest (affine arithmetic: Comba and Stolfi, 1993); and an integer is at modulo every.
type enclosed struct {
	lo, hi float64
	center float64
	along  [mostWays]float64 // for each input that varies: what half its way adds
	rest   float64
	every  float64 // 0: at itself; not a number: nothing is known
	at     float64
}

// mostWays is the number of inputs whose way is followed; that of others is rest.
const mostWays = 4

func exact(v float64) enclosed { return enclosed{lo: v, hi: v, center: v, at: v} }

// amid is anything between two values.
func amid(lo, hi float64) enclosed {
	if lo == hi {
		return exact(lo)
	}
	return enclosed{lo: lo, hi: hi, center: lo/2 + hi/2, rest: hi/2 - lo/2, every: math.NaN()}
}

var unknown = amid(math.Inf(-1), math.Inf(1))

func (x *enclosed) point() bool { return x.lo == x.hi }

// narrowed takes the closer of two bounds: those that it comes with, and those that
// follow from the ways.
func (x enclosed) narrowed() enclosed {
	r := x.rest
	for _, a := range x.along {
		r += math.Abs(a)
	}
	if math.IsNaN(r) || math.IsInf(r, 0) || math.IsNaN(x.center) || math.IsInf(x.center, 0) {
		return amid(x.lo, x.hi)
	}
	x.lo, x.hi = max(x.lo, x.center-r), min(x.hi, x.center+r)
	if x.lo > x.hi { // by rounding
		x.lo, x.hi = x.hi, x.lo
	}
	return x
}

func (x enclosed) plus(y enclosed) enclosed {
	if x.point() && y.point() {
		return exact(x.lo + y.lo)
	}
	z := enclosed{lo: x.lo + y.lo, hi: x.hi + y.hi, center: x.center + y.center, rest: x.rest + y.rest}
	for k := range z.along {
		z.along[k] = x.along[k] + y.along[k]
	}
	z.every, z.at = lattice(gcd(x.every, y.every), x.at+y.at)
	return z.narrowed()
}

func (x enclosed) scaled(by float64) enclosed {
	if x.point() || by == 0 {
		return exact(mul0(by, x.lo))
	}
	z := enclosed{lo: by * x.lo, hi: by * x.hi, center: by * x.center, rest: math.Abs(by) * x.rest}
	if by < 0 {
		z.lo, z.hi = z.hi, z.lo
	}
	for k := range z.along {
		z.along[k] = by * x.along[k]
	}
	z.every, z.at = lattice(math.Abs(by)*x.every, by*x.at)
	return z
}

func (x enclosed) times(y enclosed) enclosed {
	switch {
	case x.point() && y.point():
		return exact(x.lo * y.lo)
	case x.point():
		return y.scaled(x.lo)
	case y.point():
		return x.scaled(y.lo)
	}
	z := enclosed{lo: math.Inf(1), hi: math.Inf(-1)}
	for _, v := range []float64{mul0(x.lo, y.lo), mul0(x.lo, y.hi), mul0(x.hi, y.lo), mul0(x.hi, y.hi)} {
		z.lo, z.hi = min(z.lo, v), max(z.hi, v)
	}
	z.center = x.center * y.center
	squares := 0.0
	xs, ys := x.rest, y.rest
	for k := range z.along {
		z.along[k] = x.center*y.along[k] + y.center*x.along[k]
		square := x.along[k] * y.along[k] // of a way, which is between 0 and 1 times this
		z.center += square / 2
		squares += math.Abs(square)
		xs, ys = xs+math.Abs(x.along[k]), ys+math.Abs(y.along[k])
	}
	z.rest = math.Abs(x.center)*y.rest + math.Abs(y.center)*x.rest + xs*ys - squares/2
	z.every, z.at = lattice(gcd(gcd(x.every*y.at, y.every*x.at), x.every*y.every), x.at*y.at)
	return z.narrowed()
}

// larger is the larger one of two.
func (x enclosed) larger(y enclosed) enclosed {
	switch {
	case x.lo >= y.hi:
		return x
	case y.lo >= x.hi:
		return y
	}
	z := amid(max(x.lo, y.lo), max(x.hi, y.hi))
	z.every, z.at = x.common(y)
	return z
}

// or is one of two.
func (x enclosed) or(y enclosed) enclosed {
	if x == y {
		return x
	}
	z := amid(min(x.lo, y.lo), max(x.hi, y.hi))
	if !z.point() {
		z.every, z.at = x.common(y)
	}
	return z
}

// common is what is known of integers that are one of two.
func (x enclosed) common(y enclosed) (every, at float64) {
	return lattice(gcd(gcd(x.every, y.every), math.Abs(x.at-y.at)), x.at)
}

// over is the quotient by a number, of integers the one that leaves no remainder.
func (x enclosed) over(y float64) enclosed {
	z := x.scaled(1 / y)
	z.every, z.at = math.NaN(), 0
	if math.Mod(x.every, y) == 0 && math.Mod(x.at, y) == 0 {
		z.every, z.at = lattice(math.Abs(x.every/y), x.at/y)
	}
	return z
}

// floorOver is the largest integer not above the quotient by a positive number.
func (x enclosed) floorOver(y float64) enclosed {
	lo, hi := math.Floor(x.lo/y), math.Floor(x.hi/y)
	switch {
	case lo == hi:
		return exact(lo)
	case x.every >= 1 && math.Mod(x.every, y) == 0:
		return x.plus(exact(-modulo(x.at, y))).over(y)
	}
	z := x.scaled(1 / y)
	z.center, z.rest = z.center-0.5, z.rest+0.5
	z.lo, z.hi, z.every = lo, hi, math.NaN()
	return z.narrowed()
}

// modulo is the remainder with the sign of the divisor.
func modulo(x, y float64) float64 { return x - y*math.Floor(x/y) }

// lattice is what is known of an integer: at modulo every, as far as that is exact.
func lattice(every, at float64) (float64, float64) {
	const whole = 1 << 52
	switch {
	case math.IsNaN(every+at) || every > whole || math.Abs(at) > whole || every != math.Trunc(every) || at != math.Trunc(at):
		return math.NaN(), 0
	case every > 0:
		return every, modulo(at, every)
	}
	return every, at
}

// gcd is the greatest common divisor, that with 0 the other; not a number where one
// is no integer.
func gcd(x, y float64) float64 {
	x, y = math.Abs(x), math.Abs(y)
	if !(x < 1<<52) || !(y < 1<<52) || x != math.Trunc(x) || y != math.Trunc(y) {
		return math.NaN()
	}
	for y != 0 {
		x, y = y, math.Mod(x, y)
	}
	return x
}

// never0 reports whether a value is surely not 0.
func (x *enclosed) never0() bool {
	return x.lo > 0 || x.hi < 0 || x.every > 1 && x.at != 0 || x.every == 0 && x.at != 0
}

// tested is the outcome of a comparison with 0.
func (x *enclosed) tested(o op) enclosed {
	lo, hi := sign(x.lo), sign(x.hi)
	yes, no := false, false
	for s := lo; s <= hi; s++ {
		if s == 0 && x.never0() {
			continue
		}
		if holds(o, s) {
			yes = true
		} else {
			no = true
		}
	}
	switch {
	case yes && no:
		return amid(0, 1)
	case yes:
		return exact(1)
	}
	return exact(0)
}
