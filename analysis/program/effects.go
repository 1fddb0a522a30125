package program

import (
	"slices"
	"strings"
)

// Effects are what callers have to know of a unit's own statements, without
// those of the procedures that it calls.
type Effects struct {
	Kept        map[string]bool      // dummies that no statement changes
	Tells       map[string]MessageOp // dummies and shared variables that get the number of the process or of processes
	Untouched   []*Symbol            // arrays of hosts and modules that no statement names or may remap
	Subroutines []string             // that CALL statements name, each once, in order
	Procedures  []string             // subroutines without those that pass messages, and functions that are no intrinsics: each once, in order
	Statements  int                  // executable ones
}

// EffectsOf reads the statements of a unit once.
func EffectsOf(u *Unit) *Effects {
	e := &effects{Effects: &Effects{Kept: map[string]bool{}, Tells: map[string]MessageOp{}}, unit: u, shared: map[*Symbol]bool{}}
	for _, d := range u.Dummies {
		e.Kept[d.Name] = true
	}
	for _, s := range u.Symbols {
		if s.Shared && s.Rank() > 0 {
			e.shared[s] = true
		}
	}
	Statements(u.Body, func(s Stmt) bool {
		e.Statements++
		e.statement(s)
		for _, x := range Exprs(s) {
			Walk(x, e.names)
		}
		return true
	})
	for _, s := range u.Symbols {
		if e.shared[s] {
			e.Untouched = append(e.Untouched, s)
		}
	}
	return e.Effects
}

type effects struct {
	*Effects
	unit   *Unit
	shared map[*Symbol]bool // arrays that have not been touched so far
}

func (e *effects) statement(s Stmt) {
	switch s := s.(type) {
	case *Assign:
		whole, _, _ := strings.Cut(s.LHS.Sym.Name, "%")
		delete(e.Kept, whole)
	case *Do:
		if s.Var != nil {
			delete(e.Kept, s.Var.Name)
		}
	case *CallStmt:
		e.call(s)
	case *Remap:
		clear(e.shared) // others may be aligned to what it maps
	case *Unmodelled:
		e.text(s, strings.ToLower(s.Text))
	}
}

// call reads a CALL: what it is given may be changed.
func (e *effects) call(s *CallStmt) {
	addOnce(&e.Subroutines, s.Name)
	if m := MessageOf(s); m != nil {
		for _, v := range m.Changed() {
			delete(e.Kept, v.Name)
		}
		e.tells(m)
		return
	}
	addOnce(&e.Procedures, s.Name)
	for _, a := range s.Args {
		if r, ok := a.Value.(*Ref); ok {
			whole, _, _ := strings.Cut(r.Sym.Name, "%")
			delete(e.Kept, whole)
		}
	}
}

// tells notes what MPI is asked for that callers see too.
func (e *effects) tells(m *Message) {
	if m.Op != TellsRank && m.Op != TellsSize {
		return
	}
	if r, ok := m.Argument("rank", "size").(*Ref); ok && r.Sym.Rank() == 0 && (r.Sym.Dummy || r.Sym.Shared) {
		e.Tells[r.Sym.Name] = m.Op
	}
}

// text reads a statement that has no meaning here: it may touch all that its
// text mentions.
func (e *effects) text(s *Unmodelled, text string) {
	for v := range e.shared {
		if strings.Contains(text, v.Name) {
			delete(e.shared, v)
		}
	}
	for _, d := range e.unit.Dummies {
		if !s.Free && strings.Contains(text, d.Name) {
			delete(e.Kept, d.Name)
		}
	}
}

// names notes what an expression names.
func (e *effects) names(x Expr) bool {
	switch x := x.(type) {
	case *Ref:
		delete(e.shared, x.Sym)
	case *Call:
		if x.Intrinsic().Shape == NotIntrinsic {
			addOnce(&e.Procedures, x.Name)
		}
	}
	return true
}

func addOnce(list *[]string, name string) {
	if !slices.Contains(*list, name) {
		*list = append(*list, name)
	}
}
