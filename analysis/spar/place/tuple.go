package place

import (
	"strconv"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/symbolic"
)

// assignments places [x, y] op right: every component where it lives. The right side is read
// before any of them is stored, so that [x, y] = [y, x] exchanges two values.
func (m *worker) assignments(left *spar.Tuple, op string, right spar.Expr, at source.Span) {
	list := m.parts(right, len(left.Items))
	if list == nil {
		m.compute(right)
		for range left.Items {
			list = append(list, &worth{right.At(), m.b.symbol(UnknownMark + spar.Text(right))})
		}
	}
	variables, values := make([]*Variable, len(list)), make([]symbolic.Expr, len(list))
	for i, x := range left.Items {
		variables[i], values[i], _ = m.assigned(x, op, list[i])
	}
	for i, x := range left.Items {
		m.assign(x, op, list[i], at, nil)
	}
	for i, x := range left.Items {
		if variables[i] == nil || values[i] == 0 {
			m.forgetName(x)
			continue
		}
		m.follow(variables[i], values[i])
	}
}

// parts are the components of a vector of n, each an expression of its own; a scalar goes with
// every component. nil for what is computed as a whole.
func (m *worker) parts(x spar.Expr, n int) []spar.Expr {
	list := make([]spar.Expr, n)
	switch e := spar.Unmarked(x).(type) {
	case *spar.Tuple:
		if len(e.Items) != n {
			return nil
		}
		return e.Items
	case *spar.Name, *spar.Select, *spar.Index, *spar.Literal:
		vector := m.b.width(x, m.scope) > 1
		for d := range list {
			if list[d] = x; vector {
				list[d] = &spar.Index{X: x, Subs: []spar.Expr{&spar.Literal{Kind: "int", Text: strconv.Itoa(d)}}}
			}
		}
		return list
	case *spar.Unary:
		of := m.parts(e.X, n)
		if of == nil {
			return nil
		}
		for d := range list {
			list[d] = &spar.Unary{Op: e.Op, X: of[d]}
		}
		return list
	case *spar.Binary:
		l, r := m.parts(e.X, n), m.parts(e.Y, n)
		if l == nil || r == nil {
			return nil
		}
		for d := range list {
			list[d] = &spar.Binary{Op: e.Op, X: l[d], Y: r[d]}
		}
		return list
	}
	return nil
}
