package aag

import (
	"slices"

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
	w.notePost(eventPost{w.placed(m.Call), r, comm.Post{To: p.Partner, Taken: u.Comm.Passed.Taken}})
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

// eventPost is an EVENT POST, as the first pass has found it.
type eventPost struct {
	at    placed
	event *program.Ref
	comm.Post
}

// notePost notes a post for the statements that wait for it, of which some stand before it.
func (f *findings) notePost(p eventPost) {
	if i := slices.IndexFunc(f.posted, func(q eventPost) bool { return q.at == p.at }); i >= 0 {
		f.posted[i] = p
		return
	}
	f.posted = append(f.posted, p)
}

// posterOf is the processor that posts the event that a statement waits for; 0 where that is not
// known, as where a procedure that is called does, or there are several.
func (w *messages) posterOf(m *program.Message) symbolic.Expr {
	awaited, ok := m.Argument("event").(*program.Ref)
	if !ok || w.teams > 0 {
		return 0
	}
	var posts []comm.Post
	for _, p := range w.posted {
		if w.sameEvent(p.event, awaited) {
			posts = append(posts, p.Post)
		}
	}
	if from := w.b.Poster(posts); from != 0 && w.b.AllPosted(from, w.taken()) {
		return from
	}
	return 0
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
