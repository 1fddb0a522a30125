package place

import (
	"slices"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/symbolic"
)

// combine ends a reduction: the partial results of all processors are put
// together on the first one, and sent to all (they had reduced their own).
func (m *worker) combine(s *spar.Loop) {
	if s.Notes().Get("reduction") == nil || len(m.b.grids) == 0 {
		return
	}
	a, g := m.b.arena, m.b.grids[0]
	x, op := reductionOf(s.Body)
	if x == nil {
		m.b.report(s.At(), source.Warning, "spar-reduction", "a reduction is x = x op y with an associative operator, or x = f(x, y); the combination of the partial results is not charged")
		return
	}
	first := Owner{Grid: g}
	other := Owner{Grid: g}
	n := a.Int(1)
	q := m.b.localNumber("q")
	for d, e := range g.Extents {
		n = a.Mul(n, e)
		first.Coords = append(first.Coords, Coord{Kind: at, E: a.Int(0)})
		k := a.Int(0)
		if d == len(g.Extents)-1 {
			k = a.Sym(q, symbolic.Index)
		}
		other.Coords = append(other.Coords, Coord{Kind: at, E: k})
	}
	to := first
	if t := m.tree(x); t.element != nil {
		to = t.element.Owner
	}
	span := m.proper(s)
	m.add(&Loop{Span: span, Index: q, Lo: a.Int(1), Hi: a.Sub(n, a.Int(1)), Why: "the partial results of the processors", End: s.At().End + m.b.start, Body: []Step{
		&Move{Span: span, To: to, From: other, Bytes: m.bytes(&node{x: x})},
		&Op{Span: span, Name: op, Class: m.b.classOf(x, m.scope), At: to},
	}})
	if to.Equal(first) {
		m.add(&Move{Span: span, To: Replicated, From: first, Bytes: m.bytes(&node{x: x})})
	}
}

// keepsToItself tells whether statements assign only to what they declare.
func keepsToItself(list []spar.Stmt) bool {
	for i, s := range list {
		own := true
		spar.Walk(s, func(x spar.Expr) {
			left := spar.Stored(x)
			if left == nil {
				return
			}
			name := leftName(left)
			own = own && slices.ContainsFunc(list[:i+1], func(s spar.Stmt) bool { return name != "" && declares(s, name) })
		})
		if !own || jumps(s) {
			return false
		}
	}
	return true
}

// leftName is the variable that an assignment to x changes, itself or in an element; ""
// where that is not one name.
func leftName(x spar.Expr) string {
	switch x := spar.Unmarked(x).(type) {
	case *spar.Name:
		return x.Name
	case *spar.Index:
		return leftName(x.X)
	}
	return ""
}

// reductionOf returns x and the operation of x = x op y, or x op= y: the last
// statement of a body that computes what goes into it in variables of its own.
func reductionOf(s spar.Stmt) (spar.Expr, string) {
	for {
		b, ok := s.(*spar.Block)
		if !ok || len(b.Body) == 0 {
			break
		}
		if !keepsToItself(b.Body[:len(b.Body)-1]) {
			return nil, ""
		}
		s = b.Body[len(b.Body)-1]
	}
	e, ok := s.(*spar.ExprStmt)
	if !ok {
		return nil, ""
	}
	x, ok := spar.Unmarked(e.X).(*spar.Assign)
	if !ok {
		return nil, ""
	}
	if x.Op != "=" {
		return x.X, binaryName(x.Op[:len(x.Op)-1])
	}
	switch y := spar.Unmarked(x.Y).(type) {
	case *spar.Binary:
		if spar.Text(y.X) == spar.Text(x.X) || spar.Text(y.Y) == spar.Text(x.X) {
			return x.X, binaryName(y.Op)
		}
	case *spar.Choice: // the larger or the smaller one
		if spar.Text(y.Then) == spar.Text(x.X) || spar.Text(y.Else) == spar.Text(x.X) {
			return x.X, "less"
		}
	case *spar.Call:
		for _, k := range y.Args {
			if spar.Text(k) == spar.Text(x.X) {
				return x.X, "function " + functionName(y)
			}
		}
	}
	return nil, ""
}
