package comm

import (
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
)

// An element of an integer array is a symbol named as it is written, "n(1)",
// where no loop moves it. Where a subscript follows a loop, as in DO j = jlo(l),
// jhi(l) inside a loop over l, it is a function of the loop's index: the number of
// a vector says which, 0 where the elements are not known.

// Vector are the values of an integer array, column by column.
type Vector struct {
	Lower, Extent []int64
	Values        []int64
}

func (v Vector) lists() [][]int64 { return [][]int64{v.Lower, v.Extent, v.Values} }

// NoElement stands for an element that is not known.
const NoElement = math.MinInt64

// AddVector returns the number of a vector, the same for an equal one. It may be
// called while formulas are evaluated.
func (b *Builder) AddVector(v Vector) int64 { return b.vectors.add(v) }

var errNoElement = errors.New("an element outside the bounds of its array")

// elementAt returns an element of the vector with a number, args[0]; the nearest one outside of
// its bounds, where that is asked for.
func elementAt(x *numbered[Vector], args []float64, nearest bool) (float64, error) {
	v := x.with(args[0])
	if v == nil {
		return 0, nil // the formula has another value for it
	}
	at, stride := int64(0), int64(1)
	for d, s := range args[1:] {
		i := int64(s) - v.Lower[d]
		if nearest {
			i = min(max(i, 0), v.Extent[d]-1)
		}
		if i < 0 || i >= v.Extent[d] {
			return 0, errNoElement
		}
		at, stride = at+i*stride, stride*v.Extent[d]
	}
	if v.Values[at] == NoElement {
		return 0, errNoElement
	}
	return float64(v.Values[at]), nil
}

const vectorPrefix = "elements of "

// VectorName returns the array whose vector a symbol of a formula numbers, ""
// for other symbols.
func VectorName(symbol string) string {
	name, ok := strings.CutPrefix(symbol, vectorPrefix)
	if !ok {
		return ""
	}
	return name
}

// elements replaces the array elements of an expression that follow loops around
// by functions of their indices. v is what the expression became.
func (b *Builder) elements(v symbolic.Expr, e program.Expr, s Scope) symbolic.Expr {
	with := map[string]symbolic.Expr{}
	program.Walk(e, func(x program.Expr) bool {
		r, ok := x.(*program.Ref)
		if ok && !r.IsElement() {
			if args := b.along(r, s); args != nil {
				with[r.Name()] = b.element(r, args)
			}
		}
		if !ok || !r.IsElement() {
			return true
		}
		if args, moves := b.movedBy(r, s); moves {
			with[r.Name()] = b.element(r, args)
		}
		return false
	})
	if len(with) == 0 {
		return v
	}
	return b.A.Subst(v, with)
}

// element is an element of an array, or a scalar that has a value of its own in each
// iteration, as a function: what the reference is called where its vector is not known.
func (b *Builder) element(r *program.Ref, args []symbolic.Expr) symbolic.Expr {
	of, key, x, scalar := r.Sym.Name, "vector", b.vectors, !r.IsElement()
	name := r.Name()
	if scalar {
		of, key = name, "course"
	}
	number := b.A.Sym(vectorPrefix+of, symbolic.Index)
	f := &symbolic.Function{Name: r.Sym.Name, Key: key, Result: symbolic.Index, Cost: 10, Lo: -1 << 31, Hi: 1 << 31, Eval: func(args []float64) (float64, error) { return elementAt(x, args, scalar) }}
	return b.A.Cond(b.A.Eq(number, b.A.Int(0)), b.A.Sym(name, symbolic.Index), b.A.Opaque(f, append([]symbolic.Expr{number}, args...)...))
}

// along returns the indices of the iterations that a scalar has values of its own in; nil for
// one that has none, or where one of the loops does not stand around.
func (b *Builder) along(r *program.Ref, s Scope) []symbolic.Expr {
	var args []symbolic.Expr
	for _, index := range r.Along {
		l := s.Of(index)
		if l == nil {
			l = Scope(b.Enclosing).Of(index)
		}
		if l == nil {
			return nil
		}
		args = append(args, l.Value(b.A))
	}
	return args
}

// movedBy returns the subscripts of an element, and whether one of them names the
// index of a loop around.
func (b *Builder) movedBy(r *program.Ref, s Scope) (args []symbolic.Expr, moves bool) {
	for _, sub := range r.Subs {
		x, ok := program.ToIndex(b.A, sub.Lo)
		if !ok {
			return nil, false
		}
		x = b.elements(x, sub.Lo, s)
		args = append(args, x)
		moves = moves || slices.ContainsFunc(b.A.Free(x), func(f symbolic.Symbol) bool {
			is := func(l *Loop) bool { return l.Index != nil && l.Index.Name == f.Name }
			return slices.ContainsFunc(b.Enclosing, is) || slices.ContainsFunc(s, is)
		})
	}
	return args, moves
}

// followsElements reports whether the expression has an element that a loop of
// the scope moves.
func (b *Builder) followsElements(e program.Expr, s Scope) bool {
	found := false
	program.Walk(e, func(x program.Expr) bool {
		r, ok := x.(*program.Ref)
		if ok && r.IsElement() {
			for _, v := range r.Subs {
				found = found || slices.ContainsFunc(s, func(l *Loop) bool { return l.Index != nil && program.Mentions(l.Index, v.Lo) })
			}
		}
		return !found
	})
	return found
}

// storesElements reports whether the expression has an element of an array that
// a loop around changes, or one that differs between processors, unless what it holds is
// followed.
func (b *Builder) storesElements(e program.Expr, s Scope) bool {
	found := false
	program.Walk(e, func(x program.Expr) bool {
		r, ok := x.(*program.Ref)
		if ok && r.IsElement() && b.OwnElement(r) == 0 {
			for _, v := range r.Subs { // another element on every processor
				program.Walk(v.Lo, func(x program.Expr) bool {
					index, ok := x.(*program.Ref)
					found = found || ok && b.Own[index.Sym] != 0
					return true
				})
			}
			stores := func(l *Loop) bool { return l.Do != nil && l.Stores.Names(r.Sym) }
			found = found || slices.ContainsFunc(b.Enclosing, stores) || slices.ContainsFunc(s, stores)
		}
		return !found
	})
	return found
}
