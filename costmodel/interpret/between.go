package interpret

import (
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/costmodel/memory"
)

// mostKernels bounds those whose places among each other are looked at: each stream
// of each is compared with the others in its loops.
const mostKernels = 48

// between says of every stream what is executed until its lines are asked for
// again: what a statement leaves in the caches is there for the next one.
func (i *interpreter) between(all []*kernel) {
	for at, k := range all {
		for s := range k.nest.Streams {
			x := &k.nest.Streams[s]
			x.Between = make([][]memory.Passage, len(k.loops)+1)
			for n := 1; n < len(k.loops); n++ {
				x.Between[n] = again(all, at, n, x.Array)
			}
			x.Between[len(k.loops)] = left(all, at, x.Array)
		}
	}
}

// again is what stands between two uses of an array in one iteration of a loop, or
// from one to the next; nil where the kernel is alone in the loop.
func again(all []*kernel, at, n int, array string) []memory.Passage {
	k := all[at]
	var inside []passing
	own := 0
	for x, other := range all {
		if m := slices.IndexFunc(other.loops, func(l *comm.Loop) bool { return identity(l) == identity(k.loops[n]) }); m >= 0 {
			if x == at {
				own = len(inside)
			}
			inside = append(inside, passing{other, m})
		}
	}
	if len(inside) < 2 || len(inside) > mostKernels {
		return nil
	}
	var back []memory.Passage // from the last use to this one, in reverse
	for d := 1; d < len(inside); d++ {
		p := inside[(own-d+len(inside))%len(inside)]
		if p.touches(array) {
			back = append(back, p.passage(true), inside[own].passage(true))
			return back
		}
		back = append(back, p.passage(false))
	}
	return append(back, inside[own].passage(false))
}

// left is what stands between a use of an array before all loops of a kernel and the
// kernel; nil where there is none.
func left(all []*kernel, at int, array string) []memory.Passage {
	k := all[at]
	outermost := identity(k.loops[len(k.loops)-1])
	var back []memory.Passage
	for d := 1; d <= at && d < mostKernels; d++ {
		other := all[at-d]
		if identity(other.loops[len(other.loops)-1]) == outermost {
			continue
		}
		p := passing{other, len(other.loops)}
		if p.touches(array) {
			return append(back, p.passage(true), passing{k, len(k.loops)}.passage(true))
		}
		back = append(back, p.passage(false))
	}
	return nil
}

// passing is a kernel, of which some inner loops run.
type passing struct {
	*kernel
	inner int
}

func (p passing) passage(half bool) memory.Passage {
	return memory.Passage{Nest: &p.nest, Inner: p.inner, Half: half}
}

func (p passing) touches(array string) bool {
	return slices.ContainsFunc(p.nest.Streams, func(s memory.Stream) bool { return s.Array == array })
}
