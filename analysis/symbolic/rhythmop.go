package symbolic

// rhythm is how a register goes along an index i: where even, every period adds slope
// to it, f(i+period) = f(i) + slope. Otherwise the period is only that of the divisions
// on the way. Blocks dealt in turn, (a*i div m) mod P, repeat though no division in them
// is one of the index alone.
type rhythm struct {
	period int64 // 0: none, or too long
	slope  int64
	even   bool
	known  bool // one value for all indices, which is this
	value  int64
	grain  int64 // steps in which it grows until what it is made of wraps around; 0: not known
	stride int64 // steps after which it repeats until then
}

func (x rhythm) repeats() bool { return x.even && x.slope == 0 && x.period > 0 }

// together is that of any function of some.
func together(of ...rhythm) rhythm {
	out := rhythm{period: 1, even: true}
	for _, x := range of {
		out.period = commonPeriod(out.period, x.period)
		out.even = out.even && x.repeats()
	}
	return out
}

// along is x with a multiple of its period.
func (x rhythm) along(period int64) rhythm {
	if x.period == 0 || period == 0 {
		return rhythm{}
	}
	slope, ok := mulInt(x.slope, period/x.period)
	return rhythm{period: period, slope: slope, even: x.even && ok}
}

func (x rhythm) plus(y rhythm) rhythm {
	period := commonPeriod(x.period, y.period)
	s, t := x.along(period), y.along(period)
	slope, ok := addInt(s.slope, t.slope)
	value, fits := addInt(x.value, y.value)
	return rhythm{period: period, slope: slope, even: ok && s.even && t.even, known: x.known && y.known && fits, value: value, grain: finer(x.grain, y.grain)}
}

// finer is the smaller one of two grains that are known.
func finer(x, y int64) int64 {
	if x == 0 || y == 0 {
		return max(x, y)
	}
	return min(x, y)
}

func (x rhythm) times(y rhythm) rhythm {
	if x.known && !y.known {
		x, y = y, x
	}
	out := together(x, y)
	if !y.known {
		return out
	}
	slope, ok := mulInt(x.slope, y.value)
	value, fits := mulInt(x.value, y.value)
	return rhythm{period: x.period, slope: slope, even: x.even && ok, known: x.known && fits, value: value, grain: x.grain}
}

// over is the quotient or the remainder. Elements that are dealt in turn to P processors
// in blocks of m repeat after m*P, as long as their index does not wrap around.
func (x rhythm) over(y rhythm, remainder bool) rhythm {
	by := max(y.value, -y.value)
	out := x.divided(y, by, remainder)
	wide, ok := mulInt(x.grain, by)
	switch {
	case !y.known || !ok:
	case remainder:
		out.grain, out.stride = x.grain, wide
	default:
		out.grain = wide
	}
	return out
}

func (x rhythm) divided(y rhythm, by int64, remainder bool) rhythm {
	if !y.known || by == 0 || x.repeats() {
		return together(x, y)
	}
	rounds := by // after which every integer polynomial has the same remainder
	if x.even {
		rounds /= GCD(max(x.slope, -x.slope), by)
	}
	out := rhythm{period: shortPeriod(x.period, rounds), even: x.even}
	if x.even && !remainder {
		out.slope = x.along(out.period).slope / y.value
		out.even = x.along(out.period).even
	}
	return out
}

// under is x where a condition decides whether it is computed.
func (x rhythm) under(test rhythm) rhythm {
	out := x.along(commonPeriod(x.period, test.period))
	out.even = out.even && test.repeats()
	return out
}

// or is x or y, whichever the condition chooses that both are under.
func (x rhythm) or(y rhythm) rhythm {
	period := commonPeriod(x.period, y.period)
	s, t := x.along(period), y.along(period)
	s.even = s.even && t.even && s.slope == t.slope
	return s
}

// commonPeriod is the least common multiple, or 0 where it is too long.
func commonPeriod(x, y int64) int64 {
	if x == 0 || y == 0 {
		return 0
	}
	return shortPeriod(x, y/GCD(x, y))
}

// shortPeriod is a product up to 2^31, or 0.
func shortPeriod(x, y int64) int64 {
	if p, ok := mulInt(x, y); ok && p <= 1<<31 {
		return p
	}
	return 0
}
