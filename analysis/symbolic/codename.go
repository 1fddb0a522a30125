package symbolic

import "strings"

// reserved are the words that Go or C keep for themselves, and those that the
// generated code uses.
var reserved = wordSet(`auto bool break byte case chan char const continue default defer do double else enum extern
	error fallthrough float float32 float64 floor floorDiv floorMod floor_div floor_mod fmax for func go goto if import
	int int64 interface log2 long map math max max_int package pow powInt pow_int ceilLog2 ceil_log2 range register
	return rune select short signed sizeof static string struct switch truth type typedef union unsigned var void
	volatile while`)

func wordSet(s string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(s) {
		set[w] = true
	}
	return set
}

// library are the functions that Go or the C library has already.
var library = wordSet(`abs acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1
	fabs fdim fma fmin fmod frexp gamma hypot ilogb init isfinite isinf isnan isnormal j0 j1 jn ldexp lgamma llrint
	llround log10 log1p logb lrint lround main modf nan nearbyint nextafter nexttoward remainder remquo rint round
	scalb scalbln scalbn signbit significand sin sinh sqrt tan tanh tgamma trunc y0 y1 yn`)

// FuncName is the name of the function that GoFunc and CFunc make of a name:
// the name itself unless one of the languages or its library keeps it.
func FuncName(name string) string {
	id := identifier(name)
	if word := strings.TrimRight(id, "_"); reserved[word] || library[word] {
		return id + "_"
	}
	return id
}

// identifier makes a legal identifier of a symbol's name.
func identifier(s string) string {
	var b strings.Builder
	for i, r := range s {
		letter := r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		switch {
		case letter || i > 0 && r >= '0' && r <= '9':
			b.WriteRune(r)
		default:
			b.WriteByte('_')
		}
	}
	return b.String()
}
