package aag

import (
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Events of coarrays (Fortran 2018, sections 11.6.7 and 11.6.8) are messages without elements:
// EVENT POST sends one and goes on, EVENT WAIT receives it. Which posts an image waits for follows
// from where the unit posts the same event.

// postEvent builds EVENT POST; of an event of its own an image counts it, and no more.
func (w *messages) postEvent(m *program.Message) []*AAU {
	r, ok := m.Argument("event").(*program.Ref)
	if !ok || r.Image == nil {
		return w.library(m.Call, "")
	}
	p := comm.Passed{Title: m.Title(), Op: m.Op, Partner: w.imageNumber(r.Image)}
	c := w.b.Sent(p, r.Sym, w.b.A.Int(0), 0, m.Call.Span())
	u := w.passed(Comm, c)
	w.posted[m.Call] = u.Comm.Passed.Taken
	return []*AAU{u}
}

// awaitEvent builds EVENT WAIT: as many messages as UNTIL_COUNT says.
func (w *messages) awaitEvent(m *program.Message) []*AAU {
	a := w.b.A
	p := comm.Passed{Title: m.Title(), Op: m.Op, Partner: w.posterOf(m)}
	c := w.b.Received(p, arrayOf(m.Argument("event")), a.Int(0), 0, m.Call.Span())
	if n := m.Argument("until_count"); n != nil {
		if v := w.values.valueOf(n); v != 0 {
			c.Messages = a.Mul(w.b.A.Min(w.once(), c.Messages), v)
		}
	}
	if p.Partner == 0 {
		c.Note = "which images post it is not known here: taken to be all"
	}
	return []*AAU{w.passed(Comm, c)}
}

// imageNumber is the number, from 0, of the processor that an image is; 0 where it is not known.
func (w *messages) imageNumber(image program.Expr) symbolic.Expr {
	v := w.partner(image)
	if v == 0 {
		return 0
	}
	return w.b.A.Sub(v, w.once())
}

// posterOf is the processor that posts the event that a statement waits for: as far on the other
// side as the unit posts it, or the one that comes to where it does. 0 where it posts it in several
// ways, or in none.
func (w *messages) posterOf(m *program.Message) symbolic.Expr {
	awaited, ok := m.Argument("event").(*program.Ref)
	if !ok || w.teams > 0 {
		return 0
	}
	var found symbolic.Expr
	several := false
	program.Statements(w.g.Unit.Body, func(s program.Stmt) bool {
		call, ok := s.(*program.CallStmt)
		if !ok {
			return true
		}
		post := program.MessageOf(call)
		if post == nil || post.Op != program.Posts {
			return true
		}
		if r, ok := post.Argument("event").(*program.Ref); ok && r.Image != nil && w.sameEvent(r, awaited) {
			to := w.imageNumber(r.Image)
			from := w.b.Opposite(to)
			if taken, known := w.posted[call]; from == 0 && to != 0 && known {
				from = w.b.Sole(taken)
			}
			several = several || from == 0 || found != 0 && found != from
			found = from
		}
		return true
	})
	if several {
		return 0
	}
	return found
}

// sameEvent reports whether two references may name one event.
func (w *messages) sameEvent(x, y *program.Ref) bool {
	if x.Sym != y.Sym {
		return false
	}
	for i := range min(len(x.Subs), len(y.Subs)) {
		u, known := w.constant(x.Subs[i].Lo)
		if v, also := w.constant(y.Subs[i].Lo); known && also && u != v {
			return false
		}
	}
	return true
}
