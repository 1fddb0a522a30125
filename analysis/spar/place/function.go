package place

import (
	"slices"

	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/symbolic"
)

// A function of the program may compute an integer that sizes or bounds depend on: the
// extent of a level of multigrid, the logarithm of a length. Its body is followed with
// the arguments in the place of the parameters.

// maxFunctions is how deep functions in functions are followed.
const maxFunctions = 4

// number is the part of what a function returns that is no vector.
const number = -1

// functionVector has the components of what a call of a function returns.
func (b *builder) functionVector(x *spar.Call, s *scope) ([]spar.Expr, bool) {
	to := s.callee(x)
	if to == nil {
		return nil, false
	}
	out := make([]spar.Expr, b.tupleLength(to.member.Type, s))
	for part := range out {
		e, ok := b.functionValue(to, x, s, part)
		if !ok {
			return nil, false
		}
		out[part] = &worth{x.At(), e}
	}
	return out, len(out) > 0
}

// functionValue is what a call of a function returns, or a component of that; false where
// it cannot be followed.
func (b *builder) functionValue(to *Method, x *spar.Call, s *scope, part int) (symbolic.Expr, bool) {
	if b.functions == maxFunctions || to.recursive || !numeric(to.member) || (part == number) != (classOfType(to.member.Type) == Integer) {
		return 0, false
	}
	var e symbolic.Expr
	found := false
	asks := b.followed(to, x, s, func(m *worker) { e, found = (&function{m, part}).returned(to.member.Body.Body) })
	return e, found && !asks
}

// followed looks at the body of a method with the integers and arrays that a call hands it in
// the place of its parameters. What that enters into the model is forgotten; it tells whether something
// was that only the run knows.
func (b *builder) followed(to *Method, x *spar.Call, s *scope, look func(*worker)) (asks bool) {
	inner := &scope{b: b, u: b.unit, class: to.class, method: to, names: map[string]*Variable{}}
	for i, p := range to.member.Params {
		v := &Variable{Name: p.Name, Model: p.Name, Type: p.Type}
		if classOfType(p.Type) == Integer {
			v.now = b.expr(x.Args[i], s)
		} else if of := s.variable(x.Args[i]); of != nil && v.Array() && of.Rank() == v.Rank() {
			v.Layout, v.extents = of.Layout, of.extents
		}
		inner.names[p.Name] = v
	}
	known, critical, callees, numbers, own := len(b.known), len(b.criticalList), len(b.callees), b.numbers, b.own
	b.own = map[string]bool{}
	for _, name := range to.member.Facts.Assigned {
		b.own[name] = true
	}
	b.quiet++
	b.functions++
	look(&worker{b: b, method: to, scope: inner, out: &[]Step{}})
	b.functions--
	b.quiet--
	asks = len(b.criticalList) > critical
	b.known, b.criticalList, b.callees, b.numbers, b.own = b.known[:known], b.criticalList[:critical], b.callees[:callees], numbers, own
	return asks
}

// numeric tells whether a method computes an integer of integers, or a vector of some, and
// changes nothing.
func numeric(m spar.Placed) bool {
	if m.Body == nil || m.Type == nil || len(m.Facts.Stored) > 0 {
		return false
	}
	results := []*spar.TypeRef{m.Type}
	if len(m.Type.Dims) == 0 && len(m.Type.Tuple) > 0 {
		results = m.Type.Tuple
	}
	for _, t := range results {
		if classOfType(t) != Integer {
			return false
		}
	}
	for _, p := range m.Params {
		if classOfType(p.Type) != Integer {
			return false
		}
	}
	return true
}

// findFunctions finds what may be followed where it is called: functions of integers, and what
// tasks and iterations of independent loops call, which live where that stores, or what it calls.
func (u *unit) findFunctions() {
	u.functions = map[string][]*Method{}
	called := map[string]bool{}
	for depth := range maxFunctions {
		var names []string
		for _, m := range u.members {
			for _, x := range m.Facts.Calls {
				if x.Call != nil && (x.Free || x.Task || depth > 0 && called[m.Name]) {
					names = append(names, functionName(x.Call))
				}
			}
		}
		for _, name := range names {
			called[name] = true
		}
	}
	for _, m := range u.methods {
		if numeric(m.member) || called[m.member.Name] {
			u.functions[m.member.Name] = append(u.functions[m.member.Name], m)
		}
	}
}

// followed tells whether the body of a method may be looked at where the method is called.
func (u *unit) followed(m *Method) bool { return slices.Contains(u.functions[m.member.Name], m) }

// function follows the body of a function.
type function struct {
	*worker
	part int
}

// returned is the value of the first return that statements come to.
func (f function) returned(list []spar.Stmt) (symbolic.Expr, bool) {
	for i, s := range list {
		switch s := s.(type) {
		case *spar.Jump:
			if s.Word != "return" || s.X == nil {
				return 0, false
			}
			if f.part == number {
				return f.b.expr(s.X, f.scope), true
			}
			list, ok := f.b.vector(s.X, f.scope)
			if !ok || f.part >= len(list) {
				return 0, false
			}
			return f.b.expr(list[f.part], f.scope), true
		case *spar.If:
			if !jumps(s) {
				break
			}
			return f.choice(s, list[i+1:])
		}
		if jumps(s) {
			return 0, false
		}
		f.statement(s)
	}
	return 0, false
}

// choice is the value where an if decides what is returned.
func (f function) choice(s *spar.If, rest []spar.Stmt) (symbolic.Expr, bool) {
	x, ok := spar.Unmarked(s.Cond).(*spar.Binary)
	if !ok {
		return 0, false
	}
	t := f.b.comparison(x, f.scope)
	if t == nil {
		return 0, false
	}
	side := func(first spar.Stmt) (symbolic.Expr, bool) {
		before := f.scope
		f.scope = before.copied()
		e, ok := f.returned(append(flatOf(first), rest...))
		f.scope = before
		return e, ok
	}
	then, ok := side(s.Then)
	if !ok {
		return 0, false
	}
	els, ok := side(s.Else)
	return f.b.arena.Cond(t.truth(f.b.arena), then, els), ok
}

// truth is 1 where a comparison holds, else 0.
func (t *Test) truth(a *symbolic.Arena) symbolic.Expr {
	switch t.Op {
	case "==":
		return a.Eq(t.X, t.Y)
	case "!=":
		return a.Ne(t.X, t.Y)
	case "<":
		return a.Lt(t.X, t.Y)
	case "<=":
		return a.Le(t.X, t.Y)
	case ">":
		return a.Lt(t.Y, t.X)
	}
	return a.Le(t.Y, t.X)
}

// flatOf are the statements of one that may be missing.
func flatOf(s spar.Stmt) []spar.Stmt {
	if s == nil {
		return nil
	}
	return append([]spar.Stmt{}, flat(s)...)
}

// copied is a scope in which values may change without changing those of the variables
// themselves.
func (s *scope) copied() *scope {
	out := *s
	out.names = map[string]*Variable{}
	for name, v := range s.names {
		own := *v
		out.names[name] = &own
	}
	return &out
}

// jumps tells whether a statement may leave the function, or a loop.
func jumps(s spar.Stmt) bool {
	if _, ok := s.(*spar.Jump); ok {
		return true
	}
	for _, part := range spar.Parts(s) {
		if jumps(part) {
			return true
		}
	}
	return false
}
