package lower

import (
	"strconv"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// declaration collects what the statements of a specification part say about
// one name, until all of them have been read: the order of the statements does
// not matter.
type declaration struct {
	sym                    *program.Symbol
	typ                    *fortran.TypeSpec
	star                   fortran.Length // CHARACTER a*8
	dims                   []fortran.Arg
	images                 []fortran.Arg // cobounds of a coarray
	value                  fortran.Expr  // of a PARAMETER, or the initial value
	more                   int64         // to be added to it: of an ENUMERATOR
	list                   string        // of an array: values by DATA, "(/1,2,3/)", or ""
	typAt, dimsAt, valueAt *fortran.Statement
	imagesAt               *fortran.Statement
}

// directive is a specification directive with its statement.
type directive struct {
	hpf.Directive
	stmt      *fortran.Statement
	at        source.Span
	inherited bool // from the host
}

// declare reads the heading and the specification statements, wherever they
// stand, and resolves types, values and shapes.
func (l *lowerer) declare() {
	l.heading()
	l.uses(l.unit.Body)
	l.implicits(l.unit.Body)
	l.specifications(l.unit.Body)
	for _, p := range l.env.inner(l.unit) {
		l.procedure(p)
	}
	l.resolve()
}

// heading declares the dummies and the result of a procedure.
func (l *lowerer) heading() {
	h := l.unit.Heading
	if h == nil {
		return
	}
	l.out.Span = h.At
	if m, ok := h.Stmt.(*fortran.ModuleHeading); ok && m.Parent != nil {
		l.parent(m.Parent[len(m.Parent)-1])
	}
	proc, ok := h.Stmt.(*fortran.ProcedureHeading)
	if !ok {
		return
	}
	for _, d := range proc.Dummies {
		if d.Name != nil {
			sym := l.scope.own(d.Name.String(), h.Place(d.Name.Span()))
			sym.Dummy = true
			l.out.Dummies = append(l.out.Dummies, sym)
		}
	}
	if proc.Keyword == "function" {
		l.result(proc, h)
	}
}

func (l *lowerer) result(proc *fortran.ProcedureHeading, h *fortran.Statement) {
	name := proc.Name
	if proc.Result != nil {
		name = proc.Result
	}
	d := l.declaration(name.String(), h.Place(name.Span()))
	l.out.Result = d.sym
	for i := range proc.Prefixes {
		if t := proc.Prefixes[i].Type; t != nil {
			d.typ, d.typAt = t, h
		}
	}
}

// declaration returns the declaration of a name of this unit.
func (l *lowerer) declaration(name string, at source.Span) *declaration {
	sym := l.scope.own(name, at)
	if sym.Declared.Empty() {
		sym.Declared = at
	}
	d := l.found[sym]
	if d == nil {
		d = &declaration{sym: sym}
		l.found[sym] = d
		l.declared = append(l.declared, d)
	}
	return d
}

// implicits applies the IMPLICIT statements before anything else.
func (l *lowerer) implicits(body []*fortran.Node) {
	for _, n := range body {
		if i, ok := n.Stmt.(*fortran.Implicit); ok {
			l.scope.explicit = l.scope.explicit || i.None
			for _, rule := range i.Rules {
				l.implicit(rule, n.Statement)
			}
		}
	}
}

func (l *lowerer) implicit(rule fortran.ImplicitRule, s *fortran.Statement) {
	spec := &fortran.TypeSpec{Base: rule.Base, Star: rule.Star}
	letters := rule.Lists[len(rule.Lists)-1].Args
	if len(rule.Lists) > 1 {
		spec.Args = rule.Lists[0].Args
	}
	e := l.element(spec, nil, s)
	for _, arg := range letters {
		from, to := letterRange(arg)
		for c := from; c <= to && 'a' <= from && to <= 'z'; c++ {
			l.scope.implicit[c-'a'] = e
		}
	}
}

// letterRange reads "a" or "a-h", which is parsed as a difference.
func letterRange(arg fortran.Expr) (from, to byte) {
	switch arg := arg.(type) {
	case *fortran.Designator:
		return arg.Parts[0].Name[0], arg.Parts[0].Name[0]
	case *fortran.Binary:
		from, _ = letterRange(arg.X)
		to, _ = letterRange(arg.Y)
	}
	return from, to
}

// specifications collects declarations and directives. BLOCK constructs have
// their own; interfaces only name procedures.
func (l *lowerer) specifications(body []*fortran.Node) {
	for _, n := range body {
		if n.Kind == fortran.Directive {
			l.directive(n.Statement)
			for _, b := range n.Blocks {
				l.specifications(b.Body)
			}
			continue
		}
		if l.enclosed(n) {
			continue
		}
		l.specification(n.Statement)
		for _, b := range n.Blocks {
			l.specifications(b.Body)
		}
	}
}

// enclosed takes a construct whose declarations are its own: of it the
// procedure names of an interface, the name of a derived type, and the
// constants of an enumeration. BLOCK comes later: see blockScope.
func (l *lowerer) enclosed(n *fortran.Node) bool {
	switch head := n.Stmt.(type) {
	case *fortran.Enclosing:
		if head.Keyword == "enum" && n.Blocks != nil {
			l.enumerators(n.Blocks[0].Body)
		}
	case *fortran.TypeHead:
		if head.Name != nil {
			l.types[head.Name.String()] = true
		}
	case *fortran.InterfaceHead:
		if head.Spec != nil && head.Spec.Name != nil {
			name := head.Spec.Name.String()
			l.types[name] = true
			l.scope.own(name, n.At).Class = program.Procedure
		}
		l.bodies(n)
	default:
		return false
	}
	return true
}

// enumerators declares the constants of an ENUM with their values.
func (l *lowerer) enumerators(body []*fortran.Node) {
	var last fortran.Expr // the value of the last enumerator that has one
	from, next := (*fortran.Statement)(nil), int64(0)
	for _, n := range body {
		stmt, ok := n.Stmt.(*fortran.Enumerators)
		if !ok {
			continue
		}
		for _, e := range stmt.Values {
			if e.Value != nil {
				last, from, next = e.Value, n.Statement, 0
			}
			d := l.declaration(e.Name.String(), n.Place(e.Name.Span()))
			d.sym.Class, d.sym.Type, d.sym.Bytes = program.Parameter, program.Integer, 4
			d.value, d.valueAt, d.more = last, from, next
			if last == nil {
				d.value, d.valueAt = zero, n.Statement
			}
			next++
		}
	}
}

var zero = &fortran.Literal{Kind: fortran.Int, Text: "0"}

// bodies takes the procedure names of an interface.
func (l *lowerer) bodies(n *fortran.Node) {
	for _, inner := range n.Blocks[0].Body {
		if h, ok := inner.Stmt.(*fortran.ProcedureHeading); ok {
			sym := l.scope.own(h.UnitName(), inner.Place(h.Name.Span()))
			sym.Class, sym.Impure, sym.ByElement = program.Procedure, !isPure(h), isElemental(h)
			for i := range h.Prefixes {
				if t := h.Prefixes[i].Type; t != nil && h.Keyword == "function" {
					e := l.foreignElement(t, nil, inner.Statement)
					sym.Type, sym.Bytes = e.typ, e.bytes
				}
			}
		}
	}
}

func (l *lowerer) specification(s *fortran.Statement) {
	switch stmt := s.Stmt.(type) {
	case *fortran.TypeDecl:
		l.typeDecl(stmt, s)
	case *fortran.DimensionDecl:
		for i := range stmt.Entities {
			l.entity(&stmt.Entities[i], s)
		}
	case *fortran.ParameterDecl:
		for _, v := range stmt.Values {
			d := l.declaration(v.Name.String(), s.Place(v.Name.Span()))
			d.sym.Class, d.value, d.valueAt = program.Parameter, v.Value, s
		}
	case *fortran.Common:
		for _, b := range stmt.Blocks {
			for i := range b.Members {
				l.entity(&b.Members[i], s)
			}
		}
	case *fortran.NamesDecl:
		for _, n := range stmt.Names {
			sym := l.scope.own(n.String(), s.Place(n.Span()))
			sym.Class = program.Procedure
			if stmt.Keyword == "intrinsic" {
				sym.Class = program.Intrinsic
			}
		}
	case *fortran.Data:
		l.data(stmt, s)
	case *fortran.Namelist:
		l.namelist(stmt)
	case *fortran.ProcedureDecl:
		for _, e := range stmt.Entities {
			l.scope.own(e.Name.String(), s.At).Class = program.Procedure
		}
	case *fortran.CrayPointer:
		for i := range stmt.Pairs {
			p := &stmt.Pairs[i]
			d := l.declaration(p.Pointer.String(), s.Place(p.Pointer.Span()))
			d.typ, d.typAt = address, s
			l.entity(&p.Pointee, s)
		}
	case *fortran.Record:
		for _, g := range stmt.Groups {
			for i := range g.Entities {
				d := l.entity(&g.Entities[i], s)
				d.typ, d.typAt = &fortran.TypeSpec{Base: "type"}, s
			}
		}
	case nil:
		l.elsewhere = l.elsewhere || !s.Found && fortran.IncludedName(s.Logical) != ""
		if s.Kind == fortran.Preprocessor {
			l.macro(s.Text)
		}
	}
}

// address is the type of a Cray pointer.
var address = &fortran.TypeSpec{Base: "integer", Star: &fortran.Literal{Kind: fortran.Int, Text: "8"}}

func (l *lowerer) typeDecl(t *fortran.TypeDecl, s *fortran.Statement) {
	for i := range t.Entities {
		d := l.entity(&t.Entities[i], s)
		d.typ, d.typAt = &t.Type, s
		for _, a := range t.Attrs {
			l.attribute(a, d, s)
		}
	}
}

// entity declares one name with what stands directly behind it.
func (l *lowerer) entity(e *fortran.Entity, s *fortran.Statement) *declaration {
	d := l.declaration(e.Name.String(), s.Place(e.Name.Span()))
	if e.Dims != nil {
		d.dims, d.dimsAt = e.Dims, s
	}
	if e.Coarray != nil {
		d.images, d.imagesAt = e.Coarray, s
	}
	if e.Star != nil {
		d.star = e.Star
	}
	if e.Length != nil {
		d.star = e.Length
	}
	if e.Init != nil {
		d.value, d.valueAt = e.Init, s
	}
	return d
}

// attribute applies an attribute of a type declaration. ARRAY is Fortran 90D's
// word for DIMENSION. Bounds behind the name win.
func (l *lowerer) attribute(a fortran.Attr, d *declaration, s *fortran.Statement) {
	switch a.Keyword {
	case "dimension", "array":
		if d.dims == nil {
			d.dims, d.dimsAt = a.Args, s
		}
	case "codimension":
		if d.images == nil {
			d.images, d.imagesAt = a.Coarray, s
		}
	case "parameter":
		d.sym.Class = program.Parameter
	case "external":
		d.sym.Class = program.Procedure
	case "intent":
		d.sym.Intent = a.Intent
	}
}

// namelist notes what the groups of a NAMELIST are made of.
func (l *lowerer) namelist(n *fortran.Namelist) {
	if l.groups == nil {
		l.groups = map[string][]string{}
	}
	for _, g := range n.Groups {
		for _, name := range g.Names {
			l.groups[g.Name.String()] = append(l.groups[g.Name.String()], name.String())
		}
	}
}

// data takes DATA n, m /10, 20/ as the initial values of scalars, and the list
// of a single array as its constructor.
func (l *lowerer) data(data *fortran.Data, s *fortran.Statement) {
	for _, set := range data.Sets {
		values, ok := repeated(set.Values, s.Text)
		for i, o := range set.Objects {
			v, named := o.(*fortran.Designator)
			if !ok || !named || len(v.Parts) != 1 || v.Parts[0].Called() {
				continue
			}
			switch {
			case len(values) == len(set.Objects):
				d := l.declaration(v.Parts[0].Name, s.Place(v.Span()))
				d.value, d.valueAt = values[i], s
			case len(set.Objects) == 1:
				d := l.declaration(v.Parts[0].Name, s.Place(v.Span()))
				d.value, d.valueAt, d.list = values[0], s, listText(values, s.Text)
			}
		}
	}
}

// repeated writes the values of a DATA statement out, 3*0 three times; false
// where a count is no literal, or for too many.
func repeated(values []fortran.Constant, text string) ([]fortran.Constant, bool) {
	var out []fortran.Constant
	for _, v := range values {
		times := 1
		if b, ok := v.(*fortran.Binary); ok {
			n, err := strconv.Atoi(strings.TrimSpace(text[b.X.Span().Start:b.X.Span().End]))
			if err != nil || n < 0 || len(out)+n > maxListed {
				return nil, false
			}
			times, v = n, b.Y
		}
		for range times {
			out = append(out, v)
		}
	}
	return out, true
}

// maxListed bounds the values of a DATA statement that are written out.
const maxListed = 1 << 16

func listText(values []fortran.Constant, text string) string {
	items := make([]string, len(values))
	for i, v := range values {
		items[i] = text[v.Span().Start:v.Span().End]
	}
	return "(/" + strings.Join(items, ",") + "/)"
}
