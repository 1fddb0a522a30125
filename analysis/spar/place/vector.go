package place

import (
	"strconv"

	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/spar"
	"github.com/parlens/parlens/analysis/symbolic"
)

// worth is an expression of which the model knows the value: a component of a
// vector that is written nowhere.
type worth struct {
	span source.Span
	e    symbolic.Expr
}

// At returns the place of the vector.
func (w *worth) At() source.Span { return w.span }

// vector returns the components of a vector: of a tuple, of a variable that has
// been given one, of the sizes of an array, of an iterator over vectors, and of
// what is computed from those element by element. false for any other
// expression.
func (b *builder) vector(x spar.Expr, s *scope) ([]spar.Expr, bool) {
	switch x := spar.Unmarked(x).(type) {
	case *spar.Tuple:
		return x.Items, true
	case *spar.Name, *spar.Select:
		return b.vectorVariable(x, s)
	case *spar.Call:
		if list, ok := b.sizes(x, s); ok {
			return list, true
		}
		return b.functionVector(x, s)
	case *spar.Unary:
		return b.componentwise(s, func(k []spar.Expr) spar.Expr { return &spar.Unary{Op: x.Op, X: k[0]} }, x.X)
	case *spar.Binary:
		return b.componentwise(s, func(k []spar.Expr) spar.Expr { return &spar.Binary{Op: x.Op, X: k[0], Y: k[1]} }, x.X, x.Y)
	case *spar.Cast:
		return b.vector(x.X, s)
	}
	return nil, false
}

// vectorVariable is the vector that a variable has from its declaration on, or
// its components one by one.
func (b *builder) vectorVariable(x spar.Expr, s *scope) ([]spar.Expr, bool) {
	v := s.variable(x)
	if v == nil {
		return nil, false
	}
	if v.parts > 0 {
		return componentsOf(v, x), true
	}
	n := b.tupleLength(v.Type, s)
	if n == 0 {
		return nil, false
	}
	if v.once && v.init != nil && !v.open {
		v.open = true
		list, ok := b.vector(v.init, s.of(v))
		v.open = false
		if ok && len(list) == n {
			return b.valued(list, x, s.of(v)), true
		}
	}
	out := make([]spar.Expr, n)
	for d := range out {
		out[d] = &spar.Index{X: x, Subs: []spar.Expr{&spar.Literal{Kind: "int", Text: strconv.Itoa(d)}}}
	}
	return out, true
}

// valued are components as the scope of their declaration knows them.
func (b *builder) valued(list []spar.Expr, x spar.Expr, s *scope) []spar.Expr {
	out := make([]spar.Expr, len(list))
	for i, k := range list {
		out[i] = &worth{x.At(), b.expr(k, s)}
	}
	return out
}

// of is the scope in which a variable's first value is read: that of its class, or of the
// member that sets it.
func (s *scope) of(v *Variable) *scope {
	switch {
	case v.class == nil:
		return s
	case v.by > 0:
		return s.b.makingScope(v.by)
	}
	return &scope{b: s.b, u: s.u, class: v.class}
}

// tupleLength is the number of components of a tuple type; 0 for any other type,
// where it is not known, and where there are too many to look at each.
func (b *builder) tupleLength(t *spar.TypeRef, s *scope) int {
	n := b.tupleCount(t, s)
	if n > maxComponents {
		return 0
	}
	return n
}

// tupleCount is tupleLength of any length.
func (b *builder) tupleCount(t *spar.TypeRef, s *scope) int {
	switch {
	case t == nil || len(t.Dims) > 0 || len(t.Tuple) == 0:
		return 0
	case t.Count == nil:
		return len(t.Tuple)
	}
	n, ok := b.arena.ConstInt(b.expr(t.Count, s))
	if !ok || n < 1 {
		return 0
	}
	return int(n)
}

// maxComponents is the longest vector that is looked at component by component.
const maxComponents = 16

// componentsOf are the names of the components of an iterator.
func componentsOf(v *Variable, x spar.Expr) []spar.Expr {
	out := make([]spar.Expr, v.parts)
	for d := range out {
		out[d] = &spar.Name{Name: component(v.Name, d)}
	}
	return out
}

// sizes are the extents of an array, as getSize() returns them.
func (b *builder) sizes(x *spar.Call, s *scope) ([]spar.Expr, bool) {
	f, ok := spar.Unmarked(x.Fun).(*spar.Select)
	if !ok || f.Name != "getSize" || len(x.Args) > 0 {
		return nil, false
	}
	list := b.shapeKnown(f.X, s)
	out := make([]spar.Expr, len(list))
	for d, e := range list {
		out[d] = &worth{x.At(), e}
	}
	return out, len(list) > 0
}

// componentwise is an operator on vectors: what is a scalar goes with every
// component.
func (b *builder) componentwise(s *scope, apply func([]spar.Expr) spar.Expr, operands ...spar.Expr) ([]spar.Expr, bool) {
	n, vectors := 0, make([][]spar.Expr, len(operands))
	for i, x := range operands {
		list, ok := b.vector(x, s)
		if !ok {
			continue
		}
		if n > 0 && len(list) != n {
			return nil, false
		}
		n, vectors[i] = len(list), list
	}
	out := make([]spar.Expr, n)
	for d := range out {
		of := make([]spar.Expr, len(operands))
		for i, x := range operands {
			if of[i] = x; vectors[i] != nil {
				of[i] = vectors[i][d]
			}
		}
		out[d] = apply(of)
	}
	return out, n > 0
}

// componentValue is v[d] with a vector v and a constant d.
func (b *builder) componentValue(x *spar.Index, s *scope) (symbolic.Expr, bool) {
	if len(x.Subs) != 1 || x.Vector {
		return 0, false
	}
	d, constant := b.arena.ConstInt(b.expr(x.Subs[0], s))
	if !constant {
		return 0, false
	}
	if v := s.variable(x.X); v != nil && v.Array() && v.parts == 0 {
		return 0, false
	}
	list, ok := b.vector(x.X, s)
	if !ok || d < 0 || d >= int64(len(list)) {
		return 0, false
	}
	if k, same := list[d].(*spar.Index); same && spar.Text(k) == spar.Text(x) {
		return 0, false
	}
	return b.expr(list[d], s), true
}
