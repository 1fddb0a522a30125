package lower

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/costmodel/symbolic"
)

// constraints checks what HPF 1.1 and 2.0 ask of directives beyond their
// syntax and ranks.
func (m *mapper) constraints() {
	for _, d := range m.attributes {
		m.attributed(d)
	}
	for _, d := range m.spec {
		if !d.inherited {
			m.descriptive(d)
			m.sequential(d)
		}
	}
}

// attributed checks DYNAMIC, INHERIT and SHADOW.
func (m *mapper) attributed(d directive) {
	a := d.Directive.(*hpf.Attribute)
	for _, name := range a.Names {
		o := m.array(name)
		switch {
		case a.Keyword == "sequence":
		case o == nil:
			m.unknown(d, m.place(d, name), "unknown-array", "%s is not declared as an array", name)
		case a.Keyword == "inherit" && (o.sym == nil || !o.sym.Dummy):
			m.complain(d, m.place(d, name), source.Error, "not-a-dummy", "INHERIT is for dummy arguments, and %s is none", name)
		case a.Keyword == "inherit":
			m.complain(d, m.place(d, name), source.Warning, "unmodelled-inherit", "what %s inherits from its callers is not modelled yet: it is taken as not mapped", name)
		case a.Keyword == "shadow":
			m.shadow(a, o, d)
		}
	}
}

// place finds a name in the text of a directive.
func (m *mapper) place(d directive, name string) source.Span {
	for _, t := range fortran.Tokens(d.stmt.Text) {
		if t.Kind == fortran.Word && t.Text == name {
			return source.Span{Start: t.Start, End: t.End}
		}
	}
	return source.Span{Start: 0, End: len(d.stmt.Text)}
}

// shadow keeps the widths of SHADOW: w, or low:high.
func (m *mapper) shadow(a *hpf.Attribute, o *object, d directive) {
	if o.sym == nil || len(a.Widths) != len(o.dims) {
		m.complain(d, m.place(d, o.name), source.Error, "wrong-rank", "%s has rank %d, but %d widths are given", o.name, len(o.dims), len(a.Widths))
		return
	}
	widths := make([]Shadow, len(a.Widths))
	for i, w := range a.Widths {
		if r, ok := w.(*fortran.Range); ok {
			widths[i] = Shadow{m.shadowWidth(r.Lo, d), m.shadowWidth(r.Hi, d)}
			continue
		}
		both := m.shadowWidth(w, d)
		widths[i] = Shadow{both, both}
	}
	if m.out.Shadows == nil {
		m.out.Shadows = map[*program.Symbol][]Shadow{}
	}
	m.out.Shadows[o.sym] = widths
}

func (m *mapper) shadowWidth(e fortran.Expr, d directive) symbolic.Expr {
	if e == nil {
		return 0
	}
	x, ok := program.ToIndex(m.out.Arena, m.expr(e, d.stmt))
	if v, known := m.evaluate(x); !ok || known && v < 0 {
		m.complain(d, e.Span(), source.Error, "directive-syntax", "the width of a shadow must be an integer that is not negative")
		return 0
	}
	return x
}

// descriptive reports "*" forms for what is no dummy argument: they promise
// something about an actual argument (HPF 1.1, section 3.2).
func (m *mapper) descriptive(d directive) {
	var name fortran.Name
	switch x := d.Directive.(type) {
	case *hpf.Distribute:
		if x.Star || x.OntoStar {
			name = x.Target
		}
	case *hpf.Align:
		if x.Star {
			name = x.Alignee
		}
	}
	if name == nil {
		return
	}
	if o := m.objects[name.String()]; o != nil && (o.sym == nil || !o.sym.Dummy) {
		m.complain(d, name.Span(), source.Error, "not-a-dummy", "a mapping with \"*\" describes a dummy argument, and %s is none", name)
	}
}

// sequential reports a mapping of a variable that SEQUENCE asks to be stored
// in one piece (HPF 1.1, section 7.1).
func (m *mapper) sequential(d directive) {
	var name fortran.Name
	switch x := d.Directive.(type) {
	case *hpf.Distribute:
		name = x.Target
	case *hpf.Align:
		name = x.Alignee
	default:
		return
	}
	if o := m.objects[name.String()]; o == nil || o.sym == nil {
		return
	}
	for _, s := range m.attributes {
		a := s.Directive.(*hpf.Attribute)
		if a.Keyword == "sequence" && !a.No && slices.Contains(a.Names, name.String()) {
			m.complain(d, name.Span(), source.Error, "sequential-mapping", "%s is sequential and cannot be mapped", name)
		}
	}
}

// needsDynamic reports a remapping of something that is not DYNAMIC, if the
// unit itself declares it.
func (l *lowerer) needsDynamic(name fortran.Name, s *fortran.Statement) {
	o := l.mapper.objects[name.String()]
	if sym := l.scope.names[name.String()]; sym == nil && o == nil || sym != nil && sym.Declared.Empty() || o != nil && o.inherited {
		return
	}
	for _, d := range l.attributes {
		a := d.Directive.(*hpf.Attribute)
		if a.Keyword == "dynamic" && slices.Contains(a.Names, name.String()) {
			return
		}
	}
	l.report(s.Place(name.Span()), source.Error, "not-dynamic", "%s is remapped, so it must be DYNAMIC", name)
}

// region follows the regions of ON, RESIDENT and TASK_REGION.
func (l *lowerer) region(r *hpf.Region, s *fortran.Statement) {
	switch {
	case r.Begin:
		l.regions = append(l.regions, s)
	case r.End && (len(l.regions) == 0 || regionWord(l.regions[len(l.regions)-1]) != r.Keyword):
		l.report(s.At, source.Error, "region-mismatch", "END %s closes no region", strings.ToUpper(r.Keyword))
	case r.End:
		l.regions = l.regions[:len(l.regions)-1]
	}
}

func regionWord(s *fortran.Statement) string { return fortran.Tokens(s.Text)[0].Text }

// openRegions reports the regions that no END closes.
func (l *lowerer) openRegions() {
	for _, s := range l.regions {
		l.report(s.At, source.Error, "region-mismatch", "no END %s closes this region", strings.ToUpper(regionWord(s)))
	}
}
