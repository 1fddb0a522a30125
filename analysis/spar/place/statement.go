package place

import (
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
)

// statement places one statement. Its steps stand in a Statement of their own.
func (m *worker) statement(s spar.Stmt) {
	if b, ok := s.(*spar.Block); ok && b.Notes() == nil {
		m.block(b.Body)
		return
	}
	group := &Statement{Span: m.proper(s), Text: oneLine(spar.Heading(s)), Notes: notes(s.Notes())}
	old, task, atHand := m.scope.on, m.scope.task, m.scope.resident
	m.scope.resident = atHand || s.Notes().Get("resident") != nil
	if p := s.Notes().Get("on"); p != nil {
		if o, ok := m.on(p); ok {
			m.scope.on, m.scope.task = &o, nil
			group.On, group.Owned = o, true
		}
	}
	group.Steps = m.into(func() {
		m.definitions(s)
		if !m.costed(s) {
			m.annotated(s, group)
		}
	})
	m.scope.on, m.scope.task, m.scope.resident = old, task, atHand
	if len(group.Steps) > 0 {
		m.add(group)
	}
}

// definitions reads the values that pragmas of the statement give to variables.
func (m *worker) definitions(s spar.Stmt) {
	for _, p := range s.Notes().All("Pamela") {
		m.b.define(p, m.scope)
		m.suits(s, p)
		if p.Value != nil && p.Value.Head() != "numeric" && p.Value.Text != "parallel" {
			m.b.annotations++
		}
	}
}

// pamela returns the value of a form of the statement's Pamela pragmas.
func pamela(s spar.Stmt, head string) *spar.Form { return pamelaOf(s.Notes(), head) }

func pamelaOf(notes *spar.Pragmas, head string) *spar.Form {
	var found *spar.Form
	for _, p := range notes.All("Pamela") {
		if p.Value.Head() == head && len(p.Value.Items) == 2 {
			found = p.Value.Items[1]
		}
	}
	return found
}

// costed takes the time that a pragma gives for the whole statement.
func (m *worker) costed(s spar.Stmt) bool {
	f := pamela(s, "cost")
	if f == nil {
		return false
	}
	m.add(&Cost{Span: m.proper(s), At: m.base(), Time: m.b.formula(f, m.scope)})
	return true
}

func (m *worker) unmarked(s spar.Stmt, group *Statement) {
	switch s := s.(type) {
	case *spar.Block:
		m.block(s.Body)
	case *spar.Each:
		m.block(s.Body.Body)
	case *spar.Synchronized:
		m.compute(s.X)
		m.block(s.Body.Body)
	case *spar.Local:
		m.local(s)
	case *spar.ExprStmt:
		m.execute(s.X, group)
	case *spar.If:
		m.branch(s)
	case *spar.Loop:
		with := m.inductions(s, s.Body, nil)
		m.forget(s.Body)
		l := m.cardinalities(s, with)
		m.forget(s.Body)
		m.end(with, l, s.Body)
	case *spar.For:
		m.javaFor(s)
	case *spar.While:
		m.while(s)
	case *spar.Switch:
		m.choices(s)
		m.forget(s)
	case *spar.Jump:
		m.jump(s)
	case *spar.Try:
		m.try(s)
	case *spar.Print:
		m.print(s)
	case *spar.Delete:
		m.compute(s.X)
	}
}

func (m *worker) local(s *spar.Local) {
	for _, d := range s.Names {
		v := m.scope.add(&Variable{Name: d.Name, Model: m.b.model(d.Name), Type: d.Type, Span: d.NameSpan.Shift(m.b.start), init: d.Init, final: s.Final, home: m.scope.home})
		m.b.shape(v, s.Notes(), m.scope)
		m.tabled(v)
		switch {
		case m.names(v):
			m.rename(v)
		case d.Init != nil:
			m.assign(&spar.Name{Name: d.Name}, "=", d.Init, m.span(d.Init), nil)
		}
		m.declared(v)
	}
}

// execute places an expression statement.
func (m *worker) execute(x spar.Expr, group *Statement) {
	switch e := x.(type) {
	case *spar.Marked:
		old := m.scope.on
		if p := e.Pragmas.Get("on"); p != nil {
			if o, ok := m.on(p); ok {
				m.scope.on = &o
			}
		}
		m.execute(e.X, group)
		m.scope.on = old
	case *spar.Assign:
		m.assignment(e.X, e.Op, e.Y, m.span(e), group)
	case *spar.Unary:
		if e.Op == "++" || e.Op == "--" {
			m.assignment(e.X, e.Op[:1]+"=", spar.One(e), m.span(e), group)
			return
		}
		m.compute(x)
	default:
		m.compute(x)
	}
}

// compute places an expression whose value goes nowhere, or decides something:
// it is computed where its operands are. That all processors learn what has
// been decided is not charged (paper 004, section 2.4).
func (m *worker) compute(x spar.Expr) { m.computeAt(x, m.base()) }

// computeAt is compute for what is needed at a place: one processor that works
// alone has the value brought.
func (m *worker) computeAt(x spar.Expr, at Owner) {
	n := m.tree(x)
	m.gather(n, at)
	if m.b.options.Gathered && !at.IsReplicated() {
		root := &node{candidates: []Owner{at}, kids: []*node{n}}
		choose(root)
		m.fetch(root, at)
		if at.Readable(n.chosen) {
			m.operations(n, at)
		}
		return
	}
	choose(n)
	if n.chosen.Grid != nil && !n.chosen.IsReplicated() {
		at = n.chosen
	}
	m.value(n, at)
}

func (m *worker) branch(s *spar.If) {
	m.compute(s.Cond)
	b := &Branch{Span: m.span(s.Cond)}
	b.Cond, b.Known = m.condition(s)
	if x, ok := spar.Unmarked(s.Cond).(*spar.Binary); ok && b.Known {
		b.Test = m.b.comparison(x, m.scope)
	}
	f := m.forked(s)
	b.Then = m.into(func() { m.nested(func() { m.statement(s.Then) }) })
	then := m.nows(f.names)
	m.be(f.names, f.before, false)
	if s.Else != nil {
		b.Else = m.into(func() { m.nested(func() { m.statement(s.Else) }) })
	}
	m.be(f.names, f.behind(m.b.arena, then, m.nows(f.names)), false)
	if len(b.Then)+len(b.Else) > 0 {
		m.add(b)
	}
}

// jump is break, continue, return or throw. What is not executed because of it
// is charged all the same: the time is an upper bound.
func (m *worker) jump(s *spar.Jump) {
	if s.X != nil && s.Word == "return" {
		m.compute(s.X)
	}
	ofSwitch := s.Word == "break" && s.Target == "" && m.scope.inSwitch > len(m.scope.loops)
	if ofSwitch && s != m.scope.groupEnd {
		m.b.report(s.At(), source.Information, "spar-jump", "break may end the group of the switch early: its time, and that of those that it falls through to, is an upper bound")
	}
	if len(m.scope.loops) > 0 && (s.Word != "continue" || s.Target != "") && !ofSwitch {
		m.b.report(s.At(), source.Information, "spar-jump", s.Word+" may end the loop early: its time is an upper bound; Pamela = (upper e) says how far it goes")
	}
}

// try is its block and what is always done; a catch is never taken.
func (m *worker) try(s *spar.Try) {
	m.block(s.Body.Body)
	m.forget(s.Body)
	if s.Finally != nil {
		m.block(s.Finally.Body)
	}
}

func (m *worker) print(s *spar.Print) {
	for _, x := range s.Args {
		m.compute(x)
	}
	m.add(&Op{Span: m.proper(s), Name: s.Word, Class: Reference, At: m.base()})
}
