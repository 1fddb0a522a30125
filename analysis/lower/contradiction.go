package lower

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/fortran"
	"github.com/parlens/parlens/analysis/hpf"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// contradictions reports directives of a unit that cannot all hold.
func (m *mapper) contradictions() {
	for _, d := range m.spec {
		if d.inherited {
			continue
		}
		switch x := d.Directive.(type) {
		case *hpf.Processors:
			m.declaredTwice(x.Name, "a processor arrangement", d)
		case *hpf.Template:
			m.declaredTwice(x.Name, "a template", d)
		case *hpf.Distribute:
			m.inRange(x, d)
		case *hpf.Align:
			m.inherits(x.Alignee, d)
		}
	}
}

// declaredTwice reports an arrangement or a template that has the name of a
// variable.
func (m *mapper) declaredTwice(name fortran.Name, what string, d directive) {
	if m.declaredHere(name.String()) {
		m.complain(d, name.Span(), source.Error, "name-conflict", "%s is declared as a variable, so it cannot be %s", name, what)
	}
}

// inherits reports INHERIT together with ALIGN: what is inherited is the
// alignment with a template. DISTRIBUTE may say how that is distributed (HPF
// 1.1, section 3.9).
func (m *mapper) inherits(name fortran.Name, d directive) {
	for _, other := range m.attributes {
		if a := other.Directive.(*hpf.Attribute); a.Keyword == "inherit" && slices.Contains(a.Names, name.String()) {
			m.complain(d, name.Span(), source.Error, "conflicting-attributes", "%s inherits its alignment, so it cannot be aligned", name)
		}
	}
}

// inRange reports a distribution that RANGE does not allow (HPF 2.0, section
// 8.11).
func (m *mapper) inRange(x *hpf.Distribute, d directive) {
	var sets [][]hpf.Format
	for _, other := range m.attributes {
		if a := other.Directive.(*hpf.Attribute); a.Keyword == "range" && slices.Contains(a.Names, x.Target.String()) {
			sets = append(sets, a.Ranges...)
		}
	}
	if sets != nil && x.Formats != nil && !slices.ContainsFunc(sets, func(r []hpf.Format) bool { return allows(r, x.Formats) }) {
		m.complain(d, x.FormatsAt, source.Error, "range-mismatch", "RANGE allows %s no such distribution", x.Target)
	}
}

// allows reports whether formats are in one set of a RANGE.
func allows(set, formats []hpf.Format) bool {
	return slices.EqualFunc(set, formats, func(r, f hpf.Format) bool { return r.Kind == "all" || r.Kind == f.Kind })
}

// ranged reports a RANGE for what always keeps its mapping (HPF 2.0, section
// 8.11).
func (m *mapper) ranged(a *hpf.Attribute, name string, d directive) {
	for _, r := range a.Ranges {
		if o := m.array(name); o != nil && len(r) != len(o.dims) {
			m.complain(d, m.place(d, name), source.Error, "wrong-rank", "%s has rank %d, but a set of %d formats is given", name, len(o.dims), len(r))
		}
	}
}

// promised checks an INDEPENDENT for the loop that has been lowered: its index
// list, its clauses.
func (l *lowerer) promised(p *promise, loop fortran.Stmt) {
	indices, isForall := indicesOf(loop)
	if len(p.Indices) > 0 && !slices.ContainsFunc(indices, func(v string) bool { return slices.Contains(p.Indices, v) }) {
		l.report(p.stmt.At, source.Warning, "independent-index", "the directive is about %s, and the next loop is none over them", strings.Join(p.Indices, ", "))
	}
	if len(indices) == 0 {
		l.report(p.stmt.At, source.Warning, "misplaced-directive", "INDEPENDENT is about the iterations of a loop with an index")
	}
	if p.rest < len(p.Indices)-1 { // said at the outer loop
		return
	}
	if isForall && len(p.New)+len(p.Reduction) > 0 {
		l.report(p.stmt.At, source.Error, "conflicting-attributes", "INDEPENDENT before FORALL takes neither NEW nor REDUCTION")
	}
	for _, name := range p.New {
		switch {
		case slices.Contains(p.Reduction, name):
			l.clause(p, name, "%s is both NEW and a REDUCTION")
		case l.isSaved(name):
			l.clause(p, name, "%s is saved, so it cannot be NEW in every iteration")
		}
	}
	for _, name := range slices.Concat(p.New, p.Reduction) {
		if sym := l.scope.find(name); sym != nil && sym.Class != program.Variable {
			l.clause(p, name, "%s is no variable")
		}
	}
}

// indicesOf returns the indices of a loop.
func indicesOf(loop fortran.Stmt) (names []string, isForall bool) {
	header := (*fortran.Header)(nil)
	switch loop := loop.(type) {
	case *fortran.Do:
		if loop.Var != nil {
			return []string{loop.Var.String()}, false
		}
		header = loop.Header
	case *fortran.Forall:
		header, isForall = &loop.Header, true
	}
	if header != nil {
		for _, i := range header.Indices {
			names = append(names, i.Name.String())
		}
	}
	return names, isForall
}

func (l *lowerer) clause(p *promise, name, format string) {
	at := source.Span{Start: 0, End: len(p.stmt.Text)}
	for _, t := range hpf.Tokens(p.stmt.Text, p.stmt.Form) {
		if t.Kind == fortran.Word && t.Text == name {
			at = source.Span{Start: t.Start, End: t.End}
			break
		}
	}
	l.report(p.stmt.Place(at), source.Error, "conflicting-attributes", format, name)
}

// isSaved reports whether SAVE names a variable of the unit.
func (l *lowerer) isSaved(name string) bool {
	if l.saved == nil {
		l.saved = savedNames(l.unit.Body)
	}
	return l.saved[name]
}

// keep gives the scalars of a procedure that keep their values from one call to the next a
// place in storage, as those have that several units see.
func (l *lowerer) keep() {
	if l.out.Kind != program.Subroutine && l.out.Kind != program.Function {
		return
	}
	for _, d := range l.declared {
		if s := d.sym; s.Class == program.Variable && s.Rank() == 0 && !s.Dummy && !s.Shared && s.Storage == "" && (s.Value != nil || l.isSaved(s.Name)) {
			s.Storage = l.out.Path + "%" + s.Name
		}
	}
}

// keepsValues reports whether a unit keeps values of its own from one call to the next.
func keepsValues(body []*fortran.Node) bool {
	found := false
	fortran.EachOwn(body, func(n *fortran.Node) {
		if stmt, ok := n.Stmt.(*fortran.TypeDecl); ok && !slices.ContainsFunc(stmt.Attrs, func(a fortran.Attr) bool { return a.Keyword == "parameter" }) {
			found = found || slices.ContainsFunc(stmt.Entities, func(e fortran.Entity) bool { return e.Init != nil })
		}
	})
	return found || fortran.Saves(body)
}

// savedNames returns the variables that SAVE names.
func savedNames(body []*fortran.Node) map[string]bool {
	out := map[string]bool{}
	fortran.EachOwn(body, func(n *fortran.Node) {
		switch stmt := n.Stmt.(type) {
		case *fortran.AttributeDecl:
			for _, x := range stmt.Names {
				if stmt.Keyword == "save" && x.Name != nil {
					out[x.Name.String()] = true
				}
			}
		case *fortran.TypeDecl:
			if slices.ContainsFunc(stmt.Attrs, func(a fortran.Attr) bool { return a.Keyword == "save" }) {
				for _, e := range stmt.Entities {
					out[e.Name.String()] = true
				}
			}
		}
	})
	return out
}
