package render

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/parlens/parlens/costmodel/report"
)

// HintWidth is the most characters that a hint has.
const HintWidth = 43

// A Hint is the text at the end of one line.
type Hint struct {
	Line    int     // from 1
	Cost    float64 // seconds; decides which hints go first
	Share   float64 // of the unit's time, 0 to 1
	Kind    string  // of most of the time: "computation", ...; Unknown without an estimate; "" in a model
	Part    float64 // share of that kind in the line's time, 0 to 1
	Label   string
	Tooltip string
}

// Unknown is the kind of the hint of a line without an estimate.
const Unknown = "unknown"

// HintKinds are the kinds that hints can have.
var HintKinds = []string{"computation", "communication", "overhead", "wait", Unknown}

// Filter says which lines get a hint.
type Filter struct {
	Threshold float64  // share of the unit's time below which a line has none; in Spar of its method's
	Hot       bool     // only the costliest, which make up most of the time
	Kinds     []string // of HintKinds; nil for all
}

// most is the share of a unit's time that its hot lines make up.
const most = 0.8

// Hints returns the hints for the lines first..last, by line: of each unit the
// lines that pass the filter, those without an estimate, and those that a run has timed.
func Hints(r *report.Report, timed []Timed, f Filter, first, last int) []Hint {
	var hints []Hint
	for _, u := range r.Units {
		least := f.least(u)
		for _, l := range u.Lines {
			if l.Line < first || l.Line > last {
				continue
			}
			t, measured := timedOn(timed, l.Line)
			if !measured && !worthAHint(l, least(l)) {
				continue
			}
			h := hintOf(u, l)
			if measured {
				h.Label, h.Tooltip = t.label(u, h.Label), h.Tooltip+"\n"+t.sentence(u)
			}
			if f.Kinds == nil || slices.Contains(f.Kinds, h.Kind) {
				hints = append(hints, h)
			}
		}
	}
	return hints
}

// least returns the seconds from which on a line of the unit has a hint. Where no line
// takes the threshold's share, the costliest have one, as many as could take it: a
// unit whose time is spread over its lines is not without any.
func (f Filter) least(u *report.Unit) func(*report.Line) float64 {
	least := f.share(u)
	if slices.ContainsFunc(u.Lines, func(l *report.Line) bool { return l.Charge.Total() >= max(least(l), math.SmallestNonzeroFloat64) }) {
		return least
	}
	all := costliest(u.Lines)
	all = all[:min(len(all), max(1, int(1/f.Threshold)))]
	return func(*report.Line) float64 { return all[len(all)-1] }
}

// share returns the seconds of the threshold, or of the unit's hot lines if they are more.
func (f Filter) share(u *report.Unit) func(*report.Line) float64 {
	floor, methods := 0.0, methodTimes(u)
	if f.Hot {
		floor = whole(u).hot()
	}
	return func(l *report.Line) float64 {
		total := u.Charge.Total()
		if i := methodAt(methods, l.Line); i >= 0 {
			total = methods[i].seconds
		}
		return max(floor, f.Threshold*total)
	}
}

// methodTime is what the lines of a method of a Spar program take, whose unit is the
// whole program.
type methodTime struct {
	first, last int
	seconds     float64
}

func methodTimes(u *report.Unit) []methodTime {
	if u.Models == nil {
		return nil
	}
	var out []methodTime
	for _, p := range u.Models.Processes {
		out = append(out, methodTime{first: p.Line, last: p.End})
	}
	for _, l := range u.Lines {
		if i := methodAt(out, l.Line); i >= 0 {
			out[i].seconds += l.Charge.Total()
		}
	}
	return out
}

// methodAt is the number of the method that a line stands in; -1 for none.
func methodAt(methods []methodTime, line int) int {
	i := sort.Search(len(methods), func(i int) bool { return methods[i].first > line }) - 1
	if i >= 0 && line > methods[i].last {
		return -1
	}
	return i
}

// hot returns the seconds of the cheapest of the hot lines: the fewest that make up
// most of the time.
func (p part) hot() float64 {
	sum := 0.0
	for _, t := range costliest(p.lines) {
		if sum += t; sum >= most*p.charge.Total() {
			return t
		}
	}
	return 0
}

// costliest are the times of the lines, the largest first.
func costliest(lines []*report.Line) []float64 {
	var all []float64
	for _, l := range lines {
		all = append(all, l.Charge.Total())
	}
	slices.SortFunc(all, func(a, b float64) int { return cmp.Compare(b, a) })
	return all
}

func worthAHint(l *report.Line, least float64) bool {
	t := l.Charge.Total()
	return l.NoEstimate != "" || t > 0 && t >= least
}

func hintOf(u *report.Unit, l *report.Line) Hint {
	h := Hint{Line: l.Line, Cost: l.Charge.Total(), Kind: Unknown, Label: label(u, l), Tooltip: tooltip(u, l)}
	if h.Cost > 0 {
		main := dominant(l.Charge)
		h.Kind, h.Part, h.Share = main.name, Finite(main.seconds/h.Cost), Finite(min(h.Cost/u.Charge.Total(), 1))
	}
	return h
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

// label is the time and what most of it is: " 1.31 s  wait  61%". Its columns
// are where they are whatever the numbers are, so that nothing jumps while they
// change.
func label(u *report.Unit, l *report.Line) string {
	total := l.Charge.Total()
	switch {
	case total == 0:
		return fmt.Sprintf("%8s  %s", "?", shortened(l.NoEstimate, HintWidth-len("12345678  ")))
	case l.Calibrated != "":
		what, _, _ := strings.Cut(l.Calibrated, ":")
		return fmt.Sprintf("%8s  by %s", short(total), shortened(what, HintWidth-len("12345678  by ")))
	}
	main := dominant(l.Charge)
	return fmt.Sprintf("%8s  %s %3d%%%s", mark(l)+short(total), main.name[:4], Percent(main.seconds, total), spread(total, l.Interval))
}

// mark says in a character what a time is beside exact: at least this much, or
// for values that are assumed.
func mark(l *report.Line) string {
	switch {
	case l.NoEstimate != "":
		return "≥"
	case len(l.Assumed) > 0:
		return "~"
	}
	return ""
}

// about marks the time of some lines together that rests on values that are assumed.
func about(p part) string {
	if report.Doubtful(p.lines...) {
		return "~"
	}
	return ""
}

// spread is how far a time's interval reaches to the wider side: "  ±8%".
func spread(total float64, i report.Interval) string {
	if i == (report.Interval{}) {
		return ""
	}
	return fmt.Sprintf("  ±%d%%", int(math.Ceil(100*max(total-i.Low, i.High-total)/total)))
}

// dominant returns the kind that most of a time is, the first of equal ones.
func dominant(c report.Charge) kind {
	return slices.MaxFunc(kinds(c), func(a, b kind) int { return cmp.Compare(a.seconds, b.seconds) })
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
	if total == 0 {
		return "No estimate: " + l.NoEstimate
	}
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
