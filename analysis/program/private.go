package program

import "slices"

// PrivateArrays returns the arrays that every iteration of a loop assigns before it
// reads them, and at the same elements: an INDEPENDENT directive is true only where
// they belong to the iteration, whether NEW names them or not.
func PrivateArrays(do *Do) []*Symbol {
	varies := map[*Symbol]bool{do.Var: true}
	for _, s := range scalarsAssigned(do) {
		varies[s] = true
	}
	first := map[*Symbol]bool{} // what comes first: true for an assignment
	var order []*Symbol
	note := func(s *Symbol, assigned bool) {
		if _, known := first[s]; !known && s.Rank() > 0 {
			first[s] = assigned
			order = append(order, s)
		}
	}
	read := func(e Expr) {
		Walk(e, func(e Expr) bool {
			if r, ok := e.(*Ref); ok {
				note(r.Sym, false)
			}
			return true
		})
	}
	moves := map[*Symbol]bool{} // at elements that differ between iterations
	Statements(do.Body, func(s Stmt) bool {
		a, ok := s.(*Assign)
		if !ok {
			for e := range Exprs(s) {
				read(e)
			}
			return true
		}
		read(a.RHS)
		for _, sub := range a.LHS.Subs {
			for _, e := range []Expr{sub.Lo, sub.Hi, sub.Stride} {
				read(e)
				moves[a.LHS.Sym] = moves[a.LHS.Sym] || mentionsSome(e, varies)
			}
		}
		note(a.LHS.Sym, true)
		return true
	})
	return slices.DeleteFunc(order, func(s *Symbol) bool { return !first[s] || moves[s] })
}

// scalarsAssigned returns the scalars that assignments in a loop change.
func scalarsAssigned(do *Do) []*Symbol {
	var out []*Symbol
	Statements(do.Body, func(s Stmt) bool {
		if a, ok := s.(*Assign); ok && a.LHS.Sym.Rank() == 0 {
			out = append(out, a.LHS.Sym)
		}
		return true
	})
	return out
}

func mentionsSome(e Expr, some map[*Symbol]bool) bool {
	found := false
	Walk(e, func(e Expr) bool {
		r, ok := e.(*Ref)
		found = found || ok && some[r.Sym]
		return !found
	})
	return found
}
