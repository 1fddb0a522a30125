package depend

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// place is where an expression is evaluated.
type place struct {
	loop *loop
	pos  int32         // of the read: 2*statement; of the store: one more
	env  []rangedIndex // indices of FORALL and DO CONCURRENT around, innermost last
}

// rangedIndex is an index that runs over its range within one statement.
type rangedIndex struct {
	sym   *program.Symbol
	value form
	known bool
}

// States of a scalar's definition.
const (
	unresolved uint8 = iota
	resolving
	opaque      // its value has no linear form
	substituted // value holds after the definition, in the same iteration
	induction   // value holds before the definition; step more after it
)

// form returns an integer expression as a linear form. What is not linear
// becomes a variable of its own; false means that not even that is possible,
// because evaluating it may have any effect.
func (a *analysis) form(e program.Expr, at place) (form, bool) {
	f := a.emptyForm()
	if a.linear(e, at, 1, &f) && f.small() {
		return f, true
	}
	v, ok := a.atom(e, at)
	return form{t: []term{{v, 1}}}, ok
}

// linear adds k*e to out. It fails where e is not of type INTEGER, or too large.
func (a *analysis) linear(e program.Expr, at place, k int64, out *form) bool {
	switch e := e.(type) {
	case *program.Const:
		if e.Type != program.Integer || e.Int > limit || e.Int < -limit {
			return false
		}
		out.c += k * e.Int
		return out.small()
	case *program.Ref:
		if e.Sym.Type != program.Integer {
			return false
		}
		if len(e.Subs) > 0 || e.Sym.Rank() > 0 {
			return a.linearAtom(e, at, k, out)
		}
		out.plus(k, a.name(e.Sym, at))
		return out.small()
	case *program.Unary:
		switch e.Op {
		case program.Plus:
			return a.linear(e.X, at, k, out)
		case program.Neg:
			return a.linear(e.X, at, -k, out)
		}
	case *program.Binary:
		return a.linearBinary(e, at, k, out)
	case *program.Call:
		if t, _ := program.TypeOf(e); t == program.Integer {
			return a.remainder(e, at, k, out) || a.linearAtom(e, at, k, out)
		}
	}
	return false
}

func (a *analysis) linearBinary(e *program.Binary, at place, k int64, out *form) bool {
	switch e.Op {
	case program.Add:
		return a.linear(e.X, at, k, out) && a.linear(e.Y, at, k, out)
	case program.Sub:
		return a.linear(e.X, at, k, out) && a.linear(e.Y, at, -k, out)
	case program.Mul, program.Div, program.Pow:
		return a.linearProduct(e, at, k, out)
	}
	return false
}

// linearProduct handles a constant factor or divisor.
func (a *analysis) linearProduct(e *program.Binary, at place, k int64, out *form) bool {
	var x, y form
	if !a.linear(e.X, at, 1, &x) || !a.linear(e.Y, at, 1, &y) {
		return false
	}
	if !x.constant() {
		a.settle(&y)
	}
	if e.Op == program.Mul && !y.constant() {
		a.settle(&x)
	}
	switch {
	case e.Op == program.Mul && y.constant():
		out.plus(k, scaled(x, y.c))
	case e.Op == program.Mul && x.constant():
		out.plus(k, scaled(y, x.c))
	case e.Op == program.Div && y.constant() && y.c != 0 && divisible(x, y.c):
		x.c /= y.c
		for i := range x.t {
			x.t[i].k /= y.c
		}
		out.plus(k, x)
	case e.Op == program.Div && x.constant() && y.constant() && y.c != 0:
		out.c += k * (x.c / y.c)
	default:
		return a.linearAtom(e, at, k, out)
	}
	return out.small()
}

// scaled is k*f, or something that is not small where that overflows.
func scaled(f form, k int64) form {
	if !f.small() || k > limit || k < -limit {
		return form{c: limit + 1}
	}
	f.t = slices.Clone(f.t)
	f.scale(k)
	return f
}

func divisible(f form, d int64) bool {
	for _, t := range f.t {
		if t.k%d != 0 {
			return false
		}
	}
	return f.c%d == 0
}

// settle takes a PARAMETER at its value, where it stands alone: as a factor it
// has no linear form.
func (a *analysis) settle(f *form) {
	if f.c != 0 || len(f.t) != 1 {
		return
	}
	if s := a.vars[f.t[0].v].parameter; s != nil {
		if c, ok := a.parameter(s); ok {
			*f = form{c: c * f.t[0].k}
		}
	}
}

// linearAtom adds k times a variable that stands for the whole of e.
func (a *analysis) linearAtom(e program.Expr, at place, k int64, out *form) bool {
	v, ok := a.atom(e, at)
	if ok {
		out.plusTerm(v, k)
	}
	return ok && out.small()
}

// name returns the value of an integer scalar.
func (a *analysis) name(s *program.Symbol, at place) form {
	for i := len(at.env) - 1; i >= 0; i-- {
		if at.env[i].sym == s {
			return at.env[i].value
		}
	}
	id := a.id(s)
	if s.Class == program.Parameter {
		if c, ok := a.parameter(s); ok && a.o.Fixed {
			return form{c: c}
		}
		return variableForm(a.symbol(s, id, nil))
	}
	for m := at.loop; m != nil; m = m.parent {
		if m.do.Var == s && m.known {
			return m.index
		}
	}
	changer := at.loop.changer(id)
	if changer == nil {
		return variableForm(a.symbol(s, id, nil))
	}
	if f, ok := a.defined(id, changer, at.pos); ok {
		return f
	}
	return variableForm(a.symbol(s, id, changer))
}

func variableForm(v int32) form { return form{t: []term{{v, 1}}} }

// defined returns the value at a place of a scalar that the loop's body assigns
// once: the right side of that assignment, or start + step*x for an induction.
func (a *analysis) defined(id int32, l *loop, pos int32) (form, bool) {
	rec := l.scalars[id]
	if rec == nil || rec.definition == nil || rec.stores != 1 || l.any {
		return form{}, false
	}
	if rec.state == unresolved {
		a.resolve(id, l, rec)
	}
	after := pos > 2*rec.pos
	switch {
	case rec.state == induction:
		f := rec.value
		if after {
			f.c += f.t[slices.IndexFunc(f.t, func(t term) bool { return t.v == l.x })].k
		}
		return f, true
	case rec.state == substituted && after:
		return rec.value, true
	}
	return form{}, false
}

// resolve reads a scalar's only definition. While it is being read the scalar
// stands for its value at the start of the iteration.
func (a *analysis) resolve(id int32, l *loop, rec *scalar) {
	rec.state = resolving
	s := rec.definition.LHS.Sym
	var f form
	ok := s.Type == program.Integer && a.linear(rec.definition.RHS, place{loop: l, pos: 2 * rec.pos}, 1, &f) && f.small()
	rec.state = opaque
	if !ok {
		return
	}
	self := a.symbol(s, id, l)
	if len(f.t) == 1 && f.t[0].v == self {
		if f.t[0].k == 1 && f.c != 0 && !l.jumps && !l.random {
			rec.value = variableForm(a.atEntry(baseVariable, id, l, s.Name)).add(f.c, variableForm(l.x))
			rec.state = induction
		}
		return
	}
	for _, t := range f.t {
		if a.vars[t.v].store >= l.depth {
			return
		}
	}
	rec.value, rec.state = f, substituted
}
