package symbolic

// Substitution puts expressions in the place of symbols, in expressions of another arena, or of
// the same one: one after the other, and what they have in common once.
type Substitution struct {
	imported, replaced rebuilder
}

// Substituting returns one whose results are of the arena.
func (a *Arena) Substituting(from *Arena) *Substitution {
	return &Substitution{rebuilder{a: a, from: from, done: map[Expr]Expr{}}, rebuilder{a: a, from: a, done: map[Expr]Expr{}}}
}

// Of returns e with what value has for its symbols; false leaves a symbol as it is. It must
// always have the same for a symbol.
func (s *Substitution) Of(e Expr, value func(Symbol) (Expr, bool)) Expr {
	if s.imported.from != s.imported.a {
		e = s.imported.walk(e)
	}
	a := s.replaced.a
	for _, sym := range a.Free(e) {
		if _, known := s.replaced.done[a.syms[sym.Name]]; known {
			continue
		}
		if x, ok := value(sym); ok {
			s.replaced.done[a.syms[sym.Name]] = x
		}
	}
	return s.replaced.walk(e)
}
