package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Least says of a time in words that something without a time is left out of it.
func Least(partial bool, time string) string {
	if partial {
		return "at least " + time
	}
	return time
}

// Seconds returns a time in seconds with three significant digits and its
// unit: "3.12 ms", "12,700 years". Below 5 ps it is "0 s".
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
	case a < 999.5*day:
		return significant(s/day) + " days"
	default:
		return grouped(s/year) + " years"
	}
}

// In seconds.
const (
	day  = 24 * 60 * 60
	year = 365.25 * day
)

// grouped returns v with three significant digits and its thousands apart:
// "12,700".
func grouped(v float64) string {
	if math.Abs(v) < 999.5 {
		return significant(v)
	}
	if math.Abs(v) >= 999.5e12 {
		return fmt.Sprintf("%.2e", v)
	}
	scale := math.Pow(10, math.Floor(math.Log10(math.Abs(v)))-2)
	return thousands(math.Round(v/scale) * scale)
}

// thousands returns v as a whole number with its thousands apart.
func thousands(v float64) string {
	digits := fmt.Sprintf("%.0f", v)
	for at := len(digits) - 3; at > len(digits)-len(strings.TrimPrefix(digits, "-")); at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}

// Count returns a count without a fraction that says nothing: "1,024",
// "2.5", "1.05e+12".
func Count(n float64) string {
	switch {
	case math.IsNaN(n):
		return "an unknown number of"
	case math.Abs(n) >= 1e12:
		return fmt.Sprintf("%.3g", n)
	case n == math.Trunc(n) || math.Abs(n) >= 9999.5:
		return thousands(n)
	}
	return fmt.Sprintf("%.4g", n)
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

// Bytes writes an amount of memory: "8 MiB".
func Bytes(v float64) string {
	units := []string{"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"}
	i := 0
	for v >= 1024 && i < len(units)-1 {
		v, i = v/1024, i+1
	}
	return fmt.Sprintf("%.4g %s", v, units[i])
}

// Plural writes how many there are of something: "1 message", "2 messages".
func Plural(n float64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return Count(n) + " " + what + "s"
}

// Exact writes a number with the fewest digits that read back as the same one.
func Exact(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// Titled names a unit, and which of its calls is meant, if any one is.
func Titled(kind, name, call string) string {
	if call != "" {
		call = " (" + call + ")"
	}
	return strings.TrimSpace(kind+" "+name) + call
}
