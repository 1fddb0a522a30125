package aag

import (
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
)

// prepared is a persistent request (MPI 4.0, section 3.9): a send or a receive that is
// described once and started again and again.
type prepared struct {
	message    *program.Message
	requests   []request
	conditions []condition
	loops      []*comm.Loop
	scalars    scalars // their values when it was described
	own        comm.Own
}

// prepare notes what MPI_SEND_INIT and MPI_RECV_INIT describe.
func (w *messages) prepare(s *program.CallStmt, m *program.Message) []*AAU {
	p := prepared{m, w.requests(m), slices.Clone(w.conditions), slices.Clone(w.loops), maps.Clone(w.values.scalars), w.b.Own}
	w.prepared = slices.DeleteFunc(w.prepared, func(x prepared) bool { return x.message.Call == s })
	w.prepared = append(w.prepared, p)
	return w.library(s, "")
}

// start builds MPI_START and MPI_STARTALL: each message of the requests as if it were sent
// and received without blocking here, by those processors that have described it.
func (w *messages) start(s *program.CallStmt, m *program.Message) []*AAU {
	var all [][]request
	for _, p := range w.prepared {
		all = append(all, p.requests)
	}
	of := named(w.requests(m), all)
	var out []*AAU
	for _, p := range slices.Clone(w.prepared) {
		if !of(p.requests) {
			continue
		}
		if slices.ContainsFunc(p.loops, func(l *comm.Loop) bool { return !slices.Contains(w.loops, l) }) {
			out = append(out, w.void(s.Span(), m.Title()+": the request was described in a loop that has ended ("+p.message.Title()+"): its messages are not counted")...)
			continue
		}
		out = append(out, w.started(s, p)...)
	}
	if out == nil {
		return w.void(s.Span(), m.Title()+": no MPI_SEND_INIT or MPI_RECV_INIT that describes this request stands before it in this procedure: its messages are not counted")
	}
	return out
}

// started builds one message with the values that it was described with.
func (w *messages) started(s *program.CallStmt, p prepared) []*AAU {
	conditions, scalars, b := w.conditions, w.values.scalars, w.b
	w.values.scalars, w.b = p.scalars, w.b.Knowing(p.own)
	for _, c := range p.conditions {
		if !slices.ContainsFunc(conditions, func(x condition) bool { return x.share == c.share }) {
			w.conditions = append(w.conditions[:len(w.conditions):len(w.conditions)], c)
		}
	}
	out := w.pointToPoint(s, p.message)
	w.conditions, w.values.scalars, w.b = conditions, scalars, b
	return out
}
