package evaluate

import (
	"math"
	"slices"

	"github.com/parlens/parlens/analysis/aag"
	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/mapping"
	"github.com/parlens/parlens/analysis/symbolic"
)

// maxBounds is the number of values that the bound of a loop is looked at with,
// when it depends on the loops around.
const maxBounds = 64

// stretches are where the iterations of a unit's loops lie, as expressions. Where there
// are few processors nobody asks for them, so they lie over the arena of the model, which
// does not grow any more when numbers are asked for.
type stretches struct {
	arena *symbolic.Arena
	list  []stretch
	loops map[string]*comm.Loop // by the names of their indices
}

// stretch is one with what symbolic.Layout needs.
type stretch struct {
	comm.Stretch
	block, origin symbolic.Expr
}

func newStretches(g *aag.Graph) stretches {
	b := g.Builder.Overlay()
	b.Pause = nil // what stopped the model is over
	out := stretches{arena: b.A, loops: loopsOf(g)}
	for _, u := range g.Units {
		for _, s := range b.Stretches(u.Partition) {
			if k := s.Dim.Format.Kind; k == mapping.Block || k == mapping.Cyclic { // a table has no layout
				out.list = append(out.list, stretch{s, s.Dim.BlockSize(), s.Dim.Lower})
			}
		}
	}
	return out
}

// representatives are the coordinates of grid dimension d that stand for all
// others where the processors are too many to be evaluated one by one: the
// owners of the first and the last iteration of every partitioned loop, and what
// else symbolic.Representatives says a largest load can be on. Loops over the
// same layout are looked at together, since their times add up.
func (n *numbers) representatives(d int) []int64 {
	if d >= len(n.grid) {
		return nil
	}
	in := n.m.stretches()
	bounds, strides := map[symbolic.Layout][]int64{}, map[symbolic.Layout][]int64{}
	for _, s := range in.list {
		if s.Axis == d {
			l, known := n.layout(in.arena, s)
			if !known {
				continue
			}
			bounds[l] = append(bounds[l], n.bounds(in, s.First, s.Last)...)
			strides[l] = append(strides[l], max(1, s.Step))
		}
	}
	var out []int64
	for l, b := range bounds {
		slices.Sort(b)
		out = append(out, symbolic.Representatives(l, slices.Compact(b), together(strides[l]))...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// longestStride bounds the stride that stands for several.
const longestStride = 64

// together adds the least common multiple of strides to them, where it is small:
// the pattern that several of them make.
func together(strides []int64) []int64 {
	all := int64(1)
	for _, s := range strides {
		for x := all; all%s != 0; {
			if all += x; all > longestStride {
				return strides
			}
		}
	}
	return append(strides, all)
}

// layout puts numbers into the layout of a stretch; false where it has none.
func (n *numbers) layout(a *symbolic.Arena, s stretch) (symbolic.Layout, bool) {
	block, known := n.eval(n.m.unit.Grid.At, a, s.block)
	origin, also := n.eval(n.m.unit.Grid.At, a, s.origin)
	return symbolic.Layout{
		Extent: int64(n.grid[s.Axis]), Block: int64(max(1, block)),
		Cyclic: s.Dim.Format.Kind == mapping.Cyclic, Origin: int64(origin),
	}, known && also
}

// loopsOf returns the loops of a graph by the names of their indices.
func loopsOf(g *aag.Graph) map[string]*comm.Loop {
	loops := map[string]*comm.Loop{}
	note := func(list ...*comm.Loop) {
		for _, l := range list {
			if l != nil {
				loops[l.Name] = l
			}
		}
	}
	for _, u := range g.Units {
		note(u.Loop)
		note(u.Loops...)
		note(u.Repeat...)
		if u.Partition != nil {
			note(u.Partition.Ranges...)
		}
	}
	return loops
}

// bounds evaluates template indices; the indices of the loops around that they
// mention take their first and their last value.
func (n *numbers) bounds(in stretches, es ...symbolic.Expr) []int64 {
	b := &boundValues{a: in.arena, loops: in.loops, env: n.env, index: map[string]float64{}, left: maxBounds}
	for _, e := range es {
		b.each(e, func(x float64) { b.found = append(b.found, int64(x)) })
	}
	slices.Sort(b.found)
	return slices.Compact(b.found)
}

type boundValues struct {
	a     *symbolic.Arena
	loops map[string]*comm.Loop
	env   map[string]float64
	index map[string]float64 // values of the loops that are open
	left  int
	found []int64
}

// each calls do for the values of e.
func (b *boundValues) each(e symbolic.Expr, do func(float64)) {
	if b.left--; b.left < 0 {
		return
	}
	values := map[string]float64{}
	for _, s := range b.a.Free(e) {
		if x, ok := b.index[s.Name]; ok {
			values[s.Name] = x
			continue
		}
		if x, ok := b.env[s.Name]; ok {
			values[s.Name] = x
			continue
		}
		if l := b.loops[s.Name]; l != nil {
			b.ends(l, func() { b.each(e, do) })
		}
		return
	}
	if x, err := b.a.Eval(e, values); err == nil && !math.IsInf(x, 0) && !math.IsNaN(x) {
		do(x)
	}
}

// ends calls do with the index of a loop at its first and at its last value.
func (b *boundValues) ends(l *comm.Loop, do func()) {
	for _, bound := range []symbolic.Expr{l.Lo, l.Hi} {
		b.each(bound, func(x float64) {
			b.index[l.Name] = x
			do()
			delete(b.index, l.Name)
		})
	}
}
