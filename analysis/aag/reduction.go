package aag

import (
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/depend"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/program"
)

// sum is a scalar that the statements of a loop combine values into: every
// processor combines its own part, and all parts are combined after the loop.
type sum struct {
	symbol   *program.Symbol
	operator string
	clause   bool         // promised by a REDUCTION clause: the iteration's home executes
	home     *program.Ref // otherwise, or where loops inside are partitioned: the reference whose owners do
	first    *program.Assign
	places   int // bytes of the scalars that remember where an extreme was found
}

// reductions are the sums of a unit, by statement and by the loop after which
// their parts are combined.
type reductions struct {
	b *comm.Builder
	adopted
	of map[*program.Assign]*sum
	in map[*program.Do][]*sum

	extremes map[*program.Assign]string // stores of IF (e > s) s = e, with their operators
}

// findSums finds the reductions of a unit, from the outermost loops inwards: a
// scalar that a plain loop touches only to combine values into it, each time
// with a mapped reference that every loop around moves; and what REDUCTION
// clauses name.
func findSums(body []program.Stmt, b *comm.Builder, a adopted) *reductions {
	r := &reductions{b: b, adopted: a, of: map[*program.Assign]*sum{}, in: map[*program.Do][]*sum{}, extremes: map[*program.Assign]string{}}
	program.Statements(body, func(s program.Stmt) bool {
		if c, ok := s.(*program.If); ok {
			if store, operator := depend.Extremum(c); store != nil {
				r.extremes[store] = operator
			}
		}
		return true
	})
	r.block(body, false)
	return r
}

func (r *reductions) block(body []program.Stmt, parallel bool) {
	program.Statements(body, func(s program.Stmt) bool {
		do, ok := s.(*program.Do)
		if !ok {
			return true
		}
		inside := parallel || r.parallel(do)
		switch {
		case do.Independent != nil:
			r.clauses(do, do.Independent.Reduction)
		case r.adopted[do]:
			r.clauses(do, reduced(r.b.Depend.Loop(do)))
			r.located(do)
		case !inside:
			r.plain(do)
		}
		r.block(do.Body, inside)
		return false
	})
}

// reduced are the names that a REDUCTION clause of the loop would have.
func reduced(l *depend.Loop) []string {
	var names []string
	for _, x := range l.Reductions {
		names = append(names, x.Sym.Name)
	}
	return names
}

// clauses finds the statements that combine into what a REDUCTION clause names.
func (r *reductions) clauses(do *program.Do, names []string) {
	program.Statements(do.Body, func(s program.Stmt) bool {
		a, ok := s.(*program.Assign)
		if ok && slices.Contains(names, a.LHS.Sym.Name) {
			operator := combinesInto(a)
			if operator == "" {
				operator = r.extremes[a]
			}
			if operator != "" {
				r.add(do, a, &sum{symbol: a.LHS.Sym, operator: operator, clause: true, first: a})
			}
		}
		return true
	})
}

// located notes the scalars that are combined with an extreme, since they say where it
// was found.
func (r *reductions) located(do *program.Do) {
	for _, x := range r.b.Depend.Loop(do).Reductions {
		for _, s := range r.in[do] {
			if s.symbol != x.Sym {
				continue
			}
			for _, place := range x.Locations {
				s.places += place.Bytes
			}
		}
	}
}

func (r *reductions) plain(do *program.Do) {
	found := r.candidates(do)
	for _, a := range found {
		if r.onlyCombined(do, a.LHS.Sym, found) {
			r.add(do, a, &sum{symbol: a.LHS.Sym, operator: combines(a), home: mapped(r.b, a.RHS), first: a})
		}
	}
}

// candidates are the statements that combine into a scalar, outside parallel
// loops.
func (r *reductions) candidates(do *program.Do) []*program.Assign {
	var found []*program.Assign
	program.Statements(do.Body, func(s program.Stmt) bool {
		if inner, ok := s.(*program.Do); ok && r.parallel(inner) {
			return false
		}
		if a, ok := s.(*program.Assign); ok && combines(a) != "" {
			found = append(found, a)
		}
		return true
	})
	return found
}

// add joins a statement to the sum of its scalar in the loop.
func (r *reductions) add(do *program.Do, a *program.Assign, s *sum) {
	if r.of[a] != nil {
		return
	}
	r.of[a] = s
	if !slices.ContainsFunc(r.in[do], func(x *sum) bool { return x.symbol == s.symbol }) {
		r.in[do] = append(r.in[do], s)
	}
}

// onlyCombined reports whether the loop touches the scalar only to combine
// into it by one operator, each time with a reference that runs with the loops.
func (r *reductions) onlyCombined(do *program.Do, s *program.Symbol, found []*program.Assign) bool {
	own, operator := 0, ""
	for _, a := range found {
		if a.LHS.Sym != s {
			continue
		}
		own += 2 // left and right
		by := combines(a)
		if operator != "" && by != operator || !r.runsWith(do, a) {
			return false
		}
		operator = by
	}
	return occurrences(do, s) == own
}

// runsWith reports whether every loop from do inwards moves a mapped reference
// of the statement.
func (r *reductions) runsWith(do *program.Do, a *program.Assign) bool {
	home := mapped(r.b, a.RHS)
	if home == nil || home.Rank() > 0 || hasReduction(a.RHS) {
		return false
	}
	indices, _ := indicesAround(do, a)
	for _, index := range indices {
		if index == nil || !r.moves(index, a.RHS) {
			return false
		}
	}
	return true
}

// indicesAround returns the indices of the loops from s inwards that contain
// the statement, nil for a loop that has none.
func indicesAround(s, target program.Stmt) (indices []*program.Symbol, found bool) {
	if s == target {
		return nil, true
	}
	for block := range program.Blocks(s) {
		for _, inner := range block {
			if indices, found = indicesAround(inner, target); !found {
				continue
			}
			if do, ok := s.(*program.Do); ok {
				indices = append(indices, do.Var)
			}
			return indices, true
		}
	}
	return nil, false
}

// distributed reports whether different processors hold different elements of
// what the reference names.
func distributed(b *comm.Builder, ref *program.Ref) bool {
	return ref.Sym.Rank() > 0 && !b.Layouts[ref.Sym].Replicated()
}

// mapped returns the first reference to a mapped array.
func mapped(b *comm.Builder, e program.Expr) *program.Ref {
	var found *program.Ref
	program.Walk(e, func(x program.Expr) bool {
		if ref, ok := x.(*program.Ref); ok && found == nil && distributed(b, ref) {
			found = ref
		}
		return found == nil
	})
	return found
}

// moves reports whether the index stands in a subscript of a mapped array.
func (r *reductions) moves(index *program.Symbol, e program.Expr) bool {
	found := false
	program.Walk(e, func(x program.Expr) bool {
		if ref, ok := x.(*program.Ref); ok && distributed(r.b, ref) {
			for _, sub := range ref.Subs {
				found = found || sub.Lo != nil && occurs(sub.Lo, index) > 0
			}
		}
		return !found
	})
	return found
}

func hasReduction(e program.Expr) bool {
	found := false
	program.Walk(e, func(x program.Expr) bool {
		if c, ok := x.(*program.Call); ok && c.Intrinsic().Shape == program.Reduction {
			found = true
		}
		return !found
	})
	return found
}

// occurrences counts how often the scalar stands in the loop, once in what is printed or read.
func occurrences(do *program.Do, s *program.Symbol) int {
	n := 0
	program.Statements([]program.Stmt{do}, func(st program.Stmt) bool {
		for e := range program.Exprs(st) {
			n += occurs(e, s)
		}
		if u, ok := st.(*program.Unmodelled); ok && u.Names(s.Name) {
			n++
		}
		return true
	})
	return n
}

// occurs counts how often the symbol stands in the expression.
func occurs(e program.Expr, s *program.Symbol) int {
	n := 0
	program.Walk(e, func(x program.Expr) bool {
		if ref, ok := x.(*program.Ref); ok && ref.Sym == s {
			n++
		}
		return true
	})
	return n
}

// combined returns the communications that combine the parts of the sums that a
// loop ends; it asks inside the loop, where the iteration's home still holds.
func (w *walker) combined(do *program.Do) []*AAU {
	var out []*AAU
	for _, s := range w.sums.in[do] {
		var layout mapping.Layout
		if it := w.iteration(); s.clause && it != nil {
			layout = it.Layout(w.b)
		} else if s.home != nil {
			layout = w.b.Layouts[s.home.Sym]
		} else {
			continue
		}
		shared := comm.OwnerOf(&comm.Access{Layout: layout})
		c := w.b.CombineAll(shared, s.first.Span(), s.operator, s.symbol)
		if c == nil {
			continue
		}
		c.Bytes += s.places
		c.Level, c.Depth = len(w.loops)-1, len(w.loops)
		w.mark(c.Level)
		out = append(out, w.comm(c))
	}
	return out
}
