package values

import "math/bits"

// bitwise are the intrinsic functions of the bits of integers, by their generic names. Integers
// have 32 bits where a function counts from the highest one, or shifts into it: results that
// another width would change are not known.
var bitwise = map[string]func([]value) value{
	"iand":   integers(func(x, y int64) (int64, bool) { return x & y, true }),
	"ior":    integers(func(x, y int64) (int64, bool) { return x | y, true }),
	"ieor":   integers(func(x, y int64) (int64, bool) { return x ^ y, true }),
	"ishft":  integers(func(x, by int64) (int64, bool) { return shifted(x, by) }),
	"shiftl": integers(func(x, by int64) (int64, bool) { return shifted(x, by) }),
	"shiftr": integers(func(x, by int64) (int64, bool) { return shifted(x, -by) }),
	"shifta": integers(func(x, by int64) (int64, bool) { return x >> uint64(by), by >= 0 }),
	"ibset":  integers(func(x, at int64) (int64, bool) { return x | 1<<uint64(at), bit(at) }),
	"ibclr":  integers(func(x, at int64) (int64, bool) { return x &^ (1 << uint64(at)), bit(at) }),
	"btest":  btest,
	"not":    one(func(x int64) (int64, bool) { return ^x, true }),
	"popcnt": one(func(x int64) (int64, bool) { return int64(bits.OnesCount64(uint64(x))), x >= 0 }),
	"trailz": one(func(x int64) (int64, bool) { return int64(bits.TrailingZeros64(uint64(x))), x != 0 }),
	"ibits":  ibits,
}

// bit reports whether a bit is one of those below the sign.
func bit(at int64) bool { return at >= 0 && at < 31 }

// shifted shifts to the left, or to the right by a negative number; false where bits would
// leave on the left, or a sign would move.
func shifted(x, by int64) (int64, bool) {
	if by <= 0 {
		return int64(uint64(x) >> uint64(-by)), x >= 0
	}
	return x << uint64(by), x >= 0 && bits.Len64(uint64(x))+int(min(by, 64)) < 32
}

func integers(f func(x, y int64) (int64, bool)) func([]value) value {
	return func(args []value) value {
		if len(args) != 2 || args[0].kind != integer || args[1].kind != integer {
			return value{}
		}
		return known(f(args[0].i, args[1].i))
	}
}

func one(f func(x int64) (int64, bool)) func([]value) value {
	return func(args []value) value {
		if len(args) != 1 || args[0].kind != integer {
			return value{}
		}
		return known(f(args[0].i))
	}
}

func known(x int64, ok bool) value {
	if !ok {
		return value{}
	}
	return intValue(x)
}

func btest(args []value) value {
	if len(args) != 2 || args[0].kind != integer || args[1].kind != integer || !bit(args[1].i) {
		return value{}
	}
	return boolValue(args[0].i>>uint64(args[1].i)&1 == 1)
}

func ibits(args []value) value {
	if len(args) != 3 || args[0].kind != integer || args[1].kind != integer || args[2].kind != integer {
		return value{}
	}
	at, n := args[1].i, args[2].i
	if args[0].i < 0 || !bit(at) || n < 0 || n > 31 {
		return value{}
	}
	return intValue(args[0].i >> uint64(at) & (1<<uint64(n) - 1))
}
