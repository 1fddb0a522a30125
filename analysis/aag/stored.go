package aag

import (
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
)

// What statements change of the variables that are followed.

// loseChanged forgets what a call changes: single elements of an array where it is given no
// more of it.
func (w *ownValues) loseChanged(s *program.CallStmt, m *program.Message) {
	elements, more := map[*program.Symbol][]*program.Symbol{}, map[*program.Symbol]bool{}
	for i, a := range s.Args {
		r, ok := a.Value.(*program.Ref)
		if !ok || m == nil && w.b.Keeps(s, i) {
			continue
		}
		if element := w.variable(r); element != nil && element != r.Sym && w.givesOne(s, m, i) {
			elements[r.Sym] = append(elements[r.Sym], element)
		} else {
			more[r.Sym] = true
		}
	}
	for _, v := range program.WithOverlapping(w.changedBy(s)) {
		if len(elements[v]) > 0 && !more[v] {
			w.lose(append(elements[v], w.followedPart(v, comm.EachElement)))
		} else {
			w.lose([]*program.Symbol{v})
		}
	}
}

// givesOne reports whether a call gives an argument one value.
func (w *ownValues) givesOne(s *program.CallStmt, m *program.Message, argument int) bool {
	keyword := s.Args[argument].Keyword
	if m != nil {
		return m.GivesOne(keyword, argument)
	}
	p := w.b.Procedure(s.Name)
	if p == nil {
		return false
	}
	dummy := p.Unit.DummyOf(keyword, argument)
	return dummy != nil && dummy.Rank() == 0
}

// forgetStored drops what the iterations of a loop change: before its body and
// behind it.
func (w *ownValues) forgetStored(do *program.Do) {
	if !w.passing() {
		return
	}
	stored, known := w.stored[do]
	if w.stored == nil {
		w.stored = map[*program.Do][]*program.Symbol{}
	}
	if !known {
		stored = w.storedIn([]program.Stmt{do})
		w.stored[do] = stored
	}
	w.lose(stored)
}

// storedAnywhere lists the variables that the unit changes.
func (w *ownValues) storedAnywhere() []*program.Symbol {
	if w.everStored == nil {
		w.everStored = w.storedIn(w.g.Unit.Body)
	}
	return w.everStored
}

// storedIn lists the variables that a block changes.
func (w *ownValues) storedIn(block []program.Stmt) []*program.Symbol {
	var out []*program.Symbol
	add := func(list ...*program.Symbol) {
		for _, s := range list {
			if s != nil && !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	program.Statements(block, func(s program.Stmt) bool {
		add(program.WithOverlapping(w.storedBy(s))...)
		return true
	})
	return out
}

// storedBy lists the variables that a statement changes.
func (w *ownValues) storedBy(s program.Stmt) []*program.Symbol {
	switch s := s.(type) {
	case *program.Assign:
		return []*program.Symbol{s.LHS.Sym}
	case *program.Do:
		return []*program.Symbol{s.Var}
	case *program.CallStmt:
		return w.changedBy(s)
	case *program.Unmodelled:
		return s.Receives
	}
	return nil
}

// changedBy returns what a call may change: where the procedure is not seen, its
// arguments.
func (w *ownValues) changedBy(s *program.CallStmt) []*program.Symbol {
	changed, known := w.b.ChangedIn(w.g.Unit)(s)
	if known && (!w.leaving || program.MessageOf(s) != nil) {
		return changed
	}
	for i, a := range s.Args {
		if r, ok := a.Value.(*program.Ref); ok && !w.b.Keeps(s, i) {
			changed = append(changed, r.Sym)
		}
	}
	return changed
}
