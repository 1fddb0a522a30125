package place

import (
	"slices"

	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Behind an if the integers that it changes have the value of one branch or of the other,
// as its condition says.

// fork are the values of integers around an if.
type fork struct {
	names     []string
	before    []symbolic.Expr
	condition symbolic.Expr // 1 where it holds, else 0; none where the model does not know it
}

// forked notes the values before an if.
func (m *worker) forked(s *spar.If) fork {
	f := fork{}
	for _, part := range []spar.Stmt{s.Then, s.Else} {
		spar.Walk(part, func(x spar.Expr) {
			if n, ok := spar.Unmarked(spar.Stored(x)).(*spar.Name); ok && followed(m.scope.find(n.Name)) && !slices.Contains(f.names, n.Name) {
				f.names = append(f.names, n.Name)
			}
		})
	}
	if len(f.names) > 0 && !jumps(s) {
		f.condition, _ = m.b.truth(s.Cond, m.scope)
	}
	f.before = m.nows(f.names)
	return f
}

// nows are the values that integers have here.
func (m *worker) nows(names []string) []symbolic.Expr {
	out := make([]symbolic.Expr, len(names))
	for i, name := range names {
		out[i] = m.scope.find(name).now
	}
	return out
}

// be gives integers values, variables of their own if they are only looked at.
func (m *worker) be(names []string, values []symbolic.Expr, own bool) {
	for i, name := range names {
		v := m.scope.find(name)
		if own {
			x := *v
			v = &x
			m.scope.names[name] = v
		}
		v.now = values[i]
	}
}

// behind are the values behind the if, with those at the ends of its branches.
func (f fork) behind(a *symbolic.Arena, then, els []symbolic.Expr) []symbolic.Expr {
	out := make([]symbolic.Expr, len(f.names))
	for i := range out {
		switch {
		case f.condition == 0 || then[i] == 0 || els[i] == 0:
		case then[i] == els[i]:
			out[i] = then[i]
		default:
			if e := a.Cond(f.condition, then[i], els[i]); a.Size(e) <= symbolic.MaxLeafNodes {
				out[i] = e
			}
		}
	}
	return out
}

// truth is 1 where a condition holds, else 0; false where the model does not know it.
func (b *builder) truth(x spar.Expr, s *scope) (symbolic.Expr, bool) {
	a := b.arena
	switch x := spar.Unmarked(x).(type) {
	case *spar.Literal:
		if x.Kind == "boolean" {
			return a.Int(int64(truths[x.Text])), true
		}
	case *spar.Name, *spar.Select:
		v := s.variable(x)
		switch {
		case v == nil || classOfType(v.Type) != Boolean:
		case v.holds != 0:
			return v.holds, true
		case v.isField() && v.once && v.init != nil && !v.open:
			v.open = true
			defer func() { v.open = false }()
			return b.truth(v.init, s.of(v))
		}
	case *spar.Unary:
		if e, ok := b.truth(x.X, s); ok && x.Op == "!" {
			return a.Not(e), true
		}
	case *spar.Binary:
		if t := b.comparison(x, s); t != nil {
			return t.truth(a), true
		}
		l, ok := b.truth(x.X, s)
		r, also := b.truth(x.Y, s)
		switch {
		case !ok || !also:
		case x.Op == "&&":
			return a.And(l, r), true
		case x.Op == "||":
			return a.Or(l, r), true
		}
	}
	return 0, false
}
