// Package memory is the component model of the memory of one processor: what
// the array references of a loop cost beyond a cache hit, by stride, by the
// columns that a stencil keeps in use, and by whether all of it stays in the
// cache between two passes.
package memory

import (
	"github.com/parlens/parlens/costmodel/symbolic"
	"github.com/parlens/parlens/machines"
)

// Stream is the references of a loop to one array that advance together.
type Stream struct {
	Bytes    int           // of an element
	Stride   int64         // elements from one iteration to the next; 0: the same element
	Columns  int64         // distinct columns (neighbours beyond the first dimension)
	Run      symbolic.Expr // iterations of the inner loop: the length of a column in use
	Elements symbolic.Expr // distinct elements that the processor passes over; 0: another stream counts them
	Store    bool
}

// Far is the stride of references whose inner loop is not the first dimension:
// every one touches another cache line.
const Far = int64(1) << 40

// Model builds expressions in A for the machine M.
type Model struct {
	A *symbolic.Arena
	M *machines.Machine
}

func (m Model) parameter(name string) symbolic.Expr {
	return m.A.Sym("memory."+name, symbolic.Real)
}

// Load and Store return the seconds of an access that hits.
func (m Model) Load() symbolic.Expr { return m.parameter("fetch_hit_s") }

// Store returns the seconds of a store that hits.
func (m Model) Store() symbolic.Expr { return m.parameter("store_hit_s") }

// Misses returns the extra seconds per iteration that the streams' misses
// cost. A new line is touched in min(1, stride * bytes / line) of the
// iterations. Of the columns of a stencil only the leading one misses while
// the others are still in the cache (the layer condition); where the pass is
// repeated, nothing misses when all streams together fit into the cache.
func (m Model) Misses(streams []Stream, repeated bool) symbolic.Expr {
	a := m.A
	total, footprint, layers := a.Real(0), a.Int(0), a.Int(0)
	for _, s := range streams {
		footprint = a.Add(footprint, a.Mul(a.Int(int64(s.Bytes)), s.Elements))
		layers = a.Add(layers, a.Mul(a.Int(int64(s.Bytes)*s.Columns), s.Run))
	}
	fits := a.Le(layers, m.parameter("cache_bytes"))
	for _, s := range streams {
		total = a.Add(total, m.stream(s, fits))
	}
	if !repeated {
		return total
	}
	return a.Cond(a.Le(footprint, m.parameter("cache_bytes")), a.Real(0), total)
}

func (m Model) stream(s Stream, fits symbolic.Expr) symbolic.Expr {
	a := m.A
	if s.Stride == 0 {
		return a.Real(0)
	}
	share := a.Real(1)
	if s.Stride < Far {
		share = a.Min(a.Real(1), a.Quo(a.Int(s.Stride*int64(s.Bytes)), m.parameter("line_bytes")))
	}
	penalty := m.parameter("fetch_miss_s")
	if s.Store {
		penalty = m.parameter("store_miss_s")
	}
	columns := a.Int(1)
	if s.Columns > 1 {
		columns = a.Cond(fits, a.Int(1), a.Int(s.Columns))
	}
	return a.Mul(columns, share, penalty)
}
