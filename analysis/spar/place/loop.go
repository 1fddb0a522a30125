package place

import (
	"slices"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/symbolic"
)

// cardinalities places for and foreach: one loop per cardinality, the last one
// innermost. It returns the loop of a single one, in which variables go on in one way
// each; nil of several.
func (m *worker) cardinalities(s *spar.Loop, with []*progression) *Loop {
	var only *Loop
	m.nested(func() {
		if m.reduces(s) {
			m.scope.partly = true
			list, _ := m.reductions(s)
			for _, r := range list {
				m.scope.parts = append(slices.Clip(m.scope.parts), r.name())
			}
		}
		m.cards(s, s.Cards, true, func(l *Loop) {
			if len(s.Cards) == 1 {
				if only = l; s.Word == "for" {
					m.begin(with, l)
				}
			}
		})
	})
	if m.reduces(s) {
		m.combine(s)
	}
	return only
}

// cards places the cardinalities of a loop that are left; first is the outermost
// of them all, enter is told of each loop before its body is placed.
func (m *worker) cards(s *spar.Loop, rest []*spar.Card, first bool, enter func(*Loop)) {
	if len(rest) == 0 {
		m.settle(s)
		m.statement(s.Body)
		return
	}
	c := rest[0]
	if m.vectorCard(s, c, rest[1:], first) {
		return
	}
	if first {
		m.bounds(s, rest)
	}
	v := m.scope.add(&Variable{Name: c.Name, Model: m.b.model(c.Name), Type: &spar.TypeRef{Base: "int"}, Span: c.NameSpan.Shift(m.b.start), final: true})
	l := m.loopOf(s, c, v)
	old := m.scope
	m.scope = old.inner()
	m.scope.loops = append(append([]*loop{}, old.loops...), &loop{l.Index})
	if first {
		m.dealOut(s, l)
	}
	l.Body = m.into(func() {
		if len(rest) > 1 && dependent(rest[1], s.Cards) {
			m.boundsOf(rest[1], m.loopOwner(s, rest[1:]))
		}
		enter(l)
		m.cards(s, rest[1:], false, enter)
	})
	m.scope = old
	m.add(l)
}

// bounds places the bounds of a loop: once before it, but for those that depend
// on an iterator of the same loop.
func (m *worker) bounds(s *spar.Loop, cards []*spar.Card) {
	where := m.loopOwner(s, cards)
	for i, c := range cards {
		if i == 0 || !dependent(c, s.Cards) {
			m.boundsOf(c, where)
		}
	}
}

func (m *worker) boundsOf(c *spar.Card, where Owner) {
	m.bound(c.Low, where)
	m.bound(c.High, where)
	m.bound(c.Stride, where)
}

// dependent tells whether bounds of a cardinality mention one of the iterators.
func dependent(c *spar.Card, cards []*spar.Card) bool {
	found := false
	for _, x := range []spar.Expr{c.Low, c.High, c.Stride} {
		spar.WalkExpr(x, func(x spar.Expr) {
			if n, ok := x.(*spar.Name); ok {
				found = found || slices.ContainsFunc(cards, func(c *spar.Card) bool { return c.Name == n.Name })
			}
		})
	}
	return found
}

// bound places the computation of a bound, which happens once, where the loop
// runs.
func (m *worker) bound(x spar.Expr, where Owner) {
	if x != nil {
		m.computeAt(x, where)
	}
}

// loopOf makes the loop of one cardinality; its iterator becomes known.
func (m *worker) loopOf(s *spar.Loop, c *spar.Card, v *Variable) *Loop {
	a, b := m.b.arena, m.b
	l := &Loop{Span: m.proper(s), Index: v.Model, Name: c.Name, End: s.At().End + b.start, Lo: a.Int(0)}
	if len(s.Cards) > 1 {
		l.Span = c.Span.Shift(b.start)
	}
	m.parallelism(s, l)
	lower, upper := pamela(s, "lower"), pamela(s, "upper")
	if len(s.Cards) > 1 {
		lower, upper = nil, nil
	}
	why := "the bound of this loop is not known before the run: add Pamela = (lower e) or (upper e)"
	stride := a.Int(1)
	if c.Stride != nil {
		stride = b.settled(b.expr(c.Stride, m.scope), "st", "the stride is not known before the run", c.Stride.At())
		if n, ok := a.ConstInt(stride); ok && n < 1 {
			b.report(c.Stride.At(), source.Error, "spar-stride", "a stride is at least 1")
			stride = a.Int(1)
		}
	}
	if lower != nil {
		l.LoStated = b.control("lb", lower, m.scope)
	} else if c.Low != nil {
		l.Lo = b.settled(b.expr(c.Low, m.scope), "lb", why, c.Low.At())
	}
	if upper != nil {
		l.HiStated = b.control("ub", upper, m.scope)
	} else {
		l.Hi = a.Sub(b.settled(b.expr(c.High, m.scope), "ub", why, c.High.At()), a.Int(1))
	}
	m.iterator(v, l, stride)
	return l
}

// iterator gives the iterator its value. With a stride the loop counts
// iterations, and the iterator is computed from them.
func (m *worker) iterator(v *Variable, l *Loop, stride symbolic.Expr) {
	a, first := m.b.arena, l.Lo
	n, constant := a.ConstInt(stride)
	counted := !(constant && n == 1 || l.Stated())
	if counted {
		l.Hi = a.FloorDiv(a.Sub(l.Hi, first), stride)
		l.Lo = a.Int(0)
	}
	if lo, ok := a.ConstInt(l.Lo); ok && l.LoStated == nil {
		a.Assume(l.Index, lo, symbolic.Unbounded)
	}
	v.value = a.Sym(l.Index, symbolic.Index)
	m.b.local[l.Index] = true
	m.b.know(l.Index)
	if counted {
		v.value = a.Add(first, a.Mul(stride, v.value))
	}
}

// parallelism says how the iterations run.
func (m *worker) parallelism(s *spar.Loop, l *Loop) {
	notes := s.Notes()
	l.Independent = notes.Get("independent") != nil || notes.Get("reduction") != nil || notes.Get("taskparallel") != nil
	switch {
	case s.Notes().Parallel():
		l.Parallel, l.Why = true, "Pamela = parallel"
	case notes.Get("taskparallel") != nil:
		l.Parallel, l.Why = true, "taskparallel"
	case notes.Get("reduction") != nil && m.scope.partly:
		l.Parallel, l.Why = true, "reduction"
	case notes.Get("independent") != nil && m.b.options.Gathered:
		l.Parallel, l.Why = true, "independent"
	case notes.Get("reduction") != nil:
		l.Why = "one processor reduces it by itself"
	case l.Independent:
		l.Why = "independent, but not said to be Pamela = parallel"
	default:
		l.Why = "one iteration after the other"
	}
}

// vectorCard is a cardinality over vectors: one loop per component. A bound that
// is one number holds for every component.
func (m *worker) vectorCard(s *spar.Loop, c *spar.Card, rest []*spar.Card, first bool) bool {
	high, ok := m.b.vector(c.High, m.scope)
	low, lowVector := m.b.vector(c.Low, m.scope)
	stride, strideVector := m.b.vector(c.Stride, m.scope)
	n := len(high)
	if !ok || lowVector && len(low) != n || strideVector && len(stride) != n {
		return false
	}
	pick := func(list []spar.Expr, whole spar.Expr, d int) spar.Expr {
		if list != nil {
			return list[d]
		}
		return whole
	}
	m.scope.add(&Variable{Name: c.Name, Model: m.b.model(c.Name), Type: &spar.TypeRef{Tuple: []*spar.TypeRef{{Base: "int"}}}, Span: c.NameSpan.Shift(m.b.start), final: true, parts: n})
	var cards []*spar.Card
	for d := range n {
		cards = append(cards, &spar.Card{
			Span: c.Span, Name: component(c.Name, d), NameSpan: c.NameSpan,
			Low: pick(low, c.Low, d), High: high[d], Stride: pick(stride, c.Stride, d),
		})
	}
	m.cards(s, append(cards, rest...), first, func(*Loop) {})
	return true
}
