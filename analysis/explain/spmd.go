package explain

import (
	"fmt"
	"strings"

	"github.com/parlens/parlens/analysis/source"
)

// mark begins the lines of a reading that are not in the source.
const mark = "!spmd "

// Reading returns the text of a file with what the compiler inserts between its
// lines: the SPMD program that every processor executes. Inserted lines are
// comments of Fortran that begin with "!spmd": local declarations, local loop
// bounds, guards, and calls of the run-time library for communication.
func Reading(text *source.Text, units []*Unit) string {
	r := &reading{before: map[int][]string{}, after: map[int][]string{}}
	for _, u := range units {
		r.unit(u)
	}
	var b strings.Builder
	for line := 1; line <= text.Lines(); line++ {
		content := text.Line(line)
		indent := content[:len(content)-len(strings.TrimLeft(content, " \t"))]
		r.write(&b, indent, r.before[line])
		b.WriteString(content + "\n")
		r.write(&b, indent, r.after[line])
	}
	return b.String()
}

// reading holds the lines to insert, by the line of the source that they stand
// before or after.
type reading struct{ before, after map[int][]string }

func (r *reading) write(b *strings.Builder, indent string, lines []string) {
	for _, l := range lines {
		b.WriteString(mark + indent + l + "\n")
	}
}

func (r *reading) unit(u *Unit) {
	if len(u.Processors) > 0 {
		extents := strings.ReplaceAll(strings.Trim(fmt.Sprint(u.Processors), "[]"), " ", "x")
		r.before[u.Start] = append(r.before[u.Start], fmt.Sprintf("%s %s as processor (%s) of %s executes it", u.Kind, u.Name, u.coordinates(), extents))
	}
	for _, a := range u.Arrays {
		r.array(u, a)
	}
	for _, c := range u.Communications {
		if !c.After {
			r.before[c.PlaceLine] = append(r.before[c.PlaceLine], u.called(c)...)
		}
	}
	for _, l := range u.Loops {
		for _, rule := range l.Rules {
			r.before[l.Line] = append(r.before[l.Line], "do only "+rule.Formula)
		}
	}
	for _, s := range u.Statements {
		r.statement(u, s)
	}
	for _, c := range u.Communications {
		if c.After {
			r.after[u.endOf(c)] = append(r.after[u.endOf(c)], u.called(c)...)
		}
	}
}

func (u *Unit) coordinates() string {
	names := make([]string, len(u.Processors))
	for g := range names {
		names[g] = u.coordinate(g + 1)
	}
	return strings.Join(names, ",")
}

// array declares the largest local part, with its overlap area.
func (r *reading) array(u *Unit, a Array) {
	var most Local
	for _, l := range a.Locals {
		if l.Memory > most.Memory {
			most = l
		}
	}
	bounds := make([]string, len(most.Extents))
	for d, n := range most.Extents {
		low, high := int64(1), n
		for _, w := range a.Overlap {
			if w.Dim == d+1 {
				low, high = low-w.Low, high+w.High
			}
		}
		bounds[d] = fmt.Sprintf("%d:%d", low, high)
	}
	if len(bounds) > 0 {
		r.after[a.Line] = append(r.after[a.Line], fmt.Sprintf("local %s(%s)", a.Name, strings.Join(bounds, ",")))
	}
}

// statement gives an array statement its local bounds, and guards. The rules of
// DO loops stand at the loops, unless these are made whole.
func (r *reading) statement(u *Unit, s Statement) {
	var lines []string
	for _, rule := range s.Rules {
		if !u.atLoop(rule, s.Line) {
			lines = append(lines, "for "+rule.Formula)
		}
	}
	for _, g := range s.Guards {
		lines = append(lines, "if "+g)
	}
	r.before[s.Line] = append(r.before[s.Line], lines...)
}

// atLoop reports whether a loop around the line says the same.
func (u *Unit) atLoop(rule Rule, line int) bool {
	for _, l := range u.Loops {
		for _, other := range l.Rules {
			if l.Line < line && line <= l.End && other.Formula == rule.Formula {
				return true
			}
		}
	}
	return false
}

// endOf returns the line behind which a communication stands that comes after a
// loop or statement.
func (u *Unit) endOf(c Communication) int {
	for _, l := range u.Loops {
		if c.Hoisted && l.Line == c.PlaceLine {
			return l.End
		}
	}
	for _, s := range u.Statements {
		if s.Line == c.PlaceLine {
			return s.End
		}
	}
	return c.PlaceLine
}

// calls names the routines of the run-time library by kind.
var calls = map[string]string{
	"shift": "fill overlap", "broadcast": "broadcast", "copy": "copy", "gather": "gather", "remap": "remap",
	"irregular": "gather by index", "write-back": "send home", "reduction": "combine",
}

// called writes a communication as a call, with who sends what to whom where
// there is one pattern, and why it stands there.
func (u *Unit) called(c Communication) []string {
	name := calls[c.Kind]
	if name == "" {
		name = c.Kind
	}
	line := fmt.Sprintf("%s: %s", name, c.Text)
	if c.Kind != "reduction" && c.Unlisted == "" && c.Number == 0 {
		line += "; no message with these sizes"
	}
	lines := []string{line}
	for _, p := range c.Pairs {
		lines = append(lines, "  "+c.Pair(p))
	}
	for _, g := range c.Groups {
		lines = append(lines, fmt.Sprintf("  %s from the processor at %s, first %s", number(float64(g.Pairs), "message"), offsetWords(g.Offset), c.Pair(g.Example)))
	}
	if c.Reason != "" {
		lines = append(lines, "  because "+c.Reason)
	}
	if c.Line != c.PlaceLine {
		lines = append(lines, fmt.Sprintf("  for line %d", c.Line))
	}
	return lines
}
