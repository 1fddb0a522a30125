package elements

import (
	"fmt"
	"slices"

	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
)

// adopt notes whether a loop without a directive is executed as if it had one:
// no iteration depends on another one, its home's subscripts mention the index,
// and it has private scalars that nobody needs afterwards, conditions on mapped
// arrays, or reductions of what one processor holds. It uses no other intrinsic on whole
// arrays, which all processors would share. A home that the index
// does not move executes all iterations: all that they store has to lie there.
func (it *interpreter) adopt(do *program.Do) {
	home := it.firstMappedTarget(do.Body, nil)
	if home == nil {
		home = it.gatheredFrom(do)
	}
	if do.Independent != nil || do.Kind != program.DoCount || !it.unordered(do) || len(it.inductions(do)) > 0 || home == nil || !inSubscript(home, do.Var) {
		return
	}
	routines := routinesIn(do.Body)
	if slices.ContainsFunc(routines, func(c *program.Call) bool { return !it.heldByOne(c) }) {
		return
	}
	if it.told(home, map[*program.Symbol]bool{do.Var: true}) == 0 && !it.storesWith(do, home) {
		return
	}
	own := it.testsMapped(do) || len(routines) > 0
	for s := range scalarsOf(do) {
		if inSubscript(home, s) {
			return
		}
	}
	for _, s := range it.dependences().Loop(do).Private {
		if !scalarsOf(do)[s] {
			continue
		}
		if it.dependences().Needed(do, s) {
			return
		}
		own = true
	}
	it.sums.adopted[do] = own && it.gathers(do, home)
}

// gatheredFrom returns the mapped reference of a loop, stores to scalars only in it,
// that most distributed dimensions of take their subscripts from the loop's indices.
func (it *interpreter) gatheredFrom(do *program.Do) *program.Ref {
	h := &home{indices: map[*program.Symbol]bool{}}
	h.addIndices([]program.Stmt{do})
	var best *program.Ref
	most := 0
	arrays := false
	program.Statements(do.Body, func(s program.Stmt) bool {
		if a, ok := s.(*program.Assign); ok {
			arrays = arrays || a.LHS.Sym.Rank() > 0
		}
		for _, e := range expressions(s) {
			program.Walk(e, func(x program.Expr) bool {
				r, ok := x.(*program.Ref)
				if !ok || r.Rank() > 0 || !it.isMapped(r.Sym) || !inSubscript(r, do.Var) {
					return true
				}
				for v := range scalarsOf(do) {
					if inSubscript(r, v) {
						return true
					}
				}
				if n := it.told(r, h.indices); n > most {
					best, most = r, n
				}
				return true
			})
		}
		return true
	})
	if arrays {
		return nil
	}
	return best
}

// told counts the dimensions of the grid whose coordinate the indices tell.
func (it *interpreter) told(r *program.Ref, indices map[*program.Symbol]bool) int {
	n := 0
	for _, a := range it.in.Layouts[r.Sym].Axes {
		if a.Kind != mapping.Aligned {
			continue
		}
		for v := range indices {
			if mentions(r.Subs[a.Dim].Lo, v) {
				n++
				break
			}
		}
	}
	return n
}

// storesWith reports whether each mapped element that a loop stores lies where the home does,
// as layouts and subscripts say.
func (it *interpreter) storesWith(do *program.Do, home *program.Ref) bool {
	lies := func(r *program.Ref) string {
		at := ""
		for _, a := range it.in.Layouts[r.Sym].Axes {
			at += fmt.Sprintf("%+v ", a)
			switch {
			case a.Kind == mapping.Aligned && len(r.Subs) == 0: // of the whole array
				at += ":"
			case a.Kind == mapping.Aligned:
				at += program.Text(r.Subs[a.Dim].Lo)
			}
		}
		return at
	}
	with := true
	program.Statements(do.Body, func(s program.Stmt) bool {
		if a, ok := s.(*program.Assign); ok && a.LHS.Sym.Rank() > 0 && it.isMapped(a.LHS.Sym) {
			with = with && lies(a.LHS) == lies(home)
		}
		return with
	})
	return with
}

// accumulated returns the names of what a loop only accumulates.
func (it *interpreter) accumulated(do *program.Do) []string {
	var names []string
	for _, r := range it.dependences().Loop(do).Reductions {
		names = append(names, r.Sym.Name)
	}
	return names
}

// gathers reports whether everything that the loop accumulates is a scalar,
// by one of the operators that combine parts, and where the home is known.
func (it *interpreter) gathers(do *program.Do, home *program.Ref) bool {
	known := true
	for _, r := range it.dependences().Loop(do).Reductions {
		known = known && r.Sym.Rank() == 0
		program.Statements(do.Body, func(s program.Stmt) bool {
			if a, ok := s.(*program.Assign); ok && a.LHS.Sym == r.Sym {
				known = known && knowsInner(do, home, a)
			}
			return true
		})
	}
	return known
}

// knowsInner reports whether the indices of inner loops in the home's
// subscripts are those of loops around the statement.
func knowsInner(do *program.Do, ref *program.Ref, a *program.Assign) bool {
	h := &home{indices: map[*program.Symbol]bool{}}
	h.addIndices([]program.Stmt{do})
	for _, index := range indicesAround([]program.Stmt{do}, a) {
		delete(h.indices, index)
	}
	for index := range h.indices {
		if inSubscript(ref, index) {
			return false
		}
	}
	return true
}

// routinesIn lists the calls of intrinsics that take whole arrays.
func routinesIn(block []program.Stmt) (found []*program.Call) {
	program.Statements(block, func(s program.Stmt) bool {
		for _, e := range expressions(s) {
			program.Walk(e, func(x program.Expr) bool {
				if c, ok := x.(*program.Call); ok {
					if info := program.Intrinsics[c.Name]; info.Shape == program.Reduction || info.Shape == program.Transformational {
						found = append(found, c)
					}
				}
				return true
			})
		}
		return true
	})
	return found
}

// heldByOne reports whether a call is a reduction to a scalar of mapped sections in which no
// dimension that is dealt out runs.
func (it *interpreter) heldByOne(c *program.Call) bool {
	if program.Intrinsics[c.Name].Shape != program.Reduction || c.ReducedDim() != nil || locates(c) {
		return false
	}
	mapped, runs := 0, 0
	for _, arg := range c.Args {
		program.Walk(arg.Value, func(x program.Expr) bool {
			r, ok := x.(*program.Ref)
			if !ok || r.Rank() == 0 || !it.isMapped(r.Sym) {
				return true
			}
			mapped++
			for _, d := range it.alignedDims(r.Sym) {
				if len(r.Subs) == 0 || r.Subs[d].Triplet || program.RankOf(r.Subs[d].Lo) > 0 {
					runs++
				}
			}
			return true
		})
	}
	return mapped > 0 && runs == 0
}

// alignedDims lists the dimensions of an array that are dealt out: of an argument, as it lies.
func (it *interpreter) alignedDims(s *program.Symbol) (dims []int) {
	if v := it.vars[s]; v != nil {
		for _, a := range v.axes {
			if a.kind == mapping.Aligned {
				dims = append(dims, a.dim)
			}
		}
		return dims
	}
	for _, a := range it.in.Layouts[s].Axes {
		if a.Kind == mapping.Aligned {
			dims = append(dims, a.Dim)
		}
	}
	return dims
}

func inSubscript(r *program.Ref, s *program.Symbol) bool {
	for _, sub := range r.Subs {
		if !sub.Triplet && mentions(sub.Lo, s) {
			return true
		}
	}
	return false
}

// scalarsOf returns the scalars that assignments in a loop store to.
func scalarsOf(do *program.Do) map[*program.Symbol]bool {
	set := map[*program.Symbol]bool{}
	program.Statements(do.Body, func(s program.Stmt) bool {
		if a, ok := s.(*program.Assign); ok && a.LHS.Sym.Rank() == 0 {
			set[a.LHS.Sym] = true
		}
		return true
	})
	return set
}

// testsMapped reports whether a condition in a loop reads a mapped array.
func (it *interpreter) testsMapped(do *program.Do) bool {
	found := false
	program.Statements(do.Body, func(s program.Stmt) bool {
		if c, ok := s.(*program.If); ok {
			for _, b := range c.Branches {
				program.Walk(b.Cond, func(e program.Expr) bool {
					r, ok := e.(*program.Ref)
					found = found || ok && it.isMapped(r.Sym)
					return !found
				})
			}
		}
		return !found
	})
	return found
}
