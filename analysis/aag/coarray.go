package aag

import (
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
)

// Coarrays: what a statement reads from another image is a message before it,
// what it stores there one behind it. Nobody waits: both are of one side. Each is
// paid where it stands, in every iteration, since what images may change in
// between is not known.

// gets builds the messages for what expressions read on other images: also the
// subscripts of what is assigned there.
func (w *messages) gets(assigned program.Expr, es ...program.Expr) []*AAU {
	if !w.values.passing() {
		return nil
	}
	var out []*AAU
	for _, of := range es {
		program.Walk(of, func(e program.Expr) bool {
			if r, ok := e.(*program.Ref); ok && r.Image != nil && (e != assigned) {
				out = append(out, w.remoteAccess(r, program.Receives)...)
			}
			return true
		})
	}
	return out
}

// put builds the message of an assignment to another image.
func (w *messages) put(s *program.Assign) []*AAU {
	if !w.values.passing() || s.LHS.Image == nil {
		return nil
	}
	return w.remoteAccess(s.LHS, program.Sends)
}

func (w *messages) remoteAccess(r *program.Ref, op program.MessageOp) []*AAU {
	n, known := w.b.SectionSize(r)
	if !known {
		return w.void(r.Span(), "the elements of "+r.Sym.Name+" on another image are not known before run time")
	}
	p := comm.Passed{Title: "coarray", Op: op, OneSided: true}
	if image := w.partner(r.Image); image != 0 {
		p.Partner = w.b.A.Sub(image, w.once())
	}
	return []*AAU{w.oneSided(w.b.Received(p, r.Sym, n, r.Sym.Bytes, r.Span()))}
}

// atom builds what an atomic subroutine does to a scalar of another image (Fortran 2018, section
// 16.5): who brings what was there, sends something before.
func (w *messages) atom(m *program.Message) []*AAU {
	out := w.library(m.Call, "")
	r, ok := m.Argument("atom").(*program.Ref)
	if !ok || r.Image == nil {
		return out
	}
	if m.Op != program.PutsAtom {
		out = append(out, w.remoteAccess(r, program.Receives)...)
	}
	if m.Op != program.GetsAtom {
		out = append(out, w.remoteAccess(r, program.Sends)...)
	}
	return out
}

// oneSided builds a message in which only this processor takes part.
func (w *messages) oneSided(c *comm.Communication) *AAU {
	if c.Passed.Op == program.Sends {
		c.Kind = comm.Send
	}
	c.From = []comm.Range{{First: w.b.Number(), Last: w.b.Number()}}
	return w.passed(Comm, c)
}
