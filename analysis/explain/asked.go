package explain

import (
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// An explanation of some lines has what Unit.At leaves of the whole one for each
// of them. Listing is what takes most of the time, so the rest is not listed.

// asks reports whether any of the lines first..last is asked for.
func (x *explainer) asks(first, last int) bool {
	return x.Last == 0 || first <= x.Last && x.First <= last
}

// asksLine reports whether the line is asked for.
func (x *explainer) asksLine(line int) bool { return x.asks(line, line) }

// asksStatement reports whether a line of a statement is asked for, and notes
// where that begins: the communications that it needs are asked for as well.
func (x *explainer) asksStatement(at source.Span) bool {
	first := x.line(at)
	if !x.asks(first, x.end(at)) {
		return false
	}
	x.shown[first] = true
	return true
}

// end returns the line of a statement's last character.
func (x *explainer) end(at source.Span) int { return x.Text.LineOf(max(at.Start, at.End-1)) }

// asksMessage reports whether a communication concerns a line that is asked for:
// it stands there, or a statement there needs it.
func (x *explainer) asksMessage(c *Communication) bool {
	return x.asksLine(c.Line) || x.asksLine(c.PlaceLine) || x.shown[c.Line]
}

// asksArray reports whether a line that is asked for declares, names or maps an
// array.
func (x *explainer) asksArray(s *program.Symbol) bool {
	if x.Last == 0 {
		return true
	}
	a := x.mapped(s)
	for line := x.First; line <= x.Last; line++ {
		if a.on(line, words(x.Text.Line(line))) {
			return true
		}
	}
	return false
}
