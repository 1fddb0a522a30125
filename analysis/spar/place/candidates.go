package place

import "github.com/parlens/parlens/analysis/spar"

// loopOwner is where a loop itself runs, which computes its bounds: where its
// body runs, if that is one place that no iterator moves; else where the
// method is. Its first cardinalities are known already; rest are not.
func (m *worker) loopOwner(s *spar.Loop, rest []*spar.Card) Owner {
	var list []Owner
	m.dry(func() { list = m.loopCandidates(s.Body, rest) })
	if len(list) == 1 && list[0].Grid != nil && !list[0].IsReplicated() {
		return list[0]
	}
	return m.base()
}

// dry looks at statements without entering anything into the model.
func (m *worker) dry(f func()) {
	old, out := m.scope, m.out
	m.scope, m.out = old.inner(), &[]Step{}
	m.b.quiet++
	f()
	m.b.quiet--
	m.scope, m.out = old, out
}

// loopCandidates are the places of a loop's body, those that an iterator moves
// aside.
func (m *worker) loopCandidates(body spar.Stmt, cards []*spar.Card) []Owner {
	var names []string
	for _, c := range cards {
		v := m.scope.add(&Variable{Name: c.Name, Type: &spar.TypeRef{Base: "int"}})
		name := dryMark + c.Name
		v.value = m.b.symbol(name)
		names = append(names, name)
	}
	var out []Owner
	for _, o := range m.candidates(body) {
		for _, name := range names {
			if o.mentions(m.b.arena, name) {
				o = m.base()
			}
		}
		if o.unknown(m.b.arena) != "" {
			o = m.base()
		}
		out = addOwner(out, o)
	}
	return out
}

// dryMark begins the symbols of iterators while a loop's place is looked for.
const dryMark = "dry "

func addOwner(list []Owner, o Owner) []Owner {
	for _, x := range list {
		if x.Equal(o) {
			return list
		}
	}
	return append(list, o)
}

// candidates are the places where a statement may run.
func (m *worker) candidates(s spar.Stmt) []Owner {
	if p := s.Notes().Get("on"); p != nil {
		if o, ok := m.on(p); ok {
			return []Owner{o}
		}
	}
	switch s := s.(type) {
	case *spar.Local:
		for _, d := range s.Names {
			v := m.scope.add(&Variable{Name: d.Name, Model: dryMark + d.Name, Type: d.Type, init: d.Init, home: m.scope.home})
			m.names(v)
			m.declared(v)
		}
	case *spar.Loop:
		var out []Owner
		m.dry(func() { out = m.loopCandidates(s.Body, s.Cards) })
		return out
	case *spar.ExprStmt:
		out := m.expressionCandidates(s.X)
		m.shadow(s.X)
		return out
	case *spar.Block, *spar.Each, *spar.If:
		var out []Owner
		m.dry(func() {
			for _, part := range spar.Parts(s) {
				for _, o := range m.candidates(part) {
					out = addOwner(out, o)
				}
			}
		})
		if len(out) != 1 {
			return []Owner{m.base()}
		}
		return out
	}
	return []Owner{m.base()}
}

// shadow follows an assignment without touching the variable itself.
func (m *worker) shadow(x spar.Expr) {
	e, ok := spar.Unmarked(x).(*spar.Assign)
	if !ok {
		return
	}
	if v, value, ok := m.assigned(e.X, e.Op, e.Y); ok {
		own := *v
		m.follow(&own, value)
		m.scope.names[v.Name] = &own
	}
}

func (m *worker) expressionCandidates(x spar.Expr) []Owner {
	a, ok := spar.Unmarked(x).(*spar.Assign)
	if !ok {
		return []Owner{m.base()}
	}
	l, r := m.target(a.X), m.tree(a.Y)
	return assignmentCandidates(l, r, m.occurs(l.candidates[0], r))
}
