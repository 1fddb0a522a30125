package place

import (
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/symbolic"
)

// A method that calls itself at one place, with an integer that a condition on the way there
// bounds, is its activations: void cycle(int k) { if (k < last) { ...; cycle(k+1); ... } } is
// executed for k, k+1, .., last. Their times add up as those of the iterations of a loop do.

// descent is such a method, and how its integers change from one activation to the next.
type descent struct {
	changes []*progression // of parameters
	count   symbolic.Expr  // how often it calls itself
	until   string         // the conditions that say so
	early   bool           // others may end it before
}

// onTheWay is a condition that holds, or does not, where a call is executed.
type onTheWay struct {
	cond  spar.Expr
	holds bool
}

// descends recognises such a method; nil for any other.
func (m *worker) descends(x spar.Placed) *descent {
	if !m.method.recursive {
		return nil
	}
	var calls []*spar.Call
	for _, c := range x.Facts.Calls {
		if m.scope.callee(c.Call) == m.method {
			calls = append(calls, c.Call)
		}
	}
	if len(calls) != 1 {
		return nil
	}
	way, ok := wayTo(x.Body, calls[0])
	if !ok {
		return nil
	}
	d := &descent{}
	for k, p := range x.Params {
		t, same := m.handsOn(p, calls[0].Args[k])
		if t != nil {
			d.changes = append(d.changes, t)
		} else if !same && (classOfType(p.Type) == Integer || m.method.sized[k]) {
			return nil
		}
	}
	for _, c := range way {
		switch n := m.length(d.changes, c); {
		case n == 0:
			d.early = true
		case d.count == 0:
			d.count, d.until = n, spar.Text(c.cond)
		default:
			d.count, d.until = m.b.arena.Min(d.count, n), d.until+" and "+spar.Text(c.cond)
		}
	}
	if d.count == 0 {
		return nil
	}
	return d
}

// handsOn is what a call makes of a parameter; nil where that is not understood, the same
// where it stays as it is.
func (m *worker) handsOn(p *spar.Param, arg spar.Expr) (t *progression, same bool) {
	if n, ok := spar.Unmarked(arg).(*spar.Name); ok && n.Name == p.Name {
		return nil, true
	}
	v := m.scope.find(p.Name)
	t = &progression{v: v, first: v.value}
	step := &spar.Assign{Op: "=", X: &spar.Name{Name: p.Name}, Y: arg}
	if classOfType(p.Type) != Integer || !m.steps(t, step, nil, nil) {
		return nil, false
	}
	return t, false
}

// length is how often a condition on the way holds; 0 where that is not known.
func (m *worker) length(changes []*progression, c onTheWay) symbolic.Expr {
	x, ok := spar.Unmarked(c.cond).(*spar.Binary)
	if !ok {
		return 0
	}
	op := x.Op
	if !c.holds {
		op = map[string]string{"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!="}[op]
	}
	for _, t := range changes {
		of, bound, op := x.X, x.Y, op
		if m.scope.variable(of) != t.v {
			of, bound, op = x.Y, x.X, mirrored[op]
		}
		if m.scope.variable(of) != t.v || op == "" || m.moves(changes, bound) {
			continue
		}
		if b := m.b.expr(bound, m.scope); !m.b.isUnknown(b) {
			t.op = op
			return t.length(m.b.arena, t.first, b)
		}
	}
	return 0
}

// moves tells whether an expression has one of the changing parameters in it.
func (m *worker) moves(changes []*progression, x spar.Expr) bool {
	found := false
	spar.WalkExpr(x, func(x spar.Expr) {
		for _, t := range changes {
			found = found || m.scope.variable(x) == t.v
		}
	})
	return found
}

// wayTo are the conditions on the way to a call in a statement; false where it is not there,
// or executed more than once.
func wayTo(s spar.Stmt, call *spar.Call) ([]onTheWay, bool) {
	for _, x := range spar.Expressions(s) {
		if calledIn(x, call) {
			_, while := s.(*spar.While)
			return nil, !while
		}
	}
	switch s := s.(type) {
	case *spar.If:
		if way, ok := wayTo(s.Then, call); ok {
			return append(decided(s, true), way...), true
		}
		if s.Else == nil {
			break
		}
		if way, ok := wayTo(s.Else, call); ok {
			return append(decided(s, false), way...), true
		}
	case *spar.Block:
		var before []onTheWay
		for _, part := range s.Body {
			if way, ok := wayTo(part, call); ok {
				return append(before, way...), true
			}
			if x, ok := part.(*spar.If); ok && x.Else == nil && returns(x.Then) {
				before = append(before, decided(x, false)...)
			}
		}
	}
	return nil, false
}

func calledIn(x spar.Expr, call *spar.Call) bool {
	found := false
	spar.WalkExpr(x, func(x spar.Expr) { found = found || x == spar.Expr(call) })
	return found
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
	list := flat(s)
	if len(list) == 0 {
		return false
	}
	j, ok := list[len(list)-1].(*spar.Jump)
	return ok && (j.Word == "return" || j.Word == "throw")
}

// activations places the body of such a method once for each of its activations.
func (m *worker) activations(x spar.Placed, d *descent) {
	a, b := m.b.arena, m.b
	l := &Loop{Span: x.NameSpan.Shift(b.start), Index: b.localNumber("k"), Lo: a.Int(0), Hi: d.count, End: x.Body.At().End + b.start, Why: "the method calls itself"}
	i := &Variable{}
	m.iterator(i, l, a.Int(1))
	for _, t := range d.changes {
		t.v.value = t.after(a, t.first, i.value)
	}
	if d.early {
		b.report(source.Span(x.NameSpan), source.Information, "spar-jump", "this method is taken to call itself until "+d.until+" decides: other conditions may end it before, so that its time is an upper bound")
	}
	l.Body = m.into(func() { m.block(x.Body.Body) })
	m.add(l)
}
