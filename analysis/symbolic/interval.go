package symbolic

import (
	"math"
)

// interval holds every value of a node.
type interval struct{ lo, hi float64 }

var everything = interval{math.Inf(-1), math.Inf(1)}

func point(x num) interval {
	v := x.float()
	if x.isInt() && math.Abs(v) < 1<<53 {
		return interval{v, v}
	}
	return interval{math.Nextafter(v, math.Inf(-1)), math.Nextafter(v, math.Inf(1))}
}

// plus, times and power round outwards where float64 is not exact.
func (x interval) plus(y interval) interval {
	return interval{x.lo + y.lo, x.hi + y.hi}.outward()
}

func (x interval) times(y interval) interval {
	p := [4]float64{mul0(x.lo, y.lo), mul0(x.lo, y.hi), mul0(x.hi, y.lo), mul0(x.hi, y.hi)}
	return interval{min(p[0], p[1], p[2], p[3]), max(p[0], p[1], p[2], p[3])}.outward()
}

func (x interval) power(k int32) interval {
	if k < 0 {
		if x.lo <= 0 && x.hi >= 0 {
			if x.lo == 0 && x.hi > 0 {
				return interval{1 / x.hi, math.Inf(1)}.outward().power(-k)
			}
			return everything
		}
		return interval{1 / x.hi, 1 / x.lo}.outward().power(-k)
	}
	if k%2 == 0 && x.lo < 0 {
		m := max(-x.lo, x.hi)
		x = interval{max(0, -x.hi), m}
	}
	lo, hi := math.Pow(x.lo, float64(k)), math.Pow(x.hi, float64(k))
	return interval{lo, hi}.outward()
}

// mul0 multiplies bounds: zero times an open end is zero.
func mul0(x, y float64) float64 {
	if x == 0 || y == 0 {
		return 0
	}
	return x * y
}

func (x interval) outward() interval {
	if !exactFloat(x.lo) {
		x.lo = math.Nextafter(x.lo, math.Inf(-1))
	}
	if !exactFloat(x.hi) {
		x.hi = math.Nextafter(x.hi, math.Inf(1))
	}
	if math.IsNaN(x.lo) || math.IsNaN(x.hi) {
		return everything
	}
	return x
}

// exactFloat tells whether integer arithmetic that ends in v was exact.
func exactFloat(v float64) bool {
	return math.IsInf(v, 0) || v == math.Trunc(v) && math.Abs(v) < 1<<53
}
