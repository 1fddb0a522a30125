package advise

import (
	"slices"

	"github.com/parlens/parlens/costmodel/report"
)

// costly are the phases that take a part of the time of a trial.
func (r *redistribution) costly(t *trial) []phase {
	return slices.DeleteFunc(slices.Clone(r.flow.phases), func(p phase) bool { return r.spent(t, p) < largePart*t.time })
}

// spent is the time of a phase in a trial. Waits are charged where processors meet, which
// may be far behind the phase that holds them up: they are spread over the phases by
// their messages, since without messages nobody waits.
func (r *redistribution) spent(t *trial, p phase) float64 {
	busy := r.within(t, p, func(l *report.Line) float64 { return l.Charge.Total() - l.Charge.Wait })
	messages, all := r.within(t, p, messagesOf), 0.0
	for _, l := range t.report.Lines {
		all += messagesOf(l)
	}
	if all > 0 {
		busy += t.report.Charge.Wait * messages / all
	}
	return busy
}

func messagesOf(l *report.Line) float64 {
	n := 0.0
	for _, c := range l.Comms {
		n += c.TotalMessages
	}
	return n
}

// within adds up a number of the lines of a phase.
func (r *redistribution) within(t *trial, p phase, number func(*report.Line) float64) float64 {
	sum := 0.0
	for _, l := range r.byLine(t.outcome, t.changes, number) {
		if p.first <= l.Line && l.Line <= p.last {
			sum += l.Time
		}
	}
	return sum
}
