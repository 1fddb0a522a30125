package place

import (
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/symbolic"
)

// A method that calls itself with an integer that a condition on the way there bounds is its
// activations: void cycle(int k) { if (k < last) { ...; cycle(k+1); ... } } is executed for
// k, k+1, .., last. Their times add up as those of the iterations of a loop do. One that calls
// itself at several places, or in a loop, for the same integer has as many more of the next
// ones: walk(depth-1) for each of 8 children.

// descent is such a method, and how its integers change from one activation to the next.
type descent struct {
	changes []*progression // of parameters
	count   symbolic.Expr  // how often it calls itself
	until   string         // the conditions that say so
	early   bool           // others may end it before
	each    symbolic.Expr  // how many of the next ones an activation has, where that is not one
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
	calls := m.ownCalls(x)
	if len(calls) == 0 {
		return nil
	}
	way, ok := m.together(x, calls)
	if !ok {
		return nil
	}
	d := &descent{}
	for k, p := range x.Params {
		if classOfType(p.Type) == Integer && m.scope.find(p.Name).value == 0 {
			return nil // an activation gives it other values
		}
		t, same := m.handsOn(p, calls[0].args[k])
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
	if d.count == 0 || !m.branches(d, x, calls) {
		return nil
	}
	return d
}

// ownCall is a call of the method that makes it, or a new object whose constructor makes it.
type ownCall struct {
	x    spar.Expr
	args []spar.Expr
}

// ownCalls are those of a method.
func (m *worker) ownCalls(x spar.Placed) (list []ownCall) {
	if x.Body == nil {
		return nil
	}
	spar.Walk(x.Body, func(e spar.Expr) {
		switch e := e.(type) {
		case *spar.Call:
			if m.scope.callee(e) == m.method {
				list = append(list, ownCall{e, e.Args})
			}
		case *spar.New:
			if e.Body == nil && m.b.constructor(e) == m.method {
				list = append(list, ownCall{e, e.Args})
			}
		}
	})
	return list
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
	if d.each != 0 {
		l.Body = []Step{&Loop{Span: l.Span, Index: b.localNumber("k"), Lo: a.Int(0), Hi: a.Sub(a.Pow(d.each, i.value), a.Int(1)), End: l.End, Why: l.Why, Body: l.Body}}
	}
	m.add(l)
}
