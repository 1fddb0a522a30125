package comm

import (
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/costmodel/symbolic"
)

// Affine is a subscript as a function of one loop: Scale*x + Offset, where x
// runs over the loop's normalised range. Without a loop (Loop nil) it is the
// loop-invariant Offset. An irregular subscript is neither: it depends on
// several loops, on array elements, or not linearly.
type Affine struct {
	Loop      *Loop
	Scale     int64
	Offset    symbolic.Expr
	Irregular bool
}

var irregular = Affine{Irregular: true}

// Loop is a loop in normal form: x runs from Lo to Hi in steps of 1, and the
// source's index is Scale*x + Base. Steps that are not constant leave the
// index irregular (Scale 0).
type Loop struct {
	Name        string // of x, as a symbol
	Index       *program.Symbol
	Lo, Hi      symbolic.Expr
	Scale       int64
	Base        symbolic.Expr
	Do          *program.Do // nil for the loops of array constructs
	Stores      Stores      // what the body of a DO may change
	Independent bool
}

// newLoop brings lo:hi:step into normal form. A step of 1 keeps the source's
// index as x, so that formulas read like the program.
func newLoop(a *symbolic.Arena, name string, lo, hi, step symbolic.Expr) *Loop {
	s, constant := a.ConstInt(step)
	switch {
	case constant && s == 1:
		return &Loop{Name: name, Lo: lo, Hi: hi, Scale: 1, Base: a.Int(0)}
	case constant && s < 0: // (lo-hi) div |s|: keeps the divisor positive
		return &Loop{Name: name, Lo: a.Int(0), Hi: a.FloorDiv(a.Sub(lo, hi), a.Int(-s)), Scale: s, Base: lo}
	case constant && s > 0:
		return &Loop{Name: name, Lo: a.Int(0), Hi: a.FloorDiv(a.Sub(hi, lo), step), Scale: s, Base: lo}
	}
	return &Loop{Name: name, Lo: a.Int(0), Hi: a.FloorDiv(a.Sub(hi, lo), step), Base: lo}
}

// Trip returns the number of iterations, at least 0.
func (l *Loop) Trip(a *symbolic.Arena) symbolic.Expr {
	return a.Max(a.Int(0), a.Add(a.Sub(l.Hi, l.Lo), a.Int(1)))
}

// x returns the symbol that runs over the loop.
func (l *Loop) x(a *symbolic.Arena) symbolic.Expr { return a.Sym(l.Name, symbolic.Index) }

// affine reads an integer expression as a function of one of the loops; loops
// that are not in scope count as invariant symbols.
func (b *Builder) affine(e program.Expr, scope scope) Affine {
	switch e := e.(type) {
	case *program.Const:
		if e.Type == program.Integer {
			return Affine{Offset: b.A.Int(e.Int)}
		}
	case *program.Ref:
		if len(e.Subs) == 0 && e.Sym.Rank() == 0 {
			return b.affineName(e.Sym, scope)
		}
	case *program.Unary:
		return b.affineUnary(e, scope)
	case *program.Binary:
		return b.affineBinary(e, scope)
	}
	if v, ok := program.ToIndex(b.A, e); ok && !mentionsLoops(e, scope) {
		return Affine{Offset: v}
	}
	return irregular
}

func (b *Builder) affineName(s *program.Symbol, scope scope) Affine {
	l := scope.of(s)
	switch {
	case l == nil:
		return Affine{Offset: b.fixed(s)}
	case l.Scale == 0:
		return irregular
	}
	return Affine{Loop: l, Scale: l.Scale, Offset: l.Base}
}

// fixed returns the value of a scalar that is not a range: the index of a DO
// loop in normal form, or the variable itself.
func (b *Builder) fixed(s *program.Symbol) symbolic.Expr {
	if l := scope(b.Enclosing).of(s); l != nil && l.Scale != 0 {
		return b.A.Add(b.A.Mul(b.A.Int(l.Scale), l.x(b.A)), l.Base)
	}
	return b.A.Sym(s.Name, symbolic.Index)
}

func (b *Builder) affineUnary(e *program.Unary, scope scope) Affine {
	x := b.affine(e.X, scope)
	switch e.Op {
	case program.Plus:
		return x
	case program.Neg:
		return b.scaled(x, -1)
	}
	return irregular
}

func (b *Builder) affineBinary(e *program.Binary, scope scope) Affine {
	x, y := b.affine(e.X, scope), b.affine(e.Y, scope)
	switch {
	case x.Irregular || y.Irregular:
		return irregular
	case e.Op == program.Add:
		return b.plus(x, y)
	case e.Op == program.Sub:
		return b.plus(x, b.scaled(y, -1))
	case e.Op == program.Mul && x.Loop == nil:
		return b.times(y, x.Offset)
	case e.Op == program.Mul && y.Loop == nil:
		return b.times(x, y.Offset)
	case x.Loop == nil && y.Loop == nil:
		if v, ok := program.ToIndex(b.A, e); ok {
			return Affine{Offset: v}
		}
	}
	return irregular
}

func (b *Builder) plus(x, y Affine) Affine {
	if x.Irregular || y.Irregular || x.Loop != nil && y.Loop != nil && x.Loop != y.Loop {
		return irregular
	}
	sum := Affine{Loop: x.Loop, Scale: x.Scale + y.Scale, Offset: b.A.Add(x.Offset, y.Offset)}
	if sum.Loop == nil {
		sum.Loop = y.Loop
	}
	if sum.Scale == 0 {
		sum.Loop = nil
	}
	return sum
}

func (b *Builder) scaled(x Affine, by int64) Affine {
	if x.Irregular {
		return x
	}
	return Affine{Loop: x.Loop, Scale: x.Scale * by, Offset: b.A.Mul(b.A.Int(by), x.Offset)}
}

// times multiplies by an invariant: a constant one keeps the form, any other
// only when x has no loop.
func (b *Builder) times(x Affine, by symbolic.Expr) Affine {
	if v, ok := b.A.ConstInt(by); ok {
		if v == 0 {
			return Affine{Offset: b.A.Int(0)}
		}
		return b.scaled(x, v)
	}
	if x.Loop == nil && !x.Irregular {
		return Affine{Offset: b.A.Mul(x.Offset, by)}
	}
	return irregular
}

// Value returns an integer expression in which the indices of the enclosing DO
// loops stand for themselves; false when it has no symbolic form.
func (b *Builder) Value(e program.Expr) (symbolic.Expr, bool) {
	v := b.affine(e, scope(b.Enclosing))
	if v.Irregular {
		return b.A.Int(0), false
	}
	return b.at(v), true
}

// at returns the value of the subscript as an expression of its loop's symbol.
func (b *Builder) at(x Affine) symbolic.Expr {
	if x.Loop == nil {
		return x.Offset
	}
	return b.A.Add(b.A.Mul(b.A.Int(x.Scale), x.Loop.x(b.A)), x.Offset)
}

// scope holds the loops whose indices are ranges, innermost last.
type scope []*Loop

func (s scope) of(sym *program.Symbol) *Loop {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i].Index == sym {
			return s[i]
		}
	}
	return nil
}

func mentionsLoops(e program.Expr, scope scope) bool {
	found := false
	program.Walk(e, func(x program.Expr) bool {
		if r, ok := x.(*program.Ref); ok && scope.of(r.Sym) != nil {
			found = true
		}
		return !found
	})
	return found
}
