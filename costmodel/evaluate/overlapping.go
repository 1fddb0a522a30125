package evaluate

import (
	"slices"

	"github.com/parlens/parlens/costmodel/report"
)

// A call in a program that passes messages takes as long as the processor that ends it last, and all
// begin it at one time. A pipeline goes on otherwise where it is called again: who has ended the
// first call begins the next one while others are still in the first. So calls after another take at
// least what the busiest processor computes in each.

// waits is how long a called procedure waits for others, or for messages, where it is a pipeline.
func waits(u *report.Unit) float64 {
	const rounded = 1e-9
	if t := u.Charge.Total(); u.Busy > 0 && t-u.Busy > rounded*t {
		return t - u.Busy
	}
	return 0
}

// overlapping is the longest wait in a call of the unit, where calls of procedures that pass messages
// follow each other; 0 where they do not.
func (n *numbers) overlapping() float64 {
	if !n.m.unit.Messages {
		return 0
	}
	most, calls := 0.0, 0.0
	for i, out := range n.called {
		c := n.linked.calls[i]
		if w := waits(out); w > 0 && c.unit.Called.Called.Of.Passes {
			most = max(most, w)
			calls += n.made(n.m.counts.units[c.unit.Tag].executions)
		}
	}
	if calls <= 1 {
		return 0
	}
	return most
}

// withoutWaits is how long the busiest processor computes, of which it spends some in calls that it
// waits in.
func (n *numbers) withoutWaits(own float64) float64 {
	if !n.m.unit.Messages {
		return own
	}
	for i, out := range n.called {
		if w := waits(out); w > 0 {
			own -= w * n.made(n.m.counts.units[n.linked.calls[i].unit.Tag].executions)
		}
	}
	return max(0, own)
}

// widened reports whether the times of calls have bounds.
func (n *numbers) widened() bool {
	return n.overlapping() > 0 || slices.ContainsFunc(n.called, func(u *report.Unit) bool { return u.Between.Some() })
}

// between is what the time of the unit lies between, and why.
func (n *numbers) between(low, high float64) report.Between {
	out := between(low, high, n.out)
	out.Calls = out.Some() && (n.overlapping() > 0 || slices.ContainsFunc(n.called, func(u *report.Unit) bool { return u.Between.Calls }))
	return out
}

// least is the share of the time of a call that it takes at least, where the calls of the unit
// overlap for so long.
func (n *numbers) least(u *report.Unit, overlap float64) float64 {
	by, total := 1.0, u.Charge.Total()
	switch {
	case total <= 0:
		return 1
	case u.Between.Some():
		by = u.Between.Low / total
	}
	if overlap > 0 {
		by *= 1 - waits(u)/total
	}
	return by
}
