package symbolic

import (
	"slices"
	"strings"
)

// Load is the work of one class of processors that all have the same: the
// Count of them, and the load of each.
type Load struct {
	Class       string // names the processors, e.g. "interior"
	Count, Load Expr   // Index; seconds or operations
}

// Loads is the work on all processors by class, sorted by class. A million
// processors are as few classes as four.
type Loads []Load

// AddLoads adds the loads class by class. Classes of one name must have the
// same processors; a class that only one side has keeps its load.
func (a *Arena) AddLoads(xs ...Loads) Loads {
	var out Loads
	for _, x := range xs {
		for _, l := range x {
			i, found := slices.BinarySearchFunc(out, l.Class, func(o Load, c string) int { return strings.Compare(o.Class, c) })
			if found {
				out[i].Load = a.Add(out[i].Load, l.Load)
			} else {
				out = slices.Insert(out, i, l)
			}
		}
	}
	return out
}

// ScaleLoads multiplies every load by k.
func (a *Arena) ScaleLoads(k Expr, x Loads) Loads {
	out := slices.Clone(x)
	for i := range out {
		out[i].Load = a.Mul(k, out[i].Load)
	}
	return out
}

// LargestLoad is the load of the busiest class, 0 for none. A class without
// processors does not count.
func (a *Arena) LargestLoad(x Loads) Expr {
	all := []Expr{a.Int(0)}
	for _, l := range x {
		all = append(all, a.Cond(a.Lt(a.Int(0), l.Count), l.Load, a.Int(0)))
	}
	return a.Max(all...)
}

// TotalLoad is the sum over all processors.
func (a *Arena) TotalLoad(x Loads) Expr {
	all := make([]Expr, len(x))
	for i, l := range x {
		all[i] = a.Mul(l.Count, l.Load)
	}
	return a.Add(all...)
}
