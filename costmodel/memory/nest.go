package memory

import (
	"fmt"
	"math"

	"github.com/parlens/parlens/analysis/symbolic"
)

// Nest is the loops around an element, and the references in it.
type Nest struct {
	Trips   []symbolic.Expr // iterations that the processor makes of each loop, innermost first
	Streams []Stream
}

// Stream is the references of an element to one array that advance together.
type Stream struct {
	Bytes   int // of an element
	Store   bool
	Again   bool     // a store to what another stream reads: it takes no room of its own
	Steps   []Step   // by loop of the nest
	Columns []Column // one or more, all different

	// Of a nest that stands among others, for machines whose statements find what
	// those before have left (see Transfers):
	Array     string        // equal for what may touch the same lines
	Scattered bool          // an index array says where it goes
	Whole     symbolic.Expr // bytes of the array of a scattered stream
	Between   [][]Return    // by loop: how the lines come back; behind the last loop, since statements before have touched them
}

// Step is how far a stream goes with each iteration of a loop.
type Step struct {
	Idle  bool          // not at all
	Bytes symbolic.Expr // 0: more than a line, and nothing else is known
	Along int           // the loop inside that runs along the same dimension, and one: what the two touch may overlap; 0 for none
}

// Column is one of the neighbours that a stream reads in the same iteration,
// further away than a line.
type Column struct {
	Ahead []int64       // by loop of the nest: iterations after which the others come there
	Apart string        // what else tells it from the others, "" for nothing
	From  symbolic.Expr // bytes from the first column to this one; 0: not known
}

// counter counts the lines of one level of the hierarchy.
type counter struct {
	a     *symbolic.Arena
	nest  Nest
	level level
}

// longTrip is the size of an expression from which on it is not simplified with
// others: the share of a CYCLIC loop has cases enough of its own.
const longTrip = 10

// trip is the iterations of a loop, at least one.
func (c counter) trip(k int) symbolic.Expr {
	trip := c.nest.Trips[k]
	if c.a.Size(trip) > longTrip {
		return c.a.Opaque(iterations, trip)
	}
	return c.a.Max(c.a.Int(1), trip)
}

var iterations = &symbolic.Function{
	Name: "iterations", Key: "memory", Result: symbolic.Real, Cost: 1, Monotone: []symbolic.Monotone{symbolic.Increasing}, Lo: 1, Hi: math.Inf(1),
	Eval: func(args []float64) (float64, error) { return max(1, args[0]), nil },
}

// misses is the number of lines that a stream misses in one execution of the
// element, on the average. From the innermost loop outwards: what the iterations
// of a loop touch more than once is missed once if it stays, and each time if it
// does not; what a loop inside has lost, the loops around do not find. Columns that
// push each other out of their set never stay.
func (c counter) misses(s Stream) symbolic.Expr {
	a := c.a
	if s.Scattered && s.Whole != 0 {
		return c.scattered(s)
	}
	before := c.lines(s, min(1, len(c.nest.Trips)))
	missed, lost := before, a.Real(0)
	for n := 1; n < len(c.nest.Trips); n++ {
		once := c.lines(s, n+1)
		if once == before {
			continue // this loop brings nothing back
		}
		lost = a.Max(lost, c.lost(s, n))
		again := a.Add(once, a.Mul(lost, a.Sub(before, once)))
		if missed == before {
			missed = again
		} else {
			missed = a.Mul(missed, a.Quo(again, before))
		}
		before = once
	}
	if n := len(c.nest.Trips); len(s.returns(n)) > 0 { // a statement before has left some
		missed = a.Mul(missed, a.Max(lost, c.lost(s, n)))
	}
	if conflicts := c.conflicts(s); conflicts != 0 {
		all := a.Int(int64(len(s.Columns)))
		missed = a.Add(conflicts, a.Mul(a.Sub(a.Int(1), a.Quo(conflicts, all)), missed))
	}
	return missed
}

// lines is the number of different lines that a stream touches while the n inner
// loops run once, for each execution of the element.
func (c counter) lines(s Stream, n int) symbolic.Expr {
	a := c.a
	lines := a.Mul(c.share(s, n), c.columns(s, n))
	for k := range n {
		switch along := s.Steps[k].Along; {
		case s.Steps[k].Idle:
			lines = a.Quo(lines, c.trip(k))
		case along > 0 && along <= n && s.Steps[k].Bytes != 0:
			lines = a.Mul(lines, c.fresh(s, k, along-1))
		}
	}
	return lines
}

// fresh is the share of what a loop touches that no other iteration of it does, where a
// run along one dimension is moved by less than its length: x(i+j).
func (c counter) fresh(s Stream, k, along int) symbolic.Expr {
	a := c.a
	if s.Steps[along].Bytes == 0 {
		return a.Real(1)
	}
	run := a.Mul(c.trip(along), s.Steps[along].Bytes)
	moved := a.Min(a.Real(1), a.Quo(s.Steps[k].Bytes, run))
	return a.Add(moved, a.Quo(a.Sub(a.Real(1), moved), c.trip(k)))
}

// share is the part of a line that a step of the n inner loops takes: lines are
// filled along the loop with the smallest step.
func (c counter) share(s Stream, n int) symbolic.Expr {
	a, step := c.a, c.step(s, n)
	if step == 0 {
		return a.Real(1)
	}
	share := a.Quo(step, c.level.line)
	if ends := c.ends(s, n); ends != 0 {
		share = a.Add(share, a.Mul(ends, a.Sub(a.Int(1), share)))
	}
	return a.Min(a.Real(1), share)
}

// ends is the part of a line that each step takes more because runs along columns
// begin and end within lines, where the next column is too far away to share them;
// 0 for none.
func (c counter) ends(s Stream, n int) symbolic.Expr {
	along, across, ok := c.directions(s, len(s.Steps))
	if !ok || along < 0 || along >= n || across < 0 {
		return 0
	}
	a, trip := c.a, c.trip(along)
	beyond := a.Sub(s.Steps[across].Bytes, a.Mul(trip, s.Steps[along].Bytes))
	gap := a.Min(a.Real(1), a.Max(a.Real(0), a.Quo(beyond, c.level.line)))
	if x, known := a.Const(gap); known && x == 0 {
		return 0
	}
	return a.Quo(gap, trip)
}

// step is the smallest step of the n inner loops in bytes, 0 where none is known
// or taken. One that is a number is smaller than those that are extents.
func (c counter) step(s Stream, n int) symbolic.Expr {
	least := symbolic.Expr(0)
	for k := range n {
		next := s.Steps[k]
		if next.Idle || next.Bytes == 0 {
			continue
		}
		_, number := c.a.Const(next.Bytes)
		_, known := c.a.Const(least)
		switch {
		case least == 0 || number && !known:
			least = next.Bytes
		case number == known:
			least = c.a.Min(least, next.Bytes)
		}
	}
	return least
}

// columns is the number of columns that a stream has in use while the n inner
// loops run once: those that a loop brings together are one, longer by how far
// they lie apart.
func (c counter) columns(s Stream, n int) symbolic.Expr {
	a := c.a
	total := a.Int(0)
	for _, together := range s.together(n) {
		length := a.Int(1)
		for k := range n {
			if span := spanOf(together, k); span > 0 {
				length = a.Mul(length, a.Add(a.Int(1), a.Quo(a.Int(span), c.trip(k))))
			}
		}
		total = a.Add(total, a.Min(length, a.Int(int64(len(together)))))
	}
	return total
}

// together divides the columns into those that the n inner loops bring together,
// in the order of their first ones.
func (s Stream) together(n int) [][]Column {
	at := map[string]int{}
	var out [][]Column
	for _, x := range s.Columns {
		key := fmt.Sprint(x.Apart, x.Ahead[n:])
		i, known := at[key]
		if !known {
			i = len(out)
			at[key], out = i, append(out, nil)
		}
		out[i] = append(out[i], x)
	}
	return out
}

// spanOf is how many iterations of a loop columns lie apart.
func spanOf(columns []Column, k int) int64 {
	lo, hi := columns[0].Ahead[k], columns[0].Ahead[k]
	for _, x := range columns {
		lo, hi = min(lo, x.Ahead[k]), max(hi, x.Ahead[k])
	}
	return hi - lo
}
