package aag

import (
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Receives that do not block (MPI 4.0, section 3.7): their messages arrive where a
// statement completes their requests.

// request is what an argument names: a variable, or elements of an array.
type request struct {
	array       *program.Symbol
	text        string
	one         bool // not several
	known       bool // which elements they are
	first, last int64
}

// posted is a receive that has begun and is awaited by its request.
type posted struct {
	requests   []request
	comm       *comm.Communication
	conditions []condition
	loops      []*comm.Loop
}

// completion is a statement that completes requests, or asks whether they are complete.
type completion struct {
	requests []request
	at       source.Span
	loops    []*comm.Loop
}

// requests are those that a call names; nil without any.
func (w *messages) requests(m *program.Message) []request {
	var out []request
	named := m.Argument("request", "array_of_requests")
	if list, ok := named.(*program.Opaque); ok {
		for _, item := range list.Values {
			out = append(out, w.request(item, nil)...)
		}
		return out
	}
	return w.request(named, m.Argument("count", "incount"))
}

// request is one that an expression names, or so many from there on.
func (w *messages) request(e, count program.Expr) []request {
	array := arrayOf(e)
	if array == nil {
		return nil
	}
	r := request{array: array, text: program.Text(e), one: count == nil}
	if e := e.(*program.Ref); array.Rank() <= 1 {
		r.first, r.last, r.known = w.elementsNamed(e)
	}
	if n, ok := w.constant(count); ok && r.known {
		r.last = r.first + n - 1
	} else if count != nil {
		r.known = false
	}
	return []request{r}
}

// elementsNamed is the range of constant indices that a reference to a variable or vector names.
func (w *messages) elementsNamed(r *program.Ref) (first, last int64, known bool) {
	if r.Sym.Rank() == 0 {
		return 0, 0, true
	}
	lo, hi := w.b.DeclaredBounds(r.Sym, 0)
	from, knownLo := w.b.A.ConstInt(lo)
	to, knownHi := w.b.A.ConstInt(hi)
	for _, s := range r.Subs {
		if s.Lo != nil || !s.Triplet {
			from, knownLo = w.constant(s.Lo)
		}
		if !s.Triplet {
			to, knownHi = from, knownLo
		} else if s.Hi != nil {
			to, knownHi = w.constant(s.Hi)
		}
	}
	return from, to, knownLo && knownHi
}

func (w *messages) constant(e program.Expr) (int64, bool) {
	if e == nil || program.RankOf(e) > 0 {
		return 0, false
	}
	return w.b.A.ConstInt(w.values.valueOf(e))
}

// mayBe reports whether two arguments may name the same request.
func (r request) mayBe(q request) bool {
	return r.array == q.array && (!r.known || !q.known || r.first <= q.last && q.first <= r.last)
}

// among reports whether one of the requests may be one of the others.
func among(rs, others []request) bool {
	return slices.ContainsFunc(rs, func(r request) bool { return slices.ContainsFunc(others, r.mayBe) })
}

// named tells which requests are those of a call: the one that it names by the same words,
// where there is one, else all that it may name.
func named(rs []request, all [][]request) func([]request) bool {
	exactly := func(others []request) bool {
		return len(rs) == 1 && rs[0].one && len(others) == 1 && rs[0].array == others[0].array && rs[0].text == others[0].text
	}
	if slices.ContainsFunc(all, exactly) {
		return exactly
	}
	return func(others []request) bool { return among(rs, others) }
}

// post notes a receive that is awaited later.
func (w *messages) post(rs []request, c *comm.Communication) {
	w.posts = append(w.posts, posted{rs, c, slices.Clone(w.conditions), w.loops[:len(w.loops):len(w.loops)]})
}

// await builds a statement that completes requests: here the messages arrive that have been
// posted under them, also where it waits for one of them only; which that is, is not known. One
// that only asks whether they have arrived leaves them to the statements behind it.
func (w *messages) await(s *program.CallStmt, m *program.Message) []*AAU {
	rs := w.requests(m)
	out := w.library(s, "")
	w.completes(rs, s.Span())
	if m.Op == program.Tests {
		return out
	}
	var all [][]request
	for _, p := range w.posts {
		all = append(all, p.requests)
	}
	of := named(rs, all)
	return append(out, w.arrive(s.Span(), func(p posted) bool { return of(p.requests) })...)
}

func (w *messages) completes(rs []request, at source.Span) {
	w.completions = append(w.completions, completion{rs, at, w.loops[:len(w.loops):len(w.loops)]})
}

// arrive builds the messages of some receives, in the first iteration of loops that have begun
// since these were posted.
func (w *messages) arrive(at source.Span, which func(posted) bool) []*AAU {
	var out []*AAU
	var left []posted
	for _, p := range w.posts {
		if which(p) {
			out = append(out, w.under(condition{share: w.first(p.loops)}, func() []*AAU { return []*AAU{w.passed(Comm, w.arrived(p, at))} })...)
		} else {
			left = append(left, p)
		}
	}
	w.posts = left
	return out
}

// arrived is the message of a receive where it is awaited: those of all iterations of the
// loops that it was posted in and that have ended.
func (w *messages) arrived(p posted, at source.Span) *comm.Communication {
	a, c, passed := w.b.A, *p.comm, *p.comm.Passed
	passed.PostedAt, c.At, c.Passed = c.At, at, &passed
	share, shared := w.once(), w.shared(p.loops)
	for _, x := range p.conditions {
		if x.depth > shared || !slices.ContainsFunc(w.conditions, func(y condition) bool { return y.share == x.share }) {
			share = a.Mul(share, x.share)
		}
	}
	ended := p.loops[shared:]
	c.Messages, c.Elements = w.b.Total(ended, a.Mul(share, c.Messages)), w.b.Total(ended, a.Mul(share, c.Elements))
	if w.varies(passed.Bytes, ended) { // of a message on the average
		passed.Bytes = a.Quo(a.Mul(c.Elements, a.Int(int64(c.Bytes))), a.Max(w.once(), c.Messages))
	}
	if w.varies(passed.Partner, ended) {
		w.b.FromSeveral(&c)
	}
	return &c
}

// shared is how many of the loops around some place are those around this one too.
func (w *messages) shared(loops []*comm.Loop) int {
	n := 0
	for n < min(len(w.loops), len(loops)) && w.loops[n] == loops[n] {
		n++
	}
	return n
}

// first is 1 in the first iteration of the loops that have begun behind some place, else 0.
func (w *messages) first(loops []*comm.Loop) symbolic.Expr {
	a, first := w.b.A, w.once()
	for _, l := range w.loops[w.shared(loops):] {
		first = a.Mul(first, a.Eq(a.Sym(l.Name, symbolic.Index), l.Lo))
	}
	return first
}

// varies reports whether a value depends on the indices of loops.
func (w *messages) varies(v symbolic.Expr, loops []*comm.Loop) bool {
	return v != 0 && slices.ContainsFunc(w.b.A.Free(v), func(s symbolic.Symbol) bool {
		return slices.ContainsFunc(loops, func(l *comm.Loop) bool { return l.Name == s.Name })
	})
}

// comeRound builds, at the end of a loop's body, what it has posted behind the statement that
// completes it: that is where the next iteration begins.
func (w *messages) comeRound() []*AAU {
	l := w.loops[len(w.loops)-1]
	var out []*AAU
	for _, c := range slices.Backward(w.completions) {
		if slices.Contains(c.loops, l) {
			out = append(out, w.arrive(c.at, func(p posted) bool { return slices.Contains(p.loops, l) && among(c.requests, p.requests) })...)
		}
	}
	return out
}

// unawaited builds what arrives at the end of a unit: what only statements ask for that do not
// wait, or what another unit awaits.
func (w *messages) unawaited() []*AAU {
	var out []*AAU
	for _, c := range slices.Backward(w.completions) {
		out = append(out, w.arrive(c.at, func(p posted) bool { return among(c.requests, p.requests) })...)
	}
	for _, p := range w.posts {
		c := w.arrived(p, p.comm.At)
		c.Bound, c.Note, c.Passed.PostedAt = true, "no statement here awaits it: it is counted as if it were awaited at the end of the procedure", source.Span{}
		out = append(out, w.passed(Comm, c))
	}
	w.posts = nil
	return out
}

// handedOn builds what a procedure awaits for its caller: one that changes the variable of a
// request completes it.
func (w *messages) handedOn(s *program.CallStmt) []*AAU {
	if len(w.posts) == 0 || program.MessageOf(s) != nil {
		return nil
	}
	var rs []request
	for _, v := range w.values.changedBy(s) {
		rs = append(rs, request{array: v})
	}
	w.completes(rs, s.Span())
	return w.arrive(s.Span(), func(p posted) bool { return among(rs, p.requests) })
}

// branchPosts are the receives that await completion through the branches of a condition.
type branchPosts struct {
	w      *walker
	before []posted
	after  [][]posted // of each branch
}

func (w *messages) inBranches() *branchPosts {
	return &branchPosts{w: w.walker, before: slices.Clip(w.posts)}
}

// begin finds in each branch what has been posted before the condition.
func (b *branchPosts) begin() { b.w.messages.posts = b.before }

func (b *branchPosts) end() { b.after = append(b.after, b.w.messages.posts) }

// join leaves what no branch has completed.
func (b *branchPosts) join() {
	in := func(list []posted, p posted) bool {
		return slices.ContainsFunc(list, func(q posted) bool { return q.comm == p.comm })
	}
	b.w.messages.posts = nil
	for _, p := range b.before {
		if !slices.ContainsFunc(b.after, func(list []posted) bool { return !in(list, p) }) {
			b.w.messages.posts = append(b.w.messages.posts, p)
		}
	}
	for _, list := range b.after {
		b.w.messages.posts = append(b.w.messages.posts, slices.DeleteFunc(slices.Clone(list), func(p posted) bool { return in(b.before, p) })...)
	}
}
