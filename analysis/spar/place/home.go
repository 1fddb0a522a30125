package place

import (
	"slices"

	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/symbolic"
)

// A compiler that gathers messages gives every iteration of an independent loop
// a home: the owner of the first element that it stores, or where only the run knows
// that, of the first that it reads; where loops in it move that too, of the one that their
// first iterations read. What the iteration declares lives there, and what is
// nowhere in particular is done there.

// homing looks for a home along the statements of an iteration.
type homing struct {
	*worker
	read   *Owner // of the first element that is read
	astray bool   // something is stored where only the run knows
	first  bool   // loops in the iteration are in their first iteration, not in any
}

// settle finds the home of the iterations of an independent loop, all of whose
// iterators are known.
func (m *worker) settle(s *spar.Loop) {
	reduction := s.Notes().Get("reduction") != nil
	if !m.b.options.Gathered || s.Notes().Get("independent") == nil && !reduction || m.scope.on != nil || m.scope.partly && m.scope.home != nil || m.method.Located {
		return
	}
	m.scope = m.scope.inner()
	m.scope.moves = m.iterators(s)
	m.dry(func() {
		h := homing{worker: m}
		if o, ok := h.homeIn(s.Body); ok {
			m.scope.parent.home = &o
		} else if h.astray || reduction {
			m.scope.parent.home = h.read
		}
		if h.astray && m.scope.parent.home == nil {
			m.scope.parent.home = m.homeAtFirst(s)
		}
	})
}

// homeAtFirst is the owner of the first element that the iterations of a loop read, if it is
// not the same one for all of them; nil for none.
func (m *worker) homeAtFirst(s *spar.Loop) *Owner {
	m.scope = m.scope.parent.inner()
	h := homing{worker: m, first: true}
	h.homeIn(s.Body)
	if h.read == nil || !m.moved(*h.read) {
		return nil
	}
	return h.read
}

// iterators are the symbols of the iterators of a loop, all of which are known.
func (m *worker) iterators(s *spar.Loop) (names []string) {
	for _, c := range s.Cards {
		v := m.scope.find(c.Name)
		if v == nil {
			continue
		}
		values := []symbolic.Expr{v.value}
		for d := range v.parts {
			values = append(values, m.scope.find(component(c.Name, d)).value)
		}
		for _, x := range values {
			if x == 0 {
				continue
			}
			for _, f := range m.b.arena.Free(x) {
				names = append(names, f.Name)
			}
		}
	}
	return names
}

// moved tells whether an owner changes from iteration to iteration.
func (m *worker) moved(o Owner) bool {
	return slices.ContainsFunc(m.scope.moves, func(name string) bool { return o.mentions(m.b.arena, name) })
}

// homeIn is the owner of the first element that a statement stores, if no
// iterator of a loop in it moves that.
func (m *homing) homeIn(s spar.Stmt) (Owner, bool) {
	for _, x := range spar.Expressions(s) {
		m.look(x)
	}
	switch s := s.(type) {
	case *spar.Loop:
		for _, c := range s.Cards {
			v := m.scope.add(&Variable{Name: c.Name, Type: &spar.TypeRef{Base: "int"}})
			v.value = m.b.symbol(dryMark + c.Name)
			if m.first {
				v.value = m.b.firstOf(c, m.scope)
			}
			if list, ok := m.b.vector(c.High, m.scope); ok {
				v.parts, v.value = len(list), 0
				for d := range list {
					k := m.scope.add(&Variable{Name: component(c.Name, d), Type: v.Type})
					k.value = m.b.symbol(dryMark + k.Name)
				}
			}
		}
	case *spar.If:
		return m.homeInIf(s)
	case *spar.Local:
		m.candidates(s)
		return Owner{}, false
	case *spar.ExprStmt:
		if o, ok := m.storedAt(s.X); ok {
			return o, true
		}
		m.shadow(s.X)
		return Owner{}, false
	}
	for _, part := range spar.Parts(s) {
		if o, ok := m.homeIn(part); ok {
			return o, true
		}
	}
	return Owner{}, false
}

// homeInIf is homeIn of its branches, behind which integers have the value of one of them.
func (m *homing) homeInIf(s *spar.If) (Owner, bool) {
	f, around := m.forked(s), m.scope
	defer func() { m.scope = around }()
	var ends [2][]symbolic.Expr
	for i, part := range []spar.Stmt{s.Then, s.Else} {
		m.scope = around.inner()
		if part != nil {
			if o, ok := m.homeIn(part); ok {
				return o, true
			}
		}
		ends[i] = m.nows(f.names)
	}
	m.scope = around
	m.be(f.names, f.behind(m.b.arena, ends[0], ends[1]), true)
	return Owner{}, false
}

// firstOf is the first value of an iterator.
func (b *builder) firstOf(c *spar.Card, s *scope) symbolic.Expr {
	if c.Low == nil {
		return b.arena.Int(0)
	}
	return b.expr(c.Low, s)
}

// storedAt is the owner of the element that an assignment stores, or a call changes.
func (m *homing) storedAt(x spar.Expr) (Owner, bool) {
	if call, ok := spar.Unmarked(x).(*spar.Call); ok {
		return m.changedAt(call)
	}
	left := spar.Stored(spar.Unmarked(x))
	if left == nil {
		return Owner{}, false
	}
	targets := []spar.Expr{left}
	if t, ok := spar.Unmarked(left).(*spar.Tuple); ok {
		targets = t.Items
	}
	for _, left := range targets {
		if slices.Contains(m.scope.parts, spar.Text(left)) {
			continue // every processor has a part
		}
		if o, ok := m.settled(left); ok {
			return o, true
		}
		m.astray = m.astray || m.strays(left)
	}
	return Owner{}, false
}

// strays tells whether only the run knows where an element lives.
func (m *worker) strays(x spar.Expr) bool {
	e := m.holding(x)
	return e != nil && e.Owner.unknown(m.b.arena) != ""
}

// look notes the first element that is read, of those that the iteration moves if there is one.
func (m *homing) look(x spar.Expr) {
	spar.WalkExpr(x, func(x spar.Expr) {
		if o, ok := m.settled(x); ok && (m.read == nil || !m.moved(*m.read) && m.moved(o)) && !(m.first && m.holding(x).Layout.inTurn()) {
			m.read = &o
		}
	})
}

// changedAt is the owner of the first object or array that a call may change: what stands
// before its dot, what it is handed and the method stores into, and else what it is handed.
func (m *worker) changedAt(x *spar.Call) (Owner, bool) {
	var list, others []spar.Expr
	if f, ok := spar.Unmarked(x.Fun).(*spar.Select); ok {
		list = append(list, f.X)
	}
	for i, a := range x.Args {
		if to := m.scope.targets(x); m.b.followable(to) && m.b.changes(to, i, map[handedAs]bool{}) {
			list = append(list, a)
		} else {
			others = append(others, a)
		}
	}
	for _, a := range append(list, others...) {
		if m.b.classOf(a, m.scope) != Reference {
			continue
		}
		if o, ok := m.settled(a); ok {
			return o, true
		}
	}
	return m.storedIn(x)
}

// storedIn is the owner of the first element that a method stores, with the integers that the
// call hands it.
func (m *worker) storedIn(x *spar.Call) (home Owner, found bool) {
	to := m.scope.callee(x)
	if to == nil || to.recursive || to.member.Body == nil || m.b.functions == maxFunctions || !slices.Contains(m.b.unit.functions[to.member.Name], to) {
		return Owner{}, false
	}
	m.b.followed(to, x, m.scope, func(inner *worker) {
		home, found = (&homing{worker: inner}).homeIn(to.member.Body)
	})
	return home, found
}

// settled is the owner of the element that an expression is a part of.
func (m *worker) settled(x spar.Expr) (Owner, bool) {
	e := m.holding(x)
	if e == nil || e.Owner.IsReplicated() || e.Owner.unknown(m.b.arena) != "" || e.Owner.dry(m.b.arena) {
		return Owner{}, false
	}
	return e.Owner, true
}

// homeOf is where a private variable lives, or the array or object that x is a part of.
func (m *worker) homeOf(x spar.Expr) *Owner {
	if name := rootOf(x); name != nil {
		if v := m.scope.find(name.Name); v != nil {
			return v.home
		}
	}
	return nil
}

// rootOf is the name of the array or object that x is, or is a part of; nil where x begins with
// something else.
func rootOf(x spar.Expr) *spar.Name {
	for {
		switch e := spar.Unmarked(x).(type) {
		case *spar.Index:
			x = e.X
		case *spar.Select:
			x = e.X
		case *spar.Name:
			return e
		default:
			return nil
		}
	}
}
