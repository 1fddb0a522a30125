package place

import "github.com/parlens/parlens/analysis/spar"

// subscriptsOf are the operations of the subscripts of an access, where it is
// made. What a subscript needs from elsewhere is brought there.
func (m *worker) subscriptsOf(x spar.Expr, at Owner) {
	if s, ok := spar.Unmarked(x).(*spar.Select); ok {
		m.subscriptsOf(s.X, at)
		return
	}
	i, ok := spar.Unmarked(x).(*spar.Index)
	if !ok {
		return
	}
	i = m.scope.grouped(i)
	m.subscriptsOf(i.X, at)
	for _, s := range i.Subs {
		root := &node{candidates: []Owner{at}, kids: []*node{m.tree(s)}}
		choose(root)
		if m.again == 0 {
			m.fetch(root, at)
		}
		m.operand(root.kids[0], at)
		if m.b.options.Bounds {
			m.add(&Op{Span: m.span(s), Name: "bound", Class: Integer, At: at})
		}
	}
}

// nests tells whether a subscript of an element needs another element whose owner only the run
// knows, as in b[b[b[i]]]. Its subscripts are worked out once, where it is needed, and its owner is
// told them: to work them out there too, as owners do that all processors know, would bring the
// inner element twice, and those in it four times.
func (m *worker) nests(e *Element) bool {
	if e.Owner.unknown(m.b.arena) == "" {
		return false
	}
	m.b.quiet++
	defer func() { m.b.quiet-- }()
	found := false
	for _, s := range e.Subs {
		spar.WalkExpr(s, func(x spar.Expr) {
			i, ok := x.(*spar.Index)
			found = found || ok && m.strays(i)
		})
	}
	return found
}

// subscriptsAsked are the operations of subscripts at the owner of an element, which is told
// what nests in them by the processor that needs it, or works them out.
func (m *worker) subscriptsAsked(x spar.Expr, owner, needed Owner, told bool) {
	defer func(old *Owner) { m.teller = old }(m.teller)
	if m.teller = nil; told {
		m.teller = &needed
	}
	m.subscriptsOf(x, owner)
}
