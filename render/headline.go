package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/costmodel/report"
)

// headline says in three lines what a line, a construct or a unit costs, what could be
// done about it, and what moves.
func headline(b *strings.Builder, u *report.Unit, line int, known func(line int) []string) {
	l, construct, method := lineAt(u, line), constructAt(u, line), methodFrom(u, line)
	switch {
	case u.NoEstimate != "":
		paragraph(b, "No estimate for %s: %s", strings.TrimSpace(u.Kind+" "+u.Name), escape(u.NoEstimate))
	case line == u.Start:
		paragraph(b, "**%s**: %s%s", nameOf(u), UnitLine(u), shares(u.Charge))
		whole(u).headline(b)
	case method != nil:
		p := partOf(u, method.Line, method.End)
		paragraph(b, "**%s**: %s%s of its own in all calls, %s%s", escape(method.Name), about(p), Seconds(p.charge.Total()), shareOf(u, p.charge.Total()), shares(p.charge))
		p.headline(b)
	case construct != nil && construct.Calling.Some():
		c, p := construct.Calling, partOf(u, construct.Line, construct.EndLine)
		p.charge, p.calls = c.Charge, c.Charge.Communication > p.charge.Communication
		paragraph(b, "**%s** to line %d, %s%s", calling(c), construct.EndLine, shareOf(u, c.Charge.Total()), shares(c.Charge))
		lines(b, "Its own lines take "+Seconds(construct.Time), p.moved())
	case construct != nil:
		p := partOf(u, construct.Line, construct.EndLine)
		paragraph(b, "**%s%s** to line %d, %s%s", about(p), Seconds(construct.Time), construct.EndLine, shareOf(u, construct.Time), shares(p.charge))
		p.headline(b)
	case l != nil:
		lineHeadline(b, u, l, known)
	}
}

// lineAt is what the report says of a line; nil where that is nothing.
func lineAt(u *report.Unit, line int) *report.Line {
	at := slices.IndexFunc(u.Lines, func(l *report.Line) bool { return l.Line == line })
	if at < 0 {
		return nil
	}
	return u.Lines[at]
}

// methodFrom is the method of a Spar program that begins on a line; nil for none.
func methodFrom(u *report.Unit, line int) *report.Process {
	if u.Models == nil {
		return nil
	}
	at := slices.IndexFunc(u.Models.Processes, func(x report.Process) bool { return x.Line == line })
	if at < 0 {
		return nil
	}
	return &u.Models.Processes[at]
}

// constructAt is the outermost construct that begins on a line, unless the line itself
// takes most of its time, or has no estimate; nil for none.
func constructAt(u *report.Unit, line int) *report.Loop {
	at := slices.IndexFunc(u.Loops, func(x *report.Loop) bool { return x.Line == line && x.EndLine > line })
	if at < 0 {
		return nil
	}
	total := u.Loops[at].Time
	if c := u.Loops[at].Calling; c.Some() {
		total = c.Charge.Total()
	}
	if l := lineAt(u, line); l != nil && (l.NoEstimate != "" || 2*l.Charge.Total() > total) {
		return nil
	}
	return u.Loops[at]
}

// part is some lines of a unit, with what they take.
type part struct {
	lines  []*report.Line
	charge report.Charge
	calls  bool // it calls what moves data, on lines that stand elsewhere
}

func whole(u *report.Unit) part { return part{lines: u.Lines, charge: u.Charge} }

// partOf is some lines of a unit: those of a construct, or of a method.
func partOf(u *report.Unit, first, last int) part {
	var p part
	for _, l := range u.Lines {
		if first <= l.Line && l.Line <= last {
			p.lines, p.charge = append(p.lines, l), p.charge.Plus(l.Charge)
		}
	}
	return p
}

// headline names the lines that take the most, and what they move.
func (p part) headline(b *strings.Builder) { lines(b, p.costliestLines(), p.moved()) }

// shareOf is a time as a share of the unit's: "31% of heat (895 ms)".
func shareOf(u *report.Unit, seconds float64) string {
	return fmt.Sprintf("%d%% of %s (%s)", Percent(seconds, u.Charge.Total()), nameOf(u), Seconds(u.Charge.Total()))
}

func lineHeadline(b *strings.Builder, u *report.Unit, l *report.Line, known func(line int) []string) {
	total := l.Charge.Total()
	if l.NoEstimate != "" {
		paragraph(b, "No estimate: %s", escape(l.NoEstimate))
		if total == 0 {
			return
		}
	}
	paragraph(b, "**%s%s**, %s%s", mark(l), Seconds(total), shareOf(u, total), shares(l.Charge))
	lines(b, toDo(u, l, known), movesOn(l))
}

func lines(b *strings.Builder, all ...string) {
	for _, text := range all {
		if text != "" {
			paragraph(b, "%s", text)
		}
	}
}

// shares names the kinds of a time that are more than a twentieth of it, the largest
// first: "; computation 74%, overhead 13%".
func shares(c report.Charge) string {
	var words []string
	all := kinds(c)
	slices.SortStableFunc(all, func(a, b kind) int { return cmp.Compare(b.seconds, a.seconds) })
	for _, k := range all {
		if k.seconds > 0.05*c.Total() {
			words = append(words, fmt.Sprintf("%s %d%%", k.name, Percent(k.seconds, c.Total())))
		}
	}
	if len(words) == 0 {
		return ""
	}
	return "; " + strings.Join(words, ", ")
}

// toDo says what would make a line cheaper: another mapping of what it moves, with its
// gain where that is known; the processor that all wait for; what binds the loop.
func toDo(u *report.Unit, l *report.Line, known func(line int) []string) string {
	switch main := dominant(l.Charge); {
	case saysBound(l):
		return "Bound by " + escape(l.Bound)
	case moves(l):
		return remap(u, l.Comms[0].Array, known)
	case main.name == "wait":
		return fmt.Sprintf("It waits for others: the busiest processor here%s takes %s of its own", onProcessor(l.BusyProcessor), Seconds(l.Busy))
	case main.name == "overhead":
		return "Most of it is what only the parallel or looping form needs: loop bounds, guards, calls"
	}
	return ""
}

// moves reports whether most of a line's time goes into what it moves.
func moves(l *report.Line) bool {
	return len(l.Comms) > 0 && 2*(l.Charge.Communication+l.Charge.Wait) > l.Charge.Total()
}

// saysBound reports whether what binds a line is what there is to be said of it first.
func saysBound(l *report.Line) bool {
	main := dominant(l.Charge).name
	return l.Bound != "" && !moves(l) && main != "wait" && main != "overhead"
}

// remap names the directive that maps an array, and the best of the mappings that were
// tried there.
func remap(u *report.Unit, array string, known func(line int) []string) string {
	for _, m := range u.Mappings {
		if !strings.EqualFold(m.Array, array) || m.Line == 0 || m.File != "" {
			continue
		}
		text := fmt.Sprintf("Most of it moves data: try other mappings of `%s`, on line %d", m.Array, m.Line)
		if titles := known(m.Line); len(titles) > 0 {
			text += ": " + escape(titles[0])
		}
		return text
	}
	return "Most of it moves data"
}

// movesOn says what a line moves: the first communication, and how many others.
func movesOn(l *report.Line) string {
	switch n := len(l.Comms); {
	case n == 0 && l.Charge.Communication > 0:
		return "What is called here moves data"
	case n == 0:
		return "Nothing moves"
	case n == 1:
		return "Moves: " + escape(reason(l.Comms[0]))
	default:
		return fmt.Sprintf("Moves: %s; and %s", escape(reason(l.Comms[0])), report.Plural(float64(n-1), "other"))
	}
}

// moved adds up what the lines receive, or where a machine's model knows no single
// processor's part, what all send; of what they call, it says that it does too.
func (p part) moved() string {
	var own, all struct{ messages, bytes float64 }
	calls := p.calls
	for _, l := range p.lines {
		calls = calls || len(l.Comms) == 0 && l.Charge.Communication > 0
		for _, c := range l.Comms {
			own.messages, own.bytes = own.messages+c.Messages, own.bytes+c.Bytes
			all.messages, all.bytes = all.messages+c.TotalMessages, all.bytes+c.TotalBytes
		}
	}
	text := "Nothing moves"
	switch {
	case own.messages > 0:
		text = fmt.Sprintf("Moves: the reference processor receives %s, %s", report.Plural(own.messages, "message"), report.Plural(own.bytes, "byte"))
	case all.messages > 0:
		text = fmt.Sprintf("Moves: %s, %s between the processors", report.Plural(all.messages, "message"), report.Plural(all.bytes, "byte"))
	case p.charge.Communication > 0:
		return "What it calls moves data"
	}
	if calls {
		text += "; what it calls moves data too"
	}
	return text
}

// costliestLines names the lines that most of the time is spent on, with their shares of
// it.
func (p part) costliestLines() string {
	least := p.hot()
	var words []string
	for _, l := range byCost(p.lines) {
		if t := l.Charge.Total(); t > 0 && t >= least && len(words) < 3 {
			words = append(words, fmt.Sprintf("line %d (%d%%)", l.Line, Percent(t, p.charge.Total())))
		}
	}
	if len(words) == 0 {
		return ""
	}
	return "Costliest: " + strings.Join(words, ", ")
}

func byCost(all []*report.Line) []*report.Line {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b *report.Line) int { return cmp.Compare(b.Charge.Total(), a.Charge.Total()) })
	return all
}
