package place

import (
	"slices"

	"github.com/parlens/parlens/analysis/notation"
	"github.com/parlens/parlens/analysis/spar"
)

// assumedProbability is that of a condition of which nothing is known.
const assumedProbability = 0.5

// condition is the test of an if in the model: what a pragma says, the test
// itself where the model can compute it (known), or a critical variable.
func (m *worker) condition(s *spar.If) (test notation.Node, known bool) {
	if f := pamela(s, "cond"); f != nil {
		return m.b.control("cd", f, m.scope), false
	}
	if p := s.Notes().Get("role"); p != nil && p.Value != nil && p.Value.Text == "static-init" {
		return notation.Int(0), false
	}
	if t, ok := m.test(s.Cond); ok {
		return t, true
	}
	return m.likely(s.Cond, "the probability of this condition is not known: add Pamela = (cond p)", ByCondition), false
}

// likely is the critical variable for a condition of which nothing is known.
func (m *worker) likely(cond spar.Expr, why string, answer Answer) notation.Node {
	name := m.b.number("cd")
	m.b.criticalList = append(m.b.criticalList, Critical{Name: name, Default: assumedProbability, Why: why, Answer: answer, Span: m.span(cond)})
	return notation.Sym(name)
}

var comparisons = []string{"==", "!=", "<", "<=", ">", ">="}

// test is a condition, when the model knows its operands.
func (m *worker) test(x spar.Expr) (notation.Node, bool) {
	switch x := spar.Unmarked(x).(type) {
	case *spar.Literal:
		if x.Kind == "boolean" {
			return notation.Int(truths[x.Text]), true
		}
	case *spar.Unary:
		if t, ok := m.test(x.X); ok && x.Op == "!" {
			if n := certain(t); n != "" {
				return notation.Int(map[string]int{"0": 1, "1": 0}[n]), true
			}
			return notation.Not(t), true
		}
	case *spar.Name, *spar.Select:
		v := m.scope.variable(x)
		switch {
		case v == nil || classOfType(v.Type) != Boolean:
		case v.truth != nil:
			return v.truth, true
		case v.isField() && v.once && v.init != nil && !v.open:
			defer func(here *scope) { m.scope, v.open = here, false }(m.scope)
			m.scope, v.open = m.scope.of(v), true
			return m.test(v.init)
		}
	case *spar.Binary:
		return m.binaryTest(x)
	}
	return nil, false
}

// truths are the values of the boolean literals.
var truths = map[string]int{"true": 1, "false": 0}

// certain is what a condition always is, as a number: 0, 1, or "" where that is not known.
func certain(t notation.Node) string {
	if n, ok := t.(*notation.Number); ok && (n.Text == "0" || n.Text == "1") {
		return n.Text
	}
	return ""
}

func (m *worker) binaryTest(x *spar.Binary) (notation.Node, bool) {
	if t := m.b.comparison(x, m.scope); t != nil {
		return notation.Infix(t.Op, m.b.arena.Tree(t.X), m.b.arena.Tree(t.Y)), true
	}
	if x.Op != "&&" && x.Op != "||" {
		return nil, false
	}
	l, ok1 := m.test(x.X)
	r, ok2 := m.test(x.Y)
	decides := map[string]string{"&&": "0", "||": "1"}[x.Op]
	if ok1 && certain(l) == decides || ok2 && certain(r) == decides {
		return notation.Literal(decides), true // whatever the other side is
	}
	return notation.Call(map[string]string{"&&": "and", "||": "or"}[x.Op], l, r), ok1 && ok2
}

// comparison is a comparison of two numbers that the model knows; nil for any
// other expression.
func (b *builder) comparison(x *spar.Binary, s *scope) *Test {
	if !slices.Contains(comparisons, x.Op) || b.classOf(x.X, s) != Integer || b.classOf(x.Y, s) != Integer {
		return nil
	}
	l, r := b.expr(x.X, s), b.expr(x.Y, s)
	if b.isUnknown(l) || b.isUnknown(r) {
		return nil
	}
	return &Test{x.Op, l, r}
}
