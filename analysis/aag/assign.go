package aag

import (
	"cmp"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/scalarize"
	"github.com/parlens/parlens/analysis/source"
)

// construction brings a statement to elements, in a nest of whose loops the
// first ones are fixed.
type construction func(n comm.Nest, fixed int) ([]*comm.Element, error)

// assign builds an assignment: the messages it needs, the local computation,
// and what combines its reductions.
func (w *walker) assign(s *program.Assign, c comm.Context) []*AAU {
	c.Iteration = w.iteration()
	sum := w.sums.of[s]
	if sum != nil && !sum.clause {
		c.Partial = sum.home
	}
	operator := ""
	if sum != nil {
		operator = sum.operator
	}
	q := w.query(s, func() *comm.Query { return w.nest().Ask(s.Span(), c, operator, s.LHS, s.RHS) })
	return w.elements(s, q, func(n comm.Nest, fixed int) ([]*comm.Element, error) {
		es, err := scalarize.Assign(n, s, c, fixed)
		if err == nil && sum != nil {
			es[len(es)-1].Operator = sum.operator
		}
		return es, err
	})
}

// elements builds what a statement became. A mask shares the messages of the
// assignment that it guards.
func (w *walker) elements(of any, q *comm.Query, build construction) []*AAU {
	if w.probing {
		return w.probed(of, q, build)
	}
	done, err := w.computation(of, q, build)
	if err != nil {
		return w.failed(of, err)
	}
	var out []*AAU
	for _, g := range groupsOf(done) {
		elements := func() ([]*comm.Element, error) { return elementsOf(done[g.First : g.Last+1]), nil }
		found := w.arrivals(fetchKey{of, w.part, g.First}, q, build, elements)
		out = append(out, w.fetches(of, found.messages)...)
		if found.failed != nil {
			out = append(out, w.failed(of, found.failed)...)
		}
		for _, d := range done[g.First : g.Last+1] {
			out = append(out, w.functions(d)...)
			if !d.Element.OnlyFetches() {
				out = append(out, w.unit(seq(d)))
			}
		}
		out = append(out, w.combine(of, done[g.Last].Combined)...)
		out = append(out, w.writeBack(found.delivered)...)
	}
	w.loopInfo(done)
	return out
}

// failed says why a statement, or a condition, has no estimate.
func (w *walker) failed(of any, err error) []*AAU {
	if u, ok := err.(*scalarize.Unsupported); ok {
		return w.void(u.At, u.Reason)
	}
	return w.void(of.(interface{ Span() source.Span }).Span(), err.Error())
}

// fetches returns the messages that the elements need and that are paid right
// before the statement; those hoisted further out go to their level.
func (w *walker) fetches(of any, found []*comm.Communication) []*AAU {
	if !w.mayCommunicate(of) {
		return w.confined(of, found)
	}
	var out []*AAU
	for _, c := range found {
		if paid := w.pay(c); paid != nil {
			out = append(out, paid)
		}
	}
	return out
}

// fetch returns the messages that elements need. Where what is fetched at a level cannot be
// told, the error says why.
func (w *walker) fetch(first int, build construction, es []*comm.Element) (out []*comm.Communication, failed error) {
	for _, level := range w.nest().Levels(es...) {
		wide := w.nest().Widened(level)
		at, err := build(wide, level)
		if err != nil {
			failed = cmp.Or(failed, err)
			continue
		}
		last := first + len(es)
		if narrow := w.nest().Narrowed(level, wide, at[last-1]); !narrow.Same(wide) {
			if closer, err := build(narrow, level); err == nil {
				wide, at = narrow, closer
			}
		}
		out = append(out, wide.Fetch(level, at[first:last]...)...)
	}
	return out, failed
}

// delivery brings results from where an INDEPENDENT loop's home computes them
// to their owners, or is nil.
func (w *walker) delivery(build construction, e *comm.Element, i int) (*comm.Communication, error) {
	if w.iteration() == nil && !e.Scatters || e.Left == nil {
		return nil, nil
	}
	level := w.writeBackLevel()
	wide := w.nest().Widened(level)
	es, err := build(wide, level)
	if err != nil {
		return nil, err
	}
	return wide.WriteBack(es[i], level), nil
}

// writeBackLevel is how many loops stay around the message of a delivery: one behind the
// INDEPENDENT loop whose iterations are executed where they are at home brings all that these
// store, whatever loops they have.
func (w *walker) writeBackLevel() int {
	n := w.nest()
	if n.Whole > 0 {
		n.Loops = n.Loops[:n.Whole]
	}
	return n.WriteBackLevel()
}

func (w *walker) writeBack(c *comm.Communication) []*AAU {
	if c == nil {
		return nil
	}
	if layout, mapped := w.b.Layouts[c.Array]; !w.g.Unit.IOProcessor && w.g.Unit.Explicit && (!mapped || layout.Replicated()) {
		return nil // in XcalableMP each node has a variable of its own
	}
	if w.g.Unit.Explicit {
		w.nonLocal(c, "is assigned where another processor holds it: the home of the iteration must own it")
		return nil
	}
	w.mark(c.Level)
	u := w.comm(c)
	if c.Level == len(w.loops) {
		return []*AAU{u}
	}
	w.after[c.Level] = append(w.after[c.Level], u)
	return nil
}

// pay puts a message before the statement of its level; it returns the message
// when that is this one.
func (w *walker) pay(c *comm.Communication) *AAU {
	if w.alreadyThere(c) {
		return nil
	}
	w.mark(c.Level)
	u := w.comm(c)
	if c.Level == len(w.loops) {
		return u
	}
	w.hoisted[c.Level] = append(w.hoisted[c.Level], u)
	return nil
}

// mark notes that the outer loops have communication in their bodies.
func (w *walker) mark(level int) {
	for i := range w.loops[:level] {
		w.sync[w.within[i]] = true
	}
}

// comm returns the unit of a communication. A condition that depends on loops
// which it has left does not reduce it: then it is a bound.
func (w *walker) comm(found *comm.Communication) *AAU {
	if w.probing {
		return w.unit(AAU{Kind: Comm, At: found.At, Comm: found})
	}
	c := new(comm.Communication)
	*c = *found
	c.During = w.during()
	kind := Comm
	if c.Kind == comm.Reduction {
		kind = SyncSeq
	}
	for _, x := range w.conditions {
		if w.dependsOn(x, c.Level) || x.leftBy(c) {
			c.Bound, c.Unknown = true, false
		}
	}
	share := w.inside(c.Level)
	if one, ok := w.b.A.ConstInt(share); !ok || one != 1 {
		c.Elements, c.Messages = w.b.A.Mul(c.Elements, share), w.b.A.Mul(c.Messages, share)
	}
	return w.unit(AAU{Kind: kind, At: c.At, Comm: c, Local: share, Repeat: w.loops[:c.Level:c.Level]})
}

// done is an element with the iterations that a processor executes where the
// first loops around are distinguished.
func (w *walker) done(e *comm.Element, fixed int) comm.Computation {
	share := w.inside(len(w.loops))
	d := comm.Computation{Element: e, Partition: w.nest().Partition(e, fixed), Number: w.b.NextNumber()}
	d.Count = w.b.Total(append(w.loops[:len(w.loops):len(w.loops)], e.Loops...), share)
	d.Local = w.b.Sum(d.Partition, d.Partition.Ranges, share)
	if len(e.Loops) > 0 {
		d.Executions = w.nest().Executions(e)
	}
	if e.Combines == nil {
		return d
	}
	if d.Combined = scalarize.CombineElement(w.nest(), e, fixed); d.Combined != nil {
		d.Combined.Level, d.Combined.Depth = len(w.loops), len(w.loops)
	}
	return d
}

// seq returns the unit, not yet added, of an element.
func seq(d comm.Computation) AAU {
	e := d.Element
	u := AAU{Kind: Seq, At: e.At, Element: e, Partition: d.Partition, Loops: d.Partition.Ranges, Count: d.Count, Local: d.Local, Number: d.Number}
	u.Executes = e.Combines == nil && !e.IsMask && e.Resolves == nil && !e.Part && !e.Ahead
	return u
}

// combine builds the communication after the local part of a reduction
// intrinsic, if any.
func (w *walker) combine(of any, c *comm.Communication) []*AAU {
	switch {
	case c == nil:
		return nil
	case !w.mayCommunicate(of):
		w.uncombined(of, c)
		return nil
	}
	w.mark(c.Level)
	return []*AAU{w.comm(c)}
}

// loopInfo records the loops of an array construct.
func (w *walker) loopInfo(done []comm.Computation) {
	for _, d := range done {
		e := d.Element
		if len(e.Loops) == 0 || e.IsMask || e.Resolves != nil || e.Part || e.Ahead {
			continue
		}
		info := LoopInfo{At: e.At, End: e.At, Depth: len(w.loops), Parallel: e.Home.Shared(), part: w.part}
		info.Entries = w.b.Total(w.loops, w.once())
		info.Total = d.Executions
		info.Why = "array construct: every processor takes its own part"
		if !info.Parallel {
			info.Why = "no mapped array on the left side: every processor does all of it"
			if w.g.Unit.Messages {
				info.Why = "array construct: every processor does it on its own data"
			}
		}
		w.g.Loops = append(w.g.Loops, info)
	}
}
