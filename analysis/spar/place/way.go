package place

import (
	"slices"

	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/symbolic"
)

// The ways to the places where a method calls itself.

// together are the conditions under which a method calls itself; false where one call is
// executed without another one.
func (m *worker) together(x spar.Placed, calls []ownCall) ([]onTheWay, bool) {
	first, _, ok := wayTo(x.Body, calls[0].x)
	for _, c := range calls[1:] {
		way, _, found := wayTo(x.Body, c.x)
		ok = ok && found && slices.Equal(way, first)
	}
	return first, ok
}

// branches finds how often an activation calls itself; false where that is not known, or
// where it hands on several values of one integer.
func (m *worker) branches(d *descent, x spar.Placed, calls []ownCall) bool {
	a, each := m.b.arena, m.b.arena.Int(0)
	for _, c := range calls {
		for k, p := range x.Params {
			if (classOfType(p.Type) == Integer || m.method.sized[k]) && spar.Text(c.args[k]) != spar.Text(calls[0].args[k]) {
				return false
			}
		}
		_, loops, _ := wayTo(x.Body, c.x)
		times := a.Int(1)
		for _, l := range loops {
			n := m.iterationsOf(d, l)
			if n == 0 {
				return false
			}
			times = a.Mul(times, n)
		}
		each = a.Add(each, times)
	}
	n, known := a.ConstInt(each)
	if known && n > 1 {
		d.each = each
	}
	return known && n > 0
}

// iterationsOf is how many iterations a loop has, where that is the same number in all activations;
// 0 where it is not known.
func (m *worker) iterationsOf(d *descent, l *spar.Loop) symbolic.Expr {
	a := m.b.arena
	n := a.Int(1)
	for _, c := range l.Cards {
		lo := a.Int(0)
		if c.Low != nil {
			lo = m.b.expr(c.Low, m.scope)
		}
		hi := m.b.expr(c.High, m.scope)
		if c.Stride != nil || m.b.classOf(c.High, m.scope) != Integer || m.moves(d.changes, c.High) || c.Low != nil && m.moves(d.changes, c.Low) || m.b.isUnknown(lo) || m.b.isUnknown(hi) {
			return 0
		}
		n = a.Mul(n, a.Sub(hi, lo))
	}
	return n
}

// wayTo are the conditions on the way to a call in a statement, and the loops; false where it
// is not there, or executed as often as only the run knows.
func wayTo(s spar.Stmt, call spar.Expr) (way []onTheWay, loops []*spar.Loop, ok bool) {
	for _, x := range spar.Expressions(s) {
		if calledIn(x, call) {
			_, while := s.(*spar.While)
			_, loop := s.(*spar.Loop)
			return wayWithin(x, call), nil, !while && !loop
		}
	}
	switch s := s.(type) {
	case *spar.If:
		if way, loops, ok := wayTo(s.Then, call); ok {
			return append(decided(s, true), way...), loops, true
		}
		if s.Else == nil {
			break
		}
		if way, loops, ok := wayTo(s.Else, call); ok {
			return append(decided(s, false), way...), loops, true
		}
	case *spar.Loop:
		if way, loops, ok := wayTo(s.Body, call); ok {
			return way, append([]*spar.Loop{s}, loops...), true
		}
	case *spar.Block:
		var before []onTheWay
		for _, part := range s.Body {
			if way, loops, ok := wayTo(part, call); ok {
				return append(before, way...), loops, true
			}
			if x, ok := part.(*spar.If); ok && x.Else == nil && returns(x.Then) {
				before = append(before, decided(x, false)...)
			}
		}
	}
	return nil, nil, false
}

func calledIn(x, call spar.Expr) bool {
	found := false
	spar.WalkExpr(x, func(x spar.Expr) { found = found || x == call })
	return found
}

// wayWithin are the conditions on the way to a call in an expression: those of c ? y : z, and of
// what && and || evaluate first.
func wayWithin(x, call spar.Expr) (way []onTheWay) {
	switch e := x.(type) {
	case *spar.Choice:
		if !calledIn(e.Cond, call) {
			way = terms(e.Cond, calledIn(e.Then, call))
		}
	case *spar.Binary:
		if (e.Op == "&&" || e.Op == "||") && calledIn(e.Y, call) {
			way = terms(e.X, e.Op == "&&")
		}
	}
	for _, k := range spar.Operands(x) {
		if calledIn(k, call) {
			return append(way, wayWithin(k, call)...)
		}
	}
	return way
}

// decided are the conditions of a branch: of one with a probability none that is known.
func decided(s *spar.If, holds bool) []onTheWay {
	if pamela(s, "cond") != nil {
		return []onTheWay{{}}
	}
	return terms(s.Cond, holds)
}

// terms are the conditions that all hold when one does: those of a && b, of not (a || b).
func terms(x spar.Expr, holds bool) []onTheWay {
	if b, ok := spar.Unmarked(x).(*spar.Binary); ok && (b.Op == "&&" && holds || b.Op == "||" && !holds) {
		return append(terms(b.X, holds), terms(b.Y, holds)...)
	}
	return []onTheWay{{x, holds}}
}

// returns tells whether a statement ends the method.
func returns(s spar.Stmt) bool {
	j := jumpOf([]spar.Stmt{s})
	return j != nil && (j.Word == "return" || j.Word == "throw")
}
