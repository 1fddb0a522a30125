package spar

import (
	"maps"
	"slices"
)

// uses counts how often names stand for a whole array, to be handed on or changed: the
// uses of a name but for those in which an element is read, or the length.
type uses map[string]int

// see counts what an expression does with the names in it, whose uses are counted already.
func (u uses) see(x Expr) {
	switch x := x.(type) {
	case *Name:
		u[x.Name]++
	case *Select:
		u[x.Name]++
		if x.Name == "length" || x.Name == "getSize" {
			u.part(x.X)
		}
	case *Index:
		u.part(x.X)
	case *Assign:
		u.changed(x.X)
	case *Unary:
		if x.Op == "++" || x.Op == "--" {
			u.changed(x.X)
		}
	}
}

// part takes back the use of an array of which only a part is read.
func (u uses) part(array Expr) {
	switch x := array.(type) {
	case *Name:
		u[x.Name]--
	case *Select:
		u[x.Name]--
	}
}

// changed counts an element that is assigned to.
func (u uses) changed(left Expr) {
	switch x := left.(type) {
	case *Marked:
		u.changed(x.X)
	case *Index:
		WalkExpr(x.X, func(y Expr) {
			if n, ok := y.(*Name); ok {
				u[n.Name]++
			} else if s, ok := y.(*Select); ok {
				u[s.Name]++
			}
		})
	case *Tuple:
		for _, y := range x.Items {
			u.changed(y)
		}
	}
}

func (u uses) names() []string {
	maps.DeleteFunc(u, func(_ string, n int) bool { return n <= 0 })
	return slices.Sorted(maps.Keys(u))
}

// WholeIn are the names that stand for whole arrays in an expression.
func WholeIn(x Expr) []string {
	u := uses{}
	WalkExpr(x, u.see)
	return u.names()
}
