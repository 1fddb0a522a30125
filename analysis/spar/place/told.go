package place

import "github.com/parlens/parlens/analysis/spar"

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
