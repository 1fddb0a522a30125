package names

import (
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// specifications collects what the statements declare, wherever they stand.
func (s *Scope) specifications(body []*fortran.Node) {
	for _, n := range body {
		if n.Kind == fortran.Directive {
			s.directive(n.Statement)
		} else if s.enclosed(n) {
			continue
		} else {
			s.construct(n)
			s.specification(n.Statement)
		}
		for _, b := range n.Blocks {
			s.specifications(b.Body)
		}
	}
}

func (s *Scope) specification(st *fortran.Statement) {
	switch stmt := st.Stmt.(type) {
	case *fortran.TypeDecl:
		s.typeDecl(stmt, st)
	case *fortran.DimensionDecl:
		for i := range stmt.Entities {
			e := s.named(&stmt.Entities[i], st)
			if stmt.Keyword != "dimension" {
				e.Attributes = append(e.Attributes, stmt.Keyword)
			}
		}
	case *fortran.ParameterDecl:
		for _, v := range stmt.Values {
			e := s.declare(st, v.Name)
			e.Kind, e.Class, e.Value, e.ValueAt = Constant, program.Parameter, v.Value, st
		}
	case *fortran.Common:
		for _, b := range stmt.Blocks {
			for i := range b.Members {
				s.named(&b.Members[i], st)
			}
		}
	case *fortran.NamesDecl:
		for _, n := range stmt.Names {
			if stmt.Keyword == "intrinsic" {
				s.mention(st, n).Class = program.Intrinsic
				continue
			}
			s.external(st, n)
		}
	case *fortran.ProcedureDecl:
		for _, e := range stmt.Entities {
			s.external(st, e.Name)
		}
	case *fortran.CrayPointer:
		for i := range stmt.Pairs {
			s.pointer(&stmt.Pairs[i], st)
		}
	case *fortran.Record:
		for _, g := range stmt.Groups {
			for i := range g.Entities {
				e := s.named(&g.Entities[i], st)
				e.Record, e.Type, e.TypeAt = g.Structure.String(), structure, st
			}
		}
	case *fortran.Namelist:
		for _, g := range stmt.Groups {
			s.group(&g, st)
		}
	case *fortran.Data:
		s.data(stmt, st)
	case *fortran.Implicit:
		s.None = s.None || stmt.None
		for _, rule := range stmt.Rules {
			s.Implicit = append(s.Implicit, Implicit{rule, st})
		}
	case *fortran.Use:
		s.Uses = append(s.Uses, NewUse(stmt, st))
	case *fortran.Assignment:
		s.statementFunction(stmt, st)
	case nil:
		s.unparsed(st)
	}
}

// The types of what old statements declare.
var (
	address   = &fortran.TypeSpec{Base: "integer", Star: &fortran.Literal{Kind: fortran.Int, Text: "8"}}
	structure = &fortran.TypeSpec{Base: "type"}
)

func (s *Scope) typeDecl(t *fortran.TypeDecl, st *fortran.Statement) {
	for i := range t.Entities {
		e := s.named(&t.Entities[i], st)
		e.Type, e.TypeAt, e.Pointer, e.Record = &t.Type, st, false, ""
		for _, a := range t.Attrs {
			e.attribute(a, st)
		}
	}
}

// attribute applies an attribute of a type declaration. ARRAY is Fortran 90D's
// word for DIMENSION. Bounds behind the name win.
func (e *Entity) attribute(a fortran.Attr, st *fortran.Statement) {
	switch a.Keyword {
	case "dimension", "array":
		if e.Dims == nil {
			e.Dims, e.DimsAt = a.Args, st
		}
		return
	case "parameter":
		e.Kind, e.Class = Constant, program.Parameter
		return
	case "external":
		e.Kind, e.Class = Procedure, program.Procedure
		return
	case "intent":
		e.Intent = a.Intent
		e.Attributes = append(e.Attributes, "intent("+a.Intent+")")
		return
	case "codimension":
		if e.Images == nil {
			e.Images, e.ImagesAt = a.Coarray, st
		}
	}
	e.Attributes = append(e.Attributes, a.Keyword)
}

// named declares one name with what stands directly behind it.
func (s *Scope) named(x *fortran.Entity, st *fortran.Statement) *Entity {
	e := s.declare(st, x.Name)
	if x.Dims != nil {
		e.Dims, e.DimsAt = x.Dims, st
		end := x.Dims[len(x.Dims)-1].Span().End
		end += strings.IndexByte(st.Text[end:], ')') + 1
		e.At = st.Place(x.Name.Span())
		e.Range = st.Place(source.Span{Start: x.Name.Span().Start, End: end})
	}
	if x.Coarray != nil {
		e.Images, e.ImagesAt = x.Coarray, st
	}
	if x.Star != nil {
		e.Star = x.Star
	}
	if x.Length != nil {
		e.Star = x.Length
	}
	if x.Init != nil {
		e.Value, e.ValueAt = x.Init, st
	}
	return e
}

// external declares a procedure that is defined elsewhere.
func (s *Scope) external(st *fortran.Statement, name fortran.Name) *Entity {
	e := s.object(st, name)
	e.Kind, e.Class = Procedure, program.Procedure
	return e
}

func (s *Scope) pointer(p *fortran.PointerPair, st *fortran.Statement) {
	e := s.declare(st, p.Pointer)
	if e.Type == nil {
		e.Type, e.TypeAt, e.Pointer = address, st, true
	}
	s.named(&p.Pointee, st)
}

// group declares the group of a NAMELIST. Its members are no declarations: they
// belong to whoever declares the names.
func (s *Scope) group(g *fortran.NameGroup, st *fortran.Statement) {
	e := s.stands(st, g.Name, Group)
	for _, n := range g.Names {
		e.Group = append(e.Group, n.String())
	}
}

// directive takes a directive: templates and arrangements are names.
func (s *Scope) directive(st *fortran.Statement) {
	s.Directives = append(s.Directives, st)
	for _, d := range s.read(st).Directives {
		switch d := d.(type) {
		case *hpf.Processors:
			s.mapped(st, d.Name, d.Dims, Processors)
		case *hpf.Template:
			s.mapped(st, d.Name, d.Dims, Template)
		}
	}
}

func (s *Scope) mapped(st *fortran.Statement, name fortran.Name, dims []fortran.Arg, kind Kind) {
	e := s.stands(st, name, kind)
	e.spans(st.At)
	if len(dims) > 0 && !e.Named {
		e.Dims, e.DimsAt = dims, st
	}
}

// unparsed takes what is no statement: an INCLUDE line, or one for the
// preprocessor.
func (s *Scope) unparsed(st *fortran.Statement) {
	s.Missing = s.Missing || !st.Found && fortran.IncludedName(st.Logical) != ""
	if st.Kind != fortran.Preprocessor {
		return
	}
	fields := strings.FieldsFunc(strings.TrimPrefix(st.Text, "#"), func(c rune) bool { return strings.ContainsRune(" \t(", c) })
	if len(fields) > 1 && fields[0] == "define" {
		s.Macros = append(s.Macros, strings.ToLower(fields[1]))
	}
}
