package place

import (
	"fmt"
	"slices"

	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/symbolic"
)

// A call in an iteration may be handed an array that is an element of a mapped one, or an
// object. Where that lives elsewhere, what the method names of it is brought to where the call
// runs, and sent home again if the method may store into it.

// hand brings what a call is handed to where it runs, or sends it home; move is how its first
// element goes.
func (m *worker) hand(call *spar.Call, x spar.Expr, move Move) {
	if v := m.typed(x); v == nil || m.b.classOf(x, m.scope) != Reference || len(v.Type.Tuple) > 0 || !m.b.followable(m.scope.targets(call)) {
		m.add(&move)
		return
	}
	move.Handed = true
	if t, sizes := m.wholeArray(x); t != nil {
		m.elements(x, move, sizes, t)
		return
	}
	c, names := m.scope.classAt(x), map[string]bool{}
	if c == nil {
		m.add(&move)
		return
	}
	m.b.mentioned(m.scope.targets(call), names, map[*Method]bool{})
	numbers := move
	numbers.Bytes = 0
	var arrays []*Variable
	for _, d := range c.lineage {
		for _, v := range m.b.fieldsOf(d) {
			switch {
			case !names[v.Name] || slices.Contains(d.fields[v.Name].member.Modifiers, "static"):
			case v.Array():
				arrays = append(arrays, v)
			default:
				numbers.Bytes += m.b.bytesOf(v.Type, m.scope)
			}
		}
	}
	if numbers.Bytes > 0 {
		m.add(&numbers)
	}
	for _, v := range arrays {
		m.elements(x, move, v.extents, v.Type)
	}
}

// typed is the variable that has the type of what a call is handed.
func (m *worker) typed(x spar.Expr) *Variable {
	if i, ok := spar.Unmarked(x).(*spar.Index); ok {
		return m.scope.variable(i.X)
	}
	return m.scope.variable(x)
}

// wholeArray is the type of the elements of the array that an expression is, with its extents;
// nil for anything else.
func (m *worker) wholeArray(x spar.Expr) (*spar.TypeRef, []symbolic.Expr) {
	v, level := m.typed(x), 0
	if _, ok := spar.Unmarked(x).(*spar.Index); ok {
		level = 1
	} else if v.of != nil {
		x = v.init
		return m.wholeArray(x)
	}
	if len(v.Type.Dims) != level+1 {
		return nil, nil
	}
	return v.Type, m.b.shapeOf(x, m.scope, v.Type.Dims[level].Rank)
}

// elements moves an array, element by element.
func (m *worker) elements(x spar.Expr, move Move, sizes []symbolic.Expr, t *spar.TypeRef) {
	a := m.b.arena
	n := a.Int(1)
	for _, s := range sizes {
		n = a.Mul(n, s)
	}
	if len(sizes) == 0 {
		n = m.b.unknown(x, m.scope)
	}
	n = m.b.settled(n, "n", fmt.Sprintf("how many elements %s has is not known before the run", spar.Text(x)), x.At())
	i := m.b.localNumber("e")
	move.Bytes = m.b.bytesOf(&spar.TypeRef{Base: t.Base, Tuple: t.Tuple, Count: t.Count}, m.scope)
	if move.Along != nil {
		move.Along = append(slices.Clip(move.Along), i)
	}
	m.add(&Loop{Span: move.Span, Index: i, Lo: a.Int(0), Hi: a.Sub(n, a.Int(1)), Why: "all elements of what is handed on", End: move.Span.End, Body: []Step{&move}})
}

// sentHome returns what a call may have stored into to where it lives.
func (m *worker) sentHome(n *node, at Owner) {
	call, ok := n.x.(*spar.Call)
	if !ok {
		return
	}
	receivers := len(n.kids) - len(call.Args)
	for i, k := range n.kids {
		if k.element == nil || at.Readable(k.chosen) || m.b.classOf(k.x, m.scope) != Reference {
			continue
		}
		if to := m.scope.targets(call); m.b.followable(to) && m.b.changes(to, i-receivers, map[handedAs]bool{}) {
			m.hand(call, k.x, *m.sent(&Move{Span: m.spanOf(k), To: k.chosen, From: at, Bytes: m.bytes(k), Array: k.element.Var.Name, Along: k.element.symbols(m.b.arena)}))
		}
	}
}

// followable tells whether the bodies of methods are known where they are called.
func (u *unit) followable(list []*Method) bool {
	return len(list) > 0 && !slices.ContainsFunc(list, func(to *Method) bool {
		return to.member.Body == nil || !slices.Contains(u.functions[to.member.Name], to)
	})
}

// mentioned collects the names that stand in methods, and in those that they call.
func (u *unit) mentioned(list []*Method, names map[string]bool, seen map[*Method]bool) {
	for _, to := range list {
		if seen[to] {
			continue
		}
		seen[to] = true
		for _, name := range slices.Concat(to.member.Facts.Read, to.member.Facts.Assigned) {
			names[name] = true
		}
		s := u.scopeOf(to.member, to.class)
		for _, c := range to.member.Facts.Calls {
			u.mentioned(s.targets(c.Call), names, seen)
		}
	}
}

// handedAs is a parameter of a method; -1 is the object that it is called for.
type handedAs struct {
	to    *Method
	param int
}

// changes tells whether one of some methods may store into what it is handed as a parameter, or
// gives it another name.
func (u *unit) changes(list []*Method, param int, seen map[handedAs]bool) bool {
	return len(list) > 0 && !u.followable(list) || slices.ContainsFunc(list, func(to *Method) bool {
		h := handedAs{to, param}
		if seen[h] {
			return false
		}
		seen[h] = true
		s := u.scopeOf(to.member, to.class)
		found := slices.ContainsFunc(to.member.Facts.Locals, func(d *spar.Declarator) bool { return h.is(d.Init) })
		spar.Walk(to.member.Body, func(x spar.Expr) {
			found = found || u.storesInto(h, x, s, seen)
		})
		return found
	})
}

// storesInto is changes for one expression of the method.
func (u *unit) storesInto(h handedAs, x spar.Expr, s *scope, seen map[handedAs]bool) bool {
	if left := spar.Stored(x); left != nil {
		right, _ := x.(*spar.Assign)
		return h.partOf(left, s) || right != nil && h.is(right.Y)
	}
	call, ok := x.(*spar.Call)
	if !ok {
		return false
	}
	for i, arg := range call.Args {
		if h.is(arg) && u.changes(s.targets(call), i, seen) {
			return true
		}
	}
	switch f := spar.Unmarked(call.Fun).(type) {
	case *spar.Select:
		return (h.is(f.X) || h.partOf(f.X, s)) && u.changes(s.targets(call), -1, seen)
	case *spar.Name:
		return h.param < 0 && u.changes(s.targets(call), -1, seen)
	}
	return false
}

// is tells whether an expression is what is handed there.
func (h handedAs) is(x spar.Expr) bool {
	name, ok := spar.Unmarked(x).(*spar.Name)
	return ok && (h.param < 0 && name.Name == "this" || h.param >= 0 && h.to.member.Params[h.param].Name == name.Name)
}

// partOf tells whether an expression is a part of what is handed there.
func (h handedAs) partOf(x spar.Expr, s *scope) bool {
	for part := false; ; part = true {
		switch e := spar.Unmarked(x).(type) {
		case *spar.Index:
			x = e.X
		case *spar.Select:
			x = e.X
		case *spar.Name:
			v := s.find(e.Name)
			return part && h.is(e) || h.param < 0 && v != nil && v.isField()
		default:
			return false
		}
	}
}
