package interpret

import (
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/program"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/memory"
)

// mostKernels bounds those whose places among each other are looked at: each stream
// of each is compared with the others in its loops.
const mostKernels = 48

// between says of every stream what is executed until its lines are asked for
// again: what a statement leaves in the caches is there for the next one.
func (i *interpreter) between(all []*kernel) {
	inside := within(all)
	for at, k := range all {
		for s := range k.nest.Streams {
			x := &k.nest.Streams[s]
			x.Between = make([][]memory.Return, len(k.loops)+1)
			for n := 1; n < len(k.loops); n++ {
				x.Between[n] = i.again(k, inside[identity(k.loops[n])], s, n)
			}
			x.Between[len(k.loops)] = i.left(all, at, s)
		}
	}
}

// within lists the kernels in each loop, by its identity.
func within(all []*kernel) map[any][]passing {
	out := map[any][]passing{}
	for _, k := range all {
		for n, l := range k.loops {
			if in := out[identity(l)]; len(in) == 0 || in[len(in)-1].kernel != k {
				out[identity(l)] = append(in, passing{kernel: k, inner: n})
			}
		}
	}
	return out
}

// again is what stands between two uses of a stream's lines in one iteration of a loop,
// or from one to the next; nil where the kernel is alone in the loop, which has those
// inside.
func (i *interpreter) again(k *kernel, inside []passing, x, n int) []memory.Return {
	own := slices.IndexFunc(inside, func(p passing) bool { return p.kernel == k })
	if len(inside) < 2 || len(inside) > mostKernels {
		return nil
	}
	w := i.way(x, inside[own], n)
	for d := 1; d < len(inside); d++ {
		if w.pass(inside[(own-d+len(inside))%len(inside)]) {
			return w.returns
		}
	}
	return append(w.returns, memory.Return{Passages: append(w.back, inside[own].passage(false)), Share: w.rest})
}

// left is what stands between a use of a stream's lines before all loops of a kernel and
// the kernel: other kernels, or all that the program touches from one call to the next. Nil
// where there is none.
func (i *interpreter) left(all []*kernel, at, x int) []memory.Return {
	k := all[at]
	outermost := identity(k.loops[len(k.loops)-1])
	w := i.way(x, passing{kernel: k, inner: len(k.loops)}, len(k.loops))
	for d := 1; d <= at && d < mostKernels; d++ {
		other := all[at-d]
		if identity(other.loops[len(other.loops)-1]) == outermost {
			continue
		}
		if w.pass(passing{kernel: other, inner: len(other.loops)}) {
			return w.returns
		}
	}
	if i.g.Unit.Kind != program.Main {
		array := k.nest.Streams[x].Array
		if sym := i.g.Unit.Lookup(array); sym == nil || !sym.Dummy {
			array = ""
		}
		w.returns = append(w.returns, memory.Return{Bytes: i.a.Sym(Touched(array), symbolic.Real), Share: w.rest})
	}
	return w.returns
}

// Touched is the symbol for the bytes that the program may have touched since a dummy array of
// a procedure was touched before it was called; "" stands for what else it works on.
func Touched(dummy string) string {
	if dummy == "" {
		return "touched_bytes"
	}
	return "touched_bytes " + dummy
}

// wayBack is the kernels from a use of a stream's lines to those before, the last first.
type wayBack struct {
	i       *interpreter
	stream  int // of the kernel's own nest
	own     passing
	loops   int // of the kernel, that have touched the lines
	back    []memory.Passage
	rest    symbolic.Expr // the share of the lines that nobody has touched so far
	returns []memory.Return
}

func (i *interpreter) way(x int, own passing, loops int) *wayBack {
	return &wayBack{i: i, stream: x, own: own, loops: loops, rest: i.a.Int(1)}
}

// Of what is touched less than the first is not looked at, more than the second is all
// of it; more touches than the third are not followed.
const (
	tooLittle  = 0.02
	nearlyAll  = 0.8
	mostPieces = 3
)

// pass goes one kernel further back, and reports whether it is the last that matters: a
// touch of all lines. One of some of them, such as that of a boundary, counts for these.
func (w *wayBack) pass(p passing) bool {
	p.seen = w.i.seenFrom(w.own.kernel, p.kernel)
	if !p.touches(w.own.nest.Streams[w.stream].Array) {
		w.back = append(w.back, p.passage(false))
		return false
	}
	a, c := w.i.a, w.covered(p)
	if c.Known < tooLittle {
		w.back = append(w.back, p.passage(false))
		return false
	}
	passages := append(slices.Clone(w.back), p.passage(true), w.own.passage(true))
	if c.Known > nearlyAll || len(w.returns) == mostPieces {
		w.returns = append(w.returns, memory.Return{Passages: passages, Share: w.rest})
		return true
	}
	// what two have touched may be the same: the larger one counts
	fresh := a.Max(a.Real(0), a.Sub(w.rest, a.Sub(a.Int(1), c.Share)))
	w.returns = append(w.returns, memory.Return{Passages: passages, Share: fresh})
	w.rest = a.Sub(w.rest, fresh)
	w.back = append(w.back, p.passage(false))
	return false
}

// covered is the share of the stream's lines that a kernel touches too. Where sizes are not
// known yet, one with as many loops goes through all of it.
func (w *wayBack) covered(p passing) comm.Cover {
	i := w.i
	return i.b.Covers.Get(w.coverKey(p), func() comm.Cover {
		stream := w.own.nest.Streams[w.stream]
		c := comm.Cover{Share: i.mem.Covered(p.passage(false), w.own.nest, stream, w.loops)}
		known, number := i.withConstants(c.Share)
		if c.Known = known; !number {
			c.Known = i.mem.Likely(p.passage(false), stream, w.loops)
		}
		return c
	})
}

// passing is a kernel, of which some inner loops run.
type passing struct {
	*kernel
	inner int
	seen  *memory.Nest // its nest from outside; nil: as it is
}

func (p passing) passage(half bool) memory.Passage {
	nest := p.seen
	if nest == nil {
		nest = &p.nest
	}
	return memory.Passage{Nest: nest, Inner: p.inner, Half: half}
}

// seenFrom is the nest of a kernel for one that stands outside of loops around it: what
// depends on their iteration there is that of the middle one. Nil where nothing does.
func (i *interpreter) seenFrom(k, other *kernel) *memory.Nest {
	pair := [2]*kernel{k, other}
	if seen, known := i.seen[pair]; known {
		return seen
	}
	var seen *memory.Nest
	for _, l := range slices.Backward(other.units[0].Repeat) { // bounds name the loops around
		if slices.Contains(k.units[0].Repeat, l) {
			break
		}
		for n, trip := range other.nest.Trips {
			if seen != nil {
				trip = seen.Trips[n]
			}
			if !slices.ContainsFunc(i.a.Free(trip), func(s symbolic.Symbol) bool { return s.Name == l.Name }) {
				continue
			}
			if seen == nil {
				own := other.nest
				own.Trips = slices.Clone(own.Trips)
				seen = &own
			}
			middle := i.a.FloorDiv(i.a.Add(l.Lo, l.Hi), i.a.Int(2))
			seen.Trips[n] = i.a.Subst(trip, map[string]symbolic.Expr{l.Name: middle})
		}
	}
	i.seen[pair] = seen
	return seen
}

func (p passing) touches(array string) bool {
	return slices.ContainsFunc(p.nest.Streams, func(s memory.Stream) bool { return s.Array == array })
}
