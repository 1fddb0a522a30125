package aag

import (
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/depend"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
)

// adopted are the DO loops without a directive that are executed as if they had
// one: the dependence test finds that their iterations may run in any order,
// and owner computes alone would let every processor do what is each
// iteration's own, its private scalars and the conditions on mapped arrays.
type adopted map[*program.Do]bool

// adopt finds them from the outermost loops inwards, outside of loops with a
// directive. A compiler that does not vectorise messages has no such test, and one
// that communicates where directives say so partitions nothing else.
func adopt(u *program.Unit, b *comm.Builder) adopted {
	found := adopted{}
	if b.Scheme.Vectorize && b.Grid != nil && !u.Explicit {
		found.block(u.Body, b)
	}
	return found
}

func (f adopted) block(body []program.Stmt, b *comm.Builder) {
	program.Statements(body, func(s program.Stmt) bool {
		do, ok := s.(*program.Do)
		if !ok || do.Independent != nil || do.Kind == program.DoConcurrent {
			return !ok
		}
		f[do] = unordered(b.Depend.Loop(do)) && iterationWise(do, b)
		return !f[do]
	})
}

// unordered reports whether the iterations of a loop may run in any order once
// its private scalars are private and its reductions are combined.
func unordered(l *depend.Loop) bool {
	return l != nil && l.Verdict == depend.Independent && len(l.Inductions) == 0
}

// parallel reports whether the iterations of a loop are partitioned as a whole.
func (f adopted) parallel(do *program.Do) bool {
	return do.Independent != nil || do.Kind == program.DoConcurrent || f[do]
}

// iterationWise reports whether the iterations of an unordered loop have a home
// that moves with them, and something of their own that nobody needs after the
// loop: a masked sum is such a loop, whose test reads what the sum does, and one that reduces
// sections which one processor has. Other reductions of sections and library routines are
// shared by all processors, so a loop that calls one is left as it is.
func iterationWise(do *program.Do, b *comm.Builder) bool {
	home := firstTarget(do, b)
	if home == nil {
		home = mostRead(do, b)
	}
	reduces, others := routinesIn(do, b)
	if home == nil || do.Var == nil || !subscripted(home, do.Var) || others {
		return false
	}
	if !distributesIndex(do, home, b.Layouts[home.Sym]) && !storesThere(do, home, b) {
		return false
	}
	l := b.Depend.Loop(do)
	assigned := assignedScalars(do)
	for s := range assigned {
		if subscripted(home, s) {
			return false
		}
	}
	own := false
	for _, s := range l.Private {
		if assigned[s] && b.Depend.Needed(do, s) {
			return false
		}
		own = own || assigned[s]
	}
	return (own || reduces || testsMapped(do, b)) && combinable(do, l, home)
}

// storesThere reports whether all mapped left sides of a loop are owned by who owns one of
// them: their distributed dimensions have the same subscripts.
func storesThere(do *program.Do, home *program.Ref, b *comm.Builder) bool {
	place := func(r *program.Ref) (subs []string) {
		for _, axis := range b.Layouts[r.Sym].Axes {
			if axis.Kind == mapping.Aligned && len(r.Subs) > 0 {
				subs = append(subs, program.Text(program.NewRef(r.Span(), r.Sym, r.Subs[axis.Dim])))
			}
		}
		return subs
	}
	same := true
	program.Statements(do.Body, func(s program.Stmt) bool {
		a, ok := s.(*program.Assign)
		if ok && a.LHS.Sym.Rank() > 0 && !b.Layouts[a.LHS.Sym].Replicated() && (!slices.Equal(b.Layouts[a.LHS.Sym].Axes, b.Layouts[home.Sym].Axes) || !slices.Equal(place(a.LHS), place(home))) {
			same = false
		}
		return same
	})
	return same
}

// combinable reports whether all that the loop accumulates is accumulated where
// the home of the iteration is known, by operators that have a combination.
func combinable(do *program.Do, l *depend.Loop, home *program.Ref) bool {
	inner := indicesOf(do)
	for _, r := range l.Reductions {
		if r.Sym.Rank() > 0 {
			return false
		}
		ok := true
		program.Statements(do.Body, func(s program.Stmt) bool {
			a, is := s.(*program.Assign)
			if !is || a.LHS.Sym != r.Sym {
				return true
			}
			around, _ := indicesAround(do, a)
			for index := range inner {
				ok = ok && (!subscripted(home, index) || slices.Contains(around, index))
			}
			ok = ok && r.Operator != ""
			return true
		})
		if !ok {
			return false
		}
	}
	return true
}

// routinesIn reports whether the loop calls intrinsics that reduce sections which lie on one
// processor each, and whether it calls others that take whole arrays.
func routinesIn(do *program.Do, b *comm.Builder) (reduces, others bool) {
	program.Statements(do.Body, func(s program.Stmt) bool {
		for e := range program.Exprs(s) {
			program.Walk(e, func(x program.Expr) bool {
				c, ok := x.(*program.Call)
				if !ok {
					return !others
				}
				switch c.Intrinsic().Shape {
				case program.Reduction:
					reduces = true
					others = others || program.RankOf(c) > 0 || !onOne(c, b)
				case program.Transformational:
					others = true
				}
				return !others
			})
		}
		return !others
	})
	return reduces && !others, others
}

// onOne reports whether the mapped sections among the arguments of a call, of which there are
// some, lie on one processor each.
func onOne(c *program.Call, b *comm.Builder) bool {
	some, all := false, true
	for _, a := range c.Args {
		program.Walk(a.Value, func(x program.Expr) bool {
			if r, ok := x.(*program.Ref); ok && r.Rank() > 0 && distributed(b, r) {
				some = true
				all = all && !slices.ContainsFunc(b.Layouts[r.Sym].Axes, func(axis mapping.Axis) bool {
					return axis.Kind == mapping.Aligned && (len(r.Subs) == 0 || r.Subs[axis.Dim].Triplet || program.RankOf(r.Subs[axis.Dim].Lo) > 0)
				})
			}
			return all
		})
	}
	return some && all
}

// subscripted reports whether the symbol stands in a subscript of the
// reference that is no section.
func subscripted(ref *program.Ref, s *program.Symbol) bool {
	return slices.ContainsFunc(ref.Subs, func(sub program.Subscript) bool {
		return !sub.Triplet && occurs(sub.Lo, s) > 0
	})
}

// assignedScalars are the scalars that assignments in the loop store to.
func assignedScalars(do *program.Do) map[*program.Symbol]bool {
	found := map[*program.Symbol]bool{}
	program.Statements(do.Body, func(s program.Stmt) bool {
		if a, ok := s.(*program.Assign); ok && a.LHS.Sym.Rank() == 0 {
			found[a.LHS.Sym] = true
		}
		return true
	})
	return found
}

// testsMapped reports whether a condition in the loop reads a mapped array.
func testsMapped(do *program.Do, b *comm.Builder) bool {
	found := false
	program.Statements(do.Body, func(s program.Stmt) bool {
		c, ok := s.(*program.If)
		if !ok {
			return !found
		}
		for _, branch := range c.Branches {
			program.Walk(branch.Cond, func(e program.Expr) bool {
				ref, ok := e.(*program.Ref)
				found = found || ok && ref.Sym.Rank() > 0 && !b.Layouts[ref.Sym].Replicated()
				return !found
			})
		}
		return !found
	})
	return found
}
