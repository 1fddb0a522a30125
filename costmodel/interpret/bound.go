package interpret

import (
	"slices"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/core"
)

// amount is the time of one execution of a statement: its part of the term that
// binds the kernel.
func (i *interpreter) amount(k *kernel, u *aag.AAU) symbolic.Expr {
	if len(k.units) == 1 {
		return k.total
	}
	return core.Model{A: i.a, M: i.m}.Part(k.terms, k.sums, k.total, slices.Index(k.units, u))
}

// Bound is the terms of one innermost loop: the largest binds it.
type Bound struct {
	Tags  []int           // of the units in it
	Terms []string        // what each is
	Sums  []symbolic.Expr // seconds of each in one iteration
}

// bound lists the kernels of a graph in its order.
func (i *interpreter) bound(g *aag.Graph) []Bound {
	var out []Bound
	seen := map[*kernel]bool{}
	for _, u := range g.Units {
		k := i.kernel[u]
		if k == nil || seen[k] {
			continue
		}
		seen[k] = true
		b := Bound{Tags: make([]int, len(k.units)), Terms: make([]string, len(k.terms)), Sums: k.sums}
		for n, t := range k.terms {
			b.Terms[n] = t.Name
		}
		for n, u := range k.units {
			b.Tags[n] = u.Tag
		}
		out = append(out, b)
	}
	return out
}
