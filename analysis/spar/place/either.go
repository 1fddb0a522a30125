package place

import (
	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
)

// Of c ? y : z one side is computed, and what it needs is fetched, as of an if.

// eitherOf places x = c ? y : z as if (c) x = y; else x = z;, where the model knows the condition:
// each side has a place of its own. false for any other assignment.
func (m *worker) eitherOf(left spar.Expr, op string, right spar.Expr, at source.Span) bool {
	x, ok := right.(*spar.Choice)
	if !ok {
		return false
	}
	b := m.sides(x)
	if !b.Known {
		return false
	}
	m.compute(x.Cond)
	b.Then = m.into(func() { m.assign(left, op, x.Then, at, nil) })
	b.Else = m.into(func() { m.assign(left, op, x.Else, at, nil) })
	m.add(b)
	return true
}

// eachKid places something for each operand of a node: for those of c ? y : z, that of c, and
// under a condition those of y and of z.
func (m *worker) eachKid(n *node, place func(int, *node)) {
	x, ok := n.x.(*spar.Choice)
	if !ok {
		for i, k := range n.kids {
			place(i, k)
		}
		return
	}
	place(0, n.kids[0])
	then := m.into(func() { place(1, n.kids[1]) })
	els := m.into(func() { place(2, n.kids[2]) })
	if len(then)+len(els) == 0 {
		return
	}
	b := m.sides(x)
	if b.Then, b.Else = then, els; b.Cond == nil {
		b.Cond = m.chanceOf(x)
	}
	m.add(b)
}

// sides is the branch of c ? y : z, without its sides. It has a condition where the model knows
// that (Known).
func (m *worker) sides(x *spar.Choice) *Branch {
	b := &Branch{Span: m.span(x.Cond)}
	if m.stated() != nil {
		return b
	}
	if b.Cond, b.Known = m.test(x.Cond); !b.Known {
		b.Cond = nil
	} else if c, ok := spar.Unmarked(x.Cond).(*spar.Binary); ok {
		b.Test = m.b.comparison(c, m.scope)
	}
	return b
}

// stated is the probability that a pragma before the statement says; nil without one.
func (m *worker) stated() *spar.Form {
	if m.simple == nil {
		return nil
	}
	return pamela(m.simple, "cond")
}

// chanceOf is the probability of a condition that the model does not know: what a pragma says,
// or a critical variable, one wherever the sides are placed.
func (m *worker) chanceOf(x *spar.Choice) notation.Node {
	if p := m.chances[x]; p != nil {
		return p
	}
	var p notation.Node
	switch f := m.stated(); {
	case f != nil:
		p = m.b.control("cd", f, m.scope)
	case m.simple != nil:
		p = m.likely(x.Cond, "the probability of this condition is not known: add Pamela = (cond p) before the statement", ByCondition)
	default:
		p = m.likely(x.Cond, "the probability of this condition is not known", NoAnswer)
	}
	if m.chances == nil {
		m.chances = map[*spar.Choice]notation.Node{}
	}
	m.chances[x] = p
	return p
}

// simple tells whether all that a statement does is to compute expressions: what a pragma says
// of a condition is said of c ? y : z in them.
func simple(s spar.Stmt) bool {
	switch s.(type) {
	case *spar.Local, *spar.ExprStmt, *spar.Jump, *spar.Print:
		return true
	}
	return false
}
