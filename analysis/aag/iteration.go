package aag

import (
	"github.com/parlens/parlens/analysis/comm"
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

// firstTarget returns the first left side in the loop that is mapped, or nil.
func firstTarget(do *program.Do, b *comm.Builder) *program.Ref {
	var home *program.Ref
	program.Statements(do.Body, func(s program.Stmt) bool {
		a, ok := s.(*program.Assign)
		if ok && home == nil && a.LHS.Sym.Rank() > 0 && !b.Layouts[a.LHS.Sym].Replicated() {
			home = a.LHS
		}
		return home == nil
	})
	return home
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
