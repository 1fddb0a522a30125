package aag

import (
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/scalarize"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/analysis/values"
)

// condition builds an IF: the tests, then the branches. A branch whose
// condition is a comparison of known sizes is decided when the numbers are;
// any other is taken with an assumed weight (paper 003, section 2.3: a
// weighted sum of the branches). The statements behind, if any, are built in each
// branch, see fork.go.
func (w *walker) condition(s *program.If, behind []program.Stmt) []*AAU {
	u := w.unit(AAU{Kind: CondtD, At: s.Span(), Local: w.local(), Count: w.count()})
	if w.sync[w.placed(s)] {
		u.Kind = CondtSync
	}
	apart := u.Kind == CondtSync
	from := len(w.g.Units)
	left := w.once()
	out := []*AAU{}
	start := w.state()
	var ends []mappings
	o := w.values.outcomes()
	var jumps []escape
	var by *comm.Partition
	part, tested := w.part, w.tested
	posts := w.messages.inBranches()
	body := func(own []program.Stmt, k int, share symbolic.Expr) []*AAU {
		posts.begin()
		out := w.under(condition{share: share, apart: apart}, func() []*AAU { return w.nested(w.branchOf(s, own, k, behind)) })
		w.part, w.tested = part, tested
		posts.end()
		return out
	}
	for i, br := range s.Branches {
		test := func() []*AAU { return w.test(br.Cond) }
		if i == 0 {
			tests := test()
			by = partitionOf(tests)
			out = append(out, tests...)
		} else { // it is made where none before has held
			out = append(out, w.under(condition{share: left}, func() []*AAU { return w.branch(test) })...)
		}
		weight := w.weightOf(br, i == len(s.Branches)-1 && stops(s.Else))
		share := w.b.A.Mul(left, weight)
		u.Branches = append(u.Branches, Branch{At: br.At, Weight: weight, Body: body(br.Body, i, share)})
		jumps = append(jumps, w.scaled(w.escapes, share)...)
		if !leavesUnit(br.Body) && !w.never(share) {
			ends = append(ends, w.state())
		}
		o.end(weight)
		w.restore(start)
		left = w.b.A.Mul(left, w.b.A.Sub(w.once(), weight))
	}
	if len(s.Else)+len(behind) > 0 {
		u.Branches = append(u.Branches, Branch{At: s.End, Weight: w.once(), Body: body(s.Else, len(s.Branches), left)})
		jumps = append(jumps, w.scaled(w.escapes, left)...)
	}
	if w.never(left) && len(ends) > 0 {
		w.restore(ends[len(ends)-1])
	}
	ends = append(ends, w.state())
	o.end(w.once())
	o.join()
	posts.join()
	w.tally(u, by)
	w.escapes = jumps
	taken := "as the last branch leaves it"
	if len(s.Else) == 0 {
		taken = "as where no branch is taken"
	}
	when, tooDeep := "after this", len(w.part) >= mostPeeled
	if len(w.loops) > 0 && !tooDeep {
		when = "in the next iteration"
	}
	out = append(out, w.settle(s.Span(), when, taken, ends, len(w.loops) > 0 || tooDeep)...)
	w.communicates(w.placed(s), from)
	return append(out, u)
}

// partitionOf returns who makes a test: those who evaluate its expression, nil for everybody.
func partitionOf(tests []*AAU) *comm.Partition {
	for _, u := range slices.Backward(tests) {
		if u.Kind == Seq && u.Element != nil && !u.Element.Part && !u.Element.Ahead {
			return u.Partition
		}
	}
	return nil
}

// tally counts tests and branches taken in the iterations of those who make the test.
func (w *walker) tally(u *AAU, by *comm.Partition) {
	a := w.b.A
	tests, taken, left := a.Int(0), a.Int(0), w.once()
	for _, br := range u.Branches {
		tests = a.Add(tests, left)
		taken = a.Add(taken, a.Mul(left, br.Weight))
		left = a.Mul(left, a.Sub(w.once(), br.Weight))
	}
	total := func(times symbolic.Expr) symbolic.Expr {
		if by == nil {
			return w.b.Total(w.loops[w.fixed():], a.Mul(w.inside(len(w.loops)), times))
		}
		return w.b.Sum(by, by.Ranges, a.Mul(w.inside(len(w.loops)), times))
	}
	u.Tested, u.Taken = total(tests), total(taken)
}

// under builds what happens where the condition lets it.
func (w *walker) under(c condition, build func() []*AAU) []*AAU {
	c.depth, c.guessed = len(w.loops), w.guessed(c.share)
	w.conditions = append(w.conditions, c)
	out := build()
	w.conditions = w.conditions[:len(w.conditions)-1]
	return out
}

// guessed reports whether the share rests on an assumed weight.
func (w *walker) guessed(share symbolic.Expr) bool {
	return slices.ContainsFunc(w.b.A.Free(share), func(s symbolic.Symbol) bool {
		return slices.ContainsFunc(w.g.Assumed, func(x Assumed) bool { return x.Name == s.Name })
	})
}

// nested builds a block at the same loop level without losing what is waiting
// to be paid before the statement around it.
func (w *walker) nested(body []program.Stmt) []*AAU {
	level := len(w.loops)
	hoisted, after := w.hoisted[level], w.after[level]
	w.hoisted[level], w.after[level] = nil, nil
	out := w.branch(func() []*AAU { return w.sequence(body) })
	w.hoisted[level], w.after[level] = hoisted, after
	return out
}

// test builds the work of evaluating a condition, and what must be fetched for
// it.
func (w *walker) test(cond program.Expr) []*AAU {
	c := comm.Context{Iteration: w.iteration()}
	q := w.query(cond, func() *comm.Query { return w.nest().Ask(cond.Span(), c, "", cond) })
	return append(w.messages.gets(nil, cond), w.elements(cond, q, func(n comm.Nest, fixed int) ([]*comm.Element, error) { return scalarize.Condition(n, cond, c, fixed) })...)
}

// decidable translates comparisons of sizes, and their combinations.
func (w *walker) decidable(e program.Expr) (symbolic.Expr, bool) {
	a := w.b.A
	switch e := e.(type) {
	case *program.Const:
		return a.Int(e.Int), e.Type == program.Logical
	case *program.Unary:
		if e.Op == program.Not {
			x, ok := w.decidable(e.X)
			return a.Not(x), ok
		}
	case *program.Binary:
		return w.decidableBinary(e)
	case *program.Call:
		if values.OfBits(e) {
			bit, ok := w.size(e, w.mentionsIndex(e), w.mentionsProcessor(e))
			return a.Ne(bit, a.Int(0)), ok
		}
	}
	return a.Int(0), false
}

func (w *walker) decidableBinary(e *program.Binary) (symbolic.Expr, bool) {
	a := w.b.A
	if e.Op == program.And || e.Op == program.Or {
		x, okX := w.decidable(e.X)
		y, okY := w.decidable(e.Y)
		if e.Op == program.And {
			return a.And(x, y), okX && okY
		}
		return a.Or(x, y), okX && okY
	}
	compared, own := w.mentionsIndex(e), w.mentionsProcessor(e)
	x, okX := w.size(e.X, compared, own)
	y, okY := w.size(e.Y, compared, own)
	if !okX || !okY {
		return a.Int(0), false
	}
	switch e.Op {
	case program.Eq:
		return a.Eq(x, y), true
	case program.Ne:
		return a.Ne(x, y), true
	case program.Lt:
		return a.Lt(x, y), true
	case program.Le:
		return a.Le(x, y), true
	case program.Gt:
		return a.Lt(y, x), true
	case program.Ge:
		return a.Le(y, x), true
	}
	return a.Int(0), false
}

// leavesAlike reports whether a branch leaves the innermost loop in the same iteration
// whenever the loop is started, so that the loop ends where its condition holds: neither
// that nor the bounds depend on the loops around.
func (w *walker) leavesAlike(br program.Branch, holds symbolic.Expr) bool {
	last, ok := br.Body[len(br.Body)-1].(*program.Transfer)
	l := w.loops[len(w.loops)-1]
	if !ok || last.Keyword != "exit" || last.Target != "" && last.Target != l.Do.Name {
		return false
	}
	return !slices.ContainsFunc(w.loops[:len(w.loops)-1], func(around *comm.Loop) bool {
		return slices.ContainsFunc(w.b.A.Free(holds, l.Lo, l.Hi), func(s symbolic.Symbol) bool { return s.Name == around.Name })
	})
}

// size translates an integer expression of loop indices, constants, and, where it is
// compared with an index, of what the loops do not change: in each iteration the
// condition holds or does not. Compared with what a processor has for itself are also
// scalars whose values are known here.
func (w *walker) size(e program.Expr, compared, own bool) (symbolic.Expr, bool) {
	stable := true
	program.Walk(e, func(x program.Expr) bool {
		ref, ok := x.(*program.Ref)
		if ok && ref.Sym.Class != program.Parameter && !w.isIndex(ref.Sym) && !w.values.owned(ref) && !(compared && w.unchanging(ref)) && !(own && w.settled(ref)) {
			stable = false
		}
		return stable
	})
	if !stable {
		return w.b.A.Int(0), false
	}
	v, ok := w.b.Value(e)
	if own && ok {
		v = w.messages.current(v)
	}
	return v, ok
}

// settled reports whether an integer has a value that is known here, or has one in the whole
// unit.
func (w *walker) settled(r *program.Ref) bool {
	v, followed := w.values.scalars[r.Sym]
	return r.Sym.Rank() == 0 && r.NamesInteger() && (v != 0 || !followed && !slices.Contains(w.values.storedAnywhere(), r.Sym))
}

// unchanging reports whether an integer has one value in all iterations of the loops around.
func (w *walker) unchanging(r *program.Ref) bool {
	return r.NamesInteger() && !w.loops[0].Stores.Has(r.Sym)
}

func (w *walker) mentionsIndex(e program.Expr) bool {
	found := false
	program.Walk(e, func(x program.Expr) bool {
		r, ok := x.(*program.Ref)
		found = found || ok && w.isIndex(r.Sym)
		return !found
	})
	return found
}

// mentionsProcessor reports whether an expression names something that is another number on
// every processor.
func (w *walker) mentionsProcessor(e program.Expr) bool {
	found := false
	program.Walk(e, func(x program.Expr) bool {
		switch x := x.(type) {
		case *program.Ref:
			found = found || w.values.owned(x) && w.b.DiffersByProcessor(w.values.valueOf(x))
		case *program.Call:
			found = found || x.Name == "this_image"
		}
		return !found
	})
	return found
}

func (w *walker) isIndex(s *program.Symbol) bool {
	for _, l := range w.loops {
		if l.Index == s && l.Scale != 0 {
			return true
		}
	}
	return false
}

// never reports whether a share is known to be none.
func (w *walker) never(share symbolic.Expr) bool {
	x, ok := w.b.A.ConstInt(share)
	return ok && x == 0
}
