package report

import (
	"cmp"
	"slices"
)

// Branch is a part of a unit with what it costs: the unit, a loop of several lines, or
// a line. What stands inside adds up to it.
type Branch struct {
	Kind        string // "unit", "loop" or "line"
	First, Last int    // lines of the file, inclusive
	Charge      Charge // of all that stands inside, seconds in one call of the unit
	Missing     int    // lines inside without an estimate, in whole or in part
	Iterations  float64
	Executions  float64  // of a line
	NoEstimate  string   // why there are no numbers, or what they leave out; "" for nothing
	Assumed     []string // values that nothing gives and that the time rests on
	Inside      []*Branch
}

// Tree returns a unit as loops inside loops and their lines, the costliest first. A
// construct of one line is that line.
func Tree(u *Unit) *Branch {
	root := &Branch{Kind: "unit", First: u.Start, Last: u.End, Charge: u.Charge, NoEstimate: u.NoEstimate}
	loops := slices.SortedStableFunc(slices.Values(u.Loops), func(a, b *Loop) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(b.EndLine, a.EndLine))
	})
	open, next := []*Branch{root}, 0
	for _, l := range u.Lines {
		for ; next < len(loops) && loops[next].Line <= l.Line; next++ {
			if x := loops[next]; x.EndLine > x.Line {
				open = enclosing(open, x.Line)
				open = append(open, open[len(open)-1].add(&Branch{Kind: "loop", First: x.Line, Last: x.EndLine, Iterations: x.Iterations}))
			}
		}
		open = enclosing(open, l.Line)
		line := &Branch{Kind: "line", First: l.Line, Last: l.Line, Charge: l.Charge, Executions: l.Executions, NoEstimate: l.NoEstimate, Assumed: Doubts(l)}
		for _, x := range u.Loops {
			if x.Line == l.Line && x.EndLine == l.Line {
				line.Iterations = x.Iterations
			}
		}
		open[len(open)-1].add(line)
	}
	root.finish()
	root.Charge = u.Charge
	return root
}

// enclosing leaves the branches that contain a line.
func enclosing(open []*Branch, line int) []*Branch {
	for len(open) > 1 && open[len(open)-1].Last < line {
		open = open[:len(open)-1]
	}
	return open
}

func (b *Branch) add(inside *Branch) *Branch {
	b.Inside = append(b.Inside, inside)
	return inside
}

// finish adds up what stands inside, and puts the costliest first; of equal ones the
// first in the text.
func (b *Branch) finish() {
	if b.Kind == "line" {
		if b.NoEstimate != "" {
			b.Missing = 1
		}
		return
	}
	b.Charge = Charge{}
	for _, x := range b.Inside {
		x.finish()
		b.Missing += x.Missing
		b.Charge = b.Charge.Plus(x.Charge)
		b.Assumed = union(b.Assumed, x.Assumed)
	}
	slices.SortStableFunc(b.Inside, func(x, y *Branch) int { return cmp.Compare(y.Charge.Total(), x.Charge.Total()) })
}

// Doubts are the values that nothing gives and that the times of some lines rest on.
func Doubts(lines ...*Line) (out []string) {
	for _, l := range lines {
		if l.Charge.Total() > 0 {
			out = union(out, l.Assumed)
		}
	}
	return out
}

// Doubtful reports whether there are such values.
func Doubtful(lines ...*Line) bool {
	return slices.ContainsFunc(lines, func(l *Line) bool { return l.Charge.Total() > 0 && len(l.Assumed) > 0 })
}

// union adds to a list that nobody else has.
func union(to, from []string) []string {
	for _, name := range from {
		if !slices.Contains(to, name) {
			to = append(to, name)
		}
	}
	return to
}
