package depend

import (
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// Chain is a cycle of values from one iteration of a loop to a later one: each
// operation waits for the one before, however many units a processor has.
type Chain struct {
	Sym      *program.Symbol // the variable through which it passes from iteration to iteration
	Path     []program.Expr  // the operators and calls along it
	Distance int64           // iterations from one turn to the next, 1 or more
	Stored   bool            // an element carries the value over more than one iteration: it is stored and loaded again
}

// mostChains bounds the chains of a loop, and mostTurns the steps of the search.
const (
	mostChains = 64
	mostTurns  = 20_000
)

// Chains returns the chains of values that a loop carries, of the loops that have
// no loop inside. What is only assumed to depend is no chain.
func (r *Result) Chains(do *program.Do) []Chain {
	l := r.byDo[do]
	if l == nil {
		return nil
	}
	c := &chains{do: do, carried: l.Carried()}
	program.Statements(do.Body, func(s program.Stmt) bool {
		switch s := s.(type) {
		case *program.Do, *program.CallStmt:
			c.opaque = true
		case *program.Assign:
			c.body = append(c.body, s)
		}
		return true
	})
	if c.opaque {
		return nil
	}
	for at := range c.body {
		c.from = append(c.from, c.uses(at))
	}
	for at := range c.body {
		c.search(at, at, Chain{}, map[int]bool{})
	}
	return c.found
}

// chains searches the statements of a loop for cycles of uses.
type chains struct {
	do      *program.Do
	carried []*Dependence
	body    []*program.Assign
	from    [][]taken // by statement
	found   []Chain
	turns   int
	opaque  bool
}

// taken is a value that a statement takes from another one, or from itself.
type taken struct {
	of       int // the statement that stores it
	sym      *program.Symbol
	distance int64 // iterations later
	path     []program.Expr
}

// uses lists what a statement takes from the statements of the loop.
func (c *chains) uses(at int) []taken {
	var out []taken
	var down func(e program.Expr, path []program.Expr)
	down = func(e program.Expr, path []program.Expr) {
		switch e := e.(type) {
		case *program.Ref:
			for _, u := range c.stored(at, e) {
				u.path = slices.Clone(path)
				out = append(out, u)
			}
		case *program.Unary:
			down(e.X, path)
		case *program.Binary:
			path = append(path[:len(path):len(path)], e)
			down(e.X, path)
			down(e.Y, path)
		case *program.Call:
			path = append(path[:len(path):len(path)], e)
			for _, a := range e.Args {
				down(a.Value, path)
			}
		}
	}
	down(c.body[at].RHS, nil)
	return out
}

// stored finds the statements whose value a reference has.
func (c *chains) stored(at int, x *program.Ref) []taken {
	if x.Sym.Rank() == 0 {
		return c.scalar(at, x.Sym)
	}
	for k := at - 1; k >= 0; k-- {
		if same(c.body[k].LHS, x) {
			return []taken{{of: k, sym: x.Sym}}
		}
	}
	if !c.moves(x) { // one element in all iterations
		for k := len(c.body) - 1; k >= at; k-- {
			if same(c.body[k].LHS, x) {
				return []taken{{of: k, sym: x.Sym, distance: 1}}
			}
		}
	}
	var out []taken
	for _, d := range c.carried {
		if d.Kind != True || d.Doubt != "" || d.Sym != x.Sym || !same(d.Sink, x) {
			continue
		}
		for k, s := range c.body {
			if distance, ok := c.distance(d); ok && same(d.Source, s.LHS) {
				out = append(out, taken{of: k, sym: x.Sym, distance: distance})
			}
		}
	}
	return out
}

// distance is how many iterations later a dependence arrives, at the least.
func (c *chains) distance(d *Dependence) (int64, bool) {
	if d.Level < 1 || d.Level > len(d.Vector) {
		return 0, false
	}
	step := d.Vector[d.Level-1]
	return step.Distance, step.Constant && step.Distance > 0
}

// moves reports whether the loop's index, or what its body assigns, stands in a
// subscript.
func (c *chains) moves(x *program.Ref) bool {
	found := false
	program.Walk(x, func(e program.Expr) bool {
		r, ok := e.(*program.Ref)
		found = found || ok && e != program.Expr(x) && (r.Sym.Rank() > 0 || r.Sym == c.do.Var || c.assigns(r.Sym))
		return !found
	})
	return found
}

func (c *chains) assigns(s *program.Symbol) bool {
	return slices.ContainsFunc(c.body, func(a *program.Assign) bool { return a.LHS.Sym == s })
}

// scalar finds the assignment before the use, or else the last of the iteration
// before.
func (c *chains) scalar(at int, s *program.Symbol) []taken {
	for back := 1; back <= len(c.body); back++ {
		k := at - back
		distance := int64(0)
		if k < 0 {
			k, distance = k+len(c.body), 1
		}
		if c.body[k].LHS.Sym == s {
			return []taken{{of: k, sym: s, distance: distance}}
		}
	}
	return nil
}

// search follows uses backwards from a statement until it comes to where it began;
// of each cycle the statement that stands first is the beginning.
func (c *chains) search(start, at int, so Chain, seen map[int]bool) {
	for _, u := range c.from[at] {
		if c.turns++; c.turns > mostTurns || len(c.found) == mostChains {
			return
		}
		if u.of < start || seen[u.of] {
			continue
		}
		next := Chain{Sym: so.Sym, Path: append(so.Path[:len(so.Path):len(so.Path)], u.path...), Distance: so.Distance + u.distance, Stored: so.Stored || u.distance > 1 && u.sym.Rank() > 0}
		if u.distance > 0 {
			next.Sym = u.sym
		}
		if u.of == start {
			if next.Distance > 0 && len(next.Path) > 0 {
				c.found = append(c.found, next)
			}
			continue
		}
		seen[u.of] = true
		c.search(start, u.of, next, seen)
		delete(seen, u.of)
	}
}
