package aag

import (
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
)

// assign builds an assignment, alone or inside FORALL or WHERE: the messages
// it needs, the local computation, and what combines its reductions.
func (w *walker) assign(s *program.Assign, ranges []program.IndexRange, mask program.Expr) []*AAU {
	if r := w.reductionStatement(s); r != nil {
		return w.reduction(s, r)
	}
	build := func(fixed int) ([]*comm.Element, error) { return w.nest().Assign(s, ranges, mask, fixed) }
	return w.elements(build, w.homeOf())
}

// elements builds what a statement became. homed is the reference that ON HOME
// or the loop's first mapped left side prescribes, or nil.
func (w *walker) elements(build func(fixed int) ([]*comm.Element, error), homed *program.Ref) []*AAU {
	fixed := w.fixed()
	es, err := build(fixed)
	if err != nil {
		return w.failed(err)
	}
	var out []*AAU
	for i, e := range es {
		w.home(e, homed, fixed)
		out = append(out, w.fetches(build, i, homed)...)
		out = append(out, w.seq(e, fixed))
		out = append(out, w.combine(e, fixed)...)
		out = append(out, w.writeBack(build, i, homed)...)
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

func (w *walker) home(e *comm.Element, homed *program.Ref, fixed int) {
	if homed == nil || e.Combines != nil {
		return
	}
	if x := w.nest().Access(homed, fixed); x != nil {
		e.Home = x
	}
}

// fetches returns the messages paid right before the statement; those hoisted
// further out go to their level.
func (w *walker) fetches(build func(fixed int) ([]*comm.Element, error), i int, homed *program.Ref) []*AAU {
	var out []*AAU
	for level := 0; level <= len(w.loops); level++ {
		es, err := build(level)
		if err != nil || i >= len(es) {
			continue
		}
		w.home(es[i], homed, level)
		for _, c := range w.nest().Fetch(es[i], level) {
			w.pay(c.Level)
			if c.Level == len(w.loops) {
				out = append(out, w.comm(c))
			} else {
				w.hoisted[c.Level] = append(w.hoisted[c.Level], w.comm(c))
			}
		}
	}
	return out
}

// writeBack brings results from where an INDEPENDENT loop's home computes them
// to their owners, once after the outermost loop that allows it.
func (w *walker) writeBack(build func(fixed int) ([]*comm.Element, error), i int, homed *program.Ref) []*AAU {
	if homed == nil {
		return nil
	}
	for level := 0; level <= len(w.loops); level++ {
		es, err := build(level)
		if err != nil || i >= len(es) || es[i].Left == nil {
			continue
		}
		if at, _ := w.nest().Level(es[i].Left); at != level {
			continue
		}
		w.home(es[i], homed, level)
		c := w.nest().WriteBack(es[i], level)
		if c == nil {
			return nil
		}
		w.pay(level)
		if level == len(w.loops) {
			return []*AAU{w.comm(c)}
		}
		w.after[level] = append(w.after[level], w.comm(c))
	}
	return nil
}

// pay marks the outer loops as having communication in their bodies.
func (w *walker) pay(level int) {
	for _, l := range w.loops[:level] {
		w.sync[l.Do] = true
	}
}

func (w *walker) comm(c *comm.Communication) *AAU {
	kind := Comm
	if c.Kind == comm.Reduction {
		kind = SyncSeq
	}
	return w.unit(AAU{Kind: kind, At: c.At, Comm: c, Repeat: w.loops[:c.Level:c.Level]})
}

func (w *walker) seq(e *comm.Element, fixed int) *AAU {
	n := w.nest()
	p := n.Partition(e, fixed)
	u := AAU{Kind: Seq, At: e.At, Element: e, Partition: p, Loops: p.Ranges, Count: n.Executions(e)}
	u.Local = w.b.Sum(p, p.Ranges, w.b.A.Int(1))
	return w.unit(u)
}

// combine returns the communication after the local part of a reduction
// intrinsic.
func (w *walker) combine(e *comm.Element, fixed int) []*AAU {
	if e.Combines == nil {
		return nil
	}
	_, bytes := program.TypeOf(e.Combines)
	c := w.b.Combine(w.nest().Partition(e, fixed), e, e.Combines.Name, bytes)
	if c == nil {
		return nil
	}
	c.Level, c.Depth = len(w.loops), len(w.loops)
	w.pay(c.Level)
	return []*AAU{w.comm(c)}
}

// loopInfo records the loops of an array construct.
func (w *walker) loopInfo(es []*comm.Element) {
	for _, e := range es {
		if len(e.Loops) == 0 {
			continue
		}
		info := LoopInfo{At: e.At, End: e.At, Depth: len(w.loops), Parallel: e.Home.Mapped()}
		info.Entries = w.b.Total(w.loops, w.b.A.Int(1))
		info.Total = w.nest().Executions(e)
		info.Why = "array construct: every processor takes its own part"
		if !info.Parallel {
			info.Why = "no mapped array on the left side: every processor does all of it"
		}
		w.g.Loops = append(w.g.Loops, info)
	}
}

// homeOf returns the reference whose owner executes the iteration because of an
// INDEPENDENT loop around: ON HOME, or the loop's first mapped left side.
func (w *walker) homeOf() *program.Ref {
	for i := len(w.homes) - 1; i >= 0; i-- {
		if w.homes[i] != nil && w.reaches(w.homes[i], i) {
			return w.homes[i]
		}
	}
	return nil
}

// reaches reports whether the home of loop i has a value here: it does not
// depend on the index of a loop further in that is not around this statement.
func (w *walker) reaches(home *program.Ref, i int) bool {
	reached := true
	program.Walk(home, func(e program.Expr) bool {
		if r, ok := e.(*program.Ref); ok && r != home && w.loops[i].Stores.Has(r.Sym) && !w.isIndex(r.Sym) {
			reached = false
		}
		return reached
	})
	return reached
}

// firstHome finds what an INDEPENDENT loop's iterations are partitioned by.
func (w *walker) firstHome(do *program.Do) *program.Ref {
	if do.Independent == nil {
		return nil
	}
	if do.Independent.OnHome != nil {
		return do.Independent.OnHome
	}
	var home *program.Ref
	program.Statements(do.Body, func(s program.Stmt) bool {
		a, ok := s.(*program.Assign)
		if ok && home == nil && a.LHS.Sym.Rank() > 0 && a.LHS.Rank() == 0 && !w.b.Layouts[a.LHS.Sym].Replicated() {
			home = a.LHS
		}
		return true
	})
	return home
}
