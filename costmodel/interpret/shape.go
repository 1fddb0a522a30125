package interpret

import (
	"slices"

	"github.com/parlens/parlens/analysis/comm"
	"github.com/parlens/parlens/analysis/symbolic"
	"github.com/parlens/parlens/costmodel/core"
	"github.com/parlens/parlens/costmodel/memory"
)

// shape is what the statement of a kernel touches and does in an iteration. That of an
// array construct depends on the statement and on the room that its arrays have, and not
// on the statements around: after an edit most are what they were.
type shape struct {
	order  []int // where the kernel's loops are among those around the statement
	nest   memory.Nest
	own    []byte // the nest for itself
	work   core.Work
	vector symbolic.Expr
}

// shaped gives a kernel the shape that it had, or finds it.
func (i *interpreter) shaped(k *kernel) {
	u := k.units[0]
	// loops of the program have dependences, which other statements decide too
	if u.Number == 0 || len(k.units) > 1 || len(u.Element.Loops) == 0 || i.trees[u.At].several {
		i.streamsOf(k)
		return
	}
	around := slices.Concat(u.Repeat, u.Loops)
	s, _ := i.b.Shapes.Get(i.shapeKey(k), func() any { return i.newShape(k, around) }).(*shape)
	if k.loops == nil {
		s.give(k, around)
	}
	i.numbers[&k.nest] = i.b.NestNumber(s.own)
}

// shapeKey writes all that a shape depends on, but for the machine.
func (i *interpreter) shapeKey(k *kernel) []byte {
	e, w := k.units[0].Element, keyWriter(i.key[:0])
	w.ints(k.units[0].Number, i.constants)
	room := func(x *comm.Access) {
		dims := len(x.Sym.Dims)
		if !scattered(x) { // else all of the array counts
			dims--
		}
		for d := range dims {
			w.ints(int64(i.extent(x.Sym, d)))
		}
	}
	for _, x := range e.Reads {
		room(x)
	}
	if e.Left != nil {
		room(e.Left)
	}
	i.key = w
	return w
}

func (i *interpreter) newShape(k *kernel, around []*comm.Loop) *shape {
	i.streamsOf(k)
	i.work(k, i.chainsOf(k))
	s := &shape{nest: k.nest, own: k.nest.Own(), work: k.bodies[0], vector: k.vector}
	s.nest.Streams = slices.Clone(k.nest.Streams) // what stands between two uses is the kernel's own
	for _, l := range k.loops {
		s.order = append(s.order, slices.Index(around, l))
	}
	return s
}

func (s *shape) give(k *kernel, around []*comm.Loop) {
	for _, at := range s.order {
		k.loops = append(k.loops, around[at])
	}
	k.inner, k.nest, k.owner = k.loops[0], s.nest, make([]int, len(s.nest.Streams))
	k.nest.Streams = slices.Clone(s.nest.Streams)
	k.bodies, k.vector, k.jammed = []core.Work{s.work}, s.vector, 1
}
