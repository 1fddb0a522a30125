package depend

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// scalar is what a loop's body does with one scalar that it stores to.
type scalar struct {
	stores     int
	definition *program.Assign // the only store, where it stands directly in the body
	pos        int32           // of definition
	value      form            // of definition, once resolved
	state      uint8           // of value: see resolve.go

	// from here on found by the collector
	accumulated int          // stores and uses that belong to an accumulation
	operator    string       // of the accumulations; "?" when they differ
	locations   int          // stores under a guarded min or max
	of          int32        // of locations: the scalar that is accumulated
	uses        int          // uses outside of accumulations
	first       *program.Ref // first store
	exposed     *program.Ref // first use that may see another iteration's value
	certain     bool         // the exposed use comes before any store, unconditionally
	always      bool         // some store is unconditional
	started     bool         // a store has been met
}

// survey is the first pass: it numbers statements, makes the loops, and notes
// what each may change. The collector counts statements in the same way.
// direct says that the block is the body of l itself.
func (a *analysis) survey(block []program.Stmt, l *loop, direct bool) {
	for _, s := range block {
		a.seq++
		switch s := s.(type) {
		case *program.Assign:
			a.surveyAssign(s, l, direct)
		case *program.Do:
			a.surveyDo(s, l)
		case *program.If:
			for _, b := range s.Branches {
				a.seq++
				a.calls(b.Cond, l)
				a.survey(b.Body, l, false)
			}
			a.survey(s.Else, l, false)
		case *program.Where:
			for _, b := range s.Branches {
				a.seq++
				a.calls(b.Mask, l)
				a.survey(b.Body, l, false)
			}
		case *program.Forall:
			a.surveyRanges(s.Ranges, s.Mask, l)
			a.survey(s.Body, l, false)
		case *program.CallStmt:
			a.surveyCall(s, l)
		case *program.Unmodelled:
			switch {
			case s.Forward && s.Leaves > 0:
				for m := l; m != nil; m = m.parent {
					m.jumps = true
				}
			case !s.Free && !outputOnly(s):
				l.mayStore()
			}
		case *program.Transfer:
			for m := l; m != nil; m = m.parent {
				m.jumps = true
			}
		}
	}
}

func outputOnly(s *program.Unmodelled) bool { return s.Keyword == "print" || s.Keyword == "write" }

func (a *analysis) surveyAssign(s *program.Assign, l *loop, direct bool) {
	a.calls(s.RHS, l)
	a.calls(s.LHS, l)
	n := a.id(s.LHS.Sym)
	for m := l; m != nil; m = m.parent {
		m.stores.add(n)
		if s.LHS.Sym.Rank() > 0 {
			continue
		}
		rec := m.scalar(n)
		rec.stores++
		if m == l && direct {
			rec.definition, rec.pos = s, a.seq
		}
	}
}

func (a *analysis) surveyDo(s *program.Do, l *loop) {
	for _, e := range [...]program.Expr{s.Lo, s.Hi, s.Step} {
		a.calls(e, l)
	}
	if s.Kind == program.DoConcurrent {
		a.surveyRanges(s.Ranges, s.Cond, l)
		a.survey(s.Body, l, false)
		return
	}
	if s.Var != nil {
		n := a.id(s.Var)
		for m := l; m != nil; m = m.parent {
			m.stores.add(n)
			m.scalar(n).stores++
		}
	}
	inner := &loop{do: s, parent: l, nested: append(slices.Clip(l.loops()), s), depth: depthOf(l) + 1, pos: a.seq, trip: -1}
	if l == nil {
		inner.nest = &nest{}
		a.nests = append(a.nests, inner.nest)
	} else {
		inner.nest = l.nest
	}
	a.loops = append(a.loops, inner)
	a.calls(s.Cond, inner)
	a.survey(s.Body, inner, true)
}

// surveyCall notes what a call changes. What becomes of scalars is not followed
// through it.
func (a *analysis) surveyCall(s *program.CallStmt, l *loop) {
	changed, known := a.changed(s)
	if !known {
		l.mayStore()
	}
	for _, v := range changed {
		if v.Rank() == 0 {
			l.mayStore()
			continue
		}
		for m := l; m != nil; m = m.parent {
			m.stores.add(a.id(v))
		}
	}
}

// changed returns the variables that a call may change, false for any.
func (a *analysis) changed(s *program.CallStmt) ([]*program.Symbol, bool) {
	if a.o.Calls == nil {
		return nil, false
	}
	return a.o.Calls(s)
}

func (a *analysis) surveyRanges(ranges []program.IndexRange, mask program.Expr, l *loop) {
	for _, r := range ranges {
		a.calls(r.Lo, l)
		a.calls(r.Hi, l)
		a.calls(r.Step, l)
	}
	a.calls(mask, l)
}

// calls notes a reference to a user's function, which may store to anything
// where nothing else is known of it.
func (a *analysis) calls(e program.Expr, l *loop) {
	if l == nil || l.any || e == nil {
		return
	}
	switch e := e.(type) {
	case *program.Ref:
		for i := range e.Subs {
			a.calls(e.Subs[i].Lo, l)
			a.calls(e.Subs[i].Hi, l)
			a.calls(e.Subs[i].Stride, l)
		}
	case *program.Unary:
		a.calls(e.X, l)
	case *program.Binary:
		a.calls(e.X, l)
		a.calls(e.Y, l)
	case *program.Call:
		if !a.harmless(e) {
			l.mayStore()
			return
		}
		for _, arg := range e.Args {
			a.calls(arg.Value, l)
		}
	case *program.Opaque:
		for _, item := range e.Items() {
			a.calls(item, l)
		}
	}
}

// pure reports whether the call is of an intrinsic function.
func pure(c *program.Call) bool {
	return c.Intrinsic().Shape != program.NotIntrinsic || c.Sym != nil && c.Sym.Class == program.Intrinsic
}

// harmless reports whether a function changes nothing but what is its own.
func (a *analysis) harmless(c *program.Call) bool {
	return pure(c) || a.o.Functions != nil && a.o.Functions(c)
}

// mayStore notes that a statement in l may change any variable.
func (l *loop) mayStore() {
	for ; l != nil; l = l.parent {
		l.any = true
	}
}

func (l *loop) scalar(n int32) *scalar {
	rec := l.scalars[n]
	if rec == nil {
		if l.scalars == nil {
			l.scalars = map[int32]*scalar{}
		}
		rec = &scalar{}
		l.scalars[n] = rec
		l.order = append(l.order, n)
	}
	return rec
}

// changes reports whether the body may change the symbol.
func (l *loop) changes(n int32) bool { return l.any || l.stores.has(n) }

// changer returns the innermost loop around that may change the symbol.
func (l *loop) changer(n int32) *loop {
	for ; l != nil; l = l.parent {
		if l.changes(n) {
			return l
		}
	}
	return nil
}
