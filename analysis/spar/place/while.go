package place

import (
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
)

// while is a loop that ends when a condition does: pragmas say how often it runs,
// or the one variable that its condition follows.
func (m *worker) while(s *spar.While) {
	var t *progression
	with := m.inductions(s, s.Body, []spar.Expr{s.Cond})
	if !bounded(s) {
		t = m.progressionOf(s.Cond, s.Body, nil)
	}
	last := m.limit(s.Cond, s.Body, nil, s.Do, "how often this loop runs is not known: add Pamela = (upper e), or (cost e)")
	m.forget(s)
	l := m.repeat(s, t, s.Do, func(l *Loop) {
		m.begin(with, l)
		if s.Do {
			m.nested(func() { m.statement(s.Body) })
			m.compute(s.Cond)
			return
		}
		m.compute(s.Cond)
		m.nested(func() { m.statement(s.Body) })
	}, last)
	m.forget(s)
	m.end(with, l, s.Body)
	if t != nil {
		m.leave(t, s.Body)
	}
}

// bounded tells whether a pragma bounds a loop.
func bounded(s spar.Stmt) bool { return pamela(s, "upper") != nil || pamela(s, "lower") != nil }

// repeat places a loop whose iterations a progression counts, or pragmas, or else a
// critical variable. It returns the loop where its length is known.
func (m *worker) repeat(s spar.Stmt, t *progression, do bool, body func(*Loop), last guess) *Loop {
	var l *Loop
	if t != nil {
		l = m.counts(t, s, do)
	}
	if l == nil {
		l = m.counted(s, s, last)
		l.Body = m.into(func() { body(l) })
		m.add(l)
		return nil
	}
	m.within(l, body, t)
	return l
}

// counted is a loop whose iterations pragmas count, or else a critical
// variable.
func (m *worker) counted(s spar.Stmt, notes spar.Stmt, last guess) *Loop {
	l := m.countedBy(pamela(notes, "lower"), pamela(notes, "upper"), m.proper(s), last)
	l.End = s.At().End + m.b.start
	l.Parallel = notes.Notes().Parallel()
	return l
}

// countedBy is a loop between two bounds that pragmas state; nil without.
func (m *worker) countedBy(lower, upper *spar.Form, at source.Span, last guess) *Loop {
	a, b := m.b.arena, m.b
	l := &Loop{Span: at, Index: b.localNumber("k"), Lo: a.Int(0), Why: "one iteration after the other"}
	b.local[l.Index] = true
	if lower != nil {
		l.LoStated = b.control("lb", lower, m.scope)
	}
	if upper != nil {
		l.HiStated = b.control("ub", upper, m.scope)
		return l
	}
	l.Hi = a.Sub(b.critical("n", last.why, at.Shift(-b.start), last.count, ByUpper), a.Int(1))
	return l
}

// javaFor is Java's for: a counting loop where its parts show one, else a
// while.
func (m *worker) javaFor(s *spar.For) {
	var t *progression
	var l *Loop
	var with []*progression
	m.nested(func() {
		for _, i := range s.Init {
			m.statement(i)
		}
		with = m.inductions(s, s.Body, append([]spar.Expr{s.Cond}, s.Step...))
		l = m.counting(s)
		if l == nil && s.Cond != nil && !bounded(s) {
			t = m.progressionOf(s.Cond, s.Body, s.Step)
		}
		last := m.limit(s.Cond, s.Body, s.Step, false, "how often this loop runs is not known: add Pamela = (lower e) and (upper e)")
		m.forget(s)
		body := func(l *Loop) {
			m.begin(with, l)
			m.bound(s.Cond, m.base())
			m.nested(func() { m.statement(s.Body) })
			for _, x := range s.Step {
				m.execute(x, nil)
			}
		}
		if l == nil {
			l = m.repeat(s, t, false, body, last)
		} else {
			m.within(l, body, nil)
		}
	})
	m.forget(s)
	m.end(with, l, s.Body)
	if t != nil {
		m.leave(t, s.Body)
	}
}

// within places the body of a loop, which a progression may count.
func (m *worker) within(l *Loop, body func(*Loop), t *progression) {
	old := m.scope.loops
	m.scope.loops = append(append([]*loop{}, old...), &loop{l.Index})
	if t != nil {
		t.v.now = t.current
	}
	l.Body = m.into(func() { body(l) })
	m.scope.loops = old
	m.add(l)
}

// counting recovers j = a; j < b; j++ with a j that the body leaves alone.
func (m *worker) counting(s *spar.For) *Loop {
	if pamela(s, "upper") != nil || len(s.Init) != 1 || len(s.Step) != 1 {
		return nil
	}
	name, first := initOf(s.Init[0])
	cond, ok := spar.Unmarked(s.Cond).(*spar.Binary)
	if !ok || name == "" || first == nil {
		return nil
	}
	step, up := stepOf(s.Step[0], name)
	left, isName := spar.Unmarked(cond.X).(*spar.Name)
	if !up || !isName || left.Name != name || cond.Op != "<" && cond.Op != "<=" || len(assignments(name, s.Body, nil)) > 0 {
		return nil
	}
	a, b := m.b.arena, m.b
	v := m.scope.find(name)
	if v == nil {
		return nil
	}
	why := "the bound of this loop is not known before the run: add Pamela = (lower e) or (upper e)"
	l := &Loop{Span: m.proper(s), Index: b.model(name), Name: name, End: s.At().End + b.start, Why: "one iteration after the other"}
	l.Lo = b.settled(b.expr(first, m.scope), "lb", why, first.At())
	l.Hi = b.settled(b.expr(cond.Y, m.scope), "ub", why, cond.Y.At())
	if cond.Op == "<" {
		l.Hi = a.Sub(l.Hi, a.Int(1))
	}
	if s.Notes().Parallel() {
		l.Parallel, l.Why = true, "Pamela = parallel"
	}
	iterator := *v
	m.scope.names[name] = &iterator
	m.iterator(&iterator, l, a.Int(step))
	return l
}

// initOf is the variable and the first value of j = a.
func initOf(s spar.Stmt) (string, spar.Expr) {
	switch s := s.(type) {
	case *spar.Local:
		if len(s.Names) == 1 {
			return s.Names[0].Name, s.Names[0].Init
		}
	case *spar.ExprStmt:
		if x, ok := spar.Unmarked(s.X).(*spar.Assign); ok && x.Op == "=" {
			if n, ok := spar.Unmarked(x.X).(*spar.Name); ok {
				return n.Name, x.Y
			}
		}
	}
	return "", nil
}

// stepOf is the positive step of j++, j += c or j = j + c.
func stepOf(x spar.Expr, name string) (int64, bool) {
	is := func(e spar.Expr) bool {
		n, ok := spar.Unmarked(e).(*spar.Name)
		return ok && n.Name == name
	}
	constant := func(e spar.Expr) (int64, bool) {
		l, ok := spar.Unmarked(e).(*spar.Literal)
		if !ok {
			return 0, false
		}
		c, ok := integer(l)
		return c, ok && c > 0
	}
	switch x := spar.Unmarked(x).(type) {
	case *spar.Unary:
		return 1, x.Op == "++" && is(x.X)
	case *spar.Assign:
		if !is(x.X) {
			return 0, false
		}
		if x.Op == "+=" {
			return constant(x.Y)
		}
		if y, ok := spar.Unmarked(x.Y).(*spar.Binary); ok && x.Op == "=" && y.Op == "+" && is(y.X) {
			return constant(y.Y)
		}
	}
	return 0, false
}
