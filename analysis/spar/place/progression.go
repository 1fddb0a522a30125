package place

import (
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/symbolic"
)

// progression is a loop whose condition compares an integer of the method with a
// bound, and whose iterations change that integer in one way: while (c > 0) c--,
// for (c = 1; c < n; c *= 2). Its values are an arithmetic or geometric progression, from
// which follows how often the loop runs.
type progression struct {
	v       *Variable
	op      string // v op bound goes on
	bound   spar.Expr
	way     string // "+", "*" or "/": what an iteration does to v
	by      int64
	early   bool          // v changes in the condition: while (c-- > 0)
	square  bool          // the condition compares v*v: while (c*c < n)
	when    symbolic.Expr // 1 where the iterations change v, 0 where none does; none where they do
	first   symbolic.Expr
	count   symbolic.Expr
	current symbolic.Expr // where the body begins
}

// progressionOf recognises such a loop, before it has been entered; nil for any other.
func (m *worker) progressionOf(cond spar.Expr, body spar.Stmt, steps []spar.Expr) *progression {
	x, ok := spar.Unmarked(cond).(*spar.Binary)
	if !ok {
		return nil
	}
	t := m.compared(x)
	if t == nil || t.v.value != 0 || t.v.now == 0 || m.changes(t.bound, body, steps) {
		return nil
	}
	t.first = t.v.now
	step, inBody := stepIn(x, body, steps, t.v.Name)
	if step == nil || inBody && continues(body) || !m.steps(t, step, body, steps) {
		return nil
	}
	return t
}

// mirrored are the comparisons read from the right.
var mirrored = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!="}

// compared finds the variable and the bound of a condition.
func (m *worker) compared(x *spar.Binary) *progression {
	if mirrored[x.Op] == "" {
		return nil
	}
	if v, early := m.counter(x.X); v != nil {
		return &progression{v: v, op: x.Op, bound: x.Y, early: early}
	}
	if v, early := m.counter(x.Y); v != nil {
		return &progression{v: v, op: mirrored[x.Op], bound: x.X, early: early}
	}
	if p, ok := spar.Unmarked(x.X).(*spar.Binary); ok && p.Op == "*" && (x.Op == "<" || x.Op == "<=") && spar.Text(spar.Unmarked(p.X)) == spar.Text(spar.Unmarked(p.Y)) {
		if v, early := m.counter(p.X); v != nil && !early {
			return &progression{v: v, op: x.Op, bound: x.Y, square: true}
		}
	}
	return nil
}

// counter is the variable of c, c++ or c--, when its value is known.
func (m *worker) counter(x spar.Expr) (*Variable, bool) {
	x = spar.Unmarked(x)
	u, early := x.(*spar.Unary)
	if early {
		if !u.Post {
			return nil, false
		}
		x = spar.Unmarked(u.X)
	}
	n, ok := x.(*spar.Name)
	if !ok {
		return nil, false
	}
	if v := m.scope.find(n.Name); followed(v) && v.value == 0 && v.now != 0 {
		return v, early
	}
	return nil, false
}

// changes tells whether a loop assigns to a variable of its bound.
func (m *worker) changes(bound spar.Expr, body spar.Stmt, steps []spar.Expr) bool {
	found := false
	spar.WalkExpr(bound, func(x spar.Expr) {
		if n, ok := x.(*spar.Name); ok {
			found = found || len(assignments(n.Name, body, steps)) > 0
		}
	})
	return found
}

// stepIn is the one assignment to a variable in a loop, when every iteration
// makes it; nil otherwise.
func stepIn(cond *spar.Binary, body spar.Stmt, steps []spar.Expr, name string) (step spar.Expr, inBody bool) {
	all := assignments(name, body, append([]spar.Expr{cond}, steps...))
	if len(all) != 1 {
		return nil, false
	}
	for _, x := range append([]spar.Expr{cond.X, cond.Y}, steps...) {
		if x != nil && spar.Unmarked(x) == all[0] {
			return all[0], false
		}
	}
	for _, s := range flat(body) {
		if e, ok := s.(*spar.ExprStmt); ok && spar.Unmarked(e.X) == all[0] && e.Notes() == nil {
			return all[0], true
		}
	}
	return nil, false
}

// flat are the statements that every iteration executes in turn.
func flat(body spar.Stmt) []spar.Stmt {
	b, ok := body.(*spar.Block)
	if !ok {
		return []spar.Stmt{body}
	}
	var out []spar.Stmt
	for _, s := range b.Body {
		if inner, ok := s.(*spar.Block); ok {
			out = append(out, flat(inner)...)
		} else {
			out = append(out, s)
		}
	}
	return out
}

// assignments are those to a variable in a statement and in expressions.
func assignments(name string, s spar.Stmt, list []spar.Expr) []spar.Expr {
	var out []spar.Expr
	is := func(x spar.Expr) bool {
		n, ok := spar.Unmarked(x).(*spar.Name)
		return ok && n.Name == name
	}
	check := func(x spar.Expr) {
		switch e := x.(type) {
		case *spar.Assign:
			left := []spar.Expr{e.X}
			if t, ok := spar.Unmarked(e.X).(*spar.Tuple); ok {
				left = t.Items
			}
			for _, l := range left {
				if is(l) {
					out = append(out, x)
				}
			}
		case *spar.Unary:
			if (e.Op == "++" || e.Op == "--") && is(e.X) {
				out = append(out, x)
			}
		}
	}
	for _, x := range list {
		spar.WalkExpr(x, check)
	}
	spar.Walk(s, check)
	return out
}

// continues tells whether an iteration may end before its last statement.
func continues(s spar.Stmt) bool {
	if j, ok := s.(*spar.Jump); ok && j.Word == "continue" {
		return true
	}
	for _, part := range spar.Parts(s) {
		if continues(part) {
			return true
		}
	}
	return false
}

// steps reads what an assignment does to the variable of a progression: c++, c -= k,
// c = c / k, c <<= k, c = c + c.
func (m *worker) steps(t *progression, x spar.Expr, body spar.Stmt, all []spar.Expr) bool {
	op, y := "", spar.Expr(nil)
	switch x := x.(type) {
	case *spar.Unary:
		t.way, t.by = "+", 1
		if x.Op == "--" {
			t.by = -1
		}
		return true
	case *spar.Assign:
		if op, y = x.Op[:len(x.Op)-1], x.Y; op == "" {
			b, ok := spar.Unmarked(x.Y).(*spar.Binary)
			if !ok {
				return false
			}
			left, right := m.scope.variable(b.X) == t.v, m.scope.variable(b.Y) == t.v
			switch op = b.Op; {
			case left && right && op == "+":
				t.way, t.by = "*", 2
				return true
			case left && !right:
				y = b.Y
			case right && !left && (op == "+" || op == "*"):
				y = b.X
			default:
				return false
			}
		}
	}
	k, ok := m.b.arena.ConstInt(m.b.expr(y, m.scope))
	if !ok || m.changes(y, body, all) || k < 1 || k > 1<<30 {
		return false
	}
	switch op {
	case "+":
		t.way, t.by = "+", k
	case "-":
		t.way, t.by = "+", -k
	case "*", "/":
		t.way, t.by = op, k
	case "<<", ">>":
		t.way, t.by = map[string]string{"<<": "*", ">>": "/"}[op], 1<<min(k, 40)
	default:
		return false
	}
	return t.way == "+" || t.by > 1
}

// counts is the loop of a progression; nil where its length stays unknown. The body
// begins with the value that the variable has in iteration l.Index.
func (m *worker) counts(t *progression, s spar.Stmt, do bool) *Loop {
	a, b := m.b.arena, m.b
	bound := b.settled(b.expr(t.bound, m.scope), "ub", "the bound of this loop is not known before the run: add Pamela = (lower e) or (upper e)", t.bound.At())
	if t.square {
		if c, ok := a.ConstInt(t.first); !ok || c < 0 {
			return nil
		}
		bound = t.root(a, bound)
	}
	first, one := t.first, a.Int(1)
	if do && !t.early {
		first = t.after(a, first, one)
	}
	n := t.length(a, first, bound)
	if n == 0 {
		return nil
	}
	if do {
		n = a.Add(n, one)
	}
	l := &Loop{Span: m.proper(s), Index: b.localNumber("k"), Lo: a.Int(0), Hi: a.Sub(n, one), End: s.At().End + b.start, Why: "one iteration after the other"}
	l.Parallel = s.Notes().Parallel()
	i := &Variable{}
	m.iterator(i, l, one)
	t.count, t.current = n, t.after(a, t.first, i.value)
	if t.early {
		t.current, t.count = t.after(a, t.first, a.Add(i.value, one)), a.Add(n, one)
		if do {
			t.current, t.count = t.after(a, t.first, i.value), n
		}
	}
	return l
}

// leave gives the variable of a progression the value that it has after the loop.
func (m *worker) leave(t *progression, body spar.Stmt) {
	if t.count != 0 && !breaks(body) {
		m.follow(t.v, t.after(m.b.arena, t.first, t.count))
	}
}

// breaks tells whether a loop may end before its condition does.
func breaks(s spar.Stmt) bool {
	if j, ok := s.(*spar.Jump); ok && j.Word != "continue" {
		return true
	}
	for _, part := range spar.Parts(s) {
		if breaks(part) {
			return true
		}
	}
	return false
}
