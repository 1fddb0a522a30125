package process

import (
	"context"
	"encoding/binary"
	"iter"
	"math"
	"slices"
	"sync"

	"github.com/parlens/parlens/analysis/symbolic"
)

// On how many processors a program is executed enters its terms in few places: block
// sizes like ceil(n/p), stages like log2 p. Where two grids give all of these places the
// same values, and differ in how many processors there are besides that all do the same
// (idle.go), their clocks are the same. So a curve over thousands of numbers of
// processors takes as many executions as it has steps.

// Shape is what the numbers of processors enter a program by.
type Shape struct {
	p      *Program
	names  []string // symbols that are varied
	slots  []int    // of the inputs of the tape: numbers of the names, or -1
	tape   *symbolic.Tape
	strict []group // parts that have to be equal
	ends   []group // of ranges: parts that have to be equal, or behind all that differ
	parts  int
	alike  map[int]*likeness // of bounds
}

// Curve is a program on grids of different extents, everything else being equal. It may
// be used from several goroutines.
type Curve struct {
	*Shape
	opt   Options
	fixed []float64 // values of the inputs of the tape that are not varied

	mu    sync.Mutex
	known map[string][]*plateau
	runs  int
}

// group is outputs of the tape of which the largest is meant, and for an end of a range
// its dimension.
type group struct{ from, to, dim int }

// manyProcessors is how many there may be that all do the same: it bounds for what
// extents they are proven to.
const manyProcessors = 1 << 24

// Shape prepares executions for different values of some symbols of the environment,
// those of the extents among them. The arena is that which the program was compiled in,
// or a view of it. It is nil where the extents depend on anything else.
func (p *Program) Shape(a *symbolic.Arena, names []string) *Shape {
	c := &Shape{p: p, names: names, alike: p.likenesses(a)}
	asked := func(s symbolic.Symbol) bool { return slices.Contains(names, s.Name) }
	varies := func(s symbolic.Symbol) bool {
		return slices.Contains(p.coordinates, s.Name) || slices.Contains(p.indices, s.Name)
	}
	for _, e := range p.bounds[0] {
		for _, s := range a.Free(e) {
			if !asked(s) {
				return nil
			}
		}
	}
	f := &finder{a: a, asked: asked, varies: varies, found: map[symbolic.Expr]bool{}}
	for i, es := range p.bounds[1:] {
		if !slices.ContainsFunc(p.ranges, func(r []symbolic.Expr) bool { return same(r, p.bounds[i+1]) }) {
			f.strictly(es...)
		}
	}
	for _, es := range p.ranges {
		for i, e := range es {
			if i%2 == 0 {
				f.strictly(e)
			} else {
				f.end(e, i/2)
			}
		}
	}
	f.compile(c)
	for _, s := range c.tape.Inputs() {
		c.slots = append(c.slots, slices.Index(names, s.Name))
	}
	return c
}

// Curve is the program where everything that is not varied has the values of opt.
func (s *Shape) Curve(opt Options) *Curve {
	c := &Curve{Shape: s, opt: opt, known: map[string][]*plateau{}}
	for _, in := range s.tape.Inputs() {
		c.fixed = append(c.fixed, opt.Env[in.Name])
	}
	return c
}

// same reports whether two lists are one.
func same(x, y []symbolic.Expr) bool { return len(x) == len(y) && (len(x) == 0 || &x[0] == &y[0]) }

// finder collects the parts of expressions.
type finder struct {
	a             *symbolic.Arena
	asked, varies func(symbolic.Symbol) bool
	found         map[symbolic.Expr]bool
	strict, ends  []symbolic.Fixed
	dims          []int // of the ends
}

func (f *finder) strictly(es ...symbolic.Expr) {
	for _, e := range es {
		f.strict = append(f.strict, f.a.FixedParts(e, f.asked, f.varies, f.found)...)
	}
}

// end looks at the upper end of a range.
func (f *finder) end(e symbolic.Expr, dim int) {
	values, conditions := f.a.Chosen(e)
	f.strictly(conditions...)
	for _, v := range values {
		if parts := f.a.FixedParts(v, f.asked, f.varies, map[symbolic.Expr]bool{}); len(parts) == 1 && len(parts[0]) == 1 && parts[0][0] == v {
			f.ends, f.dims = append(f.ends, parts[0]), append(f.dims, dim)
		} else {
			f.strictly(v)
		}
	}
}

// compile makes the tape of the parts.
func (f *finder) compile(c *Shape) {
	var es []symbolic.Expr
	add := func(part symbolic.Fixed, dim int) group {
		es = append(es, part...)
		return group{len(es) - len(part), len(es), dim}
	}
	for _, part := range f.strict {
		c.strict = append(c.strict, add(part, 0))
	}
	for i, part := range f.ends {
		c.ends = append(c.ends, add(part, f.dims[i]))
	}
	c.tape, c.parts = f.a.Compile(es...), len(es)
}

// of is the value of a group.
func (g group) of(values []float64) float64 {
	most := values[g.from]
	for _, v := range values[g.from+1 : g.to] {
		most = max(most, v)
	}
	return most
}

// Runs is how often the program has been executed.
func (c *Curve) Runs() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.runs
}

// At is the program for the values of the names, extents of the grid in the order of
// its dimensions among them. Which coordinates stand for the others depends on them, so
// that the caller says it, as in Options.
func (c *Curve) At(ctx context.Context, values, extents []float64, representatives func(dimension int) []int64) (Total, error) {
	parts, err := c.at(values)
	if err != nil { // a part has no value: nothing is known of what it stands in
		t, _, err := c.execute(ctx, values, representatives)
		return t, err
	}
	key := c.key(parts)
	if t, ok := c.remembered(key, parts, extents); ok {
		return t, nil
	}
	t, s, err := c.execute(ctx, values, representatives)
	if err != nil || s == nil {
		return t, err
	}
	t = s.on(extents)
	for _, g := range c.ends {
		s.ends = append(s.ends, g.of(parts))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.known[key] = append(c.known[key], s)
	return t, nil
}

// key is what grids with the same clocks have in common, written down.
func (c *Curve) key(parts []float64) string {
	key := make([]byte, 0, 8*len(c.strict))
	for _, g := range c.strict {
		key = binary.LittleEndian.AppendUint64(key, math.Float64bits(g.of(parts)))
	}
	return string(key)
}

// leastAlike is the extent from which on grids are expected to be executed together.
const leastAlike = 64

// Classes is how many of some grids are expected to need executions of their own; the names
// are their extents.
func (c *Curve) Classes(all iter.Seq[[]float64]) int {
	seen := map[string]bool{}
	failed := 0
	for extents := range all {
		parts, err := c.at(extents)
		if err != nil {
			failed++
			continue
		}
		key := []byte(c.key(parts))
		for _, n := range extents {
			key = binary.LittleEndian.AppendUint64(key, math.Float64bits(min(n, leastAlike)))
		}
		seen[string(key)] = true
	}
	return len(seen) + failed
}

func (c *Curve) at(values []float64) ([]float64, error) {
	in := slices.Clone(c.fixed)
	for i, k := range c.slots {
		if k >= 0 {
			in[i] = values[k]
		}
	}
	out := make([]float64, c.parts)
	return out, c.tape.Eval(in, out)
}
