package elements

import (
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
)

// home is what decides who executes an iteration of an INDEPENDENT loop: the
// owners of ref (nil: all).
type home struct {
	ref     *program.Ref
	indices map[*program.Symbol]bool // of the loop and of the loops in its body
	private map[string]bool          // NEW variables
	of      *program.Do
	made    made // nil where the executors may change within an iteration
}

// executors says, per grid dimension, whose coordinate executes: that of the
// reference's element, or all of them (nil).
type executors []*program.Ref

// executors of a statement that assigns to target (nil: none that is mapped):
// the home of the iteration where it is known, else target's owners.
func (it *interpreter) executors(target *program.Ref) executors {
	who := it.owners(target)
	h := it.home()
	if h == nil {
		return who
	}
	if target != nil && !it.together(it.variable(h.ref.Sym).axes, it.variable(target.Sym).axes) {
		who = it.owners(nil)
	}
	for g, a := range it.variable(h.ref.Sym).axes {
		switch {
		case !a.dealt():
			who[g] = nil
		case h.knows(it, a):
			who[g] = h.ref
		}
	}
	return who
}

// owners returns the executors that own the element of r.
func (it *interpreter) owners(r *program.Ref) executors {
	who := make(executors, len(it.extents))
	if r == nil {
		return who
	}
	for g, a := range it.variable(r.Sym).axes {
		if a.dealt() {
			who[g] = r
		}
	}
	return who
}

// knows reports whether the home's coordinate is determined where the program
// runs now: all indices in its subscript have values.
func (h *home) knows(it *interpreter, a axis) bool {
	if a.kind == mapping.Fixed {
		return true
	}
	if len(h.ref.Subs) == 0 || isSection(h.ref.Subs[a.dim]) {
		return false
	}
	known := true
	program.Walk(h.ref.Subs[a.dim].Lo, func(e program.Expr) bool {
		if r, ok := e.(*program.Ref); ok && h.indices[r.Sym] && it.active[r.Sym] == 0 {
			known = false
		}
		return known
	})
	return known
}

// withoutSections drops the coordinates that only the elements of a section
// have: for a mask, which has no element of it.
func (who executors) withoutSections(it *interpreter) executors {
	for g, r := range who {
		if r == nil {
			continue
		}
		a := it.variable(r.Sym).axes[g]
		if a.kind == mapping.Aligned && sectionDimension(r, a.dim) >= 0 {
			who[g] = nil
		}
	}
	return who
}

// place returns where the executors are for the element at the position.
func (it *interpreter) place(who executors, position []int64) place {
	where := it.all()
	for g, r := range who {
		if r == nil {
			continue
		}
		v := it.variable(r.Sym)
		index := int64(0)
		if a := v.axes[g]; a.kind == mapping.Aligned {
			index = it.quiet(position).subscript(r, a.dim)
		}
		where[g] = it.coordinate(v, v.axes[g], index)
	}
	return where
}

// home returns the home of the innermost INDEPENDENT loop that has one.
func (it *interpreter) home() *home {
	for i := len(it.homes) - 1; i >= 0; i-- {
		if it.homes[i].ref != nil {
			return it.homes[i]
		}
	}
	return nil
}

// private reports whether every iteration has its own copy of v.
func (it *interpreter) private(v *variable) bool {
	for _, h := range it.homes {
		if h.private[v.symbol.Name] {
			return true
		}
	}
	return false
}

// homeOf finds the home of an INDEPENDENT loop or DO CONCURRENT.
func (it *interpreter) homeOf(s *program.Do) *home {
	h := &home{indices: map[*program.Symbol]bool{}, private: map[string]bool{}, of: s}
	if s.Independent != nil {
		for _, name := range s.Independent.New {
			h.private[name] = true
		}
		for _, r := range it.sums.in[s] {
			if r.symbol.Rank() > 0 {
				h.private[r.symbol.Name] = true
			}
		}
		h.ref = s.Independent.OnHome
	}
	h.addIndices([]program.Stmt{s})
	if h.ref == nil {
		h.ref = it.targetOf(s, h.private)
	}
	if h.ref == nil && s.Independent != nil {
		h.ref = it.firstReductionHome(s)
	}
	if h.ref == nil && len(it.sums.in[s]) > 0 {
		h.ref = it.gatheredFrom(s)
	}
	if h.ref != nil && !it.isMapped(h.ref.Sym) {
		h.ref = nil
	}
	it.checkHome(h, s)
	return h
}

func (h *home) addIndices(block []program.Stmt) {
	program.Statements(block, func(s program.Stmt) bool {
		switch s := s.(type) {
		case *program.Do:
			if s.Var != nil {
				h.indices[s.Var] = true
			}
			for _, r := range s.Ranges {
				h.indices[r.Var] = true
			}
		case *program.Forall:
			for _, r := range s.Ranges {
				h.indices[r.Var] = true
			}
		}
		return true
	})
}

// targetOf returns the left side whose owners execute the iterations of a loop:
// the first one that its index takes from processor to processor. Where it takes
// none, and nothing is an iteration's own, each left side has its own owners.
func (it *interpreter) targetOf(s *program.Do, private map[string]bool) *program.Ref {
	first := it.firstMappedTarget(s.Body, private)
	if first == nil || s.Independent == nil {
		return first
	}
	own := map[*program.Symbol]bool{s.Var: true}
	tests := false
	var targets []*program.Ref
	program.Statements(s.Body, func(x program.Stmt) bool {
		switch x := x.(type) {
		case *program.Assign:
			if x.LHS.Sym.Rank() == 0 {
				own[x.LHS.Sym] = true
			} else if it.isMapped(x.LHS.Sym) && !private[x.LHS.Sym.Name] {
				targets = append(targets, x.LHS)
			}
		case *program.If:
			for _, b := range x.Branches {
				tests = tests || it.firstMapped(0, b.Cond) != nil
			}
		}
		return true
	})
	for _, r := range targets {
		for _, a := range it.variable(r.Sym).axes {
			if a.kind != mapping.Aligned || !a.dealt() || len(r.Subs) == 0 || r.Subs[a.dim].Triplet {
				continue
			}
			for v := range own {
				if v != nil && mentions(r.Subs[a.dim].Lo, v) {
					return r
				}
			}
		}
	}
	if len(own) > 1 || tests || len(s.Independent.New) > 0 {
		return first
	}
	return nil
}

// firstMappedTarget returns the left side of the first assignment to a mapped
// array.
func (it *interpreter) firstMappedTarget(block []program.Stmt, private map[string]bool) *program.Ref {
	var found *program.Ref
	program.Statements(block, func(s program.Stmt) bool {
		if a, ok := s.(*program.Assign); ok && found == nil && it.isMapped(a.LHS.Sym) && !private[a.LHS.Sym.Name] {
			found = a.LHS
		}
		return found == nil
	})
	return found
}

// firstReductionHome returns the first mapped reference on the right side of
// the loop's first reduction statement.
func (it *interpreter) firstReductionHome(s *program.Do) *program.Ref {
	for _, r := range it.sums.in[s] {
		if ref := it.firstMapped(0, r.first.RHS); ref != nil {
			return ref
		}
	}
	return nil
}

// firstMapped returns the first reference, of at least the rank, to a mapped
// array; a temporary stands for the expression that it holds.
func (it *interpreter) firstMapped(rank int, es ...program.Expr) *program.Ref {
	var found *program.Ref
	for _, e := range es {
		program.Walk(e, func(x program.Expr) bool {
			r, _ := x.(*program.Ref)
			t := it.temps[x]
			if t != nil {
				r = t.ref
			}
			if r != nil && found == nil && it.isMapped(r.Sym) && r.Rank() >= rank {
				found = r
			}
			return found == nil && t == nil
		})
	}
	return found
}

// checkHome fails when the home depends on a scalar that the iteration itself
// computes: then nobody could know who executes the computation.
func (it *interpreter) checkHome(h *home, s *program.Do) {
	if h.ref == nil {
		return
	}
	assigned := map[*program.Symbol]bool{}
	program.Statements(s.Body, func(s program.Stmt) bool {
		if a, ok := s.(*program.Assign); ok && a.LHS.Sym.Rank() == 0 {
			assigned[a.LHS.Sym] = true
		}
		return true
	})
	for _, sub := range h.ref.Subs {
		program.Walk(sub.Lo, func(e program.Expr) bool {
			if r, ok := e.(*program.Ref); ok && assigned[r.Sym] {
				it.fail("who executes the iteration depends on %s, which the iteration computes", r.Sym.Name)
			}
			return true
		})
	}
}
