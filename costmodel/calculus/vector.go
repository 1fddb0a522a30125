package calculus

import (
	"fmt"
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// Vector is the work on every resource: the sum of its loads.
type Vector []Load

// Load is an amount of work on resource At of an array, for every combination
// of the indices in Over. So a vector over a million processors is one load.
type Load struct {
	Array  int           // of resources; those of different arrays are different
	Over   []Range       // outermost first; a range may mention the indices before it
	At     symbolic.Expr // number of the resource
	Amount symbolic.Expr // seconds, never negative
}

// Range is the values Lo..Hi of an Index symbol.
type Range struct {
	Index  string
	Lo, Hi symbolic.Expr
}

// arrays are the loads by array, in the order of their numbers.
func (v Vector) arrays() []Vector {
	of := map[int]Vector{}
	for _, l := range v {
		of[l.Array] = append(of[l.Array], l)
	}
	var out []Vector
	for _, n := range slices.Sorted(maps.Keys(of)) {
		out = append(out, of[n])
	}
	return out
}

// loadOver sums a load over an index. An index that does not choose the
// resource is summed into the amount; one that does becomes a range.
func (c *Calculus) loadOver(l Load, index string, lo, hi symbolic.Expr) Load {
	a := c.arena
	if c.mentions(index, l.At) {
		return c.ranged(l, index, lo, hi)
	}
	for _, r := range l.Over {
		if c.mentions(index, r.Lo, r.Hi) {
			if x, ok := c.exchanged(l, index, lo, hi); ok && len(l.Over) == 1 {
				return x
			}
			return c.ranged(l, index, lo, hi)
		}
	}
	l.Amount = a.Sum(index, lo, hi, l.Amount)
	return l
}

// ranged adds a range to a load, under a name that does not depend on the
// source, so that equal loads of different loops meet.
func (c *Calculus) ranged(l Load, index string, lo, hi symbolic.Expr) Load {
	name := c.rangeName(len(l.Over)+1, lo)
	with := map[string]symbolic.Expr{index: c.arena.Sym(name, symbolic.Index)}
	over := []Range{{name, lo, hi}}
	for _, r := range l.Over {
		over = append(over, Range{r.Index, c.arena.Subst(r.Lo, with), c.arena.Subst(r.Hi, with)})
	}
	at, amount := c.arena.Subst(l.At, with), c.arena.Subst(l.Amount, with)
	return Load{Array: l.Array, Over: over, At: at, Amount: c.arena.Within(name, lo, hi, amount)}
}

// rangeName names the nth range from the inside. A range from a constant on
// says so in its name, which makes it a fact that simplification may use.
func (c *Calculus) rangeName(n int, lo symbolic.Expr) string {
	first, ok := c.arena.ConstInt(lo)
	if !ok {
		return fmt.Sprintf("\x01r%d", n)
	}
	name := fmt.Sprintf("\x01r%d:%d", n, first)
	c.arena.Assume(name, first, symbolic.Unbounded)
	return name
}

// exchanged turns a triangle around: the sum over k of a load over j in
// k+b..k+d is one over j, whose amount is a sum over the k that reach j. Bounds
// that fall with k, or do not depend on it, are treated alike.
func (c *Calculus) exchanged(l Load, index string, klo, khi symbolic.Expr) (Load, bool) {
	a := c.arena
	r := l.Over[0]
	low, high := a.FormOf(r.Lo, index), a.FormOf(r.Hi, index)
	if !unit(low) || !unit(high) {
		return l, false
	}
	j := a.Sym(r.Index, symbolic.Index)
	from, to := klo, khi
	at := func(e, k symbolic.Expr) symbolic.Expr {
		return a.Subst(e, map[string]symbolic.Expr{index: k})
	}
	first, last := a.Min(at(r.Lo, klo), at(r.Lo, khi)), a.Max(at(r.Hi, klo), at(r.Hi, khi))
	switch { // j >= lo(k)
	case low.Slope == 1:
		to, first = a.Min(to, a.Sub(j, low.Base)), at(r.Lo, klo)
	case low.Slope == -1:
		from, first = a.Max(from, a.Sub(low.Base, j)), at(r.Lo, khi)
	}
	switch { // j <= hi(k)
	case high.Slope == 1:
		from, last = a.Max(from, a.Sub(j, high.Base)), at(r.Hi, khi)
	case high.Slope == -1:
		to, last = a.Min(to, a.Sub(high.Base, j)), at(r.Hi, klo)
	}
	amount := a.Within(r.Index, first, last, a.Sum(index, from, to, l.Amount))
	return Load{Array: l.Array, Over: []Range{{r.Index, first, last}}, At: l.At, Amount: amount}, true
}

func unit(f symbolic.IndexForm) bool {
	return f.Kind == symbolic.Free || f.Kind == symbolic.Linear && (f.Slope == 1 || f.Slope == -1)
}

func (c *Calculus) mentions(index string, es ...symbolic.Expr) bool {
	for _, e := range es {
		if c.arena.FormOf(e, index).Kind != symbolic.Free {
			return true
		}
	}
	return false
}

// merge adds up loads on the same resources and orders them by structure.
func (c *Calculus) merge(v Vector) Vector {
	a := c.arena
	var out Vector
	at := map[string]int{}
	for _, l := range c.aligned(v) {
		if x, ok := a.Const(l.Amount); ok && x == 0 {
			continue
		}
		key := c.key(l)
		if i, ok := at[key]; ok {
			out[i].Amount = a.Add(out[i].Amount, l.Amount)
			continue
		}
		at[key] = len(out)
		out = append(out, l)
	}
	slices.SortStableFunc(out, c.compare)
	return out
}

// key identifies where a load goes.
func (c *Calculus) key(l Load) string {
	k := fmt.Sprint(l.Array, " ", l.At)
	for _, r := range l.Over {
		k += fmt.Sprint(" ", r.Lo, " ", r.Hi)
	}
	return k
}

func (c *Calculus) compare(x, y Load) int {
	if d := x.Array - y.Array; d != 0 {
		return d
	}
	if d := len(x.Over) - len(y.Over); d != 0 {
		return d
	}
	for i := range x.Over {
		if d := c.byHash(x.Over[i].Lo, y.Over[i].Lo); d != 0 {
			return d
		}
		if d := c.byHash(x.Over[i].Hi, y.Over[i].Hi); d != 0 {
			return d
		}
	}
	return c.byHash(x.At, y.At)
}

func (c *Calculus) byHash(x, y symbolic.Expr) int {
	h, g := c.arena.Hash(x), c.arena.Hash(y)
	switch {
	case h == g:
		return 0
	case h.Less(g):
		return -1
	}
	return 1
}

// Plus is the sum of two vectors.
func (c *Calculus) Plus(v, w Vector) Vector { return c.merge(append(slices.Clone(v), w...)) }

// Times is a vector times a number that is not negative.
func (c *Calculus) Times(v Vector, x symbolic.Expr) Vector {
	out := make(Vector, len(v))
	for i, l := range v {
		l.Amount = c.arena.Mul(x, l.Amount)
		out[i] = l
	}
	return c.merge(out)
}

// SumOver is the sum of a vector over the values lo..hi of an index.
func (c *Calculus) SumOver(v Vector, index string, lo, hi symbolic.Expr) Vector {
	out := make(Vector, 0, len(v))
	for _, l := range v {
		out = append(out, c.loadOver(l, index, lo, hi))
	}
	return c.merge(out)
}
