package lower

import (
	"slices"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/symbolic"
)

// constraints checks what HPF 1.1 and 2.0 ask of directives beyond their
// syntax and ranks.
func (m *mapper) constraints() {
	for _, d := range m.attributes {
		m.quiet = d.inherited // the host says what is wrong with it
		m.attributed(d)
	}
	m.quiet = false
	for _, d := range m.spec {
		if !d.inherited {
			m.descriptive(d)
		}
	}
	m.contradictions()
	m.prefixes()
}

// attributed checks DYNAMIC, INHERIT and SHADOW.
func (m *mapper) attributed(d directive) {
	a := d.Directive.(*hpf.Attribute)
	for _, name := range a.Names {
		if m.hidden(d, name) {
			continue
		}
		o := m.array(name)
		switch {
		case a.Keyword == "sequence":
		case o == nil:
			m.unknown(d, m.place(d, name), "unknown-array", "%s is not declared as an array", name)
		case a.Keyword == "inherit" && (o.sym == nil || !o.sym.Dummy):
			m.complain(d, m.place(d, name), source.Error, "not-a-dummy", "INHERIT is for dummy arguments, and %s is none", name)
		case a.Keyword == "inherit":
			m.describes(name)
			m.complain(d, m.place(d, name), source.Information, "inherited-mapping", "%s lies as its actual argument does: so it is estimated at each CALL, and as not mapped where the procedure stands for itself", name)
		case a.Keyword == "range":
			m.ranged(a, name, d)
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
		if _, ok := w.(*fortran.Star); ok { // XcalableMP: the whole dimension
			widths[i] = Shadow{o.dims[i].extent, o.dims[i].extent}
			continue
		}
		both := m.shadowWidth(w, d)
		widths[i] = Shadow{both, both}
	}
	o.shadow = widths
	m.shadowed(o.sym, widths)
}

func (m *mapper) shadowed(sym *program.Symbol, widths []Shadow) {
	if m.out.Shadows == nil {
		m.out.Shadows = map[*program.Symbol][]Shadow{}
	}
	m.out.Shadows[sym] = widths
	sym.Shadow = make([]program.Width, len(widths))
	for i, w := range widths {
		sym.Shadow[i] = program.Width{Low: m.numberOf(w.Low), High: m.numberOf(w.High)}
	}
}

// shadows reads the SHADOW directives alone: all that users of a module need of
// its attributes.
func (m *mapper) shadows() {
	for _, d := range m.attributes {
		if d.Directive.(*hpf.Attribute).Keyword == "shadow" {
			m.attributed(d)
		}
	}
}

func (m *mapper) shadowWidth(e fortran.Expr, d directive) symbolic.Expr {
	if e == nil {
		return 0
	}
	x, ok := program.ToIndex(m.out.Arena, m.expr(e, d.stmt))
	v, known := m.evaluate(x)
	if !ok || known && v < 0 {
		m.complain(d, e.Span(), source.Error, "directive-syntax", "the width of a shadow must be an integer that is not negative")
		return 0
	}
	if known {
		return m.out.Arena.Int(v)
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
	switch o := m.objects[name.String()]; {
	case o == nil:
	case o.sym != nil && o.sym.Dummy:
		m.describes(name.String())
	default:
		m.complain(d, name.Span(), source.Error, "not-a-dummy", "a mapping with \"*\" describes a dummy argument, and %s is none", name)
	}
}

// sequential reports a mapping of a variable that must be stored in one piece
// (HPF 1.1, section 7.1). It stays unmapped.
func (m *mapper) sequential(o *object, name fortran.Name, d directive) bool {
	why := m.stored.why[o.name]
	if o.sym == nil || d.inherited || why == "" {
		return false
	}
	m.complain(d, name.Span(), source.Error, "sequential-mapping", "%s %s and cannot be mapped", o.name, why)
	return true
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

// needsUltimate reports a REDISTRIBUTE of what is aligned to something else:
// that is distributed with what it is aligned to (HPF 1.1, section 3.6).
func (l *lowerer) needsUltimate(name fortran.Name, s *fortran.Statement) {
	if o := l.mapper.objects[name.String()]; o != nil && o.align != nil {
		l.report(s.Place(name.Span()), source.Error, "not-ultimate", "%s is aligned to %s: only that can be redistributed", name, o.align.target.name)
	}
}

// describes notes that a dummy lies as its actual argument does, because its text says so.
func (m *mapper) describes(dummy string) {
	if m.out.Described == nil {
		m.out.Described = map[string]bool{}
	}
	m.out.Described[dummy] = true
}
