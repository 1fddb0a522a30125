package reaching

import (
	"maps"
	"slices"

	"github.com/parlens/parlens/analysis/program"
)

// do follows a loop. What its body assigns is another definition at the beginning
// of an iteration: of a scalar that changes by the same amount in each, a function
// of the index.
func (r *resolver) do(s *program.Do) {
	r.bounds, r.ofLoop = true, s
	s.Lo, s.Hi, s.Step = r.rewrite(s.Lo), r.rewrite(s.Hi), r.rewrite(s.Step)
	r.bounds, r.ofLoop = false, nil
	s.Ranges = r.ranges(s.Ranges)
	before, dead := r.current, r.dead
	stores := r.stores(s.Body)
	c := &loopEntry{do: s, lo: r.valueOf(s.Lo, nil), hi: r.valueOf(s.Hi, nil), before: before, start: r.header(s, stores)}
	c.steps = r.steps(c, stores)
	for v, step := range c.steps {
		c.start[v].value = r.advanced(c, v, step)
	}
	r.current = maps.Clone(c.start)
	s.Cond = r.condition(s.Cond)
	r.around = append(r.around, &enclosing{do: s, changes: stores})
	r.block(s.Body)
	r.around = r.around[:len(r.around)-1]
	r.current, r.dead = maps.Clone(before), dead
	leaves := transfers(s.Body, "exit") || program.Leavable(s)
	for _, v := range stores {
		d := r.define(v)
		if step := c.steps[v]; step != nil && c.hi != nil && !leaves {
			d.value = sum(r.entering(c, v), product(step, c.trips()))
		}
	}
	if s.Var != nil && followed(s.Var) {
		r.define(s.Var)
	}
}

// loopEntry is a loop, with the definitions before it and at the beginning of an
// iteration.
type loopEntry struct {
	do            *program.Do
	lo, hi        program.Expr // nil: not known
	before, start map[*program.Symbol]*definition
	steps         map[*program.Symbol]program.Expr // see steps
}

// header makes the definitions at the beginning of an iteration.
func (r *resolver) header(s *program.Do, stores []*program.Symbol) map[*program.Symbol]*definition {
	start := maps.Clone(r.current)
	for _, v := range stores {
		start[v] = &definition{sym: v}
	}
	if s.Var != nil && followed(s.Var) {
		start[s.Var] = &definition{sym: s.Var, index: true, varying: s}
	}
	return start
}

// entering is the value of a variable before a loop.
func (r *resolver) entering(c *loopEntry, v *program.Symbol) program.Expr {
	d := c.before[v]
	if d != nil && d.value != nil {
		return d.value
	}
	out := program.NewRef(c.do.Span(), v)
	r.of[out] = d
	return out
}

// steps returns by what the integer scalars that the body assigns change in an
// iteration, of those that change by the same amount in each. The body is followed
// once for it, without writing anything.
func (r *resolver) steps(c *loopEntry, stores []*program.Symbol) map[*program.Symbol]program.Expr {
	s := c.do
	if s.Kind != program.DoCount || s.Var == nil || c.lo == nil || !accumulates(s) || transfers(s.Body, "cycle") || len(r.wild) > 0 && slices.Contains(slices.Collect(maps.Values(r.wild)), true) || r.dry > mostDry {
		return nil
	}
	if _, constant := stepOf(s); !constant {
		return nil
	}
	current, dead := r.current, r.dead
	r.current = maps.Clone(c.start)
	r.dry++
	r.block(s.Body)
	r.dry--
	ends := r.current
	r.current, r.dead = current, dead
	out := map[*program.Symbol]program.Expr{}
	for _, v := range stores {
		if v.Rank() > 0 || c.before[v] == nil {
			continue
		}
		if by, ok := r.difference(ends[v], c.start[v], stores); ok {
			out[v] = by
		}
	}
	return out
}

// mostDry bounds the loops inside each other whose bodies are followed ahead.
const mostDry = 4

// accumulates reports whether the body has an assignment whose right side names
// its left side: without one no scalar changes by the same amount.
func accumulates(s *program.Do) bool {
	found := false
	program.Statements(s.Body, func(x program.Stmt) bool {
		a, ok := x.(*program.Assign)
		if ok && followed(a.LHS.Sym) && a.LHS.Sym.Rank() == 0 {
			program.Walk(a.RHS, func(e program.Expr) bool {
				ref, is := e.(*program.Ref)
				found = found || is && ref.Sym == a.LHS.Sym
				return !found
			})
		}
		return !found
	})
	return found
}

// difference returns what a variable has become more than it was at the beginning
// of an iteration, where that is the same in every iteration.
func (r *resolver) difference(end, begin *definition, stores []*program.Symbol) (program.Expr, bool) {
	if end == nil || end.value == nil {
		return nil, false
	}
	by, ok := r.without(end.value, begin)
	if !ok {
		return nil, false
	}
	same := true
	program.Walk(by, func(e program.Expr) bool {
		if ref, is := e.(*program.Ref); is && followed(ref.Sym) {
			same = same && !r.of[ref].index && !slices.Contains(stores, ref.Sym)
		}
		return same
	})
	return by, same
}

// without returns a sum less one of its terms: the definition.
func (r *resolver) without(e program.Expr, d *definition) (program.Expr, bool) {
	switch e := e.(type) {
	case *program.Ref:
		if r.of[e] == d {
			return program.IntConst(e.Span(), 0), true
		}
	case *program.Binary:
		if x, ok := r.without(e.X, d); ok && (e.Op == program.Add || e.Op == program.Sub) {
			return folded(e.Op, x, e.Y), true
		}
		if y, ok := r.without(e.Y, d); ok && e.Op == program.Add {
			return sum(e.X, y), true
		}
	}
	return nil, false
}

// advanced is the value at the beginning of an iteration: what it was before the
// loop, and the step for every iteration since.
func (r *resolver) advanced(c *loopEntry, v *program.Symbol, step program.Expr) program.Expr {
	by, _ := stepOf(c.do)
	at := c.do.Span()
	index := program.NewRef(at, c.do.Var)
	r.of[index] = c.start[c.do.Var]
	done := folded(program.Sub, index, c.lo)
	if by < 0 {
		done, by = folded(program.Sub, c.lo, index), -by
	}
	if k, ok := step.(*program.Const); ok && k.Int%by == 0 {
		return sum(r.entering(c, v), product(program.IntConst(at, k.Int/by), done))
	}
	return sum(r.entering(c, v), product(step, folded(program.Div, done, program.IntConst(at, by))))
}

// stepOf is the constant step of a loop.
func stepOf(s *program.Do) (int64, bool) {
	if s.Step == nil {
		return 1, true
	}
	v, ok := program.ConstInt(s.Step, nil)
	return v, ok && v != 0
}

// trips is how often the loop is run.
func (c *loopEntry) trips() program.Expr {
	at := c.do.Span()
	by, _ := stepOf(c.do)
	n := folded(program.Sub, c.hi, c.lo)
	if by < 0 {
		n, by = folded(program.Sub, c.lo, c.hi), -by
	}
	n = folded(program.Div, sum(n, program.IntConst(at, by)), program.IntConst(at, by))
	if k, ok := n.(*program.Const); ok {
		return program.IntConst(at, max(k.Int, 0))
	}
	return program.NewCall(at, "max", nil, program.Arg{Value: program.IntConst(at, 0)}, program.Arg{Value: n})
}

// transfers reports whether a block has a CYCLE or EXIT.
func transfers(body []program.Stmt, keyword string) bool {
	found := false
	program.Statements(body, func(s program.Stmt) bool {
		t, ok := s.(*program.Transfer)
		found = found || ok && t.Keyword == keyword
		return !found
	})
	return found
}
