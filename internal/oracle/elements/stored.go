package elements

import (
	"github.com/parlens/parlens/analysis/program"
)

// stored returns the variables that the statements of a block may assign to,
// loop indices included, and of the arguments of calls those that are not only
// read.
func stored(block []program.Stmt, reads func(s *program.CallStmt, argument int) bool) map[*program.Symbol]bool {
	set := map[*program.Symbol]bool{}
	program.Statements(block, func(s program.Stmt) bool {
		switch s := s.(type) {
		case *program.Assign:
			set[s.LHS.Sym] = true
		case *program.Do:
			set[s.Var] = true
		case *program.CallStmt:
			for i, a := range s.Args {
				if r, ok := a.Value.(*program.Ref); ok && !reads(s, i) {
					set[r.Sym] = true
				}
			}
		}
		return true
	})
	return set
}

// storedIn returns the variables that a block of the running unit assigns to
// or moves, and what the procedures that it calls do.
func (it *interpreter) storedIn(block []program.Stmt) map[*program.Symbol]bool {
	set := stored(block, it.reads)
	for s := range it.movedIn(block) {
		set[s] = true
	}
	program.Statements(block, func(s program.Stmt) bool {
		call, ok := s.(*program.CallStmt)
		if !ok {
			return true
		}
		callee := it.in.Procedures[call.Name]
		it.addInternal(set, callee, map[*Input]bool{})
		if callee != nil {
			it.addShared(set, callee)
		}
		return true
	})
	return set
}

// movedIn returns the arrays that directives in a block move.
func (it *interpreter) movedIn(block []program.Stmt) map[*program.Symbol]bool {
	set := map[*program.Symbol]bool{}
	program.Statements(block, func(s program.Stmt) bool {
		for _, m := range it.in.Remaps[s] {
			set[m.Array] = true
		}
		return true
	})
	return set
}

// reads reports whether a call leaves an argument as it is.
func (it *interpreter) reads(s *program.CallStmt, argument int) bool {
	return it.readsIn(&it.in, s, argument)
}

// isInternal reports whether the running unit, or its host, contains a procedure.
func (it *interpreter) isInternal(callee *Input) bool {
	return callee != nil && callee.Host != nil && callee.Host.Kind != program.Module && (callee.Host == it.in.Unit || callee.Host == it.in.Host)
}

// addInternal adds the variables, by name, that an internal procedure stores, or others
// that it calls.
func (it *interpreter) addInternal(set map[*program.Symbol]bool, callee *Input, seen map[*Input]bool) {
	if !it.isInternal(callee) || seen[callee] {
		return
	}
	seen[callee] = true
	for inner := range stored(callee.Unit.Body, func(s *program.CallStmt, argument int) bool { return it.readsIn(callee, s, argument) }) {
		if own := it.in.Unit.Lookup(inner.Name); own != nil && !inner.Dummy && inner.Declared.Empty() {
			set[own] = true
		}
	}
	program.Statements(callee.Unit.Body, func(s program.Stmt) bool {
		if call, ok := s.(*program.CallStmt); ok {
			it.addInternal(set, callee.Procedures[call.Name], seen)
		}
		return true
	})
}
