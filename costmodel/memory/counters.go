package memory

import (
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// Counters is the heuristic of paper 003, section 2.3: counts of accesses and of
// detected misses for the whole program unit, and with every variable where it was
// accessed last and what the counts were then. A machine asks for it with
// misses = "counters". The paper prints no rules; these are ours:
//
//   - A block (a line of the cache) that is accessed for the first time is a miss.
//   - One that was accessed before is a hit if fewer misses have been detected since
//     than the cache has blocks, ways x sets: it replaces the least recently used.
//   - When its last access was g iterations of a loop ago, g times the misses of one
//     iteration have been detected since: of all variables in that loop, as in its
//     first iteration, when nothing had been accessed (detected.go).
//   - When its variable was last accessed by a statement before, the misses of that
//     one and of all up to this one have been detected since, in one iteration of the
//     loops that both are in. Their blocks are taken to be the same, as many as
//     the smaller access has, where both go the same way in those loops.
//   - The block of the last offset was accessed when the statement was executed last: an
//     iteration ago of the innermost loop that has no fewer statements than the one that
//     goes on.
//   - The counts start at 0 where the unit is entered, and both branches of a condition
//     count. That of accesses is what the misses of a reference are spread over: the
//     iterations of its loops.
//
// Which block was accessed when follows from the steps of the loops (traversal.go); the
// average is over all places in a line where a reference may begin.
type Counters struct {
	m      Model
	visits []Visit
	in     map[any][]int // the visits in each loop
	known  map[question]symbolic.Expr
	ahead  map[any]symbolic.Expr
}

// Visit is the nest of one statement.
type Visit struct {
	Nest
	Loops     []any    // which loops they are, innermost first: equal for statements in one loop
	Variables []string // of each stream
}

// question is one about a stream in n inner loops.
type question struct {
	visit, stream, n int
	stays, average   bool
}

// Counting reports whether the machine counts misses this way.
func (m Model) Counting() bool { return m.M != nil && m.M.Misses == "counters" }

// Counters returns the counters of a unit whose statements are interpreted in this
// order.
func (m Model) Counters(visits []Visit) *Counters {
	c := &Counters{m: m, visits: visits, in: map[any][]int{}, known: map[question]symbolic.Expr{}, ahead: map[any]symbolic.Expr{}}
	for k, v := range visits {
		for _, l := range v.Loops {
			c.in[l] = append(c.in[l], k)
		}
	}
	return c
}

// Misses returns the extra seconds that the misses of a visit cost, for one
// execution of its element, on the average.
func (c *Counters) Misses(visit int) symbolic.Expr {
	a, v := c.m.A, c.visits[visit]
	total := c.m.pages(v.Nest)
	for k, s := range v.Streams {
		q := question{visit: visit, stream: k, n: len(v.Trips), average: true}
		total = a.Add(total, a.Mul(c.m.penalty(0, s), c.missed(q)))
	}
	return total
}

// missed is the number of misses of a stream while the n inner loops run once: when
// nothing has been accessed, or on the average over the whole unit. A store to what
// was read finds it.
func (c *Counters) missed(q question) symbolic.Expr {
	if x, ok := c.known[q]; ok {
		return x
	}
	a, v := c.m.A, c.visits[q.visit]
	s, w := v.Streams[q.stream], traversal{enters: -1, stays: q.stays, average: q.average, columns: len(v.Streams[q.stream].Columns)}
	if s.Again {
		return a.Real(0)
	}
	args := []symbolic.Expr{c.m.parameter("line_bytes"), c.m.parameter("cache_bytes"), c.m.parameter("associativity")}
	for k := range q.n {
		l := wayOf(s, k)
		l.last = slices.IndexFunc(v.Loops, func(inner any) bool { return len(c.in[inner]) == len(c.in[v.Loops[k]]) })
		w.loops = append(w.loops, l)
		between := a.Int(0)
		if !q.stays {
			between = c.iteration(v.Loops[k])
		}
		args = append(args, v.Trips[k], stepOf(a, s.Steps[k]), between)
	}
	if since, warm, level := c.before(q); since != 0 {
		w.enters, args = level, append(args, since, warm)
	}
	x := a.Opaque(w.function(), args...)
	c.known[q] = x
	return x
}

func stepOf(a *symbolic.Arena, s Step) symbolic.Expr {
	if s.Idle || s.Bytes == 0 {
		return a.Int(0)
	}
	return s.Bytes
}

// iteration is the number of misses detected in the first iteration of a loop.
func (c *Counters) iteration(loop any) symbolic.Expr {
	if x, ok := c.ahead[loop]; ok {
		return x
	}
	d := newDetected(c)
	for _, k := range c.in[loop] {
		d.add(k, slices.Index(c.visits[k].Loops, loop))
	}
	c.ahead[loop] = d.total()
	return c.ahead[loop]
}

// lookback is how many statements before are remembered: formulas must not grow
// with the length of a program.
const lookback = 16

// before finds the last access of the variable by a statement before: the misses
// since, how many of the blocks are those of now, and how many inner loops of the
// visit run in one iteration of the loops that both are in. since is 0 for none.
func (c *Counters) before(q question) (since, blocks symbolic.Expr, level int) {
	v := c.visits[q.visit]
	for k := q.visit - 1; k >= max(0, q.visit-lookback) && q.average; k-- {
		other := c.visits[k]
		n := slices.Index(other.Variables, v.Variables[q.stream])
		if n < 0 {
			continue
		}
		shared := sharedLoops(v, other)
		level = len(v.Loops) - shared
		if !together(v.Streams[q.stream], other.Streams[n], shared) {
			return 0, 0, 0
		}
		return c.since(k, q.visit, shared), c.same(k, n, q, shared), level
	}
	return 0, 0, 0
}

// since is the number of misses detected from one visit up to another, in one
// iteration of the loops that they share.
func (c *Counters) since(first, visit, shared int) symbolic.Expr {
	d := newDetected(c)
	for k := first; k < visit; k++ {
		x := c.visits[k]
		d.add(k, len(x.Loops)-min(shared, sharedLoops(x, c.visits[visit])))
	}
	return d.total()
}

// same is how many blocks two visits have in common.
func (c *Counters) same(visit, stream int, q question, shared int) symbolic.Expr {
	theirs := question{visit: visit, stream: stream, n: len(c.visits[visit].Loops) - shared, stays: true}
	ours := question{visit: q.visit, stream: q.stream, n: len(c.visits[q.visit].Loops) - shared, stays: true}
	return c.m.A.Min(c.missed(theirs), c.missed(ours))
}

// sharedLoops is how many of the outermost loops two visits are both in.
func sharedLoops(x, y Visit) int {
	n := 0
	for n < min(len(x.Loops), len(y.Loops)) && x.Loops[len(x.Loops)-1-n] == y.Loops[len(y.Loops)-1-n] {
		n++
	}
	return n
}

// together reports whether two streams go the same way in the outermost loops.
func together(x, y Stream, loops int) bool {
	return slices.Equal(x.Steps[len(x.Steps)-loops:], y.Steps[len(y.Steps)-loops:])
}
