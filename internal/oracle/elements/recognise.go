package elements

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// loopReduction is a scalar that the statements of a loop combine values into.
type loopReduction struct {
	nest   *program.Do // the outermost loop that it runs over; the parts are combined after it
	symbol *program.Symbol
	clause bool            // promised by a REDUCTION clause
	first  *program.Assign // the first statement
}

// reductions are those of a unit, by statement and by loop.
type reductions struct {
	of map[*program.Assign]*loopReduction
	in map[*program.Do][]*loopReduction

	adopted map[*program.Do]bool // see adopt.go
}

func (it *interpreter) findReductions(block []program.Stmt) reductions {
	found := reductions{of: map[*program.Assign]*loopReduction{}, in: map[*program.Do][]*loopReduction{}, adopted: map[*program.Do]bool{}}
	it.sums = found
	it.findIn(block, false, &found)
	return found
}

// findIn goes from the outermost loops inwards, so that the nest of a
// reduction is its outermost loop.
func (it *interpreter) findIn(block []program.Stmt, parallel bool, found *reductions) {
	program.Statements(block, func(s program.Stmt) bool {
		do, ok := s.(*program.Do)
		if !ok {
			return true
		}
		if !parallel {
			it.adopt(do)
		}
		inside := parallel || it.isParallel(do)
		switch {
		case do.Independent != nil:
			found.addClause(do, do.Independent.Reduction)
		case it.sums.adopted[do]:
			found.addClause(do, it.accumulated(do))
		case !inside:
			it.addPlain(do, found)
		}
		it.findIn(do.Body, inside, found)
		return false
	})
}

// isParallel reports whether the iterations of a loop are partitioned as a
// whole.
func (it *interpreter) isParallel(do *program.Do) bool {
	return do.Independent != nil || do.Kind == program.DoConcurrent || it.sums.adopted[do]
}

// addClause notes the variables of a REDUCTION clause.
func (found *reductions) addClause(do *program.Do, names []string) {
	for _, name := range names {
		program.Statements(do.Body, func(s program.Stmt) bool {
			switch s := s.(type) {
			case *program.Assign:
				if s.LHS.Sym.Name == name && accumulates(s) != "" {
					found.add(do, s, true)
				}
			case *program.If:
				if a := replaces(s); a != nil && a.LHS.Sym.Name == name {
					found.add(do, a, true)
				}
			}
			return true
		})
	}
}

// replaces returns the assignment of IF (e > s) s = e and of the other three
// comparisons, or nil.
func replaces(s *program.If) *program.Assign {
	test, ok := s.Branches[0].Cond.(*program.Binary)
	if !ok || len(s.Branches) > 1 || len(s.Else) > 0 || !slices.Contains([]program.Op{program.Lt, program.Le, program.Gt, program.Ge}, test.Op) {
		return nil
	}
	for _, x := range s.Branches[0].Body {
		a, ok := x.(*program.Assign)
		if !ok {
			return nil
		}
		to, from := program.Text(a.LHS), program.Text(a.RHS)
		l, r := program.Text(test.X), program.Text(test.Y)
		if a.LHS.Sym.Rank() == 0 && (l == to && r == from || l == from && r == to) {
			return a
		}
	}
	return nil
}

// add joins a statement to the reduction of its variable in the loop.
func (found *reductions) add(do *program.Do, a *program.Assign, clause bool) {
	if found.of[a] != nil {
		return
	}
	for _, r := range found.in[do] {
		if r.symbol == a.LHS.Sym {
			found.of[a] = r
			return
		}
	}
	r := &loopReduction{nest: do, symbol: a.LHS.Sym, clause: clause, first: a}
	found.of[a] = r
	found.in[do] = append(found.in[do], r)
}

// addPlain notes the reduction statements of a loop without a directive.
func (it *interpreter) addPlain(do *program.Do, found *reductions) {
	var candidates []*program.Assign
	program.Statements(do.Body, func(s program.Stmt) bool {
		if inner, ok := s.(*program.Do); ok && it.isParallel(inner) {
			return false
		}
		if a, ok := s.(*program.Assign); ok && combines(a) != "" {
			candidates = append(candidates, a)
		}
		return true
	})
	for _, a := range candidates {
		if it.onlyCombined(do, a, candidates) {
			found.add(do, a, false)
		}
	}
}

// onlyCombined reports whether the loop uses the variable of a only to combine
// into it with one operation, each time with a mapped reference that runs with
// a loop of the nest.
func (it *interpreter) onlyCombined(do *program.Do, a *program.Assign, candidates []*program.Assign) bool {
	own := 0
	for _, c := range candidates {
		if c.LHS.Sym != a.LHS.Sym {
			continue
		}
		own += 2 // left and right
		if combines(c) != combines(a) || !it.runsWithNest(do, c) {
			return false
		}
	}
	return occurrences([]program.Stmt{do}, a.LHS.Sym) == own
}

// runsWithNest reports whether every loop of the nest around the statement has
// its index in a subscript of a mapped reference.
func (it *interpreter) runsWithNest(do *program.Do, a *program.Assign) bool {
	home := it.firstMapped(0, a.RHS)
	if home == nil || home.Rank() > 0 || hasReduction(a.RHS) {
		return false
	}
	for _, index := range indicesAround([]program.Stmt{do}, a) {
		if index == nil || !it.subscripts(index, a.RHS) {
			return false
		}
	}
	return true
}

// subscripts reports whether an index stands in a subscript of a mapped array.
func (it *interpreter) subscripts(index *program.Symbol, e program.Expr) bool {
	found := false
	program.Walk(e, func(x program.Expr) bool {
		if r, ok := x.(*program.Ref); ok && it.isMapped(r.Sym) {
			for _, sub := range r.Subs {
				found = found || sub.Lo != nil && mentions(sub.Lo, index)
			}
		}
		return true
	})
	return found
}

// indicesAround returns the indices of the DO loops of a block that contain a
// statement, innermost first (nil for a loop without one); nil when the block
// does not contain it.
func indicesAround(block []program.Stmt, target program.Stmt) []*program.Symbol {
	for _, s := range block {
		if s == target {
			return []*program.Symbol{}
		}
		for inner := range program.Blocks(s) {
			indices := indicesAround(inner, target)
			if do, ok := s.(*program.Do); ok && indices != nil {
				indices = append(indices, do.Var)
			}
			if indices != nil {
				return indices
			}
		}
	}
	return nil
}

func hasReduction(e program.Expr) bool {
	found := false
	program.Walk(e, func(x program.Expr) bool {
		if c, ok := x.(*program.Call); ok && program.Intrinsics[c.Name].Shape == program.Reduction {
			found = true
		}
		return true
	})
	return found
}
