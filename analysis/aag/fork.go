package aag

import (
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Where the branches of a condition leave an array mapped differently, what stands
// behind it is built once for each of them, as if it stood in the branch: it is priced
// under each mapping, by the branch's share. A condition that is tested again there, of
// variables that nothing changes in between, is known to hold or not.

// forks reports whether the statements behind a condition find an array mapped
// otherwise behind one of its branches than behind another.
func (w *walker) forks(s *program.If, behind []program.Stmt) bool {
	if !w.b.Remaps() || len(behind) == 0 || len(w.part) >= mostPeeled {
		return false
	}
	states := w.leaves([]program.Stmt{s}, w.state())
	for _, v := range w.g.Unit.Symbols {
		differs := func(m mappings) bool { return !m[v].Same(states[0][v]) }
		used := func(b program.Stmt) bool { return touches(b, v) || w.moves(b, v) }
		if slices.ContainsFunc(states, differs) && slices.ContainsFunc(behind, used) {
			return true
		}
	}
	return false
}

// moves reports whether a statement maps an array anew.
func (w *walker) moves(s program.Stmt, array *program.Symbol) bool {
	r, ok := s.(*program.Remap)
	return ok && slices.Contains(r.Arrays, array)
}

// mostEnds is how many mappings behind statements are told from each other.
const mostEnds = 1 << mostPeeled

// leaves returns the mappings that statements may leave, given those before; the last
// are those that are taken where one has to be.
func (w *walker) leaves(body []program.Stmt, m mappings) []mappings {
	states := []mappings{m}
	for _, s := range body {
		var next []mappings
		for _, m := range states {
			for _, end := range w.endsOf(s, m) {
				next = slices.DeleteFunc(next, func(m mappings) bool { return w.differ(m, end) == nil })
				next = append(next, end)
			}
		}
		states = next[max(0, len(next)-mostEnds):]
	}
	return states
}

// endsOf returns the same for one statement.
func (w *walker) endsOf(s program.Stmt, m mappings) []mappings {
	switch s := s.(type) {
	case *program.Remap:
		for _, move := range w.b.Moves(s) {
			m = m.but(move.Array, move.To)
		}
	case *program.Do:
		if !isEmpty(s) {
			return w.leaves(s.Body, m)
		}
	case *program.If:
		var out []mappings
		for _, br := range s.Branches {
			if !leavesUnit(br.Body) {
				out = append(out, w.leaves(br.Body, m)...)
			}
		}
		return append(out, w.leaves(s.Else, m)...)
	}
	return []mappings{m}
}

// branchOf returns what is built in a branch of a condition, the one behind the last for
// ELSE: its own statements, then those behind the condition unless it goes elsewhere.
func (w *walker) branchOf(s *program.If, own []program.Stmt, branch int, behind []program.Stmt) []program.Stmt {
	if len(behind) == 0 {
		return own
	}
	w.part += string(rune('a' + branch))
	all := slices.Concat(own, behind)
	stores := w.b.StoresOf(all)
	for i, br := range s.Branches[:min(branch+1, len(s.Branches))] {
		if stays(br.Cond, stores) {
			w.tested = append(w.tested[:len(w.tested):len(w.tested)], held{program.Text(br.Cond), i == branch})
		}
	}
	if ends(own) {
		return own
	}
	return all
}

// stays reports whether an expression has the same value again behind statements that
// store to some variables.
func stays(e program.Expr, stores comm.Stores) bool {
	same := true
	program.Walk(e, func(x program.Expr) bool {
		switch x := x.(type) {
		case *program.Ref:
			same = same && !stores.Has(x.Sym)
		case *program.Call:
			same = same && (x.Sym == nil || x.Sym.Class == program.Intrinsic)
		case *program.Opaque:
			same = false
		}
		return same
	})
	return same
}

// held is what is known of a condition that may be tested again.
type held struct {
	condition string
	holds     bool
}

// again is the weight of a condition that has been tested before.
func (w *walker) again(cond program.Expr) (weight symbolic.Expr, known bool) {
	if len(w.tested) == 0 {
		return 0, false
	}
	text := program.Text(cond)
	i := slices.IndexFunc(w.tested, func(h held) bool { return h.condition == text })
	if i < 0 {
		return 0, false
	}
	if w.tested[i].holds {
		return w.once(), true
	}
	return w.b.A.Int(0), true
}
