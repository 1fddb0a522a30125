package evaluate

import (
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/interpret"
	"github.com/parlens/parlens/costmodel/process"
)

// boundTape is the compiled terms of one innermost loop.
type boundTape struct {
	names []string
	sums  *symbolic.Tape
}

// boundTapes compiles what may bind the innermost loops, by unit of the graph.
func boundTapes(a *symbolic.Arena, tapes *symbolic.Tapes, bounds []interpret.Bound) map[int]*boundTape {
	out := map[int]*boundTape{}
	for _, b := range bounds {
		t := &boundTape{names: b.Terms, sums: tapes.Compile(a, b.Sums...)}
		for _, tag := range b.Tags {
			out[tag] = t
		}
	}
	return out
}

// bound names what binds the innermost loop that most of a line's computation is spent
// in, "" where nothing is hidden behind anything else, and where that is in a procedure;
// there are the values on the reference processor.
func (n *numbers) bound(l *lineBuilder, there *setting) string {
	best, most, all := -1, 0.0, 0.0
	for _, at := range l.charges {
		c := n.result.Charges[at]
		if c.Kind == process.Computation {
			all += c.Seconds
		}
		if n.m.bounds[c.Tag] != nil && c.Seconds > most {
			best, most = c.Tag, c.Seconds
		}
	}
	if best < 0 || most < all/2 {
		return ""
	}
	b := n.m.bounds[best]
	if at := there.largest(b.sums, len(b.names)); at >= 0 {
		return b.names[at]
	}
	return ""
}
