package depend

import (
	"maps"
	"slices"
)

// form is a linear form over atoms: iterators, and values that no iteration
// changes. It is not known where a subscript is anything else.
type form struct {
	known bool
	coef  map[string]int
	c     int
}

func constant(c int) form { return form{known: true, c: c} }

func atom(name string) form { return form{known: true, coef: map[string]int{name: 1}} }

// plus is x + k*y.
func (x form) plus(y form, k int) form {
	if !x.known || !y.known {
		return form{}
	}
	out := form{known: true, coef: maps.Clone(x.coef), c: x.c + k*y.c}
	if out.coef == nil {
		out.coef = map[string]int{}
	}
	for name, n := range y.coef {
		if out.coef[name] += k * n; out.coef[name] == 0 {
			delete(out.coef, name)
		}
	}
	return out
}

// times is the product, where one of the two is a constant.
func (x form) times(y form) form {
	switch {
	case x.isConstant():
		return constant(0).plus(y, x.c)
	case y.isConstant():
		return constant(0).plus(x, y.c)
	}
	return form{}
}

func (x form) isConstant() bool { return x.known && len(x.coef) == 0 }

// with puts forms in for atoms.
func (x form) with(values map[string]form) form {
	out := constant(x.c)
	out.known = x.known
	for _, name := range slices.Sorted(maps.Keys(x.coef)) {
		v, ok := values[name]
		if !ok {
			v = atom(name)
		}
		out = out.plus(v, x.coef[name])
	}
	return out
}

func gcd(x, y int) int {
	for y != 0 {
		x, y = y, x%y
	}
	return max(x, -x)
}
