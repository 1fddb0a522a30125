package aag

import (
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/scalarize"
)

// iteration returns who executes the iteration of the innermost INDEPENDENT
// loop around that says so, or nil.
func (w *walker) iteration() *comm.Iteration {
	for i := len(w.iterations) - 1; i >= 0; i-- {
		if w.iterations[i] != nil {
			return w.iterations[i]
		}
	}
	return nil
}

// whole is how many loops there are down to the innermost INDEPENDENT one around whose
// iterations are executed where they are at home, each by one processor; 0 where none are.
func (w *walker) whole() int {
	for i := len(w.iterations) - 1; i >= 0; i-- {
		if it := w.iterations[i]; it != nil {
			if w.loops[i].Independent && w.staysHome(it, w.loops[i]) {
				return i + 1
			}
			return 0
		}
	}
	return 0
}

// staysHome reports whether the home of an iteration is the same in all of it: what says the
// owner names nothing that the loops or statements inside change.
func (w *walker) staysHome(it *comm.Iteration, l *comm.Loop) bool {
	if it.Home == nil {
		return false
	}
	stays := true
	for _, axis := range w.b.Layouts[it.Home.Sym].Axes {
		if axis.Kind != mapping.Aligned || len(it.Home.Subs) == 0 {
			continue
		}
		program.Walk(it.Home.Subs[axis.Dim].Lo, func(x program.Expr) bool {
			r, is := x.(*program.Ref)
			stays = stays && !(is && r.Sym != l.Index && (it.Indices[r.Sym] || it.Stores.Has(r.Sym)))
			return stays
		})
	}
	return stays
}

// hasHome reports whether the iterations of a loop with an INDEPENDENT directive have a home of
// their own, also before the loop is entered.
func (w *walker) hasHome(do *program.Do) bool {
	if has, entered := w.homes[do]; entered {
		return has
	}
	return w.iterationOf(do, &comm.Loop{Do: do, Index: do.Var, Scale: 1, Independent: true, Implied: impliedPrivate(do, w.b)}) != nil
}

// combines notes where the parts are that a loop computes of sums which are combined behind a
// loop around.
func (w *walker) combines(do *program.Do, it *comm.Iteration) {
	if it == nil {
		return
	}
	sums := w.sumsIn(do)
	for _, s := range sums[len(w.sums.in[do]):] {
		s.home = it.Home
	}
}

// iterationOf finds what the iterations of an INDEPENDENT or adopted loop are partitioned by:
// ON HOME, the first mapped left side in it whose place is known before run time, or in a procedure that it calls, or else the
// first mapped reference of its REDUCTION statement or what the loop reads.
func (w *walker) iterationOf(do *program.Do, l *comm.Loop) *comm.Iteration {
	if !l.Independent {
		return nil
	}
	var home *program.Ref
	if do.Independent != nil {
		home = do.Independent.OnHome
	}
	if home == nil {
		home = firstTarget(do, w.b)
		if home != nil && w.resolved(home, do, l) {
			if home = w.inspected(do, l); home == nil {
				return nil
			}
		}
		if home != nil && do.Independent != nil && len(assignedScalars(do)) == 0 && !hasPrivate(do, l) && !testsMapped(do, w.b) && !distributesIndex(do, home, w.b.Layouts[home.Sym]) {
			return nil // the owner of each left side executes its statement
		}
	}
	if home == nil && do.Independent != nil {
		if it := storedInside(do, w.b); it != nil {
			it.Indices, it.Stores = indicesOf(do), l.Stores
			return it
		}
	}
	sums := w.sumsIn(do)
	for _, s := range sums {
		switch {
		case home != nil || do.Independent == nil:
		case s.symbol.Rank() > 0: // each processor combines into a copy of its own
			home = mostRead(do, w.b)
		default:
			home = mapped(w.b, s.first.RHS)
		}
	}
	if home == nil && len(sums) > 0 {
		home = mostRead(do, w.b)
	}
	if home == nil || w.b.Layouts[home.Sym].Replicated() {
		return nil
	}
	return &comm.Iteration{Home: home, Indices: indicesOf(do), Stores: l.Stores}
}

// sumsIn are the sums that a loop, or one around it that names them too, combines parts of.
func (w *walker) sumsIn(do *program.Do) []*sum {
	sums := slices.Clip(w.sums.in[do])
	if do.Independent == nil {
		return sums
	}
	for _, l := range w.loops {
		for _, s := range w.sums.in[l.Do] {
			if l.Do != do && s.clause && slices.Contains(do.Independent.Reduction, s.symbol.Name) {
				sums = append(sums, s)
			}
		}
	}
	return sums
}

// resolved reports whether only the run time knows who owns a reference in an iteration.
func (w *walker) resolved(r *program.Ref, do *program.Do, l *comm.Loop) bool {
	for _, axis := range w.b.Layouts[r.Sym].Axes {
		if axis.Kind != mapping.Aligned || len(r.Subs) == 0 || r.Subs[axis.Dim].Triplet {
			continue
		}
		at := w.b.Affine(r.Subs[axis.Dim].Lo, comm.Scope{l})
		if at.Irregular && at.Offset == 0 || mentionsAny(r.Subs[axis.Dim].Lo, assignedScalars(do)) {
			return true
		}
	}
	return false
}

// inspected is the first mapped reference in an INDEPENDENT loop whose owner is known and follows
// its index, nil where none is: it has an iteration executed whose results go where the run
// time finds their owners.
func (w *walker) inspected(do *program.Do, l *comm.Loop) *program.Ref {
	var home *program.Ref
	program.Statements(do.Body, func(s program.Stmt) bool {
		for e := range program.Exprs(s) {
			program.Walk(e, func(x program.Expr) bool {
				r, ok := x.(*program.Ref)
				if ok && home == nil && r.Rank() == 0 && distributed(w.b, r) && !do.Independent.Private(r.Sym) && distributesIndex(do, r, w.b.Layouts[r.Sym]) && !w.resolved(r, do, l) {
					home = r
				}
				return home == nil
			})
		}
		return home == nil
	})
	return home
}

// firstTarget returns the first left side in the loop that is mapped, one whose
// owner follows the loop's index before others; where no statement has one, the first
// argument that a procedure changes; nil where none is.
func firstTarget(do *program.Do, b *comm.Builder) *program.Ref {
	var home, follows, passed *program.Ref
	mapped := func(r *program.Ref) bool {
		return r.Sym.Rank() > 0 && !do.Independent.Private(r.Sym) && !b.Layouts[r.Sym].Replicated()
	}
	program.Statements(do.Body, func(s program.Stmt) bool {
		if c, ok := s.(*program.CallStmt); ok && passed == nil && do.Independent != nil {
			if i := slices.IndexFunc(scalarize.StoredBy(b, c), mapped); i >= 0 {
				passed = scalarize.StoredBy(b, c)[i]
			}
		}
		a, ok := s.(*program.Assign)
		if !ok || !mapped(a.LHS) {
			return follows == nil
		}
		if home == nil {
			home = a.LHS
		}
		if follows == nil && do.Independent != nil && distributesIndex(do, a.LHS, b.Layouts[a.LHS.Sym]) {
			follows = a.LHS
		}
		return follows == nil && do.Independent != nil
	})
	for _, r := range []*program.Ref{follows, home, passed} {
		if r != nil {
			return r
		}
	}
	return nil
}

// mostRead returns the mapped reference of a loop that stores to scalars and private arrays
// only whose owner depends on the most of the loop's indices, its own among them; the first of
// several, nil where none is. What a loop accumulates has its parts where that is.
func mostRead(do *program.Do, b *comm.Builder) *program.Ref {
	indices, assigned := indicesOf(do), assignedScalars(do)
	var best *program.Ref
	most, scalars := 0, true
	program.Statements(do.Body, func(s program.Stmt) bool {
		if a, ok := s.(*program.Assign); ok && a.LHS.Sym.Rank() > 0 && !do.Independent.Private(a.LHS.Sym) {
			scalars = false
		}
		for e := range program.Exprs(s) {
			program.Walk(e, func(x program.Expr) bool {
				if r, ok := x.(*program.Ref); ok && r.Rank() == 0 && distributed(b, r) && !do.Independent.Private(r.Sym) && do.Var != nil && subscripted(r, do.Var) && !slices.ContainsFunc(r.Subs, func(sub program.Subscript) bool { return mentionsAny(sub.Lo, assigned) }) {
					if n := followed(r, indices, b); n > most {
						best, most = r, n
					}
				}
				return true
			})
		}
		return scalars
	})
	if !scalars {
		return nil
	}
	return best
}

// followed counts the distributed dimensions of a reference that the indices run through.
func followed(r *program.Ref, indices map[*program.Symbol]bool, b *comm.Builder) int {
	n := 0
	for _, axis := range b.Layouts[r.Sym].Axes {
		if axis.Kind == mapping.Aligned && mentionsAny(r.Subs[axis.Dim].Lo, indices) {
			n++
		}
	}
	return n
}

func mentionsAny(e program.Expr, symbols map[*program.Symbol]bool) bool {
	found := false
	program.Walk(e, func(x program.Expr) bool {
		r, ok := x.(*program.Ref)
		found = found || ok && symbols[r.Sym]
		return !found
	})
	return found
}

// hasPrivate reports whether arrays belong to an iteration of a loop.
func hasPrivate(do *program.Do, l *comm.Loop) bool {
	return do.Independent != nil && len(do.Independent.New) > 0 || len(l.Implied) > 0
}

// impliedPrivate returns the arrays that no directive maps and that an INDEPENDENT
// loop needs to be private.
func impliedPrivate(do *program.Do, b *comm.Builder) []*program.Symbol {
	if do.Independent == nil {
		return nil
	}
	return slices.DeleteFunc(program.PrivateArrays(do), func(s *program.Symbol) bool {
		return do.Independent.Private(s) || !b.Layouts[s].Replicated()
	})
}

// distributesIndex reports whether the index of a loop stands in a distributed
// dimension of a reference, or something that the loop computes.
func distributesIndex(do *program.Do, ref *program.Ref, layout mapping.Layout) bool {
	for _, axis := range layout.Axes {
		if axis.Kind != mapping.Aligned {
			continue
		}
		if len(ref.Subs) == 0 || ref.Subs[axis.Dim].Triplet {
			continue
		}
		if do.Var != nil && occurs(ref.Subs[axis.Dim].Lo, do.Var) > 0 {
			return true
		}
		for s := range assignedScalars(do) {
			if occurs(ref.Subs[axis.Dim].Lo, s) > 0 {
				return true
			}
		}
	}
	return false
}

// indicesOf returns the indices of the loop and of all loops in it.
func indicesOf(do *program.Do) map[*program.Symbol]bool {
	indices := map[*program.Symbol]bool{}
	program.Statements([]program.Stmt{do}, func(s program.Stmt) bool {
		var ranges []program.IndexRange
		switch s := s.(type) {
		case *program.Do:
			if s.Var != nil {
				indices[s.Var] = true
			}
			ranges = s.Ranges
		case *program.Forall:
			ranges = s.Ranges
		}
		for _, r := range ranges {
			indices[r.Var] = true
		}
		return true
	})
	return indices
}
