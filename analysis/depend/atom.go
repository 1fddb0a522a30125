package depend

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// atom returns the variable that stands for an expression without a linear
// form: equal text in the same loops is the same variable.
func (a *analysis) atom(e program.Expr, at place) (int32, bool) {
	var store, index *loop
	local, ok := false, true
	program.Walk(e, func(x program.Expr) bool {
		switch x := x.(type) {
		case *program.Opaque:
			ok = false
		case *program.Call:
			ok = ok && pure(x)
		case *program.Ref:
			local = local || slices.ContainsFunc(at.env, func(r rangedIndex) bool { return r.sym == x.Sym })
			store, index = deeper(store, at.loop.changer(a.id(x.Sym))), deeper(index, at.loop.indexed(x.Sym))
		}
		return ok
	})
	if !ok {
		return 0, false
	}
	key := variableKey{kind: atomVariable, store: depthOf(store), index: depthOf(index), text: program.Text(e)}
	if local {
		key.index = -1
	}
	return a.variable(key, func() variable {
		v := variable{store: depthOf(store), index: depthOf(index), text: key.text}
		if local {
			v.index = everyTime
		}
		v.lo, v.hi = atomRange(e)
		return v
	}), true
}

// indexed returns the loop around with the index, or nil.
func (l *loop) indexed(s *program.Symbol) *loop {
	for l != nil && l.do.Var != s {
		l = l.parent
	}
	return l
}

func deeper(l, m *loop) *loop {
	if depthOf(m) > depthOf(l) {
		return m
	}
	return l
}

// atomRange bounds MOD and MODULO by a literal.
func atomRange(e program.Expr) (lo, hi int64) {
	c, ok := e.(*program.Call)
	if !ok || len(c.Args) != 2 {
		return -Open, Open
	}
	m, ok := constant(c.Args[1].Value)
	switch {
	case !ok || m < 1:
	case c.Name == "modulo":
		return 0, m - 1
	case c.Name == "mod":
		return 1 - m, m - 1
	}
	return -Open, Open
}
