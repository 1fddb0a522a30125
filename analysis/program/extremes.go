package program

import (
	"slices"

	"github.com/parlens/parlens/analysis/source"
)

// extremes returns the least and the greatest value of an expression, which are the same
// expression where it is the same in all iterations; nil where they are not known.
func (t *touching) extremes(e Expr) (lo, hi Expr) {
	switch e := e.(type) {
	case *Const:
		return e, e
	case *Ref:
		return t.variable(e)
	case *Unary:
		if hi, lo = t.extremes(e.X); lo == nil || e.Op != Neg {
			return nil, nil
		}
		first := NewUnary(source.Span{}, Neg, lo)
		if lo == hi {
			return first, first
		}
		return first, NewUnary(source.Span{}, Neg, hi)
	case *Binary:
		return t.binary(e)
	}
	return nil, nil
}

func (t *touching) variable(r *Ref) (lo, hi Expr) {
	switch s := r.Sym; {
	case s.Type != Integer || s.Rank() > 0 || r.Image != nil:
		return nil, nil
	case s.Class == Parameter:
		return t.extremes(s.Value)
	case s.Dummy && (s.Intent == "in" || t.kept[s.Name]):
		same := NewRef(source.Span{}, s)
		return same, same
	case t.once[s] != nil && t.depth < deepest:
		inner := *t
		inner.depth++
		return inner.extremes(t.once[s])
	}
	i := slices.IndexFunc(t.ranges, func(x IndexRange) bool { return x.Var == r.Sym })
	if i < 0 || t.depth > 0 && t.loops[r.Sym] > 1 { // the loop around the assignment may be another one
		return nil, nil
	}
	around := *t
	around.ranges = t.ranges[:i]
	x := t.ranges[i]
	from, to := x.Lo, x.Hi
	step := int64(1)
	if x.Step != nil {
		var known bool
		if step, known = ConstInt(x.Step, nil); !known {
			return nil, nil
		}
	}
	if step < 0 {
		from, to = to, from
	}
	lo, _ = around.extremes(from)
	if _, hi = around.extremes(to); lo == nil || hi == nil {
		return nil, nil
	}
	return lo, hi
}

func (t *touching) binary(e *Binary) (lo, hi Expr) {
	a, b := t.extremes(e.X)
	c, d := t.extremes(e.Y)
	if a == nil || c == nil {
		return nil, nil
	}
	with := func(x, y Expr) Expr { return NewBinary(source.Span{}, e.Op, x, y) }
	switch {
	case a == b && c == d:
		same := with(a, c)
		return same, same
	case e.Op == Add:
		return with(a, c), with(b, d)
	case e.Op == Sub:
		return with(a, d), with(b, c)
	}
	return nil, nil
}
