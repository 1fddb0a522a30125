package place

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/symbolic"
)

// along are the symbols with which the value of an expression changes: those in
// the subscripts of its elements, and iterators; nil where that is not known.
func (m *worker) along(x spar.Expr) []string {
	switch x := x.(type) {
	case *spar.Literal:
		return []string{}
	case *spar.Name:
		v := m.scope.find(x.Name)
		switch {
		case v == nil:
			return nil
		case v.value != 0:
			return freeIn(m.b.arena, v.value)
		case v.isField() && v.once && !v.Array():
			return []string{}
		}
		return nil
	case *spar.Index, *spar.Select:
		m.b.quiet++
		e := m.holding(x)
		m.b.quiet--
		if e == nil {
			return nil
		}
		return e.symbols(m.b.arena)
	case *spar.Unary:
		if x.Op == "++" || x.Op == "--" {
			return nil
		}
	case *spar.Call:
		if !m.b.pure(x, m.scope) {
			return nil
		}
		return m.alongAll(x.Args)
	case *spar.Binary, *spar.Cast, *spar.Marked, *spar.Choice, *spar.Tuple, *spar.Complex:
	default:
		return nil
	}
	return m.alongAll(spar.Operands(x))
}

func (m *worker) alongAll(list []spar.Expr) []string {
	out := []string{}
	for _, x := range list {
		part := m.along(x)
		if part == nil {
			return nil
		}
		out = append(out, part...)
	}
	return out
}

// freeIn are the symbols of expressions; nil where one of them is what only the run knows.
func freeIn(a *symbolic.Arena, es ...symbolic.Expr) []string {
	out := []string{}
	for _, s := range a.Free(es...) {
		if strings.HasPrefix(s.Name, UnknownMark) {
			return nil
		}
		if !slices.Contains(out, s.Name) {
			out = append(out, s.Name)
		}
	}
	return out
}

// rootName is the first name of an element: x of x.rows[i].v[k]; "" where it begins with another
// expression.
func rootName(x spar.Expr) string {
	switch x := spar.Unmarked(x).(type) {
	case *spar.Name:
		return x.Name
	case *spar.Index:
		return rootName(x.X)
	case *spar.Select:
		return rootName(x.X)
	}
	return ""
}
