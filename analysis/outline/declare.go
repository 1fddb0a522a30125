package outline

import (
	"strings"

	"github.com/parlens/parlens/analysis/dialect"
	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/names"
	"github.com/parlens/parlens/analysis/source"
)

// declare says in words what the unit's table of names holds.
func (u *Unit) declare() {
	t := names.Of(u.Unit, func(s *fortran.Statement) hpf.Reading { return dialect.ReadLine(s.Logical) })
	u.itself(t)
	w := writer{symbols: map[*names.Entity]*Symbol{}}
	u.Symbols = w.all(t.Entities)
	for i, s := range u.Symbols {
		u.names[s.Name] = i
	}
	if r := t.Result; r != nil && r.Itself {
		u.names[u.Name] = itself
	}
	u.inner(t.Scope, &w)
	u.typed = t.None
}

// inner takes the scopes inside one.
func (u *Unit) inner(s *names.Scope, w *writer) {
	u.uses, u.closed = append(u.uses, s.Uses...), append(u.closed, s.Closed...)
	for _, inner := range s.Inner {
		if symbols := w.all(inner.Entities); len(symbols) > 0 {
			u.blocks = append(u.blocks, blockOf(inner, symbols))
		}
		u.inner(inner, w)
	}
}

// itself describes the unit's own name.
func (u *Unit) itself(t *names.Table) {
	u.Symbol = &Symbol{Name: u.Name, Spelling: u.Name, Kind: unitKinds[u.Kind], Range: source.Span{End: u.End}}
	if len(u.Body) > 0 {
		u.Symbol.At = u.Body[0].At
	}
	if u.Heading != nil {
		u.heading(u.Heading)
	}
	u.Symbol.Range.Start = u.Symbol.At.Start
	if u.Heading != nil {
		u.Symbol.Range.Start = u.Heading.At.Start
	}
	u.Symbol.Range.End = max(u.Symbol.Range.End, u.Symbol.At.End)
	if t.Result != nil && t.Result.Itself {
		u.Symbol.result(t.Result)
	}
}

func (u *Unit) heading(s *fortran.Statement) {
	u.Symbol.At = s.At
	switch h := s.Stmt.(type) {
	case *fortran.ProgramHeading:
		u.called(s, h.Name)
	case *fortran.ModuleHeading:
		u.called(s, h.Name)
	case *fortran.BlockDataHeading:
		u.called(s, h.Name)
	case *fortran.ProcedureHeading:
		u.called(s, h.Name)
		u.Symbol.Shape = "(" + strings.Join(dummies(s, h), ", ") + ")"
	}
}

// called gives the unit its name as it is written.
func (u *Unit) called(s *fortran.Statement, n fortran.Name) {
	if n != nil {
		u.Symbol.At, u.Symbol.Spelling = s.Place(n.Span()), spelled(s, n.Span())
	}
}

func spelled(s *fortran.Statement, at source.Span) string { return s.Text[at.Start:at.End] }

// dummies returns the dummies of a procedure as they are written.
func dummies(s *fortran.Statement, h *fortran.ProcedureHeading) []string {
	out := []string{}
	for _, d := range h.Dummies {
		if d.Name == nil {
			out = append(out, "*")
		} else {
			out = append(out, spelled(s, d.Name.Span()))
		}
	}
	return out
}

// result gives a function what the declarations of its name say.
func (s *Symbol) result(e *names.Entity) {
	s.Type, s.Attributes = e.TypeText(), e.Attributes
	if len(e.Dims) > 0 {
		s.Rank, s.Shape = len(e.Dims), e.ShapeText()
	}
	if e.At != e.Declared() {
		s.At, s.Range = e.At, e.Range
	}
}

// writer says in words what entities are, of each once.
type writer struct {
	symbols map[*names.Entity]*Symbol
}

// all returns the symbols of those entities that a declaration speaks of.
func (w *writer) all(entities []*names.Entity) []*Symbol {
	var out []*Symbol
	for _, e := range entities {
		if e.Kind != names.Unknown && !e.Itself {
			out = append(out, w.symbol(e))
		}
	}
	return out
}

var kinds = map[names.Kind]Kind{
	names.Variable: Variable, names.Associate: Variable, names.Constant: Constant, names.Procedure: External, names.Type: Type,
	names.Component: Field, names.Generic: Interface, names.Template: Template, names.Processors: Processors, names.Group: Group,
}

func (w *writer) symbol(e *names.Entity) *Symbol {
	if s := w.symbols[e]; s != nil {
		return s
	}
	s := &Symbol{
		Name: e.Name, Spelling: e.Spelling(), Kind: kinds[e.Kind], At: e.At, Range: e.Range, Type: e.TypeText(), Shape: e.ShapeText(),
		Rank: len(e.Dims), Attributes: e.Attributes, Dummy: e.Dummy, Origin: e.First.Origin,
	}
	w.symbols[e] = s
	switch e.Kind {
	case names.Variable:
		if s.Rank > 0 {
			s.Kind = Array
		}
	case names.Associate:
		s.Type, s.Value = "associate", e.ValueText()
	case names.Constant:
		s.Value = e.ValueText()
	}
	s.Children = w.all(e.Members)
	return s
}
