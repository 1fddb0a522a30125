package depend

import "github.com/parlens/parlens/analysis/program"

// guard is a condition that holds where a reference is executed.
type guard struct {
	up    *guard
	shape int32
	forms []form // each >= 0
	exact bool   // forms say all of it, and those of up
}

// guarded adds the conditions under which a branch is taken: those of the
// branches before it are false, its own (nil for ELSE) is true.
func (c *collector) guarded(before []program.Branch, own program.Expr) {
	g := &guard{up: c.guard, exact: c.guard == nil || c.guard.exact}
	for _, b := range before {
		c.holds(g, b.Cond, false)
	}
	if own != nil {
		c.holds(g, own, true)
	}
	g.shape = c.shapeOfGuard(g)
	c.guard = g
}

// holds adds to g that a condition is true, or false.
func (c *collector) holds(g *guard, e program.Expr, truth bool) {
	switch e := e.(type) {
	case *program.Unary:
		if e.Op == program.Not {
			c.holds(g, e.X, !truth)
			return
		}
	case *program.Binary:
		if e.Op == program.And && truth || e.Op == program.Or && !truth {
			c.holds(g, e.X, truth)
			c.holds(g, e.Y, truth)
			return
		}
		if c.compared(g, e, truth) {
			return
		}
	}
	g.exact = false
}

// compared adds x op y, or its opposite; false where that is not linear or may
// change between the test and the reference.
func (c *collector) compared(g *guard, e *program.Binary, truth bool) bool {
	op, ok := relation(e.Op, truth)
	if !ok || c.loop == nil {
		return false
	}
	at := c.place(2 * c.seq)
	x, okX := c.form(e.X, at)
	y, okY := c.form(e.Y, at)
	if !okX || !okY {
		return false
	}
	d := x.add(-1, y)
	for _, t := range d.t {
		if c.vars[t.v].store >= c.loop.depth {
			return false
		}
	}
	neg := form{}.add(-1, d)
	switch op {
	case program.Ge:
		g.forms = append(g.forms, d)
	case program.Gt:
		g.forms = append(g.forms, d.add(-1, form{c: 1}))
	case program.Le:
		g.forms = append(g.forms, neg)
	case program.Lt:
		g.forms = append(g.forms, neg.add(-1, form{c: 1}))
	case program.Eq:
		g.forms = append(g.forms, d, neg)
	}
	return true
}

var opposite = map[program.Op]program.Op{program.Eq: program.Ne, program.Ne: program.Eq, program.Lt: program.Ge, program.Ge: program.Lt, program.Gt: program.Le, program.Le: program.Gt}

// relation is the relation that holds when op is true or false; /= has no form.
func relation(op program.Op, truth bool) (program.Op, bool) {
	other, ok := opposite[op]
	if !truth {
		op = other
	}
	return op, ok && op != program.Ne
}

// says reports whether the guard, or one around it, has a form.
func (g *guard) says() bool {
	for ; g != nil; g = g.up {
		if len(g.forms) > 0 {
			return true
		}
	}
	return false
}
