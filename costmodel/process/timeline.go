package process

import "github.com/parlens/parlens/analysis/source"

// Meeting is one exchange that took somebody time, as it happened: an entry of the communication table
// with the readings of the global clock (paper 003, section 2.3).
type Meeting struct {
	Span   source.Span
	Tag    int
	Visits []Visit // by processor, in the order of Result.Processors
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

// arrive opens an entry for the exchange, or strip of a sweep, whose waits are an
// item; nil where no more are wanted.
func (r *run) arrive(wait int) *Meeting {
	t := r.timeline
	if t == nil || t.left <= 0 {
		return nil
	}
	t.left--
	item := r.p.items[wait]
	m := Meeting{Span: item.span, Tag: item.tag, Visits: make([]Visit, len(r.clock))}
	for p, c := range r.clock {
		m.Visits[p].Arrives = r.base.value() + c
	}
	t.meetings = append(t.meetings, m)
	return &t.meetings[len(t.meetings)-1]
}

// close takes the entry back when nobody has spent any time.
func (r *run) close(m *Meeting) {
	if m == nil {
		return
	}
	for _, v := range m.Visits {
		if v.TakesTime() {
			return
		}
	}
	t := r.timeline
	t.meetings = t.meetings[:len(t.meetings)-1]
	t.left++
}

// call notes that all have sent.
func (m *Meeting) call(r *run) {
	if m == nil {
		return
	}
	for p, c := range r.clock {
		at := r.base.value() + c
		m.Visits[p].Calls, m.Visits[p].Leaves = at, at
	}
}

// spend notes what a processor spends from then on.
func (m *Meeting) spend(p int, wait, transmission float64) {
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
