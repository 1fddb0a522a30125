package process

import (
	"github.com/parlens/parlens/analysis/symbolic"
)

// synchronises reports whether processors wait for each other inside t.
func synchronises(t Term) bool {
	switch t := t.(type) {
	case Series:
		for _, s := range t {
			if synchronises(s) {
				return true
			}
		}
	case *Loop:
		return synchronises(t.Body)
	case *If:
		for _, b := range t.Branches {
			if synchronises(b.Body) {
				return true
			}
		}
	case *Exchange, *Sweep, *Mark:
		return true
	}
	return false
}

// flatten turns a term without synchronisation into its delays, each with the
// time it takes in total: a loop sums amounts, a branch scales them. The order
// of execution does not matter between two synchronisations.
func (c *compiler) flatten(t Term) ([]*Delay, error) {
	switch t := t.(type) {
	case nil:
		return nil, nil
	case *Delay:
		return []*Delay{t}, nil
	case Series:
		var all []*Delay
		for _, s := range t {
			delays, err := c.flatten(s)
			if err != nil {
				return nil, err
			}
			all = append(all, delays...)
		}
		return all, nil
	case *Loop:
		return c.flattenLoop(t)
	case *If:
		return c.flattenIf(t)
	}
	return nil, errorAt(spanOf(t), "a term of type %T cannot stand here", t)
}

func (c *compiler) flattenLoop(l *Loop) ([]*Delay, error) {
	delays, err := c.flatten(l.Body)
	if err != nil {
		return nil, err
	}
	out := make([]*Delay, len(delays))
	for i, delay := range delays {
		out[i] = delay.with(c.sumOver(l, delay.Amount))
	}
	return out, nil
}

// sumOver is the sum of amount over the iterations of l.
func (c *compiler) sumOver(l *Loop, amount symbolic.Expr) symbolic.Expr {
	a := c.arena
	if amount == 0 {
		return 0
	}
	if l.Step == 0 {
		return a.Sum(l.Index, l.Lo, l.Hi, amount)
	}
	if step, ok := a.ConstInt(l.Step); ok && step == 1 {
		return a.Sum(l.Index, l.Lo, l.Hi, amount)
	} else if ok && step == -1 {
		return a.Sum(l.Index, l.Hi, l.Lo, amount)
	}
	// i = lo + step*j, j = 0 .. trips-1 (Fortran 90, section 8.1.4.4.1)
	j := l.Index + "#"
	index := a.Add(l.Lo, a.Mul(l.Step, a.Sym(j, symbolic.Index)))
	body := a.Subst(amount, map[string]symbolic.Expr{l.Index: index})
	return a.Sum(j, a.Int(0), a.Sub(c.trips(l), a.Int(1)), body)
}

// trips is the number of iterations of l; not clipped at 0.
func (c *compiler) trips(l *Loop) symbolic.Expr {
	a := c.arena
	step := l.Step
	if step == 0 {
		step = a.Int(1)
	}
	return a.FloorDiv(a.Add(a.Sub(l.Hi, l.Lo), step), step)
}

func (c *compiler) flattenIf(f *If) ([]*Delay, error) {
	var all []*Delay
	for i, share := range c.shares(f) {
		delays, err := c.flatten(f.Branches[i].Body)
		if err != nil {
			return nil, err
		}
		for _, delay := range delays {
			if delay.Amount != 0 {
				delay = delay.with(c.arena.Mul(share, delay.Amount))
			}
			all = append(all, delay)
		}
	}
	return all, nil
}

// shares are the shares of the branches of f, as the comment of Weighted says.
func (c *compiler) shares(f *If) []symbolic.Expr {
	a := c.arena
	rest := a.Int(1)
	shares := make([]symbolic.Expr, len(f.Branches))
	for i, b := range f.Branches {
		share := rest
		if b.Weight != 0 {
			share = a.Min(b.Weight, rest)
			c.noteWeight(b.Weight)
		}
		if b.Cond != 0 {
			share = a.Cond(b.Cond, share, a.Int(0))
		}
		shares[i] = share
		rest = a.Sub(rest, share)
	}
	return shares
}

// noteWeight remembers that some branch is neither surely taken nor surely not.
func (c *compiler) noteWeight(w symbolic.Expr) {
	if v, ok := c.arena.Const(w); !ok || v > 0 && v < 1 {
		c.p.weighted = true
	}
}

// with is the delay with another amount.
func (l *Delay) with(amount symbolic.Expr) *Delay {
	copied := *l
	copied.Amount = amount
	return &copied
}
