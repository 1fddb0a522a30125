package place

import (
	"fmt"

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
	for k, c := range s.Cases {
		m.scope.groupEnd = jumpOf(c.Body)
		b := &Branch{Span: c.Span.Shift(m.b.start), Then: m.into(func() { m.block(c.Body) })}
		m.forget(c.Body...)
		if len(b.Then) == 0 {
			continue
		}
		first := firstTo(s, k)
		if b.Cond = m.chosen(s, first, k); b.Cond != nil {
			b.Known = true
		} else {
			b.Cond = m.share(&s.Cases[k], k+1-first, len(s.Cases))
		}
		m.add(b)
	}
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

// share is how often a group is taken: what a pragma before its first statement says, or the
// critical variable for some of n cases, each as likely as any other.
func (m *worker) share(c *spar.Case, some, n int) notation.Node {
	if f := pamela(c.Body[0], "share"); f != nil {
		return m.b.control("cd", f, m.scope)
	}
	why := fmt.Sprintf("one of %d groups of a switch: how often it is taken is not known", n)
	if some > 1 {
		why = fmt.Sprintf("%d of %d cases of a switch: how often they are taken is not known", some, n)
	}
	name := m.b.number("cd")
	m.b.criticalList = append(m.b.criticalList, Critical{Name: name, Default: float64(some) / float64(n), Why: why, Answer: ByShare, Span: m.proper(c.Body[0])})
	return notation.Sym(name)
}
