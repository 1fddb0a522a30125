package depend

import "github.com/parlens/parlens/analysis/program"

// setup brings a loop's header to constraints on its counter x: x is the index
// for a step of 1, its negative for -1, and counts from 0 otherwise.
func (a *analysis) setup(l *loop, at place) {
	l.x = a.counter(l)
	x := variableForm(l.x)
	l.counter = x
	do := l.do
	if do.Kind != program.DoCount || do.Var == nil || do.Var.Type != program.Integer {
		l.bounds = []form{x}
		l.finish(a)
		return
	}
	l.known = !l.stores.has(a.id(do.Var)) // a procedure may not change it
	step, constantStep := int64(1), true
	if do.Step != nil {
		step, constantStep = constant(do.Step)
	}
	switch {
	case !constantStep || step == 0:
		l.random, l.index = true, x
	case step == 1 || step == -1:
		l.index = scaled(x, step)
		l.bounds = a.between(l.index, do.Lo, do.Hi, step, at)
	default:
		l.index = a.start(l, at).add(step, x)
		l.bounds = append(a.between(l.index, nil, do.Hi, step, at), x)
	}
	l.finish(a)
}

// start is the first index of a loop.
func (a *analysis) start(l *loop, at place) form {
	if f, ok := a.form(l.do.Lo, at); ok {
		return f
	}
	return variableForm(a.atEntry(startVariable, 0, l, program.Text(l.do.Lo)))
}

// between returns the constraints from <= f <= to of an ascending range, or
// those of a descending one; a nil end is open, as is one without a form.
func (a *analysis) between(f form, from, to program.Expr, step int64, at place) []form {
	var out []form
	if step < 0 {
		from, to = to, from
	}
	for _, e := range bounding(from, "max") {
		if g, ok := a.form(e, at); ok {
			out = append(out, form{}.add(1, f).add(-1, g))
		}
	}
	for _, e := range bounding(to, "min") {
		if g, ok := a.form(e, at); ok {
			out = append(out, g.add(-1, f))
		}
	}
	return out
}

// bounding returns what a bound that is MAX or MIN of several keeps within: each of them, and
// what it is itself, which other bounds may name.
func bounding(e program.Expr, function string) []program.Expr {
	list := parts(e, function)
	if len(list) > 1 {
		list = append(list, e)
	}
	return list
}

// parts returns the arguments of MAX or MIN.
func parts(e program.Expr, function string) []program.Expr {
	if e == nil {
		return nil
	}
	c, ok := e.(*program.Call)
	if !ok || c.Name != function || !pure(c) {
		return []program.Expr{e}
	}
	var out []program.Expr
	for _, arg := range c.Args {
		out = append(out, parts(arg.Value, function)...)
	}
	return out
}

// finish finds whether the bounds are simple, and the number of iterations.
func (l *loop) finish(a *analysis) {
	l.simple = true
	lo, hi := -Open, Open
	for _, f := range l.bounds {
		for _, t := range f.t {
			v := &a.vars[t.v]
			l.simple = l.simple && (t.v == l.x || v.fixed())
			v.size = v.size || v.fixed()
		}
		switch {
		case len(f.t) != 1 || f.t[0].v != l.x:
		case f.t[0].k > 0:
			lo = max(lo, ceilDiv(-f.c, f.t[0].k))
		default:
			hi = min(hi, floorDiv(f.c, -f.t[0].k))
		}
	}
	if lo != -Open && hi != Open {
		l.trip = max(0, hi-lo+1)
		if len(l.bounds) > 2 {
			l.simple = false // l.trip is an upper bound only
		}
	}
}

func floorDiv(x, y int64) int64 {
	q := x / y
	if x%y != 0 && (x < 0) != (y < 0) {
		q--
	}
	return q
}

func ceilDiv(x, y int64) int64 { return -floorDiv(-x, y) }
