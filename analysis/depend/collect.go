package depend

import (
	"slices"
	"strings"

	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/source"
)

// collector is the second pass: it reads every reference inside loops, and
// follows which scalars have been assigned in the iteration.
type collector struct {
	*analysis
	result  *Result
	loop    *loop
	guard   *guard
	env     []rangedIndex
	ranges  []form // constraints of env
	masked  bool   // a mask decides element by element
	flow    flow
	found   *extremum
	seq     int32
	key     []byte
	trial   class               // of the reference at hand
	classes map[classKey]*class // of the nest
}

func (c *collector) place(pos int32) place { return place{loop: c.loop, pos: pos, env: c.env} }

func (c *collector) block(block []program.Stmt) {
	for _, s := range block {
		c.seq++
		switch s := s.(type) {
		case *program.Assign:
			c.assign(s)
		case *program.Do:
			c.do(s)
		case *program.If:
			c.condition(s)
		case *program.Where:
			c.where(s)
		case *program.Forall:
			c.ranged(s.Ranges, s.Mask, s.Body)
		case *program.CallStmt:
			for _, arg := range s.Args {
				c.read(arg.Value)
			}
			c.call(s)
		case *program.Unmodelled:
			if !s.Free {
				c.unmodelled(s)
			}
		case *program.Transfer:
			c.transfer(s)
		}
	}
}

func (c *collector) call(s *program.CallStmt) {
	if c.loop == nil {
		return
	}
	changed, known := c.changed(s)
	text := "the call of " + strings.ToUpper(s.Name) + " may use and change any variable"
	if known {
		text = "the call of " + strings.ToUpper(s.Name) + " may change what the loop uses"
	}
	c.effect(s.At, true, text)
	e := &c.loop.nest.effects[len(c.loop.nest.effects)-1]
	e.only, e.bounded = changed, known
}

func (c *collector) unmodelled(s *program.Unmodelled) {
	if s.Forward && s.Leaves > 0 && c.loop != nil {
		c.flow.end()
		c.leaves(s.At, "GO TO", int(c.loop.depth)-s.Leaves)
		return
	}
	switch s.Keyword {
	case "goto":
		c.effect(s.At, true, "what this GO TO passes by may use and change any variable")
	case "print", "write", "read":
		c.effect(s.At, !outputOnly(s), strings.ToUpper(s.Keyword)+" keeps the order of the iterations")
	default:
		c.effect(s.At, true, "this statement may use and change any variable: "+s.Reason)
	}
}

// transfer notes a statement that ends an iteration or a loop early.
func (c *collector) transfer(s *program.Transfer) {
	c.flow.end()
	if c.loop == nil {
		return
	}
	c.leaves(s.At, strings.ToUpper(s.Keyword), c.loop.leftBy(s))
}

// leaves notes a jump that leaves so many of the loops around it running.
func (c *collector) leaves(at source.Span, keyword string, running int) {
	c.loop.nest.jumps = true
	if c.loop.depth > int32(running) {
		c.loop.nest.effects = append(c.loop.nest.effects, effect{
			reason: Reason{at, keyword + " may end the loop before its last iteration"},
			loop:   c.loop, pos: 2 * c.seq, leaves: running,
		})
	}
}

// leftBy returns the depth of the loops, counted from the outermost, that a
// statement in l leaves running: CYCLE all down to the one that it names, EXIT
// all around that one. A name that no loop has is taken for any of them.
func (l *loop) leftBy(s *program.Transfer) int {
	target := l
	for s.Target != "" && target != nil && target.do.Name != s.Target {
		target = target.parent
	}
	switch {
	case target == nil:
		return 0
	case s.Keyword == "cycle":
		return int(target.depth)
	case s.Keyword == "exit":
		return int(target.depth) - 1
	}
	return 0
}

func (c *collector) effect(at source.Span, stores bool, text string) {
	if c.loop == nil {
		return
	}
	c.loop.nest.effects = append(c.loop.nest.effects, effect{reason: Reason{at, text}, loop: c.loop, pos: 2*c.seq + 1, stores: stores})
}

// assign collects an assignment: all of the right side is read before the
// store.
func (c *collector) assign(s *program.Assign) {
	if c.loop == nil {
		return
	}
	operator, self := accumulation(s)
	if x := c.found; x != nil && x.store == s {
		operator = x.operator
	}
	c.expr(s.RHS, self, operator)
	c.subscripts(s.LHS)
	c.overlapping(s.LHS)
	if s.LHS.Sym.Rank() > 0 {
		c.access(s.LHS, true, 2*c.seq+1, operator)
		return
	}
	c.assigned(s.LHS, operator)
}

func (c *collector) do(s *program.Do) {
	if s.Kind == program.DoConcurrent {
		c.ranged(s.Ranges, s.Cond, s.Body)
		return
	}
	c.read(s.Lo, s.Hi, s.Step)
	l := c.loops[c.entered()]
	c.setup(l, c.place(2*c.seq))
	l.shape = c.shapeOfLoop(l)
	if c.loop == nil {
		c.classes, c.guard = map[classKey]*class{}, nil
	}
	if s.Var != nil {
		c.indexed(s)
	}
	guard := c.guard
	before := c.flow.enter(l.trip >= 1 && !l.jumps)
	c.loop = l
	if s.Var != nil {
		c.flow.levels[l.depth-1].add(c.id(s.Var))
	}
	c.read(s.Cond)
	c.block(s.Body)
	c.loop, c.guard = l.parent, guard
	c.flow.leave(before, l.trip >= 1 && !l.jumps)
}

// entered returns the place in loops of the loop whose header is the statement
// at hand.
func (c *collector) entered() int {
	n, _ := slices.BinarySearchFunc(c.loops, c.seq, func(l *loop, pos int32) int { return int(l.pos - pos) })
	return n
}

func (c *collector) condition(s *program.If) {
	guard, outer := c.guard, c.found
	x := findExtremum(s)
	c.found = x
	branches := c.flow.fork()
	for i, b := range s.Branches {
		c.seq++
		c.guard = guard
		if c.loop != nil {
			c.guarded(s.Branches[:i], nil)
			c.condOf(b.Cond, x)
			c.guard = guard
			c.guarded(s.Branches[:i], b.Cond)
		}
		c.flow.branch(branches)
		c.block(b.Body)
		c.flow.endBranch(branches)
	}
	c.found, c.guard = outer, guard
	if len(s.Else) > 0 && c.loop != nil {
		c.guarded(s.Branches, nil)
	}
	c.flow.branch(branches)
	c.block(s.Else)
	c.flow.endBranch(branches)
	c.flow.join(branches)
	c.guard = guard
}

// condOf reads a condition.
func (c *collector) condOf(e program.Expr, x *extremum) {
	if x != nil {
		c.expr(e, x.tested, x.operator)
		return
	}
	c.read(e)
}

func (c *collector) where(s *program.Where) {
	masked := c.masked
	c.masked = true
	for _, b := range s.Branches {
		c.seq++
		c.read(b.Mask)
		c.block(b.Body)
	}
	c.masked = masked
}
