package main

import (
	"math"
	"slices"
	"strings"

	"github.com/parlens/parlens/costmodel/report"
)

var (
	kindNames  = [4]string{"computation", "communication", "overhead", "wait"}
	kindStyles = [4]style{computing, communicating, overheading, waiting}
)

func kindsOf(c report.Charge) [4]float64 {
	return [4]float64{c.Computation, c.Communication, c.Overhead, c.Wait}
}

// bar draws a charge in the given number of cells, each kind by its share.
func (t *textReport) bar(c report.Charge, cells int) string {
	var b strings.Builder
	for i, n := range split(kindsOf(c), cells) {
		b.WriteString(t.paint(kindStyles[i], strings.Repeat(t.glyphs.bar[i], n)))
	}
	return b.String()
}

// split deals cells to the parts by largest remainder; ties go to the first.
// Without a positive part there are no cells.
func split(parts [4]float64, cells int) [4]int {
	var out [4]int
	total := 0.0
	for _, p := range parts {
		total += max(0, p)
	}
	if !(total > 0) || math.IsInf(total, 0) {
		return out
	}
	rest, order := [4]float64{}, []int{0, 1, 2, 3}
	left := cells
	for i, p := range parts {
		exact := max(0, p) / total * float64(cells)
		out[i] = int(exact)
		rest[i] = exact - float64(out[i])
		left -= out[i]
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case rest[i] > rest[j]:
			return -1
		case rest[i] < rest[j]:
			return 1
		}
		return 0
	})
	for _, i := range order[:max(0, min(left, len(order)))] {
		out[i]++
	}
	return out
}

// length is the number of cells of a line's bar against the costliest line,
// at least one for a line that costs anything.
func length(time, costliest float64, cells int) int {
	if !(time > 0) || !(costliest > 0) {
		return 0
	}
	return max(1, int(math.Round(min(1, time/costliest)*float64(cells))))
}
