// Package render says in words what a report tells: hints, hovers, lenses and
// status lines. It knows no protocol: a report goes in, text comes out.
package render

import (
	"fmt"
	"math"
	"strings"
)

// Seconds returns a time in seconds with three significant digits and its
// unit: "3.12 ms". Below 5 ps it is "0 s".
func Seconds(s float64) string {
	switch a := math.Abs(s); {
	case math.IsNaN(s):
		return "unknown"
	case math.IsInf(s, 0):
		return strings.TrimPrefix(fmt.Sprintf("%f s", s), "+")
	case a < 5e-12:
		return "0 s"
	case a < 999.5e-9:
		return significant(s*1e9) + " ns"
	case a < 999.5e-6:
		return significant(s*1e6) + " us"
	case a < 999.5e-3:
		return significant(s*1e3) + " ms"
	case a < 99999.5:
		return significant(s) + " s"
	default:
		return fmt.Sprintf("%.0e s", s)
	}
}

// significant returns v, whose size is below 1000 unless it is in seconds,
// with three digits.
func significant(v float64) string {
	switch a := math.Abs(v); {
	case a < 9.995:
		return fmt.Sprintf("%.2f", v)
	case a < 99.95:
		return fmt.Sprintf("%.1f", v)
	default:
		return fmt.Sprintf("%.0f", v)
	}
}

// Percent returns part of whole as whole percents, 0 when there is no whole.
func Percent(part, whole float64) int {
	if !(whole > 0) || math.IsNaN(part) {
		return 0
	}
	return int(math.Round(100 * min(part/whole, 1)))
}

// Count returns a count without a fraction that says nothing: "1,024",
// "2.5", "1.05e+12".
func Count(n float64) string {
	switch {
	case math.Abs(n) >= 1e12 || math.IsNaN(n):
		return fmt.Sprintf("%.3g", n)
	case n == math.Trunc(n):
		return thousands(fmt.Sprintf("%.0f", n))
	default:
		return fmt.Sprintf("%.4g", n)
	}
}

func thousands(digits string) string {
	sign := ""
	if strings.HasPrefix(digits, "-") {
		sign, digits = "-", digits[1:]
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}

// counted returns "1 message", "2 messages".
func counted(n float64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Count(n) + " " + noun + "s"
}
