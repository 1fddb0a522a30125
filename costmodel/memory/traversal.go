package memory

import (
	"fmt"
	"math"
	"slices"

	"github.com/parlens/parlens/analysis/symbolic"
)

// traversal is the way of a stream through its loops, innermost first, as the rules of
// Counters look at it. A column of the stream is a reference of its own.
type traversal struct {
	columns int
	loops   []way
	enters  int  // after so many loops stands what a statement before has left; -1 for nothing
	stays   bool // what was accessed is never replaced
	average bool // for one execution of the element
}

// way is what a loop does to a stream.
type way struct {
	idle, far bool    // it stays; it goes where nobody knows
	last      int     // the innermost loop that has the same statements
	gaps      []int64 // by column: iterations after which it comes where another one was; 0 for never
}

func wayOf(s Stream, k int) way {
	w := way{idle: s.Steps[k].Idle, far: !s.Steps[k].Idle && s.Steps[k].Bytes == 0}
	for _, x := range s.Columns {
		gap := int64(0)
		for _, y := range s.Columns {
			if ahead := y.Ahead[k] - x.Ahead[k]; ahead > 0 && (gap == 0 || ahead < gap) && besides(x, y, k) {
				gap = ahead
			}
		}
		w.gaps = append(w.gaps, gap)
	}
	return w
}

// besides reports whether nothing but a loop tells two columns apart.
func besides(x, y Column, k int) bool {
	return x.Apart == y.Apart && slices.Equal(x.Ahead[:k], y.Ahead[:k]) && slices.Equal(x.Ahead[k+1:], y.Ahead[k+1:])
}

// function takes the bytes of a line and of the cache, its ways, three numbers
// for each loop (iterations, bytes of a step, misses detected in an iteration), and
// what stands there: the misses since, and the blocks.
func (w traversal) function() *symbolic.Function {
	return &symbolic.Function{
		Name: "counted", Key: fmt.Sprint("memory ", w), Result: symbolic.Real, Cost: 10 + 10*len(w.loops)*w.columns, Lo: 0, Hi: math.Inf(1),
		Eval: func(args []float64) (float64, error) { return w.missed(args), nil },
	}
}

// trace is how far a traversal has come.
type trace struct {
	line, blocks   float64
	misses, pieces []float64 // of each column: misses, and in how many pieces the blocks of them lie
	bytes          float64   // from the first offset of a column to the last
}

func (w traversal) missed(args []float64) float64 {
	line, ways := max(1, args[0]), max(1, args[2])
	one := []float64{1}
	t := trace{line: line, blocks: ways * math.Floor(args[1]/ways/line), misses: slices.Repeat(one, w.columns), pieces: slices.Repeat(one, w.columns)}
	if w.stays {
		t.blocks = math.Inf(1)
	}
	executions := 1.0
	for k, l := range w.loops {
		if k == w.enters {
			t.enter(args[len(args)-2], args[len(args)-1])
		}
		trips := max(1, args[3+3*k])
		t.repeat(l, trips, args[4+3*k], args[5+3*k], args[5+3*l.last])
		executions *= trips
	}
	if len(w.loops) == w.enters {
		t.enter(args[len(args)-2], args[len(args)-1])
	}
	if w.average {
		return t.total() / executions
	}
	return t.total()
}

func (t *trace) total() float64 {
	total := 0.0
	for _, n := range t.misses {
		total += n
	}
	return total
}

// enter makes hits of blocks that a statement before has accessed.
func (t *trace) enter(since, blocks float64) {
	if all := t.total(); since < t.blocks && all > 0 {
		for x := range t.misses {
			t.misses[x] *= max(0, 1-blocks/all)
		}
	}
}

// repeat is a loop around the others: a column is cold in its first iteration,
// then comes where it was itself or, after some iterations, where another was.
func (t *trace) repeat(l way, trips, step, between, last float64) {
	near := l.idle || !l.far && step < t.line
	for x, once := range t.misses {
		again, cold := once, trips
		switch gap := math.Abs(step - t.bytes); {
		case l.far:
		case near && between < t.blocks: // the ends of its pieces
			again = min(once, t.pieces[x]*step/t.line)
		case last < t.blocks && gap < t.line: // less the block where it was last
			again = max(0, once-1+gap/t.line)
		}
		if gap := float64(l.gaps[x]); gap > 0 && gap*between < t.blocks {
			cold = min(trips, gap)
		}
		t.misses[x] = once + (cold-1)*again
		if !near {
			t.pieces[x] *= cold
		}
	}
	if l.far {
		t.bytes = math.Inf(1)
	}
	t.bytes += (trips - 1) * step
}
