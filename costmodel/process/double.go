package process

import "math"

// double is the sum of two numbers that do not overlap, of twice the precision of
// one (Dekker, 1971). Clocks are extrapolated over millions of iterations from a few,
// with weights that cancel: what is lost there would set processors apart that go on
// together.
type double struct{ hi, lo float64 }

func plus(x, y float64) double {
	s := x + y
	t := s - x
	return double{s, (x - (s - t)) + (y - t)}
}

func times(x, y float64) double {
	p := x * y
	return double{p, math.FMA(x, y, -p)}
}

func (x double) plus(y double) double {
	s, t := plus(x.hi, y.hi), plus(x.lo, y.lo)
	s = plus(s.hi, s.lo+t.hi)
	return plus(s.hi, s.lo+t.lo)
}

func (x double) times(y double) double {
	p := times(x.hi, y.hi)
	return plus(p.hi, p.lo+(x.hi*y.lo+x.lo*y.hi))
}

// over is the quotient by a number.
func (x double) over(y float64) double {
	q := x.hi / y
	p := times(q, y)
	return plus(q, ((x.hi-p.hi)-p.lo+x.lo)/y)
}

func (x double) minus(y double) double { return x.plus(double{-y.hi, -y.lo}) }

// later is the larger one.
func (x double) later(y double) double {
	if y.hi > x.hi || y.hi == x.hi && y.lo > x.lo {
		return y
	}
	return x
}

func (x double) value() float64 { return x.hi + x.lo }

// powerSum is the sum of x^k for x = 0..n-1 (Faulhaber), k at most 6.
func powerSum(n float64, k int) double {
	mn, odd := times(n-1, n), plus(n-1, n)
	scaled := func(x double, by, and float64) double { return x.times(double{by, 0}).plus(double{and, 0}) }
	switch k {
	case 0:
		return double{n, 0}
	case 1:
		return mn.over(2)
	case 2:
		return mn.times(odd).over(6)
	case 3:
		return mn.times(mn).over(4)
	case 4:
		return mn.times(odd).times(scaled(mn, 3, -1)).over(30)
	case 5:
		return mn.times(mn).times(scaled(mn, 2, -1)).over(12)
	}
	return mn.times(odd).times(scaled(mn.times(scaled(mn, 1, -1)), 3, 1)).over(42)
}
