package aag

import (
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
)

// windowed builds what a call of MPI does to a window on another process's memory
// (MPI 4.0, chapter 12): as with coarrays, nobody waits for the other one.
func (w *messages) windowed(m *program.Message) []*AAU {
	var out []*AAU
	if m.Op != program.Puts {
		out = w.access(m, program.Receives, "result_")
	}
	if m.Op != program.Gets {
		out = append(out, w.access(m, program.Sends, "origin_")...)
	}
	return out
}

// access builds one of its messages; side begins the names of the dummies that say what
// goes there. Operations of one element have no count.
func (w *messages) access(m *program.Message, op program.MessageOp, side string) []*AAU {
	at := m.Call.Span()
	count := m.Argument(side+"count", "origin_count")
	if count == nil {
		count = program.IntConst(at, 1)
	}
	v, why := w.sized(m, count, m.Argument(side+"datatype", "origin_datatype", "datatype"))
	if why != nil {
		return why
	}
	p := comm.Passed{Title: m.Title(), Op: op, OneSided: true, Partner: w.partner(m.Argument("target_rank"))}
	return []*AAU{w.oneSided(v.of(w.b.Received(p, arrayOf(m.Argument(side+"addr", "origin_addr")), v.elements, v.bytes, at)))}
}
