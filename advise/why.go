package advise

import (
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/advise/plan"
	"github.com/parlens/parlens/costmodel/report"
)

// kind is what a part of the time is spent on.
type kind struct {
	name string
	of   func(report.Charge) float64
}

var kinds = []kind{
	{"computation", func(c report.Charge) float64 { return c.Computation }},
	{"communication", func(c report.Charge) float64 { return c.Communication }},
	{"overhead", func(c report.Charge) float64 { return c.Overhead }},
	{"waiting", func(c report.Charge) float64 { return c.Wait }},
}

// worthTelling is the least part of the time that is worth a word.
const worthTelling = 0.01

// changedKind is how much more of the time one kind takes, with the line that has the largest
// part in that.
type changedKind struct {
	kind
	more float64
	line int // 0: none has a large part
}

// why says in a sentence what changes make cheaper and what dearer: "communication takes 1.2 s
// less (line 12 moves nothing any more), overhead 0.1 s more (line 30)".
func (g *goal) why(now, then outcome, changes []plan.Change) string {
	if now.report == nil || then.report == nil {
		return ""
	}
	var all []changedKind
	for _, k := range kinds {
		c := changedKind{kind: k, more: k.of(then.report.Charge) - k.of(now.report.Charge)}
		if abs(c.more) >= worthTelling*min(now.time, max(then.time, abs(now.time-then.time))) {
			c.line = g.where(c, now, then, changes)
			all = append(all, c)
		}
	}
	slices.SortStableFunc(all, func(a, b changedKind) int { return sign(a.more - b.more) })
	var parts []string
	for _, c := range all {
		word := "more"
		if c.more < 0 {
			word = "less"
		}
		part := fmt.Sprintf("%s takes %s %s", c.name, report.Seconds(abs(c.more)), word)
		if in := g.reason(c, now, then, changes); in != "" {
			part += " (" + in + ")"
		}
		parts = append(parts, part)
	}
	out := strings.Join(parts, ", ")
	if p, q := product(now.report.Grid), product(then.report.Grid); out != "" && p < q {
		out = fmt.Sprintf("%d processors in the place of %d: ", q, max(1, p)) + out
	}
	return out
}

// where is the line that has the largest part in a change, if that is a third of it.
func (g *goal) where(c changedKind, now, then outcome, changes []plan.Change) int {
	of := func(l *report.Line) float64 { return c.of(l.Charge) }
	more := map[int]float64{}
	for _, l := range g.byLine(then, changes, of) {
		more[l.Line] += l.Time
	}
	for _, l := range g.byLine(now, nil, of) {
		more[l.Line] -= l.Time
	}
	line := 0
	for l, x := range more {
		if (x > 0) == (c.more > 0) && abs(x) >= abs(c.more)/3 && (line == 0 || abs(x) > abs(more[line]) || abs(x) == abs(more[line]) && l < line) {
			line = l
		}
	}
	return line
}

// reason names the line of a change, and what it moves.
func (g *goal) reason(c changedKind, now, then outcome, changes []plan.Change) string {
	if c.line == 0 {
		return ""
	}
	out := fmt.Sprintf("line %d", c.line)
	if c.name != "communication" {
		return out
	}
	before, after := g.moved(now, nil, c.line), g.moved(then, changes, c.line)
	switch {
	case c.more < 0 && before != "" && after == "":
		return out + " moves nothing any more"
	case c.more > 0 && after != "" && after != before:
		return out + ", " + after
	case c.more < 0 && before != "" && after != before:
		return out + ", no more " + before
	}
	return out
}

// moved is the communication of a line that moves most: "remap of u".
func (g *goal) moved(o outcome, changes []plan.Change, line int) string {
	out, most := "", 0.0
	for _, l := range o.report.Lines {
		at := g.byLine(outcome{report: &report.Unit{Lines: []*report.Line{l}}}, changes, func(*report.Line) float64 { return 1 })
		if len(at) == 0 || at[0].Line != line {
			continue
		}
		for _, c := range l.Comms {
			if c.TotalBytes >= most {
				most, out = c.TotalBytes, c.Kind
				if c.Array != "" {
					out += " of " + c.Array
				}
			}
		}
	}
	return out
}

func abs(x float64) float64 {
	if x < 0 {
		return -x
	}
	return x
}
