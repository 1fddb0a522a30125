package calculus

import (
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// Omega is the work on the busiest resource of a vector, max(delta), over all
// of its arrays.
func (c *Calculus) Omega(v Vector) symbolic.Expr {
	peaks := []symbolic.Expr{c.arena.Int(0)}
	for _, array := range v.arrays() {
		peaks = append(peaks, c.omega(array))
	}
	return c.arena.Max(peaks...)
}

// omega is Omega of loads on one array.
//
// Loads without a range put work on single resources: each of them is a
// candidate. Loads over a range have closed forms for the usual owners; else
// the vector is looked at where its steps begin (steps), or at every resource of
// the range. Of a loop nest over blocks or cycles that work is quadratic in the
// resource, with other coefficients in the last block or behind the last whole
// cycle: Simplify closes the maximum piece by piece.
func (c *Calculus) omega(v Vector) symbolic.Expr {
	a := c.arena
	points, ranges := split(v)
	candidates := []symbolic.Expr{a.Int(0)}
	seen := map[symbolic.Expr]bool{}
	look := func(resource symbolic.Expr) {
		if !seen[resource] {
			seen[resource] = true
			candidates = append(candidates, c.At(v, resource))
		}
	}
	for _, l := range points {
		look(l.At)
	}
	peak, closed := symbolic.Expr(0), false
	if len(ranges) == 1 {
		peak, closed = c.peak(ranges[0])
	}
	if closed {
		return a.Max(append(candidates, peak)...)
	}
	if steps, ok := c.steps(ranges); ok && len(steps) <= maxSteps {
		for _, resource := range steps {
			look(resource)
		}
		return a.Max(candidates...)
	}
	if len(ranges) > 0 {
		candidates = append(candidates, c.everywhere(v, ranges))
	}
	return a.Max(candidates...)
}

// maxSteps bounds the resources at which a vector is looked at one by one.
const maxSteps = 16

func split(v Vector) (points, ranges Vector) {
	for _, l := range v {
		if len(l.Over) == 0 {
			points = append(points, l)
		} else {
			ranges = append(ranges, l)
		}
	}
	return points, ranges
}

// peak is the largest entry of one load over one range, in closed form.
func (c *Calculus) peak(l Load) (symbolic.Expr, bool) {
	a := c.arena
	r := l.Over[0]
	if len(l.Over) != 1 {
		return 0, false
	}
	form := a.FormOf(l.At, r.Index)
	if form.Kind == symbolic.Linear { // every index has a resource of its own
		return a.MaxOver(r.Index, r.Lo, r.Hi, l.Amount), true
	}
	if c.mentions(r.Index, l.Amount) {
		return 0, false
	}
	inner := a.FormOf(form.Inner, r.Index)
	if inner.Kind != symbolic.Linear || inner.Slope != 1 {
		return 0, false
	}
	lo, hi := a.Add(r.Lo, inner.Base), a.Add(r.Hi, inner.Base)
	switch form.Kind {
	case symbolic.Block:
		return a.Mul(c.largestBlock(lo, hi, form.Size), l.Amount), true
	case symbolic.Cyclic:
		n := a.Max(a.Int(0), a.Add(a.Sub(hi, lo), a.Int(1)))
		return a.Mul(a.CeilDiv(n, form.Size), l.Amount), true
	}
	return 0, false
}

// largestBlock is the largest number of integers of lo..hi in one block
// [q*size, (q+1)*size). A block between two others is full; so, with e the
// start of the block of hi, it is
//
//	max(0, min(size, max(e-lo, min(hi-e+1, hi-lo+1))))
//
// or the mirror image of this. The one is taken whose division does not see
// what changes, so that a sum over it closes.
func (c *Calculus) largestBlock(lo, hi, size symbolic.Expr) symbolic.Expr {
	a := c.arena
	n := a.Add(a.Sub(hi, lo), a.Int(1))
	if m, ok := a.ConstInt(a.Mod(lo, size)); ok && m == 0 {
		return a.Max(a.Int(0), a.Min(size, n))
	}
	var far, near symbolic.Expr
	if len(a.Free(lo)) < len(a.Free(hi)) {
		start := a.Mul(size, a.CeilDiv(lo, size))
		far, near = a.Add(a.Sub(hi, start), a.Int(1)), a.Sub(start, lo)
	} else {
		start := a.Mul(size, a.FloorDiv(hi, size))
		far, near = a.Sub(start, lo), a.Add(a.Sub(hi, start), a.Int(1))
	}
	return a.Max(a.Int(0), a.Min(size, a.Max(far, a.Min(near, n))))
}

// steps are the resources at which the work of flat loads can begin to grow. A
// flat load has an amount that does not depend on the index, and a block or
// cyclic owner: its work is constant but for the first and the last block, and
// for one window of the cycle.
func (c *Calculus) steps(ranges Vector) ([]symbolic.Expr, bool) {
	a := c.arena
	var at []symbolic.Expr
	for _, l := range ranges {
		r := l.Over[0]
		if len(l.Over) != 1 || c.mentions(r.Index, l.Amount) {
			return nil, false
		}
		form := a.FormOf(l.At, r.Index)
		inner := form
		if form.Kind != symbolic.Linear {
			inner = a.FormOf(form.Inner, r.Index)
		}
		if inner.Kind != symbolic.Linear || inner.Slope != 1 || form.Kind == symbolic.Other {
			return nil, false
		}
		lo := a.Subst(l.At, map[string]symbolic.Expr{r.Index: r.Lo})
		switch form.Kind {
		case symbolic.Linear:
			at = append(at, lo)
		case symbolic.Block:
			at = append(at, lo, a.Add(lo, a.Int(1)))
		case symbolic.Cyclic:
			at = append(at, lo, form.Base)
		}
	}
	slices.SortFunc(at, c.byHash)
	return slices.Compact(at), true
}

// everywhere is the largest entry of v among the resources that the loads reach,
// or 0.
func (c *Calculus) everywhere(v, loads Vector) symbolic.Expr {
	a := c.arena
	const name = "\x01v"
	first, last := c.reach(loads[0])
	for _, l := range loads[1:] {
		lo, hi := c.reach(l)
		first, last = a.Min(first, lo), a.Max(last, hi)
	}
	return a.MaxOver(name, first, last, a.Max(a.Int(0), c.At(v, a.Sym(name, symbolic.Index))))
}

// reach are two resources between which all work of a load is. They are its first
// and its last where that has a formula; a cycle counts whole.
func (c *Calculus) reach(l Load) (first, last symbolic.Expr) {
	a := c.arena
	first, last = l.At, l.At
	for i := len(l.Over) - 1; i >= 0; i-- {
		r := l.Over[i]
		if form := a.FormOf(last, r.Index); form.Kind == symbolic.Cyclic {
			last = a.Add(form.Base, form.Size, a.Int(-1))
		} else {
			last = a.MaxOver(r.Index, r.Lo, r.Hi, last)
		}
		first = c.least(r, first)
	}
	return first, last
}

// least is the smallest value of e over a range, or 0 where that is not plain.
func (c *Calculus) least(r Range, e symbolic.Expr) symbolic.Expr {
	a := c.arena
	form := a.FormOf(e, r.Index)
	inner := form
	if form.Kind == symbolic.Block {
		inner = a.FormOf(form.Inner, r.Index)
	}
	switch {
	case form.Kind == symbolic.Free:
		return e
	case form.Kind == symbolic.Cyclic:
		return form.Base
	case inner.Kind == symbolic.Linear && inner.Slope > 0:
		return a.Subst(e, map[string]symbolic.Expr{r.Index: r.Lo})
	case inner.Kind == symbolic.Linear:
		return a.Subst(e, map[string]symbolic.Expr{r.Index: r.Hi})
	}
	return a.Int(0)
}
