package calculus

import "github.com/parlens/parlens/analysis/symbolic"

// At is the work of a vector, whose loads are on one array, on one resource.
func (c *Calculus) At(v Vector, resource symbolic.Expr) symbolic.Expr {
	parts := make([]symbolic.Expr, len(v))
	for i, l := range v {
		parts[i] = c.loadAt(l, resource)
	}
	return c.arena.Add(parts...)
}

// loadAt is the sum of a load's amounts over the indices with At = resource.
func (c *Calculus) loadAt(l Load, resource symbolic.Expr) symbolic.Expr {
	a := c.arena
	amount, found := l.Amount, false
	for i := len(l.Over) - 1; i >= 0; i-- {
		r := l.Over[i]
		if !found && c.mentions(r.Index, l.At) {
			amount, found = c.where(r, l.At, resource, amount), true
			continue
		}
		amount = a.Sum(r.Index, r.Lo, r.Hi, amount)
	}
	if !found {
		return a.Cond(a.Eq(l.At, resource), amount, a.Int(0))
	}
	return amount
}

// where is the sum of amount over the indices of r with f = q. Affine forms,
// blocks and cycles are solved for the index, so that nothing is searched; an
// amount that asks for the block or the place in the cycle is told.
func (c *Calculus) where(r Range, f, q, amount symbolic.Expr) symbolic.Expr {
	a := c.arena
	form := a.FormOf(f, r.Index)
	rest := a.Sub(q, form.Base)
	switch form.Kind {
	case symbolic.Free:
		return a.Cond(a.Eq(f, q), a.Sum(r.Index, r.Lo, r.Hi, amount), a.Int(0))
	case symbolic.Linear:
		return c.point(r, form.Slope, rest, amount)
	case symbolic.Block:
		amount = a.Replace(amount, map[symbolic.Expr]symbolic.Expr{
			a.FloorDiv(form.Inner, form.Size): rest,
			a.Mod(form.Inner, form.Size):      a.Sub(form.Inner, a.Mul(form.Size, rest)),
		})
		first := a.Mul(rest, form.Size)
		return c.between(r, form.Inner, first, a.Add(first, form.Size, a.Int(-1)), amount)
	case symbolic.Cyclic:
		amount = a.Replace(amount, map[symbolic.Expr]symbolic.Expr{a.Mod(form.Inner, form.Size): rest})
		if x, ok := c.everyNth(r, form, rest, amount); ok {
			return x
		}
	}
	return a.Sum(r.Index, r.Lo, r.Hi, a.Cond(a.Eq(f, q), amount, a.Int(0)))
}

// point: slope*i = q.
func (c *Calculus) point(r Range, slope int64, q, amount symbolic.Expr) symbolic.Expr {
	a := c.arena
	i, whole := q, a.Int(1)
	switch slope {
	case 1:
	case -1:
		i = a.Neg(q)
	default:
		if slope < 0 {
			slope, q = -slope, a.Neg(q)
		}
		whole = a.Eq(a.Mod(q, a.Int(slope)), a.Int(0))
		i = a.FloorDiv(q, a.Int(slope))
	}
	here := a.Subst(amount, map[string]symbolic.Expr{r.Index: i})
	return a.Cond(a.And(whole, a.Le(r.Lo, i), a.Le(i, r.Hi)), here, a.Int(0))
}

// between: first <= f <= last.
func (c *Calculus) between(r Range, f, first, last, amount symbolic.Expr) symbolic.Expr {
	a := c.arena
	form := a.FormOf(f, r.Index)
	low, high := a.Sub(first, form.Base), a.Sub(last, form.Base)
	switch {
	case form.Kind == symbolic.Linear:
		if form.Slope < 0 {
			low, high = a.Neg(high), a.Neg(low)
		}
		k := a.Int(max(form.Slope, -form.Slope))
		return a.Sum(r.Index, a.Max(r.Lo, a.CeilDiv(low, k)), a.Min(r.Hi, a.FloorDiv(high, k)), amount)
	case form.Kind == symbolic.Block:
		low, high = a.Mul(low, form.Size), a.Add(a.Mul(high, form.Size), form.Size, a.Int(-1))
		return c.between(r, form.Inner, low, high, amount)
	}
	inside := a.And(a.Le(first, f), a.Le(f, last))
	return a.Sum(r.Index, r.Lo, r.Hi, a.Cond(inside, amount, a.Int(0)))
}

// everyNth: f mod n = q, for f = ±i + base, or a block of it (CYCLIC(k)): f is
// q + n*t for the t that fall into the range.
func (c *Calculus) everyNth(r Range, form symbolic.IndexForm, q, amount symbolic.Expr) (symbolic.Expr, bool) {
	a := c.arena
	inner := a.FormOf(form.Inner, r.Index)
	if inner.Kind == symbolic.Block {
		if i := a.FormOf(inner.Inner, r.Index); i.Kind != symbolic.Linear || i.Slope != 1 {
			return 0, false
		}
	} else if !unit(inner) || inner.Kind == symbolic.Free {
		return 0, false
	}
	lo, hi := r.Lo, r.Hi
	if inner.Slope == -1 {
		lo, hi = hi, lo
	}
	at := func(i symbolic.Expr) symbolic.Expr {
		return a.Subst(form.Inner, map[string]symbolic.Expr{r.Index: i})
	}
	const name = "\x01t"
	n, t := form.Size, a.Sym(name, symbolic.Index)
	value := a.Add(q, a.Mul(n, t))
	first, last := a.CeilDiv(a.Sub(at(lo), q), n), a.FloorDiv(a.Sub(at(hi), q), n)
	var body symbolic.Expr
	if inner.Kind == symbolic.Block {
		body = c.between(r, form.Inner, value, value, amount)
	} else {
		i := a.Mul(a.Int(inner.Slope), a.Sub(value, inner.Base))
		body = a.Subst(amount, map[string]symbolic.Expr{r.Index: i})
	}
	in := a.And(a.Le(a.Int(0), q), a.Lt(q, n), a.Le(r.Lo, r.Hi))
	return a.Cond(in, a.Sum(name, first, last, body), a.Int(0)), true
}
