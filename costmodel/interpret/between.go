package interpret

import (
	"slices"

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
			x.Between = make([][]memory.Passage, len(k.loops)+1)
			for n := 1; n < len(k.loops); n++ {
				x.Between[n] = again(k, inside[identity(k.loops[n])], x.Array)
			}
			x.Between[len(k.loops)] = left(all, at, x.Array)
		}
	}
}

// within lists the kernels in each loop, by its identity.
func within(all []*kernel) map[any][]passing {
	out := map[any][]passing{}
	for _, k := range all {
		for n, l := range k.loops {
			if in := out[identity(l)]; len(in) == 0 || in[len(in)-1].kernel != k {
				out[identity(l)] = append(in, passing{k, n})
			}
		}
	}
	return out
}

// again is what stands between two uses of an array in one iteration of a loop, or
// from one to the next; nil where the kernel is alone in the loop, which has those
// inside.
func again(k *kernel, inside []passing, array string) []memory.Passage {
	own := slices.IndexFunc(inside, func(p passing) bool { return p.kernel == k })
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
