package values

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// A loop that only accumulates (s = s + a(i)*b(i)) leaves what is not known unknown: once
// that holds for all that matters in it, the iterations that are left are passed, but for
// the last one, which leaves the indices of inner loops as they are afterwards.

// sumsUnknown reports whether nothing is known of what a loop accumulates: the iterations
// that are left change nothing else any more.
func (m *machine) sumsUnknown(s *program.Do) bool {
	sums, found := m.sums[s]
	if !found {
		sums = m.accumulated(s)
		m.sums[s] = sums
	}
	return len(sums) > 0 && !slices.ContainsFunc(sums, func(v *program.Symbol) bool { return m.cell(v).scalar.kind != unknown })
}

// accumulated are the scalars that matter and that a loop changes, if it does nothing with
// them but operate on what they are, in all its iterations, and nothing else that is asked
// for; else none.
func (m *machine) accumulated(s *program.Do) (sums []*program.Symbol) {
	only := true
	program.Statements(s.Body, func(x program.Stmt) bool {
		only = only && !m.wanted[x] && len(m.wantedAt[x]) == 0
		switch x := x.(type) {
		case *program.Do:
			only = only && x.Kind == program.DoCount && x.Var != nil && !m.asked(x.Span())
		case *program.Assign:
			for _, v := range m.changes[x] {
				if m.matters[v] {
					only = only && v == x.LHS.Sym && v.Rank() == 0 && accumulates(x)
					sums = append(sums, v)
				}
			}
		default:
			only = false
		}
		return only
	})
	if !only {
		return nil
	}
	return sums
}

// accumulates reports whether an assignment operates on the scalar that it changes, so that
// what is not known stays so.
func accumulates(a *program.Assign) bool { return needs(a.RHS, a.LHS.Sym) }

// needs reports whether an expression has no value where that of a scalar is not known.
func needs(e program.Expr, v *program.Symbol) bool {
	switch e := e.(type) {
	case *program.Ref:
		return e.Sym == v
	case *program.Unary:
		return needs(e.X, v)
	case *program.Binary: // .AND. and .OR. may be decided by one side
		return e.Op != program.And && e.Op != program.Or && (needs(e.X, v) || needs(e.Y, v))
	case *program.Call:
		return len(e.Args) > 0 && e.Intrinsic().Shape == program.Elemental && e.Name != "merge" && needs(e.Args[0].Value, v)
	}
	return false
}
