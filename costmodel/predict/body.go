package predict

import (
	"github.com/parlens/parlens/analysis/lower"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
	"github.com/parlens/parlens/analysis/workspace"
	"github.com/parlens/parlens/costmodel/execution"
	"github.com/parlens/parlens/machines"
)

// Body is what the text of a loop says of one iteration: its operations for the
// sequential models of paper 002, and its neighbourhood.
type Body struct {
	execution.Body
	Before, Behind float64 // items before and behind its own that it reads
}

// BodyAt reads the loop, or the array assignment, that begins at a line; false where
// there is none.
func BodyAt(snap *workspace.Snapshot, path string, line int) (Body, bool) {
	f, err := snap.File(path)
	if err != nil || !LanguageOf(f).Lowered {
		return Body{}, false
	}
	for _, lowered := range snap.Program(f).Units {
		u := lowered.Fork()
		if s := statementAt(u, f.Text, line); s != nil {
			c := counter{depth: map[*program.Symbol]int{}}
			if do, is := s.(*program.Do); is {
				c.index = do.Var
			}
			program.Statements([]program.Stmt{s}, func(x program.Stmt) bool {
				c.statement(x)
				return true
			})
			return c.Body, c.Adds+c.Multiplies+c.Others > 0
		}
	}
	return Body{}, false
}

// statementAt is the loop or assignment that begins at a line.
func statementAt(u *lower.Unit, text *source.Text, line int) program.Stmt {
	var found program.Stmt
	program.Statements(u.Body, func(s program.Stmt) bool {
		if text.LineOf(u.Start+s.Span().Start) == line && found == nil {
			switch s.(type) {
			case *program.Do, *program.Assign, *program.Forall:
				found = s
			}
		}
		return found == nil
	})
	return found
}

// counter adds up operations in the order of the statements. Addresses are made by
// units of their own and do not count.
type counter struct {
	Body
	index *program.Symbol
	depth map[*program.Symbol]int // operations of the longest chain to a scalar's value
}

func (c *counter) statement(s program.Stmt) {
	a, is := s.(*program.Assign)
	if !is {
		if i, is := s.(*program.If); is {
			for _, b := range i.Branches {
				c.Chain = max(c.Chain, c.expression(b.Cond))
			}
		}
		return
	}
	d := c.expression(a.RHS)
	if len(a.LHS.Subs) == 0 && a.LHS.Sym.Rank() == 0 {
		c.depth[a.LHS.Sym] = d
	}
	c.Chain = max(c.Chain, d)
}

// expression counts operations and returns how many of them follow one another.
func (c *counter) expression(e program.Expr) int {
	switch e := e.(type) {
	case *program.Ref:
		c.neighbour(e)
		return c.depth[e.Sym]
	case *program.Unary:
		c.Others++
		return c.expression(e.X) + 1
	case *program.Binary:
		switch e.Op {
		case program.Add, program.Sub:
			c.Adds++
		case program.Mul:
			c.Multiplies++
		default:
			c.Others++
		}
		return max(c.expression(e.X), c.expression(e.Y)) + 1
	case *program.Call:
		c.Others++
		longest := 0
		for _, a := range e.Args {
			longest = max(longest, c.expression(a.Value))
		}
		return longest + 1
	}
	return 0
}

// neighbour widens the neighbourhood by an element that lies a constant away.
func (c *counter) neighbour(r *program.Ref) {
	for _, s := range r.Subs {
		b, is := s.Lo.(*program.Binary)
		if !is || b.Op != program.Add && b.Op != program.Sub {
			continue
		}
		v, isRef := b.X.(*program.Ref)
		k, isConst := b.Y.(*program.Const)
		if !isRef || !isConst || v.Sym != c.index || c.index == nil {
			continue
		}
		if (b.Op == program.Add) == (k.Int > 0) {
			c.Behind = max(c.Behind, max(float64(k.Int), -float64(k.Int)))
		} else {
			c.Before = max(c.Before, max(float64(k.Int), -float64(k.Int)))
		}
	}
}

// On completes a body with what operations take on a machine, in costs of an item:
// one that the next needs is a dependent addition, any other begins a cycle later.
func (b Body) On(m *machines.Machine) (execution.Body, bool) {
	item, ok := m.Number("communication.item_s")
	add, okAdd := m.Number("processing.real_add_s")
	clock, okClock := m.Number("processing.clock_hz")
	if !ok || !okAdd || !okClock || !(item.Value > 0) || !(clock.Value > 0) {
		return execution.Body{}, false
	}
	out := b.Body
	out.Latency, out.Issue = add.Value/item.Value, 1/clock.Value/item.Value
	return out, true
}
