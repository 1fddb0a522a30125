package render

import (
	"fmt"
	"math"
	"strings"

	"github.com/parlens/parlens/costmodel/report"
)

// HintWidth is the most characters that a hint has.
const HintWidth = 43

// A Hint is the text at the end of one line.
type Hint struct {
	Line    int     // from 1
	Cost    float64 // seconds; decides which hints go first
	Label   string
	Tooltip string
}

// Hints returns the hints for the lines first..last, by line: of each unit the
// lines whose share of its time reaches the threshold (0..1). Lines without an
// estimate have none: the unit's lens counts them, their hovers say why.
func Hints(r *report.Report, threshold float64, first, last int) []Hint {
	var hints []Hint
	for _, u := range r.Units {
		for _, l := range u.Lines {
			if l.Line >= first && l.Line <= last && worthAHint(u, l, threshold) {
				hints = append(hints, Hint{Line: l.Line, Cost: l.Charge.Total(), Label: label(u, l), Tooltip: tooltip(u, l)})
			}
		}
	}
	return hints
}

func worthAHint(u *report.Unit, l *report.Line, threshold float64) bool {
	t := l.Charge.Total()
	return l.NoEstimate == "" && t > 0 && t >= threshold*u.Charge.Total()
}

// short is Seconds within seven columns: long times in days (d) and years (y).
func short(s float64) string {
	const day, year = 24 * 60 * 60, 365.25 * 24 * 60 * 60
	switch {
	case s < 99_999.5:
		return Seconds(s)
	case s < 999.5*day:
		return fmt.Sprintf("%.3g d", s/day)
	case s < 99_999.5*year:
		return fmt.Sprintf("%.0f y", s/year)
	}
	return fmt.Sprintf("%.0e y", s/year)
}

// label has the same width whatever the numbers are, so that a line does not
// jump while its numbers change.
func label(u *report.Unit, l *report.Line) string {
	total := l.Charge.Total()
	if l.Calibrated != "" {
		what, _, _ := strings.Cut(l.Calibrated, ":")
		return fmt.Sprintf("%7s %3d%% by %s", short(total), Percent(total, u.Charge.Total()), shortened(what, HintWidth-len("1234567 100% by ")))
	}
	return fmt.Sprintf("%7s %3d%% %s", short(total), Percent(total, u.Charge.Total()), split(l.Charge))
}

// split shows how the time divides into computation, communication and the
// larger of the two other kinds, in percents.
func split(c report.Charge) string {
	third, part := "over", c.Overhead
	if c.Wait > c.Overhead {
		third, part = "wait", c.Wait
	}
	p := Percents(c.Computation, c.Communication, part, c.Total()-c.Computation-c.Communication-part)
	text := fmt.Sprintf("comp %2d comm %2d %s %2d", p[0], p[1], third, p[2])
	if len(text) > len("comp 60 comm 30 over 10") {
		text = strings.Replace(text, "  ", " ", 1) // 100 is a digit longer, and all others are 0
	}
	return text
}

// Percents returns the parts as whole percents of their sum, which add up to
// 100: what rounding loses goes to the parts with the largest fractions, ties
// to the first. All are 0 when the sum is.
func Percents(parts ...float64) []int {
	sum, percents, fractions := 0.0, make([]int, len(parts)), make([]float64, len(parts))
	for _, v := range parts {
		sum += max(v, 0)
	}
	if !(sum > 0) || math.IsInf(sum, 0) {
		return percents
	}
	left := 100
	for i, v := range parts {
		whole, fraction := math.Modf(100 * max(v, 0) / sum)
		percents[i], fractions[i] = int(whole), fraction
		left -= int(whole)
	}
	for ; left > 0; left-- {
		largest := 0
		for i, f := range fractions {
			if f > fractions[largest] {
				largest = i
			}
		}
		percents[largest]++
		fractions[largest] = -1
	}
	return percents
}

// tooltip is the breakdown in a few plain lines.
func tooltip(u *report.Unit, l *report.Line) string {
	total := l.Charge.Total()
	lines := []string{fmt.Sprintf("%s, %d%% of %s (%s)", Seconds(total), Percent(total, u.Charge.Total()), nameOf(u), Seconds(u.Charge.Total()))}
	for _, k := range kinds(l.Charge) {
		if k.seconds > 0 {
			lines = append(lines, fmt.Sprintf("%s %s", k.name, Seconds(k.seconds)))
		}
	}
	if l.Calibrated != "" {
		lines = append(lines, l.Calibrated)
	}
	for _, c := range l.Comms {
		lines = append(lines, reason(c))
	}
	return strings.Join(lines, "\n")
}

// kind is one kind of time with its name.
type kind struct {
	name    string
	seconds float64
}

func kinds(c report.Charge) []kind {
	return []kind{{"computation", c.Computation}, {"communication", c.Communication}, {"overhead", c.Overhead}, {"wait", c.Wait}}
}
