package program

// ScalarPart returns the statements of a body that decide the values of its integer
// scalars: assignments to them and to integer and logical vectors, calls, and the
// conditions and loops around these. Where a GO TO makes their order uncertain, all of
// it stands in a loop.
func ScalarPart(body []Stmt) []Stmt {
	jumps := false
	Statements(body, func(s Stmt) bool {
		u, ok := s.(*Unmodelled)
		jumps = jumps || ok && u.Keyword == "goto"
		return !jumps
	})
	if jumps {
		return []Stmt{&Do{Kind: DoWhile, Body: scalarPart(body)}}
	}
	return scalarPart(body)
}

func scalarPart(body []Stmt) []Stmt {
	var out []Stmt
	for _, s := range body {
		switch s := s.(type) {
		case *Assign:
			t, rank := s.LHS.Sym.Type, s.LHS.Sym.Rank()
			if t == Integer || rank == 1 && t == Logical || rank == 0 && t == Real && !readsArrays(s.RHS) {
				out = append(out, s)
			}
		case *If:
			if part := scalarIf(s); part != nil {
				out = append(out, part)
			}
		case *Do:
			if inner := scalarPart(s.Body); len(inner) > 0 || s.Var != nil {
				part := *s
				part.Body = inner
				out = append(out, &part)
			}
		case *CallStmt, *Transfer:
			out = append(out, s)
		case *Unmodelled:
			if len(s.Receives) > 0 {
				out = append(out, s)
			}
		}
	}
	return out
}

func readsArrays(e Expr) bool {
	found := false
	Walk(e, func(x Expr) bool {
		r, ok := x.(*Ref)
		found = found || ok && r.Sym.Rank() > 0
		return !found
	})
	return found
}

func scalarIf(s *If) Stmt {
	part, empty := *s, true
	part.Branches, part.Else = nil, scalarPart(s.Else)
	for _, br := range s.Branches {
		br.Body = scalarPart(br.Body)
		empty = empty && len(br.Body) == 0
		part.Branches = append(part.Branches, br)
	}
	if empty && len(part.Else) == 0 {
		return nil
	}
	return &part
}
