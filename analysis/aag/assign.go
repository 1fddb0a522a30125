package aag

import (
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
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
	return w.elements(s, func(n comm.Nest, fixed int) ([]*comm.Element, error) {
		es, err := n.Assign(s, c, fixed)
		if err == nil && sum != nil {
			es[len(es)-1].Operator = sum.operator
		}
		return es, err
	})
}

// elements builds what a statement became. A mask shares the messages of the
// assignment that it guards.
func (w *walker) elements(of any, build construction) []*AAU {
	seqs, err := w.computation(of, build)
	if err != nil {
		return w.failed(err)
	}
	es := make([]*comm.Element, len(seqs))
	for i, u := range seqs {
		es[i] = u.Element
	}
	var out []*AAU
	for first := 0; first < len(es); {
		last := first
		for es[last].IsMask || es[last].Part {
			last++
		}
		out = append(out, w.fetches(fetchKey{of, first}, build, es[first:last+1])...)
		for _, u := range seqs[first : last+1] {
			out = append(out, w.unit(u))
		}
		out = append(out, w.combine(es[last])...)
		out = append(out, w.writeBack(build, es[last], last)...)
		first = last + 1
	}
	w.loopInfo(es)
	return out
}

func (w *walker) failed(err error) []*AAU {
	u, ok := err.(*comm.Unsupported)
	if !ok {
		return nil
	}
	return w.void(u.At, u.Reason)
}

// fetches returns the messages that the elements need and that are paid right
// before the statement; those hoisted further out go to their level.
func (w *walker) fetches(key fetchKey, build construction, es []*comm.Element) []*AAU {
	found, known := w.fetched[key]
	if !known {
		found = w.fetch(key.element, build, es)
		w.fetched[key] = found
	}
	if !w.mayCommunicate(key.of) {
		return w.confined(key.of, found)
	}
	var out []*AAU
	for _, c := range found {
		if paid := w.pay(c); paid != nil {
			out = append(out, paid)
		}
	}
	return out
}

func (w *walker) fetch(first int, build construction, es []*comm.Element) []*comm.Communication {
	var out []*comm.Communication
	for _, level := range w.nest().Levels(es...) {
		wide := w.nest().Widened(level)
		at, err := build(wide, level)
		if err != nil {
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
	return out
}

// writeBack brings results from where an INDEPENDENT loop's home computes them
// to their owners.
func (w *walker) writeBack(build construction, e *comm.Element, i int) []*AAU {
	if w.iteration() == nil || e.Left == nil {
		return nil
	}
	level := w.nest().WriteBackLevel()
	wide := w.nest().Widened(level)
	es, err := build(wide, level)
	if err != nil {
		return nil
	}
	c := wide.WriteBack(es[i], level)
	if c == nil {
		return nil
	}
	if w.g.Unit.Explicit {
		w.nonLocal(c, "is assigned where another processor holds it: the home of the iteration must own it")
		return nil
	}
	w.mark(level)
	u := w.comm(c)
	if level == len(w.loops) {
		return []*AAU{u}
	}
	w.after[level] = append(w.after[level], u)
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
	for _, l := range w.loops[:level] {
		w.sync[l.Do] = true
	}
}

// comm returns the unit of a communication. A condition that depends on loops
// which it has left does not reduce it: then it is a bound.
func (w *walker) comm(found *comm.Communication) *AAU {
	c := new(comm.Communication)
	*c = *found
	kind := Comm
	if c.Kind == comm.Reduction {
		kind = SyncSeq
	}
	for _, x := range w.conditions {
		c.Bound = c.Bound || w.dependsOn(x, c.Level) || x.leftBy(c)
	}
	share := w.inside(c.Level)
	if one, ok := w.b.A.ConstInt(share); !ok || one != 1 {
		c.Elements, c.Messages = w.b.A.Mul(c.Elements, share), w.b.A.Mul(c.Messages, share)
	}
	return w.unit(AAU{Kind: kind, At: c.At, Comm: c, Local: share, Repeat: w.loops[:c.Level:c.Level]})
}

// computation returns the units, not yet added, of what a statement became: the
// same in both passes where as many loops are told apart.
func (w *walker) computation(of any, build construction) ([]AAU, error) {
	key := builtKey{of, w.fixed(), w.inside(len(w.loops))}
	if seqs, known := w.built[key]; known {
		return seqs, nil
	}
	es, err := build(w.nest(), key.fixed)
	if err != nil {
		return nil, err
	}
	var seqs []AAU
	for _, e := range es {
		seqs = append(seqs, w.seq(e, key.fixed))
	}
	w.built[key] = seqs
	return seqs, nil
}

func (w *walker) seq(e *comm.Element, fixed int) AAU {
	p := w.nest().Partition(e, fixed)
	u := AAU{Kind: Seq, At: e.At, Element: e, Partition: p, Loops: p.Ranges}
	u.Executes = e.Combines == nil && !e.IsMask && !e.Part && !e.Ahead
	share := w.inside(len(w.loops))
	u.Count = w.b.Total(append(w.loops[:len(w.loops):len(w.loops)], e.Loops...), share)
	u.Local = w.b.Sum(p, p.Ranges, share)
	return u
}

// combine returns the communication after the local part of a reduction
// intrinsic.
func (w *walker) combine(e *comm.Element) []*AAU {
	if e.Combines == nil {
		return nil
	}
	c := w.nest().CombineElement(e, w.fixed())
	if c == nil {
		return nil
	}
	c.Level, c.Depth = len(w.loops), len(w.loops)
	w.mark(c.Level)
	return []*AAU{w.comm(c)}
}

// loopInfo records the loops of an array construct.
func (w *walker) loopInfo(es []*comm.Element) {
	for _, e := range es {
		if len(e.Loops) == 0 || e.IsMask || e.Part || e.Ahead {
			continue
		}
		info := LoopInfo{At: e.At, End: e.At, Depth: len(w.loops), Parallel: e.Home.Shared()}
		info.Entries = w.b.Total(w.loops, w.once())
		info.Total = w.nest().Executions(e)
		info.Why = "array construct: every processor takes its own part"
		if !info.Parallel {
			info.Why = "no mapped array on the left side: every processor does all of it"
		}
		w.g.Loops = append(w.g.Loops, info)
	}
}
