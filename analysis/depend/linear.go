package depend

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// linear is a constant with integer multiples of scalars.
type linear struct {
	constant int64
	factors  map[*program.Symbol]int64 // none is 0
}

// linear returns nil for what has no such form, or names what the loop changes but for the
// indices of some loops in it.
func (c *coverage) linear(e program.Expr, loops []*program.Do) *linear {
	if e == nil {
		return nil
	}
	if x, ok := program.ConstInt(e, nil); ok {
		return &linear{constant: x}
	}
	switch e := e.(type) {
	case *program.Ref:
		index := slices.ContainsFunc(loops, func(do *program.Do) bool { return do.Var == e.Sym })
		if e.Sym.Rank() == 0 && e.Sym.Type == program.Integer && (index || !c.changed[e.Sym] && !(c.calls && e.Sym.Shared)) && !e.Sym.Aliased && !e.Sym.Overlaid {
			return &linear{factors: map[*program.Symbol]int64{e.Sym: 1}}
		}
	case *program.Unary:
		if e.Op == program.Neg {
			return (&linear{}).plus(-1, c.linear(e.X, loops))
		}
	case *program.Binary:
		x, y := c.linear(e.X, loops), c.linear(e.Y, loops)
		switch {
		case x == nil || y == nil:
		case e.Op == program.Add:
			return x.plus(1, y)
		case e.Op == program.Sub:
			return x.plus(-1, y)
		case e.Op == program.Mul && len(x.factors) == 0:
			return (&linear{}).plus(x.constant, y)
		case e.Op == program.Mul && len(y.factors) == 0:
			return (&linear{}).plus(y.constant, x)
		}
	}
	return nil
}

// plus is l + times*x, nil where x is.
func (l *linear) plus(times int64, x *linear) *linear {
	if x == nil {
		return nil
	}
	out := &linear{l.constant + times*x.constant, map[*program.Symbol]int64{}}
	for s, f := range l.factors {
		out.factors[s] = f
	}
	for s, f := range x.factors {
		if out.factors[s] += times * f; out.factors[s] == 0 {
			delete(out.factors, s)
		}
	}
	return out
}

// with has another form in the place of a scalar.
func (l *linear) with(s *program.Symbol, x *linear) *linear {
	f := l.factors[s]
	return l.plus(-f, &linear{factors: map[*program.Symbol]int64{s: 1}}).plus(f, x)
}

// of returns the innermost of some loops whose index the form names, nil for none.
func (l *linear) of(loops []*program.Do) *program.Do {
	for i := len(loops) - 1; i >= 0; i-- {
		if l.factors[loops[i].Var] != 0 {
			return loops[i]
		}
	}
	return nil
}

// atLeast tells whether l >= x whatever the scalars are.
func (l *linear) atLeast(x *linear) bool {
	d := l.plus(-1, x)
	return len(d.factors) == 0 && d.constant >= 0
}

// asDeclared tells whether a bound is what it was when the array was declared.
func (l *linear) asDeclared() bool {
	for s := range l.factors {
		if s.Intent != "in" {
			return false
		}
	}
	return true
}
