package symbolic

import (
	"math"
	"math/big"
	"strconv"
)

// num is an exact rational coefficient. Nearly all of them fit two int64; the
// others fall back on math/big. Exactness is what makes the result independent
// of the order of construction: float addition is not associative.
type num struct {
	n, d int64    // value n/d in lowest terms, d > 0, while b is nil; d == 0 marks an undefined number
	b    *big.Rat // the value when it does not fit; never one that would
}

// maxNumBits bounds numerator plus denominator of a coefficient; beyond it the
// number is undefined and the expression reads "number too large".
const maxNumBits = 4096

var (
	zero   = num{0, 1, nil}
	one    = num{1, 1, nil}
	minus1 = num{-1, 1, nil}
	badNum = num{0, 0, nil}
)

func intNum(v int64) num { return num{v, 1, nil} }

func ratNum(n, d int64) num {
	if d == 0 {
		return badNum
	}
	if n == math.MinInt64 || d == math.MinInt64 {
		return bigNum(new(big.Rat).SetFrac(big.NewInt(n), big.NewInt(d)))
	}
	if d < 0 {
		n, d = -n, -d
	}
	if g := GCD(n, d); g > 1 {
		n, d = n/g, d/g
	}
	return num{n, d, nil}
}

// floatNum reads a float as the shortest decimal that denotes it, so 0.1 is
// exactly 1/10 and 0.1 + 0.2 is 0.3.
func floatNum(v float64) num {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return badNum
	}
	if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
		return intNum(int64(v))
	}
	r, ok := new(big.Rat).SetString(strconv.FormatFloat(v, 'e', -1, 64))
	if !ok {
		return badNum
	}
	return bigNum(r)
}

// bigNum normalises a big rational into a num.
func bigNum(r *big.Rat) num {
	if r.Num().IsInt64() && r.Denom().IsInt64() && r.Num().Int64() != math.MinInt64 {
		return num{r.Num().Int64(), r.Denom().Int64(), nil}
	}
	if r.Num().BitLen()+r.Denom().BitLen() > maxNumBits {
		return badNum
	}
	return num{b: r, d: 1}
}

func (x num) bad() bool    { return x.d == 0 }
func (x num) isZero() bool { return x.b == nil && x.n == 0 && x.d != 0 }
func (x num) isOne() bool  { return x.b == nil && x.n == 1 && x.d == 1 }
func (x num) isInt() bool  { return x.b == nil && x.d == 1 || x.b != nil && x.b.IsInt() }

// long tells whether a multiple of a common factor has so many digits that the
// factor should not stand apart: 0.6931471805599453 and 2 are 6931471805599453
// and 20000000000000000 times 1e-16.
func (x num) long() bool { return x.b != nil || x.n > 1_000_000_000 || x.n < -1_000_000_000 }

// int64 returns the value when it is an integer that fits.
func (x num) int64() (int64, bool) { return x.n, x.b == nil && x.d == 1 }

func (x num) sign() int {
	if x.b != nil {
		return x.b.Sign()
	}
	switch {
	case x.n > 0:
		return 1
	case x.n < 0:
		return -1
	}
	return 0
}

func (x num) rat() *big.Rat {
	if x.b != nil {
		return x.b
	}
	return new(big.Rat).SetFrac64(x.n, x.d)
}

// wholeFloats is the number below which all whole ones are a float64.
const wholeFloats = 1 << 53

func (x num) float() float64 {
	if x.bad() {
		return math.NaN()
	}
	if x.b == nil && (x.d == 1 || -wholeFloats < x.n && x.n < wholeFloats && x.d < wholeFloats) {
		return float64(x.n) / float64(x.d) // rounded once
	}
	f, _ := x.rat().Float64()
	return f
}

func (x num) neg() num {
	if x.b != nil {
		return bigNum(new(big.Rat).Neg(x.b))
	}
	if x.n == math.MinInt64 {
		return bigNum(new(big.Rat).Neg(x.rat()))
	}
	return num{-x.n, x.d, nil}
}

func (x num) abs() num {
	if x.sign() < 0 {
		return x.neg()
	}
	return x
}

func (x num) add(y num) num {
	if x.bad() || y.bad() {
		return badNum
	}
	if x.b == nil && y.b == nil {
		if x.d == y.d {
			if s, ok := addInt(x.n, y.n); ok && x.d == 1 {
				return num{s, 1, nil}
			} else if ok {
				return ratNum(s, x.d)
			}
		} else if p, ok := mulInt(x.n, y.d); ok {
			if q, ok := mulInt(y.n, x.d); ok {
				if s, ok := addInt(p, q); ok {
					if d, ok := mulInt(x.d, y.d); ok {
						return ratNum(s, d)
					}
				}
			}
		}
	}
	return bigNum(new(big.Rat).Add(x.rat(), y.rat()))
}

func (x num) sub(y num) num { return x.add(y.neg()) }

func (x num) mul(y num) num {
	if x.bad() || y.bad() {
		return badNum
	}
	if x.b == nil && y.b == nil {
		if x.isOne() {
			return y
		}
		if n, ok := mulInt(x.n, y.n); ok {
			if x.d == 1 && y.d == 1 && n != math.MinInt64 {
				return num{n, 1, nil}
			}
			if d, ok := mulInt(x.d, y.d); ok {
				return ratNum(n, d)
			}
		}
	}
	return bigNum(new(big.Rat).Mul(x.rat(), y.rat()))
}

// inv is 1/x; undefined for zero.
func (x num) inv() num {
	if x.sign() == 0 {
		return badNum
	}
	if x.b == nil {
		return ratNum(x.d, x.n)
	}
	return bigNum(new(big.Rat).Inv(x.b))
}

func (x num) cmp(y num) int { return x.sub(y).sign() }

// pow is x to a small integer power, undefined when the digits explode.
func (x num) pow(k int32) num {
	if k < 0 {
		x, k = x.inv(), -k
	}
	r := one
	for ; k > 0 && !r.bad(); k >>= 1 {
		if k&1 == 1 {
			r = r.mul(x)
		}
		if k > 1 {
			x = x.mul(x)
		}
	}
	return r
}

// floor is the largest integer not above x.
func (x num) floor() num {
	if x.isInt() || x.bad() {
		return x
	}
	if x.b == nil {
		return intNum(floorDivInt(x.n, x.d))
	}
	return bigNum(new(big.Rat).SetInt(new(big.Int).Div(x.b.Num(), x.b.Denom())))
}

// gcdNum is the largest positive g such that x/g and y/g are integers.
func gcdNum(x, y num) num {
	if x.b == nil && y.b == nil && x.n != math.MinInt64 && y.n != math.MinInt64 {
		g := GCD(x.n, y.n)
		if l, ok := mulInt(x.d/GCD(x.d, y.d), y.d); ok && g > 0 {
			return ratNum(g, l)
		}
	}
	a, b := x.rat(), y.rat()
	n := new(big.Int).GCD(nil, nil, new(big.Int).Abs(a.Num()), new(big.Int).Abs(b.Num()))
	g := new(big.Int).GCD(nil, nil, a.Denom(), b.Denom())
	d := new(big.Int).Mul(new(big.Int).Quo(a.Denom(), g), b.Denom())
	if n.Sign() == 0 {
		return zero
	}
	return bigNum(new(big.Rat).SetFrac(n, d))
}

// String prints an integer, a short decimal when that is exact, or a fraction.
func (x num) String() string {
	if x.bad() {
		return "undefined"
	}
	if v, ok := x.int64(); ok {
		return strconv.FormatInt(v, 10)
	}
	r := x.rat()
	if p, exact := r.FloatPrec(); exact && p <= 30 {
		if f := strconv.FormatFloat(x.float(), 'g', -1, 64); len(f) < p+2 {
			if y, ok := new(big.Rat).SetString(f); ok && y.Cmp(r) == 0 {
				return f
			}
		}
		return r.FloatString(p)
	}
	return r.RatString()
}
