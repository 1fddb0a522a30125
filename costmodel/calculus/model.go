package calculus

import "github.com/parlens/parlens/analysis/symbolic"

// Model is what the calculus says about a term, in seconds.
type Model struct {
	T     symbolic.Expr // time with contention
	Phi   symbolic.Expr // longest path
	Delta Vector        // work by resource
}

// Calculus analyses terms whose expressions belong to one arena. It remembers
// what it has analysed; it is not safe for concurrent use.
type Calculus struct {
	arena *symbolic.Arena
	known map[Term]Model
	peaks map[Term]symbolic.Expr // omega of parallel compositions
}

// New returns a calculus over an arena, in which it builds.
func New(a *symbolic.Arena) *Calculus {
	return &Calculus{arena: a, known: map[Term]Model{}, peaks: map[Term]symbolic.Expr{}}
}

// Model returns T, phi and delta of a term; nil takes no time.
func (c *Calculus) Model(t Term) Model {
	if t == nil {
		return Model{T: c.arena.Int(0), Phi: c.arena.Int(0)}
	}
	m, ok := c.known[t]
	if !ok {
		m = c.analyse(t)
		c.known[t] = m
	}
	return m
}

func (c *Calculus) analyse(t Term) Model {
	a := c.arena
	switch t := t.(type) {
	case *Delay:
		return c.delay(t)
	case *Serial:
		return c.together(t.Terms, a.Add)
	case *Parallel:
		m := c.together(t.Terms, a.Max)
		return c.contended(t, m, t.Terms)
	case *SerialOver:
		return c.over(t.Index, t.Lo, t.Hi, t.Body, a.Sum)
	case *ParallelOver:
		m := c.over(t.Index, t.Lo, t.Hi, t.Body, a.MaxOver)
		return c.contended(t, m, []Term{t.Body})
	case *If:
		return c.mixed(t)
	}
	return Model{T: a.Undefined("a term of an unknown type"), Phi: a.Int(0)}
}

// delay: T = phi = t; delta is t / m at the resource (paper 004, section 3.3,
// for servers m = 1; with more servers one use still takes t).
func (c *Calculus) delay(l *Delay) Model {
	a := c.arena
	amount := l.Amount
	if amount == 0 {
		amount = a.Int(0)
	}
	m := Model{T: amount, Phi: amount}
	if l.Resource != 0 {
		if l.Servers != 0 {
			amount = a.Quo(amount, l.Servers)
		}
		m.Delta = Vector{{Array: l.Array, At: l.Resource, Amount: amount}}
	}
	return m
}

// together joins the models of several terms; the work adds up in any case.
func (c *Calculus) together(terms []Term, join func(...symbolic.Expr) symbolic.Expr) Model {
	if len(terms) == 0 {
		return c.Model(nil)
	}
	times, paths := make([]symbolic.Expr, len(terms)), make([]symbolic.Expr, len(terms))
	var all Vector
	for i, t := range terms {
		m := c.Model(t)
		times[i], paths[i] = m.T, m.Phi
		all = append(all, m.Delta...)
	}
	return Model{T: join(times...), Phi: join(paths...), Delta: c.merge(all)}
}

// over is together for one term over a range.
func (c *Calculus) over(index string, lo, hi symbolic.Expr, body Term, join func(string, symbolic.Expr, symbolic.Expr, symbolic.Expr) symbolic.Expr) Model {
	m := c.Model(body)
	return Model{
		T:     join(index, lo, hi, m.T),
		Phi:   join(index, lo, hi, m.Phi),
		Delta: c.SumOver(m.Delta, index, lo, hi),
	}
}

// contended is the rule of parallel composition:
// T = max(longest branch, max(delta)). Where every branch does all of its work
// on one resource, that resource has as much to do as the branch takes, and
// the branches need not be looked at.
func (c *Calculus) contended(t Term, m Model, branches []Term) Model {
	peak := c.Omega(m.Delta)
	c.peaks[t] = peak
	for _, b := range branches {
		if !c.onOneResource(c.Model(b)) {
			m.T = c.arena.Max(m.T, peak)
			return m
		}
	}
	m.T = peak
	return m
}

// onOneResource tells whether one load of m takes as long as m.
func (c *Calculus) onOneResource(m Model) bool {
	for _, l := range m.Delta {
		if len(l.Over) == 0 && l.Amount == m.T {
			return true
		}
	}
	return false
}

// mixed is a branch: one of the two, or their average.
func (c *Calculus) mixed(t *If) Model {
	a := c.arena
	x, y := c.Model(t.Then), c.Model(t.Else)
	if t.Cond != 0 {
		choose := func(then, els symbolic.Expr) symbolic.Expr { return a.Cond(t.Cond, then, els) }
		return mix(c, choose, x, y)
	}
	w := t.Weight
	rest := a.Sub(a.Int(1), w)
	blend := func(then, els symbolic.Expr) symbolic.Expr { return a.Add(a.Mul(w, then), a.Mul(rest, els)) }
	return mix(c, blend, x, y)
}

func mix(c *Calculus, choose func(then, els symbolic.Expr) symbolic.Expr, x, y Model) Model {
	zero := c.arena.Int(0)
	m := Model{T: choose(x.T, y.T), Phi: choose(x.Phi, y.Phi)}
	for _, l := range x.Delta {
		l.Amount = choose(l.Amount, zero)
		m.Delta = append(m.Delta, l)
	}
	for _, l := range y.Delta {
		l.Amount = choose(zero, l.Amount)
		m.Delta = append(m.Delta, l)
	}
	m.Delta = c.merge(m.Delta)
	return m
}
