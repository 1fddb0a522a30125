package symbolic

import "math/bits"

// GCD is the greatest common divisor, not negative; of 0 and x it is the size of x.
func GCD(a, b int64) int64 {
	x, y := magnitude(a), magnitude(b)
	if x == 0 || y == 0 {
		return int64(x | y)
	}
	shared := bits.TrailingZeros64(x | y)
	x >>= bits.TrailingZeros64(x)
	for y != 0 { // halving takes less than dividing
		y >>= bits.TrailingZeros64(y)
		if x > y {
			x, y = y, x
		}
		y -= x
	}
	return int64(x << shared)
}

func magnitude(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}

// addInt and mulInt report false on overflow.
func addInt(a, b int64) (int64, bool) {
	s := a + b
	return s, (s > a) == (b > 0)
}

func mulInt(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	s := int64(lo)
	// signed high word from the unsigned one
	h := int64(hi)
	if a < 0 {
		h -= b
	}
	if b < 0 {
		h -= a
	}
	return s, h == s>>63
}

// floorDivInt rounds towards minus infinity; y must not be zero.
func floorDivInt(x, y int64) int64 {
	q := x / y
	if x%y != 0 && (x < 0) != (y < 0) {
		q--
	}
	return q
}
