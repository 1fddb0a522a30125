package place

import (
	"fmt"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
)

// Three annotations that paper 004 names without using them (chapter 2): size,
// of what is allocated; value, of a variable or an expression; frequency, with
// which a statement is executed. They are read as the words say.

// annotated places a statement under its annotations.
func (m *worker) annotated(s spar.Stmt, group *Statement) {
	old, around := m.size, m.simple
	if m.simple = nil; simple(s) {
		m.simple = s
	}
	if f := pamela(s, "size"); f != nil {
		m.size = f
	}
	m.frequently(s, func() { m.unmarked(s, group) })
	m.size, m.simple = old, around
	if f := pamela(s, "value"); f != nil {
		m.valued(s, f)
	}
}

// frequently executes what f places as often as a pragma says: with a
// probability, or several times.
func (m *worker) frequently(s spar.Stmt, f func()) {
	form := pamela(s, "frequency")
	if form == nil {
		f()
		return
	}
	a, span := m.b.arena, m.proper(s)
	steps := m.into(f)
	if m.b.below1(form) {
		m.add(&Branch{Span: span, Cond: m.b.control("fr", form, m.scope), Then: steps})
		return
	}
	last := &spar.Form{Span: form.Span, Kind: spar.ListForm, Items: []*spar.Form{{Span: form.Span, Kind: spar.SymbolForm, Text: "subtract"}, form, {Span: form.Span, Kind: spar.NumberForm, Text: "1"}}}
	l := &Loop{Span: span, Index: m.b.localNumber("k"), Lo: a.Int(0), HiStated: m.b.control("fr", last, m.scope), Why: "as often as its frequency says", Body: steps, End: s.At().End + m.b.start}
	m.b.local[l.Index] = true
	m.add(l)
}

// below1 tells whether a form is a number of at most 1: a probability.
func (b *builder) below1(f *spar.Form) bool {
	var x float64
	n, err := fmt.Sscan(f.Text, &x)
	return f.Kind == spar.NumberForm && n == 1 && err == nil && x <= 1
}

// valued gives the variable that a statement declares or assigns to a value in
// the model, from there on.
func (m *worker) valued(s spar.Stmt, f *spar.Form) {
	name := ""
	switch s := s.(type) {
	case *spar.Local:
		if len(s.Names) == 1 {
			name = s.Names[0].Name
		}
	case *spar.ExprStmt:
		if x, ok := spar.Unmarked(s.X).(*spar.Assign); ok {
			if v, ok := spar.Unmarked(x.X).(*spar.Name); ok {
				name = v.Name
			}
		}
	}
	if name == "" {
		return
	}
	m.b.here = m.scope
	m.b.defineVariable(&spar.Form{Span: f.Span, Kind: spar.ListForm, Items: []*spar.Form{{Span: f.Span, Kind: spar.VarForm, Text: name}, f}}, f.Span, m.scope)
}

// annotateMember reads a Pamela pragma before a field or a method.
func (b *builder) annotateMember(m spar.Placed, p *spar.Pragma, s *scope) {
	b.define(p, s)
	word, field := p.Value.Head(), m.Kind == spar.Field
	switch {
	case len(p.Value.Word()) > 0:
		word = p.Value.Word()
	case word == "value" && field && len(m.Names) == 1 && len(p.Value.Items) == 2:
		b.defineVariable(&spar.Form{Span: p.Value.Span, Kind: spar.ListForm, Items: []*spar.Form{{Span: p.Value.Span, Kind: spar.VarForm, Text: m.Names[0].Name}, p.Value.Items[1]}}, p.Span, s)
	}
	if word == "cond" || word == "share" || word == "frequency" || word == "parallel" || field && (word == "cost" || word == "lower" || word == "upper") || !field && (word == "value" || word == "size") {
		b.report(p.Span, source.Warning, "spar-pamela", word+" says nothing before a declaration: it belongs before a statement")
	}
}

// suits reports pragmas that mean nothing where they stand.
func (m *worker) suits(s spar.Stmt, p *spar.Pragma) {
	_, loop := s.(*spar.Loop)
	_, javas := s.(*spar.For)
	_, while := s.(*spar.While)
	_, branch := s.(*spar.If)
	word := p.Value.Head()
	if w := p.Value.Word(); w != "" {
		word = w
	}
	wrong := ""
	switch {
	case (word == "lower" || word == "upper") && !loop && !javas && !while:
		wrong = "a loop"
	case word == "parallel" && !loop && !javas:
		wrong = "a for or foreach"
	case word == "cond" && !branch && !(simple(s) && has[*spar.Choice](s)):
		wrong = "an if, or a statement with ?:"
	case word == "value" && !assigns(s):
		wrong = "the declaration of a variable, an assignment or an expression"
	case word == "size" && !has[*spar.NewArray](s):
		wrong = "a statement that allocates an array"
	}
	if wrong != "" {
		m.b.report(p.Span, source.Warning, "spar-pamela", word+" says nothing here: it belongs before "+wrong)
	}
}

// assigns tells whether a statement gives one variable a value.
func assigns(s spar.Stmt) bool {
	switch s := s.(type) {
	case *spar.Local:
		return len(s.Names) == 1
	case *spar.ExprStmt:
		x, ok := spar.Unmarked(s.X).(*spar.Assign)
		if ok {
			_, ok = spar.Unmarked(x.X).(*spar.Name)
		}
		return ok
	}
	return false
}

// has tells whether a statement has an expression of some kind.
func has[T spar.Expr](s spar.Stmt) bool {
	found := false
	for _, x := range spar.Expressions(s) {
		spar.WalkExpr(x, func(x spar.Expr) {
			_, ok := x.(T)
			found = found || ok
		})
	}
	return found
}
