package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/parlens/parlens/costmodel/report"
)

// headline says in three lines what a line or a unit costs, what could be done
// about it, and what moves.
func headline(b *strings.Builder, u *report.Unit, line int, known func(line int) []string) {
	at := slices.IndexFunc(u.Lines, func(l *report.Line) bool { return l.Line == line })
	switch {
	case u.NoEstimate != "":
		paragraph(b, "No estimate for %s: %s", strings.TrimSpace(u.Kind+" "+u.Name), escape(u.NoEstimate))
	case line == u.Start:
		paragraph(b, "**%s**: %s%s", nameOf(u), UnitLine(u), shares(u.Charge))
		lines(b, costliestLines(u), moved(u))
	case at >= 0:
		if l := constructAt(u, u.Lines[at]); l != nil {
			paragraph(b, "**%s** to line %d, %d%% of %s (%s)", Seconds(l.Time), l.EndLine, Percent(l.Time, u.Charge.Total()), nameOf(u), Seconds(u.Charge.Total()))
			return
		}
		lineHeadline(b, u, u.Lines[at], known)
	}
}

// constructAt is the construct that begins on a line which costs nothing of its own.
func constructAt(u *report.Unit, l *report.Line) *report.Loop {
	at := slices.IndexFunc(u.Loops, func(x *report.Loop) bool { return x.Line == l.Line && x.EndLine > l.Line })
	if at < 0 || l.Charge.Total() > 0 || l.NoEstimate != "" {
		return nil
	}
	return u.Loops[at]
}

func lineHeadline(b *strings.Builder, u *report.Unit, l *report.Line, known func(line int) []string) {
	total := l.Charge.Total()
	if l.NoEstimate != "" {
		paragraph(b, "No estimate: %s", escape(l.NoEstimate))
		if total == 0 {
			return
		}
	}
	paragraph(b, "**%s**, %d%% of %s (%s)%s", Seconds(total), Percent(total, u.Charge.Total()), nameOf(u), Seconds(u.Charge.Total()), shares(l.Charge))
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
	case len(l.Comms) > 0 && 2*(l.Charge.Communication+l.Charge.Wait) > l.Charge.Total():
		return remap(u, l.Comms[0].Array, known)
	case main.name == "wait":
		return fmt.Sprintf("It waits for others: the busiest processor here%s takes %s of its own", onProcessor(l.BusyProcessor), Seconds(l.Busy))
	case main.name == "overhead":
		return "Most of it is what only the parallel form needs: loop bounds, guards, calls"
	case l.Bound != "":
		return "Bound by " + escape(l.Bound)
	}
	return ""
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

// moved adds up what the lines of a unit receive.
func moved(u *report.Unit) string {
	messages, bytes := 0.0, 0.0
	for _, l := range u.Lines {
		for _, c := range l.Comms {
			messages += c.Messages
			bytes += c.Bytes
		}
	}
	switch {
	case messages == 0 && u.Charge.Communication > 0:
		return "What it calls moves data"
	case messages == 0:
		return "Nothing moves"
	}
	return fmt.Sprintf("Moves: the reference processor receives %s, %s", report.Plural(messages, "message"), report.Plural(bytes, "byte"))
}

// costliestLines names the lines that most of a unit's time is spent on.
func costliestLines(u *report.Unit) string {
	least := hot(u)
	var words []string
	for _, l := range byCost(u.Lines) {
		if t := l.Charge.Total(); t > 0 && t >= least && len(words) < 3 {
			words = append(words, fmt.Sprintf("line %d (%d%%)", l.Line, Percent(t, u.Charge.Total())))
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
