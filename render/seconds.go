// Package render says in words what a report tells: hints, hovers, lenses and
// status lines. It knows no protocol: a report goes in, text comes out.
package render

import (
	"fmt"
	"math"
	"strings"

	"github.com/parlens/parlens/costmodel/report"
)

// Seconds returns a time in seconds with its unit; see predict.Seconds.
func Seconds(s float64) string { return report.Seconds(s) }

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
	case math.IsNaN(n):
		return "an unknown number of"
	case math.Abs(n) >= 1e12:
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
