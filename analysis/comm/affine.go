package comm

import (
	"maps"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// Affine is a subscript as a function of one loop: Scale*x + Offset, where x
// runs over the loop's normalised range. Without a loop (Loop nil) it is the
// loop-invariant Offset. An irregular subscript is neither: it depends on
// several loops, on array elements, or not linearly. Its Offset is then its
// value in the loops' symbols where that is known, else 0.
type Affine struct {
	Loop      *Loop
	Scale     int64
	Offset    symbolic.Expr
	Irregular bool
}

var IrregularSubscript = Affine{Irregular: true}

// Affine reads an integer expression as a function of one of the loops; loops
// that are not in scope count as invariant symbols.
func (b *Builder) Affine(e program.Expr, scope Scope) Affine {
	if v := b.linear(e, scope); !v.Irregular {
		return v
	}
	v, ok := b.ValueIn(e, scope)
	if !ok {
		return IrregularSubscript
	}
	return Affine{Offset: v, Irregular: b.MentionsAny(v, scope.Names())}
}

// ValueIn returns an integer expression in the symbols of the loops around; not
// one with array elements that follow a loop of the scope.
func (b *Builder) ValueIn(e program.Expr, scope Scope) (symbolic.Expr, bool) {
	if b.followsElements(e, scope) {
		return 0, false
	}
	return b.valued(e, scope)
}

// BoundIn returns a loop's bound in the symbols of the loops around.
func (b *Builder) BoundIn(e program.Expr, scope Scope) (symbolic.Expr, bool) {
	if v := b.linear(e, scope); !v.Irregular {
		return b.AffineExpr(v), true
	}
	return b.valued(e, scope)
}

func (b *Builder) valued(e program.Expr, scope Scope) (symbolic.Expr, bool) {
	if b.storesElements(e, scope) {
		return 0, false
	}
	v, ok := program.ToIndex(b.A, e)
	var integers map[string]symbolic.Expr
	if !ok && b.Own != nil {
		var named program.Expr
		if named, integers, ok = b.integersOf(e, scope); ok {
			v, ok = program.ToIndex(b.A, named)
		}
	}
	if !ok {
		return 0, false
	}
	with := b.indices(scope)
	maps.Copy(with, integers)
	b.ownElements(e, with)
	return b.A.Subst(b.elements(v, e, scope), with), true
}

// indices gives the indices of all loops around as functions of the symbols
// that run over them.
func (b *Builder) indices(s Scope) map[string]symbolic.Expr {
	with := map[string]symbolic.Expr{}
	for _, loops := range [][]*Loop{b.Enclosing, s} {
		for _, l := range loops {
			if l.Index != nil {
				with[l.Index.Name] = l.Value(b.A)
			}
		}
	}
	return b.own(with)
}

func (b *Builder) linear(e program.Expr, scope Scope) Affine {
	switch e := e.(type) {
	case *program.Const:
		if e.Type == program.Integer {
			return Affine{Offset: b.A.Int(e.Int)}
		}
	case *program.Ref:
		if len(e.Subs) == 0 && e.Sym.Rank() == 0 {
			if e.Value != nil {
				return b.linear(e.Value, scope)
			}
			return b.linearName(e, scope)
		}
	case *program.Unary:
		x := b.linear(e.X, scope)
		switch e.Op {
		case program.Plus:
			return x
		case program.Neg:
			return b.scaled(x, -1)
		}
	case *program.Binary:
		if v := b.linearBinary(e, scope); !v.Irregular {
			return v
		}
	}
	return b.invariant(e, scope)
}

// invariant reads what has no linear form but depends on no loop in scope.
func (b *Builder) invariant(e program.Expr, scope Scope) Affine {
	if v, ok := b.ValueIn(e, scope); ok && !b.MentionsAny(v, scope.Names()) {
		return Affine{Offset: v}
	}
	return IrregularSubscript
}

func (b *Builder) linearName(r *program.Ref, scope Scope) Affine {
	l := scope.Of(r.Sym)
	if r.Definition > 0 {
		l = nil // a name of its own
	}
	switch {
	case l == nil:
		return Affine{Offset: b.fixed(r, scope)}
	case l.Scale == 0:
		return IrregularSubscript
	}
	return Affine{Loop: l, Scale: l.Scale, Offset: l.Base}
}

// fixed returns the value of a scalar that is not a range: the index of a DO
// loop in normal form, or the variable itself.
func (b *Builder) fixed(r *program.Ref, scope Scope) symbolic.Expr {
	if l := Scope(b.Enclosing).Of(r.Sym); l != nil && r.Definition == 0 {
		return l.Value(b.A)
	}
	if v := b.Own[r.Sym]; v != 0 && len(r.Subs) == 0 {
		return v
	}
	if args := b.along(r, scope); args != nil {
		return b.element(r, args)
	}
	v := b.A.Sym(r.Name(), symbolic.Index)
	if b.Own != nil {
		return b.A.Subst(v, b.own(map[string]symbolic.Expr{}))
	}
	return v
}

func (b *Builder) linearBinary(e *program.Binary, scope Scope) Affine {
	x, y := b.linear(e.X, scope), b.linear(e.Y, scope)
	switch {
	case x.Irregular || y.Irregular:
		return IrregularSubscript
	case e.Op == program.Add:
		return b.plus(x, y)
	case e.Op == program.Sub:
		return b.plus(x, b.scaled(y, -1))
	case e.Op == program.Mul && x.Loop == nil:
		return b.times(y, x.Offset)
	case e.Op == program.Mul && y.Loop == nil:
		return b.times(x, y.Offset)
	}
	return IrregularSubscript
}

func (b *Builder) plus(x, y Affine) Affine {
	if x.Irregular || y.Irregular || x.Loop != nil && y.Loop != nil && x.Loop != y.Loop {
		return IrregularSubscript
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
		return IrregularSubscript
	}
	return Affine{Loop: x.Loop, Scale: x.Scale * by, Offset: b.A.Mul(b.A.Int(by), x.Offset)}
}

// times multiplies by an invariant: a constant one keeps the form, any other
// only when x has no loop.
func (b *Builder) times(x Affine, by symbolic.Expr) Affine {
	v, constant := b.A.ConstInt(by)
	switch {
	case x.Irregular:
		return IrregularSubscript
	case constant && v == 0:
		return Affine{Offset: b.A.Int(0)}
	case constant:
		return b.scaled(x, v)
	case x.Loop == nil:
		return Affine{Offset: b.A.Mul(x.Offset, by)}
	}
	return IrregularSubscript
}

// Composed returns scale*x + offset, as an alignment maps a subscript.
func (b *Builder) Composed(x Affine, scale int64, offset symbolic.Expr) Affine {
	if !x.Irregular {
		return b.plus(b.scaled(x, scale), Affine{Offset: offset})
	}
	if x.Offset != 0 {
		x.Offset = b.A.Add(b.A.Mul(b.A.Int(scale), x.Offset), offset)
	}
	return x
}

// Value returns an integer expression in which the indices of the enclosing DO
// loops stand for themselves; false when it has no symbolic form.
func (b *Builder) Value(e program.Expr) (symbolic.Expr, bool) {
	v := b.Affine(e, Scope(b.Enclosing))
	if v.Offset == 0 {
		return b.A.Int(0), false
	}
	return b.AffineExpr(v), true
}

// AffineExpr returns the value of the subscript as an expression of its loop's symbol;
// 0 when it is not known.
func (b *Builder) AffineExpr(x Affine) symbolic.Expr {
	if x.Loop == nil {
		return x.Offset
	}
	return b.A.Add(b.A.Mul(b.A.Int(x.Scale), x.Loop.x(b.A)), x.Offset)
}
