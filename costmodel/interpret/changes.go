package interpret

import (
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/depend"
	"github.com/parlens/parlens/analysis/program"
)

// changes tells which variables have another value in the next iteration of a DO loop,
// because a statement of the loop stores to them: one of the innermost loop, of a loop or
// array construct inside it, or of a procedure that it calls.
type changes struct {
	loop   *comm.Loop
	depth  int // DO loops around the statements, its own included
	depend *depend.Result
	stored map[string]bool // left sides, as they are written
	shared map[*program.Symbol]bool
}

// changesIn collects what the body of a loop stores to. There are none in the loops of
// an array construct, which reads what was there before it.
func changesIn(l *comm.Loop, d *depend.Result) changes {
	c := changes{loop: l}
	if l.Do == nil || d == nil || d.Loop(l.Do) == nil {
		return c
	}
	c.depend, c.depth = d, d.Loop(l.Do).Depth
	c.stored, c.shared = map[string]bool{}, map[*program.Symbol]bool{}
	written := map[*program.Symbol]string{}
	note := func(e program.Expr) {
		program.Walk(e, func(e program.Expr) bool {
			if r, ok := e.(*program.Ref); ok && r.Sym.Rank() > 0 && l.Stores.Has(r.Sym) {
				text := program.Text(r)
				c.shared[r.Sym] = c.shared[r.Sym] || written[r.Sym] != "" && written[r.Sym] != text
				written[r.Sym] = text
			}
			return true
		})
	}
	program.Statements(l.Do.Body, func(s program.Stmt) bool {
		for e := range program.Exprs(s) {
			note(e)
		}
		if a, ok := s.(*program.Assign); ok {
			c.stored[program.Text(a.LHS)] = true
		}
		return true
	})
	return c
}

// of reports whether an iteration may find another value in a variable than the one
// before it.
func (c changes) of(r *program.Ref) bool {
	switch {
	case c.depend == nil || !c.loop.Stores.Has(r.Sym):
		return false
	case r.Sym.Rank() == 0 || c.stored[program.Text(r)]:
		return true
	}
	pin, known := c.depend.Onto(r)
	return !known || pin.Level >= c.depth
}

// stays reports whether a register holds an element through all iterations: nothing in
// the loop refers to another element of its array.
func (c changes) stays(r *program.Ref) bool { return c.depend == nil || !c.shared[r.Sym] }
