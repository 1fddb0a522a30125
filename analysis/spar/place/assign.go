package place

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/symbolic"
)

// assign places left op right. The statement runs where owner selection puts
// it, or where an on around it says.
func (m *worker) assign(left spar.Expr, op string, right spar.Expr, at source.Span, group *Statement) {
	if m.eitherOf(left, op, right, at) {
		return
	}
	if op != "=" {
		right = &spar.Binary{Op: strings.TrimSuffix(op, "="), X: left, Y: right}
		defer func(old spar.Expr) { m.located = old }(m.located)
		m.located = m.onceIn(left)
	}
	l, r := m.target(left), m.tree(right)
	m.gather(r, l.candidates[0])
	root := &node{kids: []*node{l, r}}
	root.candidates = assignmentCandidates(l, r, m.occurs(l.candidates[0], r))
	switch {
	case m.isTask():
		m.kept(left)
		root.candidates = []Owner{m.base()}
	case m.scope.on != nil:
		m.trusted(l, *m.scope.on, left)
		root.candidates = []Owner{*m.scope.on}
	}
	if m.scope.partly && m.scope.on == nil {
		root.candidates, root.kids = r.candidates, []*node{r} // the partial result is where the operands are
		if len(r.candidates) == 1 && r.candidates[0].IsReplicated() {
			root.candidates = []Owner{m.partAt(right)}
		} else if home := m.scope.home; home != nil && slices.ContainsFunc(r.candidates, home.Equal) {
			root.candidates = []Owner{*home}
		}
	}
	choose(root)
	m.store(root.chosen, l, r, at)
	if group != nil && root.chosen.Grid != nil {
		group.On, group.Owned = root.chosen, true
	}
}

// partAt is where a part of a reduction is that has no operand of its own: where a subscript in
// it is read (count[key[i]] + 1).
func (m *worker) partAt(right spar.Expr) Owner {
	at := m.base()
	if m.scope.home == nil && at.IsReplicated() {
		h := homing{worker: m}
		if h.look(right); h.read != nil {
			return *h.read
		}
	}
	return at
}

// onceIn is an element whose subscripts call something, or need what messages are gathered
// for: an assignment with an operator does that once. All else it does twice, as x = x op y.
func (m *worker) onceIn(left spar.Expr) spar.Expr {
	e, ok := spar.Unmarked(left).(*spar.Index)
	if !ok {
		return nil
	}
	once := m.b.options.Gathered && m.strays(left)
	for _, s := range e.Subs {
		spar.WalkExpr(s, func(x spar.Expr) {
			_, call := x.(*spar.Call)
			_, read := x.(*spar.Index)
			once = once || call || read && m.b.options.Gathered
		})
	}
	if !once {
		return nil
	}
	return left
}

// target is the node of a left side: an element lives where its map says, all
// else where the statement is.
func (m *worker) target(x spar.Expr) *node {
	n := m.tree(x)
	if n.element == nil {
		n.kids, n.candidates = nil, []Owner{m.placeOf(x)}
	}
	return n
}

// placeOf is where an unmapped left side is stored: a private variable at home,
// any other where an on says, or everywhere.
func (m *worker) placeOf(x spar.Expr) Owner {
	switch home := m.homeOf(x); {
	case m.scope.on != nil || m.scope.home == nil:
		return m.base()
	case home != nil:
		return *home
	case m.method.Located:
		return Here
	}
	return Replicated
}

// occurs tells whether the place of the left side is one of those of the right
// side.
func (m *worker) occurs(o Owner, n *node) bool {
	if n.element != nil && n.element.Owner.Equal(o) {
		return true
	}
	for _, k := range n.kids {
		if m.occurs(o, k) {
			return true
		}
	}
	return false
}

// trusted warns where an on makes a processor store what another one owns: the
// compiler believes it and sends nothing.
func (m *worker) trusted(l *node, on Owner, left spar.Expr) {
	if l.element == nil || on.Readable(l.element.Owner) || l.element.Owner.Readable(on) {
		return
	}
	m.b.report(left.At(), source.Warning, "spar-on", "this statement runs where on says, but the element lives elsewhere: its owner never gets the value")
}

// store computes the right side and brings it to the left side.
func (m *worker) store(at Owner, l, r *node, span source.Span) {
	if m.isTask() && l.element != nil {
		m.value(&node{kids: []*node{r}}, at)
		m.storeAway(at, l, span)
		return
	}
	here := at.Readable(r.chosen)
	from := at
	if !here {
		from = r.chosen
	}
	if !here && r.element != nil && m.nests(r.element) {
		m.subscriptsOf(r.x, at)
		m.subscriptsAsked(r.x, from, at, true)
	} else {
		m.value(r, from)
	}
	move := &Move{Span: span, To: at, From: from, Bytes: m.bytes(r), Parts: m.b.width(l.x, m.scope)}
	if l.element != nil && m.scope.on == nil && !m.scope.partly && !at.Equal(l.element.Owner) {
		move.To = l.element.Owner // the statement runs with its operands: the result goes home
		m.sent(move)
	}
	if !here && r.element != nil {
		move.Array = r.element.Var.Name
		m.sent(move)
	}
	if l.element != nil {
		move.Stride, move.Into = m.stride(l.element), l.element.Var.Name
		if !here {
			m.sent(move)
		}
	} else if x, ok := spar.Unmarked(l.x).(*spar.Index); ok {
		if e := m.element(x); e != nil {
			move.Stride = m.stride(e)
		}
	}
	if !move.Local() {
		if move.Assigns, move.Along = true, m.along(r.x); r.element != nil {
			r.element.names(m.b.arena, move)
		}
	}
	m.add(move)
	if m.located == nil || spar.Unmarked(l.x) != spar.Unmarked(m.located) {
		m.subscriptsOf(l.x, at)
	}
}

// sent notes whether only the run knows where a value comes from, or goes to.
func (m *worker) sent(x *Move) *Move {
	x.Unknown = x.From.unknown(m.b.arena)
	if to := x.To.unknown(m.b.arena); x.Unknown == "" && to != "" {
		x.Unknown, x.Away = to, true
	}
	return x
}

// storeAway brings what a task has computed to the owner of the left side.
func (m *worker) storeAway(at Owner, l *node, span source.Span) {
	to := l.element.Owner
	m.add(m.sent(&Move{Span: span, To: to, From: at, Array: l.element.Var.Name, Into: l.element.Var.Name, Bytes: m.bytes(l), Stride: m.stride(l.element)}))
	m.subscriptsOf(l.x, at)
}

// value places the computation of a node at a processor: first what has to be
// brought there, then the operations.
func (m *worker) value(n *node, at Owner) {
	m.fetch(n, at)
	m.operations(n, at)
}

// fetch brings the operands that stand elsewhere to where they are needed.
func (m *worker) fetch(n *node, at Owner) {
	m.eachKid(n, func(i int, k *node) {
		if at.Readable(k.chosen) {
			m.fetch(k, at)
			return
		}
		from := k.chosen
		move := &Move{Span: m.spanOf(k), To: at, From: from, Bytes: m.bytes(k)}
		if k.element == nil {
			m.value(k, from)
			move.Along = m.along(k.x)
			m.add(m.sent(move))
			return
		}
		told := m.nests(k.element)
		if told {
			m.subscriptsOf(k.x, at)
		}
		m.asked(k.element, func() { m.subscriptsAsked(k.x, from, at, told) })
		move.Array = k.element.Var.Name
		k.element.names(m.b.arena, move)
		if !m.b.own[rootName(k.x)] {
			move.Of = spar.Text(k.x)
		}
		move.Stride = m.stride(k.element)
		if m.sent(move); move.Unknown != "" {
			move.Most = m.b.share(k.element)
		}
		if call, ok := n.x.(*spar.Call); ok {
			m.hand(call, i-receivers(n, call), k.x, *move)
		} else {
			m.add(move)
		}
		if !told {
			m.subscriptsOf(k.x, at)
		}
	})
}

// asked are the steps with which processors ask the owners of elements that only the run knows:
// for each once, however often it is needed.
func (m *worker) asked(e *Element, ask func()) {
	most := symbolic.Expr(0)
	if e.Owner.unknown(m.b.arena) != "" {
		most = m.b.share(e)
	}
	for _, s := range m.into(ask) {
		if x, ok := s.(*Move); ok && x.Unknown != "" {
			x.Most = most
		}
		m.add(s)
	}
}

func (m *worker) spanOf(n *node) source.Span {
	if n.x == nil {
		return source.Span{Start: m.b.start, End: m.b.start}
	}
	return m.span(n.x)
}

// allocate makes an array; of a mapped one every processor makes its share.
func (m *worker) allocate(e *spar.NewArray, at Owner) {
	a := m.b.arena
	size := a.Int(1)
	for _, z := range e.Sizes {
		for _, x := range m.b.sizesOf(z, m.scope) {
			size = a.Mul(size, m.b.expr(x, m.scope))
		}
	}
	for _, z := range e.Sizes {
		for _, x := range z.Subs {
			n := m.tree(x)
			choose(n)
			m.value(n, at)
		}
	}
	if e.Init != nil {
		for _, x := range e.Init.Items {
			m.compute(x)
		}
		size = a.Int(int64(max(1, len(e.Init.Items))))
	}
	if m.size != nil {
		m.b.here = m.scope
		size = m.b.formNumber(m.size, nil)
	}
	size = m.b.settled(size, "n", "the size of this array is not known before the run", e.At())
	m.add(&Op{Span: m.span(e), Name: "new", Class: Reference, At: at, Size: size})
}
