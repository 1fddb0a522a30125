package place

import "github.com/parlens/parlens/analysis/spar"

// width is how many components the value of an expression has: operators work on vectors one
// component after the other, and assignments store them so (Spar specification 2.0, tuples). 1 for
// what is no vector, and for one whose length is not constant.
func (b *builder) width(x spar.Expr, s *scope) int {
	switch x := spar.Unmarked(x).(type) {
	case *spar.Tuple:
		return len(x.Items)
	case *spar.Name, *spar.Select:
		if v := s.variable(x); v != nil {
			return max(1, v.parts, b.tupleCount(v.Type, s))
		}
	case *spar.Index:
		return max(1, b.tupleCount(b.elementType(x, s), s))
	case *spar.Call:
		if list, ok := b.sizes(x, s); ok {
			return len(list)
		}
		if m, _ := s.declared(x); m != nil {
			return max(1, b.tupleCount(m.member.Type, s))
		}
	case *spar.Binary:
		return max(b.width(x.X, s), b.width(x.Y, s))
	case *spar.Unary:
		return b.width(x.X, s)
	case *spar.Cast:
		return b.width(x.X, s)
	case *spar.Choice:
		return max(b.width(x.Then, s), b.width(x.Else, s))
	}
	return 1
}

// zeros is to how many components of a vector of integers a constant 0 is added, or from how many
// it is taken, as in w + [1,0,0]: no compiler does anything for those.
func (b *builder) zeros(x *spar.Binary, s *scope) int {
	added := []spar.Expr{x.Y}
	switch x.Op {
	case "+":
		added = append(added, x.X)
	case "-":
	default:
		return 0
	}
	zero := map[int]bool{}
	for _, y := range added {
		list, _ := b.vector(y, s)
		for d, k := range list {
			if c, ok := b.arena.ConstInt(b.expr(k, s)); ok && c == 0 && b.classOf(k, s) == Integer {
				zero[d] = true
			}
		}
	}
	return len(zero)
}

// componentClass is the class of a value, of a vector that of its first component.
func (b *builder) componentClass(x spar.Expr, s *scope) Class {
	if b.width(x, s) > 1 {
		if list, ok := b.vector(x, s); ok {
			return b.classOf(list[0], s)
		}
		if i, ok := spar.Unmarked(x).(*spar.Index); ok {
			return classOfType(b.elementType(i, s).Tuple[0])
		}
	}
	return b.classOf(x, s)
}

// elementType is the type of what subscripts name in an array of vectors, or in one vector; nil
// where that is something else.
func (b *builder) elementType(x *spar.Index, s *scope) *spar.TypeRef {
	v, levels := s.subscripted(x)
	if v == nil || v.Type == nil || levels < len(v.Type.Dims) || len(v.Type.Tuple) == 0 {
		return nil
	}
	if levels == len(v.Type.Dims) {
		return &spar.TypeRef{Tuple: v.Type.Tuple, Count: v.Type.Count}
	}
	return v.Type.Tuple[0]
}
