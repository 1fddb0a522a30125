package render

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/parlens/parlens/costmodel/report"
)

// A Lens is a line of text above a line of the source.
type Lens struct {
	Line  int // from 1
	Title string
}

// Lenses returns one lens per unit and outer loop, by line; a module, which only declares,
// has none. A construct of
// one line has none: the hint says it already. Units that took another time since then
// say so.
func Lenses(r *report.Report, since Since) []Lens {
	var lenses []Lens
	for _, u := range r.Units {
		if !u.Empty || u.Kind != "module" {
			lenses = append(lenses, Lens{Line: u.Start, Title: unitTitle(r, u, since)})
		}
		for _, l := range outermost(u.Loops) {
			if l.EndLine > l.Line {
				lenses = append(lenses, Lens{Line: l.Line, Title: loopTitle(u, l)})
			}
		}
	}
	slices.SortStableFunc(lenses, func(a, b Lens) int { return a.Line - b.Line })
	return lenses
}

// outermost are the loops of a unit that no other one encloses, by line.
func outermost(loops []*report.Loop) []*report.Loop {
	loops = slices.Clone(loops)
	slices.SortStableFunc(loops, func(a, b *report.Loop) int {
		return cmp.Or(a.Line-b.Line, b.EndLine-a.EndLine)
	})
	var out []*report.Loop
	end := 0 // of the last one, beyond which others are not inside
	for _, l := range loops {
		last := len(out) - 1
		if l.EndLine > end || last >= 0 && l.Line == out[last].Line && l.EndLine == out[last].EndLine {
			out, end = append(out, l), l.EndLine
		}
	}
	return out
}

func unitTitle(r *report.Report, u *report.Unit, since Since) string {
	if u.NoEstimate != "" {
		return "no estimate: " + u.NoEstimate
	}
	return UnitLine(u) + since.of(u) + ", " + r.Machine.Name + withoutEstimate(u) + calledFrom(u)
}

// calledFrom names the callers of a procedure: "; 4 calls from main".
func calledFrom(u *report.Unit) string {
	if len(u.Callers) == 0 {
		return ""
	}
	var names []string
	for _, c := range u.Callers {
		if !slices.Contains(names, c.Unit) {
			names = append(names, c.Unit)
		}
	}
	if len(names) > mostCallers {
		names = append(names[:mostCallers], fmt.Sprintf("%d more", len(names)-mostCallers))
	}
	return fmt.Sprintf("; %s from %s", report.Plural(u.Calls, "call"), strings.Join(names, ", "))
}

// mostCallers is how many callers are named.
const mostCallers = 5

// Callers says where the calls of a procedure come from, and what each of them takes.
func Callers(u *report.Unit) []string {
	var out []string
	for i, c := range u.Callers {
		if i == mostCallers {
			return append(out, fmt.Sprintf("and from %s more", report.Plural(float64(len(u.Callers)-i), "place")))
		}
		text := fmt.Sprintf("%s by %s, line %d", report.Plural(c.Calls, "time"), c.Unit, c.Line)
		if c.File != "" {
			text += " of " + filepath.Base(c.File)
		}
		if c.With != "" {
			text += " with " + c.With
		}
		out = append(out, text+": "+Seconds(c.Time))
	}
	return out
}

// withoutEstimate counts the lines that the total leaves out.
func withoutEstimate(u *report.Unit) string {
	n := 0
	for _, l := range u.Lines {
		if l.NoEstimate != "" {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return ", " + report.Plural(float64(n), "line") + " without estimate"
}

// UnitLine says in one line what a unit costs.
func UnitLine(u *report.Unit) string {
	text := about(whole(u)) + Seconds(u.Charge.Total())
	text = Least(u.Partial(), text)
	if len(u.Grid) > 0 {
		text += " on " + Grid(u.Grid) + " processors"
	}
	if u.Speedup > 0 {
		text += fmt.Sprintf(", speedup %.3g", u.Speedup)
	}
	if u.Efficiency > 0 {
		text += fmt.Sprintf(", efficiency %d%%", Percent(u.Efficiency, 1))
	}
	return text
}

func loopTitle(u *report.Unit, l *report.Loop) string {
	if c := l.Calling; c.Some() {
		return fmt.Sprintf("%s loop: %s, %d%% of %s, %s", l.Kind, calling(c), Percent(c.Charge.Total(), u.Charge.Total()), nameOf(u), report.Plural(l.Iterations, "iteration"))
	}
	return fmt.Sprintf("%s loop: %s%s, %d%% of %s, %s", l.Kind, about(partOf(u, l.Line, l.EndLine)), Seconds(l.Time),
		Percent(l.Time, u.Charge.Total()), nameOf(u), report.Plural(l.Iterations, "iteration"))
}

// calling is the time of a loop with the methods that it calls.
func calling(c report.Calling) string {
	return Least(c.AtLeast, Seconds(c.Charge.Total())+" with what it calls")
}

// nameOf returns the name of a unit; a main program may have none.
func nameOf(u *report.Unit) string {
	if u.Name == "" {
		return "the program"
	}
	return u.Name
}

// Grid returns the extents of an arrangement: "2x2".
func Grid(extents []int) string {
	return strings.ReplaceAll(commas(extents), ",", "x")
}

// MachineName returns the name of the machine, and its title where it has one.
func MachineName(m report.Machine) string {
	if m.Title == "" || m.Title == m.Name {
		return m.Name + Optimizing(m)
	}
	return fmt.Sprintf("%s (%s)", m.Name, m.Title) + Optimizing(m)
}

// Optimizing says what the compiler of the nodes does: "; its compiler: reorder,
// inline", "" for nothing.
func Optimizing(m report.Machine) string {
	if len(m.Optimize) == 0 {
		return ""
	}
	return "; its compiler: " + strings.Join(m.Optimize, ", ")
}
