package comm

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/program"
)

// ChangedIn returns what tells which variables of a unit a call may change: what it
// passes to dummies that the procedure may assign, and what the procedure, or one that
// it calls, stores to of the variables that it shares with the unit. It is false where
// the procedure may change any, because it cannot be seen.
func (b *Builder) ChangedIn(u *program.Unit) func(*program.CallStmt) ([]*program.Symbol, bool) {
	shared := map[string][]*program.Symbol{} // by the procedure's name
	return func(s *program.CallStmt) ([]*program.Symbol, bool) {
		out, storage, known := b.stored(s)
		if len(storage) == 0 {
			return out, known
		}
		list, found := shared[s.Name]
		if !found {
			for _, v := range u.Symbols {
				if v.Class == program.Variable && v.OneOf(storage) {
					list = append(list, v)
				}
			}
			shared[s.Name] = list
		}
		return append(out, list...), known
	}
}

// stored returns the arguments that a call may change and the storage of the shared
// variables that it may change; false for any.
func (b *Builder) stored(s *program.CallStmt) (arguments []*program.Symbol, storage []string, known bool) {
	if m := program.MessageOf(s); m != nil {
		return m.Changed(), nil, true
	}
	if b.Unseen(s.Name) {
		arguments, known = program.RuntimeChanges(s)
		return arguments, nil, known
	}
	p := b.Procedure(s.Name)
	switch {
	case p.Closed:
		return p.assigned(s), nil, true
	case p.Known:
		return p.assigned(s), p.Stored, true
	}
	return nil, nil, false
}

// assigned returns the arguments of a call that the procedure may change.
func (p *Procedure) assigned(s *program.CallStmt) []*program.Symbol {
	var out []*program.Symbol
	for i, a := range s.Args {
		dummy := p.Unit.DummyOf(a.Keyword, i)
		if ref, ok := a.Value.(*program.Ref); ok && (dummy == nil || !p.Keeps(dummy)) {
			out = append(out, p.parts(ref.Sym, dummy)...)
		}
	}
	return out
}

// parts returns what of a variable the procedure may change that gets it as a dummy: all of
// it, or some components of a structure.
func (p *Procedure) parts(v, dummy *program.Symbol) []*program.Symbol {
	if dummy == nil || v.Type != program.Derived || dummy.Intent == "out" || len(p.Parts[dummy.Name]) == 0 || slices.Contains(p.Parts[dummy.Name], "") {
		return []*program.Symbol{v}
	}
	var out []*program.Symbol
	for _, changed := range p.Parts[dummy.Name] {
		name := v.Name + changed
		named := false
		for _, part := range v.Parts {
			if part.Name == name || strings.HasPrefix(part.Name, name+"%") || strings.HasPrefix(name, part.Name+"%") {
				out = append(out, part)
				named = named || part.Name == name
			}
		}
		if !named {
			out = append(out, v.Part(changed))
		}
	}
	return out
}

// Unseen reports whether nothing is known of a procedure, so that it is none of
// the unit's own.
func (b *Builder) Unseen(name string) bool {
	return b.Procedure(name) == nil
}

// Procedure returns what is known of a procedure, nil where it cannot be seen.
func (b *Builder) Procedure(name string) *Procedure {
	if b.Procedures == nil {
		return nil
	}
	p, _ := b.Procedures(name)
	return p
}

// Harmless reports whether a user's function changes nothing but variables of its
// own.
func (b *Builder) Harmless(c *program.Call) bool {
	if b.Unseen(c.Name) {
		return program.OfRuntime(c.Name)
	}
	p := b.Procedure(c.Name)
	return p.Closed && !p.Stateful && !slices.ContainsFunc(p.Unit.Dummies, func(d *program.Symbol) bool { return !p.Keeps(d) })
}

// ChangesMapped reports whether the procedure of a call changes nothing but mapped arrays that
// it is given.
func (b *Builder) ChangesMapped(s *program.CallStmt) bool {
	p := b.Procedure(s.Name)
	if p == nil || !p.Closed || p.Stateful {
		return false
	}
	for i, a := range s.Args {
		if ref, ok := a.Value.(*program.Ref); ok && !b.Keeps(s, i) && b.Layouts[ref.Sym].Replicated() {
			return false
		}
	}
	return true
}

// Keeps reports whether the procedure never changes a dummy.
func (p *Procedure) Keeps(dummy *program.Symbol) bool {
	return dummy.Intent == "in" || p.Kept[dummy.Name]
}

// StoresOf collects the variables that the statements may change, by what is
// known of the procedures that they call.
func (b *Builder) StoresOf(block []program.Stmt) Stores {
	var s Stores
	program.Statements(block, func(st program.Stmt) bool {
		s.add(st, b)
		return true
	})
	return s
}

// Keeps reports whether the procedure that is called never changes an argument,
// counted from 0.
func (b *Builder) Keeps(s *program.CallStmt, argument int) bool {
	p := b.Procedure(s.Name)
	if p == nil {
		return false
	}
	dummy := p.Unit.DummyOf(s.Args[argument].Keyword, argument)
	return dummy != nil && p.Keeps(dummy)
}
