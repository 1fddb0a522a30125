package aag

import (
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
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

// iterationOf finds what the iterations of an INDEPENDENT or adopted loop are partitioned by:
// ON HOME, the first mapped left side in it, or else the first mapped reference
// of its REDUCTION statement.
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
		if home != nil && do.Independent != nil && len(assignedScalars(do)) == 0 && !hasPrivate(do) && !testsMapped(do, w.b) && !distributesIndex(do, home, w.b) {
			return nil // the owner of each left side executes its statement
		}
	}
	for _, s := range w.sums.in[do] {
		if home == nil {
			home = w.sums.mapped(s.first.RHS)
		}
	}
	if home == nil || w.b.Layouts[home.Sym].Replicated() {
		return nil
	}
	return &comm.Iteration{Home: home, Indices: indicesOf(do), Stores: l.Stores}
}

// firstTarget returns the first left side in the loop that is mapped, one whose
// owner follows the loop's index before others; nil where none is.
func firstTarget(do *program.Do, b *comm.Builder) *program.Ref {
	var home, follows *program.Ref
	program.Statements(do.Body, func(s program.Stmt) bool {
		a, ok := s.(*program.Assign)
		if ok && home == nil && a.LHS.Sym.Rank() > 0 && !do.Independent.Private(a.LHS.Sym) && !b.Layouts[a.LHS.Sym].Replicated() {
			home = a.LHS
		}
		if ok && home != nil && do.Independent != nil && a.LHS.Sym.Rank() > 0 && !do.Independent.Private(a.LHS.Sym) && distributesIndex(do, a.LHS, b) {
			follows = a.LHS
		}
		return follows == nil && (home == nil || do.Independent != nil)
	})
	if follows != nil {
		return follows
	}
	return home
}

// hasPrivate reports whether the directive of a loop makes arrays private.
func hasPrivate(do *program.Do) bool {
	return do.Independent != nil && len(do.Independent.New) > 0
}

// distributesIndex reports whether the index of a loop stands in a distributed
// dimension of a reference, or something that the loop computes.
func distributesIndex(do *program.Do, ref *program.Ref, b *comm.Builder) bool {
	for _, axis := range b.Layouts[ref.Sym].Axes {
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
