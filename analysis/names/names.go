// Package names is the symbol table of Fortran: which names a program unit
// declares, in which scope each holds, and what its declarations say of it,
// wherever in the specification part they stand. It knows no types in bytes and
// no values; lowering adds those, an outline adds words. Places are relative to
// the unit, so a table is a pure function of the unit's tree, kind, name and
// size.
package names

import (
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/source"
)

// Table holds the names of a program unit.
type Table struct {
	*Scope
	Dummies []*Entity // in order, alternate returns left out
	Result  *Entity   // of a function, nil else; it may have the unit's own name
	Parent  string    // of a submodule: the module or submodule that it extends
}

// Scope holds the names that hold in one range of a unit: in all of it, or in a
// construct of it.
type Scope struct {
	Kind       ScopeKind
	At         source.Span          // where the names hold
	Entities   []*Entity            // in order of first appearance
	Declared   []*Entity            // those that have a type, bounds or a value, in the order in which they got the first
	Uses       []*Use               // in order
	Implicit   []Implicit           // rules by first letter
	None       bool                 // IMPLICIT NONE
	Directives []*fortran.Statement // all that stand in the scope, in order
	Macros     []string             // names that the preprocessor replaces
	Missing    bool                 // an included text has not been found
	Inner      []*Scope             // in order of their beginnings
	Closed     []source.Span        // interfaces and derived types: the names in them are not the scope's

	byName   map[string]*Entity
	includes bool // the unit includes texts
	size     int  // of the unit in bytes
	read     Read
}

// Read reads a directive; who asks for the same ones elsewhere may remember them.
type Read func(*fortran.Statement) hpf.Reading

// ScopeKind says what a scope is.
type ScopeKind uint8

// The kinds of scopes.
const (
	UnitScope      ScopeKind = iota
	BlockScope               // BLOCK
	NamesScope               // ASSOCIATE, SELECT TYPE, and loops whose header types its indices
	IndexScope               // FORALL and DO CONCURRENT without a type: the indices have that of the names around
	InterfaceScope           // an interface body
	TypeScope                // the bindings of a derived type
	FunctionScope            // a statement function
)

// Implicit is a rule of an IMPLICIT statement.
type Implicit struct {
	Rule fortran.ImplicitRule
	In   *fortran.Statement
}

// Of returns the names of a unit.
func Of(u *fortran.Unit, read Read) *Table {
	size := u.End - u.Start
	t := &Table{Scope: &Scope{
		At: source.Span{End: size}, byName: map[string]*Entity{}, includes: len(u.Includes) > 0, size: size, read: read,
	}}
	if u.Heading != nil {
		t.heading(u.Heading)
	}
	t.specifications(u.Body)
	return t
}

// Block returns the names of a BLOCK construct.
func Block(n *fortran.Node, read Read) *Scope {
	s := (&Scope{read: read}).nested(BlockScope, extent(n))
	s.specifications(n.Blocks[0].Body)
	return s
}

// nested returns a scope for names that hold in a part of this one.
func (s *Scope) nested(kind ScopeKind, at source.Span) *Scope {
	return &Scope{Kind: kind, At: at, byName: map[string]*Entity{}, includes: s.includes, size: s.size, read: s.read}
}

// keep adds an inner scope, unless it holds nothing.
func (s *Scope) keep(inner *Scope) {
	if len(inner.Entities)+len(inner.Inner)+len(inner.Uses)+len(inner.Closed) > 0 {
		s.Inner = append(s.Inner, inner)
	}
}

// Lookup returns the scope's own entity of a name, nil for none.
func (s *Scope) Lookup(name string) *Entity { return s.byName[name] }

// heading takes the first statement of a unit.
func (t *Table) heading(s *fortran.Statement) {
	switch h := s.Stmt.(type) {
	case *fortran.ModuleHeading:
		if h.Parent != nil {
			t.Parent = h.Parent[len(h.Parent)-1]
		}
	case *fortran.ProcedureHeading:
		t.Dummies, t.Result = t.procedure(s, h)
	}
}

// procedure declares the dummies and the result of a procedure.
func (s *Scope) procedure(at *fortran.Statement, h *fortran.ProcedureHeading) (dummies []*Entity, result *Entity) {
	for _, d := range h.Dummies {
		if d.Name != nil {
			e := s.object(at, d.Name)
			e.Dummy = true
			dummies = append(dummies, e)
		}
	}
	if h.Keyword != "function" {
		return dummies, nil
	}
	name := h.Name
	if h.Result != nil {
		name = h.Result
	}
	result = s.declare(at, name)
	result.Itself = h.Result == nil
	for i := range h.Prefixes {
		if t := h.Prefixes[i].Type; t != nil {
			result.Type, result.TypeAt = t, at
		}
	}
	return dummies, result
}
