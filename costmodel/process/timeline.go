package process

import (
	"slices"

	"github.com/parlens/parlens/analysis/source"
)

// Meeting is one exchange that took somebody time, as it happened: an entry of the communication table
// with the readings of the global clock (paper 003, section 2.3).
type Meeting struct {
	Span   source.Span
	Tag    int
	Visits []Visit // by processor, in the order of Result.Processors
}

// entry is a Meeting that goes on.
type entry struct {
	Meeting
	called, sent item    // what calls and transmissions are charged to
	arrows       []Arrow // between processors, in the place of lanes; only where a trace is asked for
}

// Visit is one processor at an exchange. Times are seconds since the start of
// the unit: Arrives <= Calls <= Leaves, and the time between the last two is
// Wait and Transmission.
type Visit struct {
	Arrives      float64
	Calls        float64 // its messages are sent
	Leaves       float64 // it has what it waits for, and goes on
	Wait         float64
	Transmission float64 // of messages that it receives, or sends and waits for
}

// TakesTime reports whether the processor goes on later than it arrives, by more
// than rounding.
func (v Visit) TakesTime() bool { return v.Leaves > v.Arrives*(1+tie) }

// timeline collects the first exchanges of a run.
type timeline struct {
	left     int
	meetings []Meeting
}

// arrive opens an entry for the exchange, or strip of a sweep, whose waits, calls and
// transmissions are items (the last two below 0: there are none); nil where nobody wants it.
func (r *run) arrive(wait, called, sent int) *entry {
	if (r.timeline == nil || r.timeline.left <= 0) && !r.trace.on() {
		return nil
	}
	item := r.p.items[wait]
	m := &entry{Meeting: Meeting{Span: item.span, Tag: item.tag, Visits: make([]Visit, len(r.clock))}}
	item.kind = Communication
	m.called, m.sent = item, item
	if called >= 0 {
		m.called = r.p.items[called]
	}
	if sent >= 0 {
		m.sent = r.p.items[sent]
	}
	for p := range r.clock {
		m.Visits[p].Arrives = r.at(p)
	}
	return m
}

// close keeps the entry where somebody has spent time.
func (r *run) close(m *entry) {
	if m == nil {
		return
	}
	if r.trace.on() {
		r.trace.exchange(m)
	}
	t := r.timeline
	if t == nil || t.left <= 0 || !slices.ContainsFunc(m.Visits, Visit.TakesTime) {
		return
	}
	t.left--
	t.meetings = append(t.meetings, m.Meeting)
}

// call notes that all have sent.
func (m *entry) call(r *run) {
	if m == nil {
		return
	}
	for p := range r.clock {
		at := r.at(p)
		m.Visits[p].Calls, m.Visits[p].Leaves = at, at
	}
}

// spend notes what a processor spends from then on.
func (m *entry) spend(p int, wait, transmission float64) {
	if m == nil {
		return
	}
	v := &m.Visits[p]
	v.Wait += wait
	v.Transmission += transmission
	v.Leaves += wait + transmission
}

// watched reports whether entries are still wanted: iterations are not skipped
// before the last.
func (r *run) watched() bool { return r.stepwise || r.timeline != nil && r.timeline.left > 0 }
