package place

import (
	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/spar"
)

// choices is switch: each group is executed where the value is one of its own, or of those
// before it that do not end.
func (m *worker) choices(s *spar.Switch) {
	m.compute(s.X)
	old, end := m.scope.inSwitch, m.scope.groupEnd
	m.scope.inSwitch = len(m.scope.loops) + 1
	defer func() { m.scope.inSwitch, m.scope.groupEnd = old, end }()
	conds := m.chosenGroups(s)
	groups := make([]*Branch, len(s.Cases))
	for k, c := range s.Cases {
		m.scope.groupEnd = jumpOf(c.Body)
		groups[k] = &Branch{Span: c.Span.Shift(m.b.start), Known: conds != nil, Then: m.into(func() { m.block(c.Body) })}
		m.forget(c.Body...)
	}
	if conds == nil {
		conds = m.shares(s, groups)
	}
	for k, b := range groups {
		if b.Cond = conds[k]; len(b.Then) > 0 {
			m.add(b)
		}
	}
}

// chosenGroups is for each group of a switch the condition that the value is that of a case
// which comes to it; nil where the model does not know the values, or a pragma says how often
// one is taken.
func (m *worker) chosenGroups(s *spar.Switch) []notation.Node {
	conds := make([]notation.Node, len(s.Cases))
	for k, c := range s.Cases {
		if conds[k] = m.chosen(s, firstTo(s, k), k); conds[k] == nil || stating(c) != nil {
			return nil
		}
	}
	return conds
}

// firstTo is the first case of a switch that comes to the kth group.
func firstTo(s *spar.Switch, k int) int {
	for k > 0 && jumpOf(s.Cases[k-1].Body) == nil {
		k--
	}
	return k
}

// jumpOf is the jump with which statements end; nil where they go on with what follows.
func jumpOf(body []spar.Stmt) *spar.Jump {
	if len(body) == 0 {
		return nil
	}
	list := flat(body[len(body)-1])
	if len(list) == 0 {
		return nil
	}
	j, _ := list[len(list)-1].(*spar.Jump)
	return j
}

// chosen is the condition that the value is one of the cases from the first to the last;
// nil where the model does not know the values.
func (m *worker) chosen(s *spar.Switch, first, last int) notation.Node {
	var one, none notation.Node
	others := false // default is among them
	for k, c := range s.Cases {
		among := first <= k && k <= last
		if c.Value == nil {
			others = others || among
			continue
		}
		t := m.b.comparison(&spar.Binary{Op: "==", X: s.X, Y: c.Value}, m.scope)
		if t == nil {
			return nil
		}
		x, y := m.b.arena.Tree(t.X), m.b.arena.Tree(t.Y)
		none = both("and", none, notation.Infix("!=", x, y))
		if among {
			one = both("or", one, notation.Infix("==", x, y))
		}
	}
	if others && none != nil {
		one = both("or", one, none)
	}
	return one
}

// both joins two conditions; the first may be missing.
func both(word string, x, y notation.Node) notation.Node {
	if x == nil {
		return y
	}
	return notation.Call(word, x, y)
}
