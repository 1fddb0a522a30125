package calculus

import (
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// aligned extends ranges by an index without work, where that makes loads on the
// same resources one load: (N-1-j) for j in 0..N-2 is (N-1-j) for j in 0..N-1.
func (c *Calculus) aligned(v Vector) Vector {
	out := v
	for i := range v {
		for j := range i {
			x, y, ok := c.align(out[i], out[j])
			if !ok {
				continue
			}
			if &out[0] == &v[0] {
				out = slices.Clone(v)
			}
			out[i], out[j] = x, y
		}
	}
	return out
}

// align gives two loads over one range each the same range.
func (c *Calculus) align(x, y Load) (Load, Load, bool) {
	if x.Array != y.Array || len(x.Over) != 1 || len(y.Over) != 1 || c.owner(x) != c.owner(y) {
		return x, y, false
	}
	lo, ok1 := c.outer(x.Over[0].Lo, y.Over[0].Lo, 1)
	hi, ok2 := c.outer(x.Over[0].Hi, y.Over[0].Hi, -1)
	if !ok1 || !ok2 {
		return x, y, false
	}
	wideX, ok1 := c.widened(x, lo, hi)
	wideY, ok2 := c.widened(y, lo, hi)
	return wideX, wideY, ok1 && ok2
}

// owner is the resource of a load as a function of its index.
func (c *Calculus) owner(l Load) symbolic.Expr {
	i := c.arena.Sym("\x01owner", symbolic.Index)
	return c.arena.Subst(l.At, map[string]symbolic.Expr{l.Over[0].Index: i})
}

// outer is the bound further out of two that are at most one apart.
func (c *Calculus) outer(x, y symbolic.Expr, inwards int64) (symbolic.Expr, bool) {
	switch d, ok := c.arena.ConstInt(c.arena.Sub(x, y)); {
	case x == y || ok && d == -inwards:
		return x, true
	case ok && d == inwards:
		return y, true
	}
	return 0, false
}

// widened is a load over lo..hi that does nothing at the indices it had not.
func (c *Calculus) widened(l Load, lo, hi symbolic.Expr) (Load, bool) {
	a, r := c.arena, l.Over[0]
	idle := func(old, now symbolic.Expr) bool {
		x, ok := a.Const(a.Simplify(a.Subst(l.Amount, map[string]symbolic.Expr{r.Index: now})))
		return old == now || ok && x == 0
	}
	if !idle(r.Lo, lo) || !idle(r.Hi, hi) {
		return l, false
	}
	name := c.rangeName(1, lo)
	with := map[string]symbolic.Expr{r.Index: a.Sym(name, symbolic.Index)}
	return Load{Array: l.Array, Over: []Range{{name, lo, hi}}, At: a.Subst(l.At, with), Amount: a.Subst(l.Amount, with)}, true
}
