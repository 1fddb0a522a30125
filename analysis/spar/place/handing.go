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

// hand brings what a call is handed as a parameter to where it runs, or sends it home; move is
// how its first element goes.
func (m *worker) hand(call *spar.Call, param int, x spar.Expr, move Move) {
	if v := m.typed(x); v == nil || m.b.classOf(x, m.scope) != Reference || len(v.Type.Tuple) > 0 || !m.b.followable(m.scope.targets(call)) {
		m.add(&move)
		return
	}
	move.Handed = true
	if t, sizes := m.wholeArray(x); t != nil {
		m.elements(x, move, sizes, t)
		return
	}
	c := m.scope.classAt(x)
	if c == nil {
		m.add(&move)
		return
	}
	names := map[string]bool{}
	if !m.b.uses(m.scope.targets(call), param, names, map[handedAs]bool{}) {
		names = nil
	}
	numbers := move
	var arrays []*Variable
	numbers.Bytes = m.object(c, names, map[*class]bool{}, &arrays)
	if numbers.Bytes > 0 {
		m.add(&numbers)
	}
	for _, v := range arrays {
		m.elements(x, move, v.extents, v.Type)
	}
}

// object is the size of the numbers of an object and of those that it has, and its arrays: of the
// fields with some names, or of all.
func (m *worker) object(c *class, names map[string]bool, in map[*class]bool, arrays *[]*Variable) (bytes int) {
	if in[c] {
		return 0
	}
	in[c] = true
	defer delete(in, c)
	for _, d := range c.lineage {
		for _, v := range m.b.fieldsOf(d) {
			if names != nil && !names[v.Name] || slices.Contains(d.fields[v.Name].member.Modifiers, "static") {
				continue
			}
			part := m.b.className(v.Type.Base)
			switch {
			case v.Array():
				*arrays = append(*arrays, v)
			case part != nil:
				bytes += m.object(part, nil, in, arrays)
			default:
				bytes += m.b.bytesOf(v.Type, m.scope)
			}
		}
	}
	return bytes
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
	for i, k := range n.kids {
		if k.element == nil || at.Readable(k.chosen) || m.b.classOf(k.x, m.scope) != Reference {
			continue
		}
		if to := m.scope.targets(call); m.b.followable(to) && m.b.changes(to, i-receivers(n, call), map[handedAs]bool{}) {
			m.hand(call, i-receivers(n, call), k.x, *m.sent(&Move{Span: m.spanOf(k), To: k.chosen, From: at, Bytes: m.bytes(k), Array: k.element.Var.Name, Along: k.element.symbols(m.b.arena)}))
		}
	}
}

// receivers is how many operands of a call stand before its arguments: the object before the dot.
func receivers(n *node, call *spar.Call) int { return len(n.kids) - len(call.Args) }
