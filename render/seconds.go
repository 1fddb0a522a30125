// Package render says in words what a report tells: hints, hovers, lenses and
// status lines. It knows no protocol: a report goes in, text comes out.
package render

import (
	"math"

	"github.com/parlens/parlens/costmodel/report"
)

// Seconds returns a time in seconds with its unit; see predict.Seconds.
func Seconds(s float64) string { return report.Seconds(s) }

// Least says that something is left out of a time; see report.Least.
func Least(partial bool, time string) string { return report.Least(partial, time) }

// Percent returns part of whole as whole percents, 0 when there is no whole.
func Percent(part, whole float64) int {
	if !(whole > 0) || math.IsNaN(part) {
		return 0
	}
	return int(math.Round(100 * min(part/whole, 1)))
}

// Count returns a count; see report.Count.
func Count(n float64) string { return report.Count(n) }
